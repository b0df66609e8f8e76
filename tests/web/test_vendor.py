"""What others wrote is kept byte for byte as it was published, with its licence, and nothing comes from elsewhere."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VENDORED = (ROOT / "static" / "vendor", ROOT / "tests" / "e2e" / "vendor")


@pytest.mark.parametrize("folder", VENDORED, ids=lambda path: str(path.relative_to(ROOT)))
def test_vendored_files_are_as_published(folder: Path) -> None:
    entries = json.loads((folder / "manifest.json").read_text())
    stated = {name: digest for entry in entries for name, digest in entry["files"].items()}
    found = {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "manifest.json"
    }
    assert found == stated
    assert all(any(name.endswith("LICENSE") for name in entry["files"]) for entry in entries)


@pytest.mark.parametrize("pattern", ["templates/**/*.html", "static/css/*.css", "static/js/*.js"])
def test_pages_fetch_nothing_from_elsewhere(pattern: str) -> None:
    remote = re.compile(r"""(?:src|href|url|from|import)\s*[=(]?\s*["']?(?:https?:)?//""")
    for path in ROOT.glob(pattern):
        assert not remote.search(path.read_text()), path


def test_templates_hold_no_inline_code_and_trust_no_text() -> None:
    banned = re.compile(r"\|safe\b|autoescape off|<style|\sstyle=|\son[a-z]+=|hx-on|<script(?![^>]*\bsrc=)|js:")
    for path in ROOT.glob("templates/**/*.html"):
        assert not banned.search(path.read_text()), path
