"""What an agent remembers beyond its process: the epochs that it saw, and what its histories begin with."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any


class FileMemory(MutableMapping[str, Any]):
    """A mapping in one JSON file (mode 0600), written whole at every change. For one process at a time.

    Raises ValueError where the file holds something else.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._kept: dict[str, Any] = {}
        if self._path.exists():
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            if not isinstance(kept, dict):
                raise ValueError(f"{self._path} holds no JSON object")
            self._kept = kept

    def __getitem__(self, key: str) -> Any:
        return self._kept[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._kept[key] = value
        self._write()

    def __delitem__(self, key: str) -> None:
        del self._kept[key]
        self._write()

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def _write(self) -> None:
        """Beside the old file and then over it: a crash leaves the one or the other, never half of one."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=self._path.name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(self._kept, file)
        Path(name).replace(self._path)
