"""What a decision, a serve and a proof cost, each beside a bare database round trip of the same run.

    python -m bench.authority            200 of each
    python -m bench.authority --times 1000

One process, one connection, no network: `trips` says how many `SELECT 1` such a step costs.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from bench.database import fresh_database

if TYPE_CHECKING:
    from reviewapp.models import Compaction, Team, User
    from reviewapp.models.people import AgentToken

TURNS, PINS = 40, 20


def per_second(act: Callable[[int], object], times: int) -> float:
    start = time.perf_counter()
    for number in range(times):
        act(number)
    return times / (time.perf_counter() - start)


def people() -> tuple[Team, User, AgentToken]:
    from reviewapp.models import AgentToken, Membership, Policy, Role, Team, User
    from reviewapp.services.audit import audit_log
    from reviewapp.services.locks import transaction

    team = Team.objects.create(slug="bench", name="Bench")
    user = User.objects.create_user("bench")
    Membership.objects.create(team=team, user=user, role=Role.LEAD)
    with transaction():
        policy = Policy.objects.create(team=team, version=2, auto_approve="never", created_by=user)
        audit_log.append(team, "policy.changed", user, policy, {"version": 2})
    return (
        team,
        user,
        AgentToken.objects.create(
            team=team, public_id="0" * 16, digest=bytes(32), name="bench", created_by=user, scopes=["submit"]
        ),
    )


def in_review(team: Team, token: AgentToken, number: int) -> Compaction:
    from reviewapp.services.compactions import analysis
    from reviewapp.services.compactions.intake import Proposal, TurnIn, submit

    turns = [TurnIn(("user", "assistant")[seq % 2], f"Step {seq} of the plan went well.") for seq in range(TURNS)]
    proposal = Proposal(f"session-{number}", "The plan went well.", turns=turns)
    compaction = submit(team=team, token=token, proposal=proposal).compaction
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    return compaction


def measure(times: int) -> dict[str, float]:
    from django.db import connection

    from reviewapp.guard.verify import load_keys, verify_context, verify_receipt
    from reviewapp.services.compactions import finalize
    from reviewapp.services.compactions.approval_checks import gate
    from reviewapp.services.context import delivery
    from reviewapp.services.pins import register
    from reviewapp.services.receipts import signing_keys

    team, user, token = people()
    for number in range(PINS):
        text = f"Never touch the bucket of customer {number}."
        register.pin(team=team, user=user, key=f"pin-{number}", text=text, severity="HARD_DENIAL")
    waiting = [in_review(team, token, number) for number in range(times)]
    shown = [gate(compaction).manifest_digest for compaction in waiting]

    def trip(_: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()

    def approve(number: int) -> None:
        row, digest = waiting[number], shown[number]
        finalize.approve(team=team, user=user, compaction_id=row.id, manifest_digest=digest)

    def serve(number: int) -> delivery.Served:
        return delivery.context(team=team, token=token, compaction_id=waiting[number].id)

    figures = {"database round trips": per_second(trip, times * 20)}
    figures["approvals, signed and logged"] = per_second(approve, times)
    figures["first serves, signed and logged"] = per_second(serve, times)
    figures["serves again, rendered and asserted anew"] = per_second(serve, times)
    served, trusted = serve(0), load_keys(json.dumps(signing_keys.published()).encode())
    messages = list(served.messages)
    figures["receipts verified"] = per_second(lambda _: verify_receipt(served.receipt.envelope, trusted), times * 5)
    statement = verify_receipt(served.receipt.envelope, trusted)
    figures["contexts verified"] = per_second(lambda _: verify_context(statement, messages), times * 5)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    with fresh_database():
        figures = measure(parser.parse_args().times)
    bare = figures["database round trips"]
    print(f"{TURNS} turns a session, {PINS} pins\n{'':42}{'per second':>12}{'trips':>10}")
    for name, rate in figures.items():
        print(f"{name:42}{rate:12,.0f}{bare / rate:10.1f}")


if __name__ == "__main__":
    main()
