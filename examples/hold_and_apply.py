"""A whole session against a running Stet: submit, wait for a person, apply exactly what was approved.

    python examples/hold_and_apply.py                        # reads .stet/demo.json, as `make run` writes it
    STET_URL=… STET_TOKEN=… python examples/hold_and_apply.py --transcript mine.json

Ends with 0 when the approved context was applied, with 1 when the history stays as it was.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import uuid
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # from a checkout; elsewhere `pip install 'stet-review[verify]'` puts it there

from reviewapp.client import Client, Context, NotVerified, Status, StetError, StillOpen, Submission  # noqa: E402  # found by the line above

LOOK_EVERY = 1.0  # seconds


def main() -> int:
    options = arguments()
    server, token, pages = where(options)
    given = json.loads(options.transcript.read_text())
    client = Client(server, token)
    try:
        submission = client.submit(options.session, given["summary"], turns=given["messages"])
        say_submitted(submission, f"{pages}/c/{submission.id}/" if pages else "")
        say_findings(analysed(client, submission))
        decided = client.wait(submission.id, timeout=options.timeout)
        return applied(client, decided, given["messages"], options) if decided.approved else stays(decided)
    except StillOpen:
        print(f"\nNobody has decided after {options.timeout} s. The history stays; the proposal stays open.")
    except StetError as error:
        print(f"\n{type(error).__name__}: {error}\nThe history stays.")
    return 1


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Submit a transcript, wait for the decision, apply what was approved.")
    data = Path(os.environ.get("STET_DATA_DIR") or ROOT / ".stet")
    parser.add_argument("--demo", type=Path, default=data / "demo.json", help="where `make run` wrote URL and token")
    parser.add_argument("--transcript", type=Path, default=Path(__file__).with_name("transcript.json"))
    parser.add_argument("--session", default=f"example-{uuid.uuid4().hex[:8]}", help="the agent's name of its session")
    parser.add_argument("--format", default="openai", choices=["stet", "openai", "anthropic"])
    parser.add_argument("--timeout", type=float, default=3600, help="seconds to wait for a person")
    parser.add_argument("--save", type=Path, help="a folder for context, receipt and keys, to verify them offline")
    return parser.parse_args()


def where(options: argparse.Namespace) -> tuple[str, str, str]:
    """Server, token and the address of the team's pages; from the environment, else from demo.json."""
    if "STET_URL" in os.environ and "STET_TOKEN" in os.environ:
        return os.environ["STET_URL"], os.environ["STET_TOKEN"], ""
    if not options.demo.exists():
        raise SystemExit(f"No {options.demo}: run `make run` first, or set STET_URL and STET_TOKEN.")
    demo = json.loads(options.demo.read_text())
    return demo["url"], demo["agent_token"], f"{demo['url']}/t/{demo['team']}"


def say_submitted(submission: Submission, page: str) -> None:
    print(f"Submitted  {submission.id}\nDigest     {submission.submission_digest}")
    if page:
        print(f"Review it  {page}")


def analysed(client: Client, submission: Submission) -> Status:
    """The status once the workers have looked."""
    while True:
        status = client.status(submission.id)
        if status.state not in ("received", "analysing"):
            return status
        time.sleep(LOOK_EVERY)


def say_findings(status: Status) -> None:
    print(f"\n{len(status.findings)} findings:")
    for finding in status.findings:
        place = f"turn {finding.turn_seq}" if finding.turn_seq else "summary"
        print(f"  {finding.severity:8} {finding.kind} {finding.change}, {place}: {shown(finding.quote)}")
        if finding.summary_quote and finding.turn_seq:
            print(f"{'':11}the summary says: {shown(finding.summary_quote)}")
    if status.is_open:
        print("\nWaiting for a person ...", flush=True)


def shown(text: str) -> str:
    """One line for a terminal, in which nothing of the text can act."""
    line = ascii(text)[1:-1] if not text.isprintable() else text
    return line if len(line) <= 100 else f"{line[:99]}…"


def stays(decided: Status) -> int:
    print(f"\nIt was {decided.state}. {decided.reason}\nThe history stays. The next summary has to keep:")
    for kept in decided.must_keep:
        print(f"  turn {kept.turn_seq}: {shown(kept.quote)}")
    return 1


def applied(client: Client, decided: Status, history: list[Any], options: argparse.Namespace) -> int:
    replaced = client.replaced(history, decided.id, sent=len(history), format=options.format)
    if replaced.error is not None or replaced.context is None:
        print(f"\nApproved, but not applied: {replaced.error}. The history stays.")
        return 1
    context = replaced.context
    client.assert_pinned(context.session, context.messages)
    print(f"\nApproved and applied: {len(history)} messages became {len(replaced.messages)}, through turn", end=" ")
    print(f"{context.through_seq}, epoch {context.epoch}.")
    say_receipt(client, context)
    print("\nThe pinned block, byte for byte:\n" + client.pins(context.session).block)
    if options.save:
        save(client, context, options.save)
    return 0


def say_receipt(client: Client, context: Context) -> None:
    """The check that the client has made already, and that it would not have passed with one other byte."""
    key = context.receipt["signatures"][0]["keyid"]
    print(f"Receipt    valid, key {key[:16]}…\nContext    sha256 {context.digest}")
    other = {**context.answer, "messages": flipped(context.messages)}
    try:
        client.verify(other, compaction=context.compaction, format=context.format)
    except NotVerified as error:
        print(f"One byte flipped: refused ({error})")
    else:
        raise SystemExit("a context with one byte flipped was taken for good")


def flipped(messages: Any) -> Any:
    """The same messages with the lowest bit of the first digit or letter of the pinned block changed."""
    text = json.dumps(messages)
    at = text.index("<<<PINNED ") + len("<<<")
    return json.loads(text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :])


def save(client: Client, context: Context, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "context.json").write_text(json.dumps(context.messages))
    (folder / "receipt.json").write_text(json.dumps(context.receipt))
    (folder / "keys.json").write_bytes(client.keys())
    names = [f"{folder}/{name}.json" for name in ("receipt", "keys", "context")]
    print("\nOffline:   python -m reviewapp.guard verify {} --keys {} --context {}".format(*names))


if __name__ == "__main__":
    sys.exit(main())
