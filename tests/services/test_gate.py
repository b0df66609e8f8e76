"""What counts against an approval: pins cover, policies switch off, four eyes bar, stale checks close the gate."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reviewapp.engine.types import Analysis, Change, Coverage, Kind, Severity, Span
from reviewapp.engine.types import Finding as Found
from reviewapp.guard.digest import byte_span, sha256
from reviewapp.models import (
    AutoApprove,
    Compaction,
    Finding,
    OriginKind,
    Pin,
    PinState,
    PinVersion,
    Register,
    Resolution,
    User,
)
from reviewapp.services.compactions import checks
from reviewapp.services.compactions.approval_checks import barred, gate
from reviewapp.services.compactions.finding_rows import Source
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.refresh import refresh
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.pins import register
from reviewapp.services.review import actions, promotion
from tests.clock import let_expire
from tests.world import LOSSY, PORT, RULE, World


def codes(compaction: Compaction) -> list[str]:
    return [reason.code for reason in gate(compaction).reasons]


def the(compaction: Compaction, quote: str) -> EvaluatedFinding:
    return next(judged for judged in review_state_of(compaction).findings if judged.quote == quote)


def pin(world: World, text: str, **origin: object) -> PinVersion:
    """A pin in force, put there past the service, and the register moved on by it."""
    register = Register.objects.get(team=world.team, session=None)
    row = Pin.objects.create(team=world.team, register=register, key=f"pin-{Pin.objects.count()}")
    row.current = PinVersion.objects.create(
        team=world.team,
        pin=row,
        n=1,
        text=text.encode(),
        sha256=sha256(text.encode()),
        severity="HARD_DENIAL",
        created_by=world.lead,
        **origin,
    )
    row.save()
    Register.objects.filter(id=register.id).update(version=register.version + 1)
    return row.current


@pytest.mark.usefixtures("rows_by_hand")
def test_a_changed_register_closes_the_gate_until_the_pins_are_checked_again(world: World) -> None:
    compaction = world.in_review()
    pin(world, "something else")
    assert "stale_pins" in codes(compaction)
    assert gate(compaction).manifest_digest == ""
    refresh(compaction=compaction)
    assert codes(compaction) == ["unresolved"]


def test_a_changed_policy_closes_the_gate_until_the_text_is_checked_again(world: World) -> None:
    compaction = world.in_review()
    world.policy(auto_approve=AutoApprove.NEVER)
    assert "stale_analysis" in codes(compaction)
    refresh(compaction=compaction)
    assert codes(compaction) == ["unresolved"]


@pytest.mark.usefixtures("rows_by_hand")
def test_a_rule_whose_bytes_stand_in_a_pin_is_not_lost(world: World) -> None:
    compaction = world.in_review()
    pin(world, f"Always: {RULE}")
    refresh(compaction=compaction)
    judged = the(compaction, RULE)
    assert (judged.covered_by, judged.severity, judged.finding.severity) == ("pin-0", Severity.NOTE, "blocking")
    assert judged.finding.key not in gate(compaction).blocking


@pytest.mark.usefixtures("rows_by_hand")
def test_a_retired_pin_covers_nothing(world: World) -> None:
    compaction = world.in_review()
    pin(world, RULE)
    Pin.objects.update(state=PinState.RETIRED)
    refresh(compaction=compaction)
    assert the(compaction, RULE).covered_by is None


@pytest.mark.usefixtures("rows_by_hand")
def test_a_token_is_covered_only_inside_the_span_that_was_pinned(world: World) -> None:
    compaction = world.in_review()
    turn = world.session().turns.get(seq=3)
    start = turn.text.index("5432")
    analysis = review_state_of(compaction).analysis
    assert analysis is not None
    Finding.objects.create(
        team=world.team, analysis=analysis, rank=9, key="a" * 64, kind="numeral", change="dropped", severity="warning",
        turn_seq=3, start=start, end=start + 4, rule="plain.number", why="", quote_digest=sha256(b""),
    )  # fmt: skip
    pin(world, "port 5432 of another turn")
    assert the(compaction, "5432").covered_by is None
    first, last = byte_span(turn.text, 0, len(turn.text))
    origin = {"origin_session": turn.session, "origin_turn_seq": 3, "origin_start": first, "origin_end": last}
    elsewhere = {**origin, "origin_session": world.propose("another").session}
    pin(world, PORT, **elsewhere, origin_kind=OriginKind.USER)
    assert the(compaction, "5432").covered_by is None
    pin(world, PORT, **origin, origin_kind=OriginKind.USER)
    assert the(compaction, "5432").covered_by == "pin-2"


@pytest.mark.usefixtures("rows_by_hand")
def test_a_pinned_finding_is_resolved_while_its_pin_is_in_force(world: World) -> None:
    compaction = world.in_review()
    version = pin(world, f"Remember: {RULE}")
    refresh(compaction=compaction)
    judged = the(compaction, RULE)
    Resolution.objects.create(
        team=world.team, compaction=compaction, finding_key=judged.finding.key, action="pinned", user=world.reviewer,
        pin_version=version,
    )  # fmt: skip
    assert the(compaction, RULE).resolved
    Pin.objects.update(state=PinState.RETIRED)
    assert not the(compaction, RULE).resolved


def test_a_kind_that_the_team_switched_off_blocks_nothing_and_stays_in_the_list(world: World) -> None:
    compaction = world.in_review()
    world.policy(disabled_detectors=["negation"])
    refresh(compaction=compaction)
    assert gate(compaction).blocking == ()
    assert the(compaction, RULE).finding.severity == "blocking"


def test_the_gate_tells_what_ended_it(world: World) -> None:
    compaction = world.in_review()
    let_expire(compaction)
    assert codes(compaction) == ["expired", "unresolved"]


@pytest.fixture
def strict(world: World) -> World:
    world.policy(four_eyes=True)
    return world


def bar(world: World, compaction: Compaction, user: User) -> str:
    compaction.refresh_from_db()
    reason = barred(compaction, user, review_state_of(compaction))
    return "" if reason is None else reason.code


def test_four_eyes_bar_who_made_the_token(strict: World) -> None:
    compaction = strict.in_review()
    assert bar(strict, compaction, strict.lead) == "four_eyes"
    assert bar(strict, compaction, strict.reviewer) == ""


def test_four_eyes_bar_who_wrote_a_revision(strict: World) -> None:
    compaction = strict.in_review()
    actions.edit(**strict.by(strict.reviewer, compaction), text=f"{LOSSY} {PORT}", revision=1)
    assert bar(strict, compaction, strict.reviewer) == "four_eyes"


def test_four_eyes_bar_who_pinned_for_the_team_what_this_summary_lost(strict: World) -> None:
    """Such a pin settles the loss, so its author would vote on it. Another pin of the team bars nobody."""

    def pinned(key: str, text: str) -> None:
        register.pin(team=strict.team, user=strict.reviewer, key=key, text=text, severity="HARD_DENIAL")

    compaction = strict.in_review()
    pinned("other", "Ask before a deploy.")
    refresh(compaction=compaction)
    assert bar(strict, compaction, strict.reviewer) == ""
    pinned("port", PORT)
    refresh(compaction=compaction)
    assert bar(strict, compaction, strict.reviewer) == "four_eyes"


@pytest.mark.parametrize("scope", ["team", "session"])
def test_four_eyes_do_not_bar_who_promotes_a_loss_while_reviewing(strict: World, scope: str) -> None:
    compaction = strict.in_review()
    lost = next(judged for judged in review_state_of(compaction).findings if "5432" in judged.quote)
    who = strict.by(strict.reviewer, compaction)
    promotion.pin_finding(**who, finding_key=lost.finding.key, key="port", severity="HARD_DENIAL", scope=scope)
    compaction.refresh_from_db()
    assert bar(strict, compaction, strict.reviewer) == ""


def test_without_four_eyes_nobody_is_barred(world: World) -> None:
    compaction = world.in_review()
    assert bar(world, compaction, world.lead) == ""


def test_an_erased_or_opaque_turn_keeps_the_policy_from_passing(world: World) -> None:
    turns = [TurnIn("user", "hello"), TurnIn("user", "[image, 3 bytes]", kind="placeholder")]
    assert world.in_review(turns=turns, summary="hello").state == "in_review"


@pytest.mark.parametrize("undecided", [False, True])
def test_what_could_not_be_judged_never_passes_by_policy(
    world: World, monkeypatch: pytest.MonkeyPatch, undecided: bool
) -> None:
    """A note lets a summary pass; one that says that the engine does not know holds it."""

    def noted(source: Source) -> Analysis:
        note = Found(Kind.NEGATION, Change.DROPPED, Severity.NOTE, "plain.note", "Perhaps.", source=Span(0, 0, 3))
        return Analysis((replace(note, undecided=undecided),), Coverage(len(source.turns), len(source.turns)), risk=0)

    monkeypatch.setattr(checks, "text_findings", noted)
    assert world.in_review().state == ("in_review" if undecided else "approved")
