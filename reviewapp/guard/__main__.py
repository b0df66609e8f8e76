"""`python -m reviewapp.guard verify RECEIPT --keys keys.json ...` and `... audit EXPORT --keys keys.json ...`

Exit codes: 0 valid, 1 signature does not fit, 2 malformed or of an unknown type, 3 unknown key, 4 revoked key,
5 the supplied context or audit export is not the one stated.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from reviewapp.guard.canonical import Json, strict_json
from reviewapp.guard.receipts import ReceiptKind, Statement
from reviewapp.guard.verify import (
    Chain,
    Fault,
    Keys,
    NotVerified,
    load_keys,
    verify_audit,
    verify_context,
    verify_receipt,
)

ASSURANCE = {
    "declared": "declared by the agent, not checked",
    "recomputed": "recomputed: the input was rebuilt without the pins; not that a model ran on it",
    "executed": "executed: our own worker ran the compactor on that input",
}


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        keys = load_keys(_read(options.keys))
        print(_audit(options, keys) if options.command == "audit" else _verify(options, keys))
    except NotVerified as refusal:
        print(f"NOT VERIFIED ({refusal.fault.name.lower()}): {refusal}", file=sys.stderr)
        return int(refusal.fault)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m reviewapp.guard", description="Verify offline what Stet signed.")
    commands = parser.add_subparsers(dest="command", required=True)
    verify = commands.add_parser("verify", help="a receipt, with the context or the audit export it belongs to")
    verify.add_argument("receipt", type=Path, help="the envelope, or the whole answer of a served context")
    verify.add_argument("--team", help="refuse the receipt of any other team")
    verify.add_argument("--kind", type=ReceiptKind, choices=list(ReceiptKind), help="refuse any other kind")
    verify.add_argument("--context", type=Path, help="the messages as served, or the whole answer")
    verify.add_argument("--audit", type=Path, help="the team's audit export")
    audit = commands.add_parser("audit", help="an audit export and its checkpoints")
    audit.add_argument("audit", type=Path)
    for command in (verify, audit):
        command.add_argument(
            "--keys", type=Path, required=True, help="the published key list, kept from a time you trust"
        )
        command.add_argument(
            "--checkpoint", type=Path, action="append", default=[], help="one, or a file with one a line"
        )
    return parser


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotVerified(Fault.MALFORMED, f"{path} can't be read: {error.strerror}") from error


def _verify(options: argparse.Namespace, keys: Keys) -> str:
    if options.checkpoint and not options.audit:
        raise NotVerified(Fault.MALFORMED, "a checkpoint says nothing without --audit")
    chain = _chain(options, keys) if options.audit else None
    envelope, messages = _receipt(_read(options.receipt))
    statement = verify_receipt(envelope, keys, kind=options.kind, team=options.team, audit=chain)
    if options.context:
        messages = _messages(options.context)
    if messages is not None:
        verify_context(statement, messages)
    return "\n".join(_told(statement, context=messages is not None, chain=chain))


def _receipt(data: bytes) -> tuple[bytes, Json | None]:
    """An envelope, and the messages that were served with it where the whole answer is given."""
    try:
        answer = strict_json(data)
    except ValueError:
        return data, None  # the verifier says what is wrong with it
    if not isinstance(answer, dict) or not {"receipt", "messages"} <= answer.keys():
        return data, None
    return json.dumps(answer["receipt"]).encode(), answer["messages"]


def _audit(options: argparse.Namespace, keys: Keys) -> str:
    chain = _chain(options, keys)
    return f"valid: {len(chain.links)} audit entries{'' if chain.anchored else UNANCHORED}"


UNANCHORED = " (no checkpoint given: a cut-off end or a chain written anew would not show)"


def _chain(options: argparse.Namespace, keys: Keys) -> Chain:
    try:
        lines = _read(options.audit).decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise NotVerified(Fault.MALFORMED, "the audit export is not UTF-8") from error
    return verify_audit(lines, keys, (one for path in options.checkpoint for one in _checkpoints(_read(path))))


def _checkpoints(data: bytes) -> list[bytes]:
    """One envelope, however it is printed, or a file of them with one a line."""
    lines = [line for line in data.splitlines() if line.strip()]
    whole = all(line.startswith(b"{") and line.endswith(b"}") for line in lines)
    return lines if whole else [data]


def _messages(path: Path) -> Json:
    try:
        parsed = strict_json(_read(path))
    except ValueError as error:
        raise NotVerified(Fault.MALFORMED, "the context is not JSON that says one thing only") from error
    messages = parsed.get("messages") if isinstance(parsed, dict) else parsed
    if not isinstance(messages, list):
        raise NotVerified(Fault.MALFORMED, "the context is no list of messages")
    return messages


def _told(statement: Statement, *, context: bool, chain: Chain | None) -> list[str]:
    lines = [f"valid: {statement.kind} receipt of team {statement.team}, {statement.predicate['at']}"]
    if statement.kind is ReceiptKind.BYPASS:
        assurance = statement.predicate["assurance"]
        lines.append(f"assurance: {ASSURANCE.get(assurance, assurance)}")
    if context:
        lines.append(f"context: the bytes that were signed, with {len(statement.predicate['pins'])} pins in place")
    if chain is not None:
        lines.append(f"audit: held by a chain of {len(chain.links)} entries{'' if chain.anchored else UNANCHORED}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
