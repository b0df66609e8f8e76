"""What makes an action quick must not make it wrong: where a service says it stands is where the rows say it stands."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviewapp.guard.digest import register_digest
from reviewapp.models import Compaction, Register, Resolution, Revision, TurnBody
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.review_state import ReviewState, review_state_of
from reviewapp.services.errors import Refused
from reviewapp.services.pins import register
from reviewapp.services.pins.active import active_pins
from reviewapp.services.pins.pinning import as_pinned
from reviewapp.services.review import actions, promotion, revisions
from reviewapp.services.review.actions import Reviewed
from reviewapp.services.review.strike_spans import BARE
from tests.world import FAITHFUL, LOSSY, PORT, RULE, TURNS, World, make_world

OPPOSITE = f"{LOSSY}\n\nOpen port 5432 to the internet."


@pytest.fixture
def compaction(real: World) -> Compaction:
    return real.in_review(summary=OPPOSITE)


@pytest.fixture
def real(db: None) -> World:
    return make_world()


def fresh(compaction: Compaction) -> Compaction:
    return Compaction.objects.get(pk=compaction.pk)


def key_of(compaction: Compaction, words: str) -> str:
    found = review_state_of(fresh(compaction)).findings
    return next(judged.finding.key for judged in found if words in judged.quote and judged.blocks)


def plain(standing: ReviewState) -> dict[str, Any]:
    """By value: rows as their ids, so that two readings can be compared."""
    told = {field.name: getattr(standing, field.name) for field in dataclasses.fields(standing)}
    told["registers"] = [(row.version, bytes(row.digest or b"")) for row in standing.registers]
    del told["team_register"], told["session_register"]
    return told


def holds(done: Reviewed, compaction: Compaction) -> None:
    """The service's word against a new reading, and the manifest of the row against both."""
    row = fresh(compaction)
    assert done.after is not None
    assert plain(done.after) == plain(review_state_of(row))
    assert row.manifest_digest is not None
    assert gate(row, done.after).manifest_digest == row.manifest_digest.hex() == gate(row).manifest_digest


def test_every_action_says_where_the_rows_stand(real: World, compaction: Compaction) -> None:
    who, port, rule = real.by(real.reviewer, compaction), key_of(compaction, "5432"), key_of(compaction, "Aurora")
    before = review_state_of(fresh(compaction))
    done = actions.dismiss(**who, finding_key=port, reason_code="obsolete")
    assert plain(done.before) == plain(before)
    holds(done, compaction)
    holds(actions.reopen(**who, finding_key=port), compaction)
    assert actions.restore(**who, finding_key=rule, revision=1).after is None, "a worker has to read it first"
    assert actions.edit(**who, text=f"{OPPOSITE} {RULE}", revision=2).after is None


def test_a_pin_says_where_the_rows_stand(real: World, compaction: Compaction) -> None:
    who = real.by(real.reviewer, compaction)
    how: dict[str, Any] = {"severity": "HARD_DENIAL", "scope": "session"}
    for key, words in (("aurora", "Aurora"), ("port", "5432")):  # the second is contradicted by the summary
        done = promotion.pin_finding(**who, finding_key=key_of(compaction, words), key=key, **how)
        holds(done.reviewed, compaction)
    assert [judged.finding.kind for judged in review_state_of(fresh(compaction)).findings].count("pin") == 1


@pytest.mark.parametrize("scope", ["team", "session"])
def test_a_pin_says_where_the_rows_stand_also_beside_others(real: World, compaction: Compaction, scope: str) -> None:
    """Of the team and of the session, in the order of their keys; and where a key gets a second version."""
    told: dict[str, Any] = {"team": real.team, "user": real.lead, "severity": "ADVISORY"}
    for key, session in (("zebra", None), ("ant", real.session()), ("yak", real.session())):
        register.pin(**told, key=key, text=f"Feed the {key} daily.", session=session)
    how: dict[str, Any] = {
        "finding_key": key_of(compaction, "Aurora"),
        "key": "mule",
        "severity": "ADVISORY",
        "scope": scope,
    }
    done = promotion.pin_finding(**real.by(real.reviewer, compaction), **how)
    holds(done.reviewed, compaction)
    again = {**told, "severity": "HARD_DENIAL", "session": done.version.pin.register.session}
    assert register.pin(**again, key="mule", text=done.version.text.decode()).n == 2
    for row in Register.objects.filter(team=real.team):
        assert row.digest == register_digest({pin.pin.key: as_pinned(pin).digest for pin in active_pins(row)})


def test_a_pin_costs_few_queries_however_many_stand(real: World, compaction: Compaction) -> None:
    for n in range(12):
        register.pin(team=real.team, user=real.lead, key=f"rule-{n}", text=f"Feed cat {n} daily.", severity="ADVISORY")
    how: dict[str, Any] = {"severity": "HARD_DENIAL", "scope": "session"}
    key = key_of(compaction, "Aurora")
    with CaptureQueriesContext(connection) as asked:
        promotion.pin_finding(**real.by(real.reviewer, compaction), finding_key=key, key="aurora", **how)
    assert len(asked) <= 36, [query["sql"][:80] for query in asked]


def test_a_dismissal_costs_few_queries_however_much_was_found(real: World) -> None:
    turns = [TurnIn("user", f"Never restart service-{n} during the day.") for n in range(30)]
    compaction = real.in_review("many", turns=turns, summary="The release notes are drafted.")
    keys = [judged.finding.key for judged in review_state_of(compaction).findings if judged.blocks]
    assert len(keys) > 20
    for key in keys[:3]:
        with CaptureQueriesContext(connection) as asked:
            actions.dismiss(**real.by(real.reviewer, compaction), finding_key=key, reason_code="obsolete")
        assert len(asked) <= 24, [query["sql"][:80] for query in asked]


def test_a_pin_reads_no_history_while_the_summary_breaks_none(real: World, compaction: Compaction) -> None:
    """Turns only say where a broken pin's words come from; a hundred thousand of them are not read for nothing."""
    who = real.by(real.reviewer, compaction)
    how: dict[str, Any] = {"severity": "HARD_DENIAL", "scope": "session"}
    quiet, broken = (key_of(compaction, words) for words in ("Aurora", "5432"))
    whole = f"BETWEEN {compaction.from_seq} AND {compaction.to_seq}"
    table = TurnBody._meta.db_table
    with CaptureQueriesContext(connection) as asked:
        promotion.pin_finding(**who, finding_key=quiet, key="aurora", **how)
    assert not [q for q in asked if table in q["sql"] and whole in q["sql"]]
    with CaptureQueriesContext(connection) as asked:
        promotion.pin_finding(**who, finding_key=broken, key="port", **how)
    assert [q for q in asked if table in q["sql"] and whole in q["sql"]]
    found = [j for j in review_state_of(fresh(compaction)).findings if j.finding.kind == "pin"]
    assert [judged.finding.turn_seq for judged in found] == [3]  # and then it says where


def pinned_and_struck(real: World, compaction: Compaction) -> promotion.Promoted:
    return promotion.pin_finding(
        **real.by(real.reviewer, compaction),
        finding_key=key_of(compaction, "5432"),
        key="port",
        severity="HARD_DENIAL",
        scope="session",
        strike=True,
        revision=1,
    )


def test_one_undo_takes_back_a_pin_and_its_strike(real: World, compaction: Compaction) -> None:
    key, done = key_of(compaction, "5432"), pinned_and_struck(real, compaction)
    struck = Resolution.objects.get(action="struck")
    assert struck.pin_version == done.version
    who = real.by(real.reviewer, compaction)
    assert promotion.undo_pin_and_strike(**who, pin_id=done.version.pin_id, revision=2) == ""
    row = fresh(compaction)
    assert row.current_revision is not None and row.current_revision.summary == OPPOSITE
    done.version.pin.refresh_from_db()
    assert done.version.pin.state == "retired"
    assert key in gate(row).blocking


def test_where_the_pin_has_to_stay_the_strike_alone_is_taken_back(real: World, compaction: Compaction) -> None:
    done = pinned_and_struck(real, compaction)
    who = real.by(real.lead, compaction)
    stays = promotion.undo_pin_and_strike(**who, pin_id=done.version.pin_id, revision=2)
    assert "Only who made a pin can undo it" in stays
    row = fresh(compaction)
    assert row.current_revision is not None and row.current_revision.summary == OPPOSITE
    done.version.pin.refresh_from_db()
    assert done.version.pin.state == "active"


def test_striking_all_that_a_summary_says_is_refused_with_a_way_out(real: World) -> None:
    compaction = real.in_review("alone", turns=[TurnIn("user", PORT)], summary="Open port 5432 to the internet.")
    who, key = real.by(real.reviewer, compaction), key_of(compaction, "5432")
    with pytest.raises(Refused, match="Edit it, or reject it") as refused:
        actions.strike(**who, finding_key=key, revision=1)
    assert (refused.value.code, refused.value.message) == ("nothing_left", revisions.NOTHING_LEFT)
    assert Revision.objects.filter(compaction=compaction).count() == 1


def test_striking_a_value_strikes_the_sentence_that_it_stands_in(real: World) -> None:
    turns = (*TURNS, TurnIn("user", "Set the request limit to 250 per minute."))
    summary = f"{FAITHFUL} The request limit is 300 per minute. The report follows."
    compaction = real.in_review("limit", turns=turns, summary=summary)
    found = review_state_of(fresh(compaction)).findings
    judged = next(each for each in found if each.finding.kind in BARE and "300" in each.summary_quote)
    done = actions.strike(**real.by(real.reviewer, compaction), finding_key=judged.finding.key, revision=1)
    current = done.compaction.current_revision
    assert current is not None and current.summary == f"{FAITHFUL} The report follows."
