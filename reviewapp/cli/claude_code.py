"""`stet claude-code`: the answer to a hook, its entry in Claude Code's settings, the start of a new session."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from reviewapp.cli.claude_settings import installed, removed
from reviewapp.cli.errors import UsageError
from reviewapp.cli.service import connected
from reviewapp.client import MustKeep, StetError
from reviewapp.client.integrations.claude_code import Hooks, Summarise, continued
from reviewapp.client.integrations.claude_transcript import Message, messages_in

BLOCKS = 2  # the exit code that blocks a compaction in Claude Code
SUMMARISE_WITHIN = 540  # seconds; Claude Code gives a hook 600, and goes on when it takes longer


def add_parser(commands: Any) -> None:
    parser = commands.add_parser("claude-code", help="hold or verify the compactions of Claude Code")
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    hook = actions.add_parser("hook", help="answer one hook: its JSON on the standard input")
    install = actions.add_parser("install", help="write the hooks into Claude Code's settings")
    for each in (hook, install):
        _add_options(each)
    remove = actions.add_parser("remove", help="take them out again")
    for each in (install, remove):
        each.add_argument("--settings", type=Path, default=Path(".claude/settings.json"), help="default: %(default)s")
    context = actions.add_parser("context", help="print what a new session begins with")
    context.add_argument("transcript", type=Path, help="the JSONL file of the session whose summary was approved")
    hook.set_defaults(run=run_hook)
    install.set_defaults(run=run_install)
    remove.set_defaults(run=run_remove)
    context.set_defaults(run=run_context)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--summarise", metavar="COMMAND", default="", help="hold: this command writes the summary")
    parser.add_argument("--auto-verify", action="store_true", help="only verify what Claude Code starts by itself")
    parser.add_argument("--allow-on-error", action="store_true", help="let it compact where the server is not reached")
    parser.add_argument("--wait", type=float, default=10, metavar="SECONDS", help="for findings (default %(default)s)")


def run_hook(options: argparse.Namespace, sink: TextIO) -> int:
    try:
        answer = _hooks(options).answer(_payload())
    except Exception as error:  # whatever it is: Claude Code compacts unless it is told not to
        print(f"Stet: {type(error).__name__}: {error}", file=sys.stderr)
        return BLOCKS
    if answer:
        print(json.dumps(answer), file=sink)
    return 0


def run_install(options: argparse.Namespace, sink: TextIO) -> int:
    command = [sys.executable, "-m", "reviewapp.cli", "claude-code", "hook"]
    command += ["--summarise", options.summarise] if options.summarise else []
    command += ["--auto-verify"] if options.auto_verify else []
    command += ["--allow-on-error"] if options.allow_on_error else []
    command += ["--wait", str(options.wait)]
    installed(options.settings, shlex.join(command))
    print(f"Claude Code asks Stet now: {options.settings}", file=sink)
    print("It needs STET_URL and STET_TOKEN in the environment that it is started in.", file=sink)
    return 0


def run_remove(options: argparse.Namespace, sink: TextIO) -> int:
    removed(options.settings)
    print(f"Claude Code asks Stet no more: {options.settings}", file=sink)
    return 0


def run_context(options: argparse.Namespace, sink: TextIO) -> int:
    session = f"claude-code:{options.transcript.stem}"
    try:
        print(continued(connected(), session, messages_in(options.transcript)), file=sink)
    except StetError as error:
        raise UsageError(f"{type(error).__name__}: {error}") from error
    return 0


def _hooks(options: argparse.Namespace) -> Hooks:
    summarise = _summarise(options.summarise) if options.summarise else None
    chosen = {"auto_verify": options.auto_verify, "allow_on_error": options.allow_on_error, "wait": options.wait}
    return Hooks(connected(), summarise, **chosen)


def _payload() -> Mapping[str, Any]:
    payload = json.loads(sys.stdin.buffer.read())
    if not isinstance(payload, Mapping):
        raise UsageError("the hook's input is no JSON object")
    return payload


def _summarise(command: str) -> Summarise:
    """Messages and what to keep as JSON on its standard input, the summary on its standard output."""

    def run(messages: Sequence[Message], must_keep: Sequence[MustKeep]) -> str:
        given = json.dumps({"messages": list(messages), "must_keep": [kept.quote for kept in must_keep]})
        try:
            done = subprocess.run(
                shlex.split(command), input=given, capture_output=True, text=True, check=True, timeout=SUMMARISE_WITHIN
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise StetError(f"the command that writes summaries failed: {error}") from error
        if not done.stdout.strip():
            raise StetError("the command that writes summaries wrote none")
        return done.stdout.strip()

    return run
