"""Whether what was done to a finding answers it: by its kind, and only while what was done still stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from reviewapp.engine.types import Analysis, Change, Coverage, Finding, Kind, Severity, Span
from reviewapp.models import Action, Compaction, Pin, PinState, Register, Resolution
from reviewapp.services.compactions import checks, finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.finding_rows import Source
from reviewapp.services.compactions.refresh import refresh
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.errors import Refused
from reviewapp.services.review import actions, promotion
from tests.world import PORT, World

SUMMARY = "Yes. Yes. Port 5432 may be opened. The rest stays."  # cut once, it begins as before

Proposed = Callable[[Kind, Change], Compaction]


@pytest.fixture
def proposed(world: World, monkeypatch: pytest.MonkeyPatch) -> Proposed:
    """A compaction of which the engine always says one thing: about turn 3 and what stands for it."""

    def propose(kind: Kind, change: Change) -> Compaction:
        def read(source: Source) -> Analysis:
            said = Span(2, 0, len(PORT)), Span(None, 0, 3)
            finding = Finding(kind, change, Severity.BLOCKING, "plain.one", "Look.", source=said[0], target=said[1])
            return Analysis((finding,), Coverage(len(source.turns), len(source.turns)), risk=50)

        monkeypatch.setattr(checks, "text_findings", read)
        return world.in_review(summary=SUMMARY)

    return propose


def key_of(compaction: Compaction) -> str:
    return review_state_of(compaction).findings[0].finding.key


def pinned(world: World, compaction: Compaction, text: str | None = None) -> Pin:
    who, finding = world.by(world.reviewer, compaction), key_of(compaction)
    promoted = promotion.pin_finding(
        **who, finding_key=finding, key="port", severity="HARD_DENIAL", scope="session", text=text
    )
    return promoted.version.pin


def is_open(compaction: Compaction) -> bool:
    return bool(gate(Compaction.objects.get(id=compaction.id)).blocking)


@pytest.mark.parametrize(
    ("kind", "change", "left"),
    [
        (Kind.NUMERAL, Change.DROPPED, False),
        (Kind.NUMERAL, Change.ALTERED, True),  # the wrong value still stands there
        (Kind.NEGATION, Change.INVERTED, True),  # the summary still says the contrary
        (Kind.PIN, Change.ALTERED, True),
    ],
)
def test_a_pin_answers_what_was_lost_and_not_what_is_said_wrongly(
    world: World, proposed: Proposed, kind: Kind, change: Change, left: bool
) -> None:
    compaction = proposed(kind, change)
    pinned(world, compaction)
    assert is_open(compaction) == left


@pytest.mark.parametrize(("change", "left"), [(Change.DROPPED, False), (Change.INVERTED, True)])
def test_words_put_back_do_not_answer_their_contrary(
    world: World, proposed: Proposed, change: Change, left: bool
) -> None:
    compaction = proposed(Kind.NEGATION, change)
    actions.restore(**world.by(world.reviewer, compaction), finding_key=key_of(compaction), revision=1)
    assert is_open(compaction) == left


@pytest.mark.usefixtures("rows_by_hand")
def test_a_pin_answers_only_while_it_is_in_force(world: World, proposed: Proposed) -> None:
    compaction = proposed(Kind.NUMERAL, Change.DROPPED)
    pin = pinned(world, compaction, f"Remember: {PORT}")
    assert not is_open(compaction)
    Pin.objects.filter(id=pin.id).update(state=PinState.RETIRED)
    Register.objects.filter(id=pin.register_id).update(version=2)
    refresh(compaction=compaction)
    assert is_open(compaction)


@pytest.mark.parametrize("kind", [Kind.INJECTION, Kind.ADDITION])
def test_what_nobody_with_a_say_has_said_is_neither_pinned_nor_restored(
    world: World, proposed: Proposed, kind: Kind
) -> None:
    """An injection names the turn that it came from, and is no words to keep for all that."""
    compaction = proposed(kind, Change.ADDED)
    with pytest.raises(Refused) as refused:
        pinned(world, compaction)
    assert refused.value.code == "only_strike"
    with pytest.raises(Refused) as refused:
        actions.restore(**world.by(world.reviewer, compaction), finding_key=key_of(compaction), revision=1)
    assert refused.value.code == "only_strike"


def test_the_second_of_two_people_does_not_undo_the_first(world: World, proposed: Proposed) -> None:
    compaction = proposed(Kind.NUMERAL, Change.DROPPED)
    who, key = world.by(world.lead, compaction), key_of(compaction)
    pinned(world, compaction)
    late: tuple[Callable[[], object], ...] = (
        partial(actions.dismiss, **who, finding_key=key, reason_code="restated"),
        partial(actions.restore, **who, finding_key=key, revision=1),
        partial(actions.strike, **who, finding_key=key, revision=1),
    )
    for action in late:
        with pytest.raises(Refused) as refused:
            action()
        assert refused.value.code == "resolved"
    assert Resolution.objects.get().action == Action.PINNED


def test_what_was_settled_in_one_session_is_open_in_another(world: World, proposed: Proposed) -> None:
    """The same words at the same place have the same key there."""
    first = proposed(Kind.NUMERAL, Change.ALTERED)
    actions.dismiss(**world.by(world.reviewer, first), finding_key=key_of(first), reason_code="obsolete")
    other = world.in_review("another", summary=SUMMARY)
    assert key_of(other) == key_of(first) and is_open(other)


def test_what_was_done_to_one_text_is_not_repeated_on_the_next(world: World, proposed: Proposed) -> None:
    """A restore says nothing of another summary, though its finding has the same key."""
    first = proposed(Kind.NUMERAL, Change.ALTERED)
    actions.restore(**world.by(world.reviewer, first), finding_key=key_of(first), revision=1)
    finalize.reject(**world.by(world.reviewer, first), reason_code="unusable")
    again = world.in_review(turns=(), summary=SUMMARY)
    assert key_of(again) == key_of(first)
    assert not Resolution.objects.filter(compaction=again).exists()
