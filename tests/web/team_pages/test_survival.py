from __future__ import annotations

from reviewapp.web.sessions.survival import Fact, Fate, Generation, matrix

RULE = Fact(3, "Never touch production.", "negation")
LATE = Fact(50, "Keep the port at 5432.", "numeral")
EXTRA = Fact(None, "retries are allowed", "addition")
FIRST = Generation("a", "1", "approved", 20)
SECOND = Generation("b", "2", "in_review", 60)


def test_a_fact_that_nothing_is_said_of_was_kept() -> None:
    (row,) = matrix([RULE], [FIRST, SECOND], {}, {})
    assert [cell.fate for cell in row.cells] == [Fate.KEPT, Fate.KEPT]
    assert row.first_lost is None
    assert row.stands


def test_a_fact_said_after_a_generation_is_not_yet_in_it() -> None:
    (row,) = matrix([LATE], [FIRST, SECOND], {}, {})
    assert [cell.fate for cell in row.cells] == [Fate.NOT_YET, Fate.KEPT]


def test_the_first_generation_that_lost_a_fact_is_named() -> None:
    lost = {(RULE, "b"): Fate.SOFTENED}
    (row,) = matrix([RULE], [FIRST, SECOND], lost, lost)
    assert row.first_lost is row.cells[1]
    assert (row.first_lost.repaired, row.first_lost.then) == (False, "")
    assert not row.stands


def test_a_restored_fact_stands_and_an_addition_is_nowhere_else() -> None:
    came = {(RULE, "a"): Fate.RESTORED, (EXTRA, "b"): Fate.ADDED}
    rows = matrix([RULE, EXTRA], [FIRST, SECOND], came, {**came, (RULE, "a"): Fate.DROPPED})
    assert [cell.fate for cell in rows[0].cells] == [Fate.RESTORED, Fate.KEPT]
    assert [cell.fate for cell in rows[1].cells] == [Fate.NOT_YET, Fate.ADDED]
    assert rows[1].first_lost is rows[1].cells[1]


def test_what_was_lost_and_then_pinned_was_lost_all_the_same() -> None:
    (row,) = matrix([RULE], [FIRST, SECOND], {(RULE, "a"): Fate.PINNED}, {(RULE, "a"): Fate.DROPPED})
    assert row.stands
    assert row.first_lost is row.cells[0]
    assert (row.first_lost.sent, row.first_lost.repaired, row.first_lost.then) == (Fate.DROPPED, True, "pinned")


def test_a_loss_of_a_rejected_generation_says_how_that_ended() -> None:
    rejected = Generation("c", "2a", "rejected", 60)
    lost = {(RULE, "c"): Fate.DROPPED}
    (row,) = matrix([RULE], [FIRST, rejected], lost, lost)
    assert row.first_lost is not None and row.first_lost.then == "rejected"


def test_a_session_without_generations_lost_nothing() -> None:
    (row,) = matrix([RULE], [], {}, {})
    assert row.cells == ()
    assert row.stands


def test_what_a_pin_holds_is_neither_dropped_nor_first_lost() -> None:
    (row,) = matrix([RULE], [FIRST, SECOND], {(RULE, "b"): Fate.HELD}, {(RULE, "b"): Fate.DROPPED})
    assert row.stands and row.first_lost is None
    assert not row.cells[1].repaired
