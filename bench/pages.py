"""Are the pages light enough for long sessions? Server time, size and nodes of the review page against its budgets.

    python -m bench.pages             400 turns of 200,000 tokens, and 100,000 turns
    python -m bench.pages --quick     400 turns alone

Times are those of the server in one process, without a network; `floor` is the page of the keys, which reads nothing
but who asks, so the last column says how many such pages a page costs.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bench.database import fresh_database, milliseconds

if TYPE_CHECKING:
    from django.test import Client

    from reviewapp.models import Compaction, Finding, Team, User
    from reviewapp.services.compactions.intake import TurnIn

SAID = """
the worker reads every record of a batch and writes what changed to a table then says how many rows moved while queue
depth error rate latency region shard checksum retries config module replica ticket release branch
"""
WORDS = re.findall(r"\w+", SAID)
RULES = (
    "Never restart {name} during the day.",
    "Do not write to {name} before I say so.",
    "You must ask me before you change {name}.",
    "The limit for {name} is {n} MB, not more.",
)
ELEMENT = re.compile(r"<[a-zA-Z]")


@dataclass(frozen=True)
class Budget:
    """At most: milliseconds to the first byte, kB gzipped, elements."""

    first_byte: float
    gzipped: float
    nodes: int


REVIEW = Budget(300, 200, 10_000)
SWAP = Budget(100, 200, 10_000)
PIN = {"revision": "1", "text": "A rule in other words.", "severity": "ADVISORY", "scope": "session"}


@dataclass(frozen=True)
class Measured:
    name: str
    ms: float
    body: bytes
    budget: Budget

    def line(self, floor: float) -> str:
        size = len(gzip.compress(self.body)) / 1000
        nodes = len(ELEMENT.findall(self.body.decode()))
        kept = self.ms <= self.budget.first_byte and size <= self.budget.gzipped and nodes <= self.budget.nodes
        figures = f"{self.ms:8.0f} {self.budget.first_byte:8.0f} {size:8.1f} {nodes:8,}"
        return f"{self.name:44} {figures} {self.ms / floor:9.1f}  {'within' if kept else 'OVER'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="leave out the session of 100,000 turns")
    options = parser.parse_args()
    with fresh_database():
        print(f"{'':44} {'ms':>8} {'budget':>8} {'kB gz':>8} {'nodes':>8} {'x floor':>9}")
        for line in _lines(quick=options.quick):
            print(line, flush=True)


def _lines(*, quick: bool) -> Iterator[str]:
    team, user, client = _people()
    floor = milliseconds(lambda: client.get(f"/t/{team.slug}/keys/"))
    yield f"{'floor: the page of the keys':44} {floor:8.0f}"
    for name, turns, chars in [("400 turns", 400, 2_000), ("100,000 turns", 100_000, 60)][: 1 if quick else 2]:
        compaction = _submitted(team, user, turns, chars)
        base = f"/t/{team.slug}/c/{compaction.pk}/"
        for what, url, budget in _pages(team, compaction, base):
            yield _measure(f"{name}: {what}", client, url, budget).line(floor)
        findings = _rules(compaction)
        for what, form in (("dismiss", {"revision": "1", "reason": "obsolete"}), ("pin", PIN)):
            yield _act(f"{name}: {what}, as a swap", client, base, what, form, findings).line(floor)


def _pages(team: Team, compaction: Compaction, base: str) -> list[tuple[str, str, Budget]]:
    session = f"/t/{team.slug}/s/{compaction.session_id}/"
    return [
        ("review", base, REVIEW),
        ("review, effective context", f"{base}?tab=context", Budget(1_000, 2_000, 10_000)),
        ("session", session, REVIEW),
        ("transcript", f"{session}turns/", Budget(300, 400, 10_000)),
        ("transcript, search", f"{session}turns/?q=checksum", Budget(1_000, 400, 10_000)),
        ("queue", f"/t/{team.slug}/queue/", REVIEW),
    ]


def _measure(name: str, client: Client, url: str, budget: Budget) -> Measured:
    body = b""

    def get() -> None:
        nonlocal body
        answer = client.get(url)
        assert answer.status_code == 200, (url, answer.status_code)
        body = answer.content

    return Measured(name, milliseconds(get, times=7, warm_up=1), body, budget)


def _rules(compaction: Compaction) -> Iterator[Finding]:
    """Findings to act on one after the other, as a reviewer goes down the rail: rules that the summary lost."""
    from reviewapp.services.compactions.judging import RULES
    from reviewapp.services.compactions.review_state import review_state_of

    return (judged.finding for judged in review_state_of(compaction).findings if judged.finding.kind in RULES)


def _act(
    name: str, client: Client, base: str, action: str, form: Mapping[str, str], findings: Iterator[Finding]
) -> Measured:
    body = b""

    def post() -> None:
        nonlocal body
        finding = next(findings)
        url = f"{base}f/{finding.key}/{action}/"
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://localhost:8000{base}"}
        answer = client.post(url, {**form, "key": f"rule-{finding.rank}"}, headers=headers)
        assert answer.status_code == 200, (url, answer.status_code)
        body = answer.content

    return Measured(name, milliseconds(post, times=7, warm_up=1), body, SWAP)


def _people() -> tuple[Team, User, Client]:
    from django.test import Client

    from reviewapp.models import Membership, Role, Team, User

    team = Team.objects.create(slug="bench", name="Bench")
    user = User.objects.create_user("bench")
    Membership.objects.create(team=team, user=user, role=Role.LEAD)
    client = Client(headers={"host": "localhost:8000"})
    client.force_login(user)
    return team, user, client


def _submitted(team: Team, user: User, turns: int, chars: int) -> Compaction:
    from reviewapp.models import Compaction
    from reviewapp.services.compactions import analysis, intake
    from reviewapp.services.teams import tokens

    token = tokens.create(team=team, user=user, name=f"agent {turns}", scopes=["submit"]).token
    said = tuple(_turns(random.Random(7), turns, chars))
    for start in range(0, len(said), 5_000):
        intake.append_turns(
            team=team, token=token, session=f"long-{turns}", turns=said[start : start + 5_000], after_seq=start
        )
    how: dict[str, Any] = {"session": f"long-{turns}", "from_seq": 1, "to_seq": turns}
    proposal = intake.Proposal(summary=" ".join(random.Random(8).choices(WORDS, k=1_200)) + ".", turns=(), **how)
    found = intake.submit(team=team, token=token, proposal=proposal).compaction
    analysis.analyse(compaction_id=found.id)
    return Compaction.objects.get(pk=found.pk)


def _turns(chance: random.Random, turns: int, chars: int) -> Iterator[TurnIn]:
    from reviewapp.services.compactions.intake import TurnIn

    for number in range(turns):
        text = " ".join(chance.choices(WORDS, k=chars // 6)) + "."
        if number % max(1, turns // 60) == 0:
            rule = chance.choice(RULES).format(name=f"service-{number}", n=chance.randrange(10, 999))
            yield TurnIn("user", f"{rule} {text}")
        else:
            yield TurnIn("assistant" if number % 2 else "tool", text)


if __name__ == "__main__":
    main()
