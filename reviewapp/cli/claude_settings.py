"""The hooks in a settings file of Claude Code: ours are put in and taken out, everything else stays as it is."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from reviewapp.cli.errors import UsageError

HOOKS = ("PreCompact", "SessionStart", "PostCompact")
TIMEOUT = 600  # seconds
OURS = "reviewapp.cli claude-code hook"


def installed(path: Path, command: str) -> None:
    """In place of an older entry of ours. Raises UsageError for a file that is no settings; it stays as it is then."""
    settings = _without_ours(path)
    hooks = settings.setdefault("hooks", {})
    for name in HOOKS:
        entry = {"type": "command", "command": command, "timeout": TIMEOUT}
        hooks.setdefault(name, []).append({"hooks": [entry]})
    _write(path, settings)


def removed(path: Path) -> None:
    if path.exists():
        _write(path, _without_ours(path))


def _without_ours(path: Path) -> dict[str, Any]:
    settings = _read(path)
    if "hooks" not in settings:
        return settings
    try:
        kept = {name: _others(groups) for name, groups in settings["hooks"].items()}
    except (AttributeError, KeyError, TypeError) as error:
        raise UsageError(f"{path} has hooks of another form than Claude Code's") from error
    return {**settings, "hooks": {name: groups for name, groups in kept.items() if groups}}


def _others(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The groups without our hooks; a group that held nothing else goes."""
    kept = [
        {**group, "hooks": [hook for hook in group["hooks"] if OURS not in hook.get("command", "")]} for group in groups
    ]
    return [group for group in kept if group["hooks"]]


def _read(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} can't be read as JSON: {error}") from error
    if not isinstance(settings, dict):
        raise UsageError(f"{path} holds no JSON object")
    return settings


def _write(path: Path, settings: dict[str, Any]) -> None:
    """Beside the old file and then over it, so that no half of one is ever read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(json.dumps(settings, indent=2, ensure_ascii=False) + "\n")
    Path(name).replace(path)
