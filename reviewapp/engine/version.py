"""Which engine looked: a number given by hand, and a digest of everything that decides what it says."""

from __future__ import annotations

import hashlib
from pathlib import Path

NUMBER = 4
"""Names the golden file of answers (`tests/engine/golden`). Raise it when an answer changes on purpose."""

_DIGITS = 12  # of the digest
_DECIDES = frozenset({".py", ".json"})  # rules, lexica and tables


def digest_of(folder: Path) -> str:
    """The digest of the files in a folder that decide: their names and bytes in the order of their names, so that it
    follows from the text alone, on every machine."""
    digest = hashlib.sha256()
    files = ((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*") if path.suffix in _DECIDES)
    for name, path in sorted(files):
        data = path.read_bytes()
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:_DIGITS]


ENGINE_VERSION = f"{NUMBER}+{digest_of(Path(__file__).parent)}"
