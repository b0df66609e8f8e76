"""What the rules missed: words of a turn or of the summary, marked and dealt with in one step."""

from __future__ import annotations

import pytest

from reviewapp.models import Mark, PinVersion
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.sessions.turns import TurnIn
from tests.web.conftest import Browser, Desk

SAID = "The heron stays out of the yard. The heron likes fish."
TOLD = "The heron was talked about. Birds are noisy."


@pytest.fixture
def missed(desk: Desk) -> Desk:
    return Desk(desk.world, desk.world.in_review("birds", turns=[TurnIn("user", SAID)], summary=TOLD))


def _post(desk: Desk, browser: Browser, **form: str) -> tuple[int, str]:
    client = browser(desk.world.reviewer)
    answer = client.post(f"{desk.url}marks/", {"revision": str(desk.revision()), **form}, follow=True)
    return answer.status_code, answer.content.decode()


def test_marked_words_of_a_turn_are_a_finding_that_holds(missed: Desk, browser: Browser) -> None:
    _, page = _post(missed, browser, seq="1", words="The heron", at="33", then="keep", note="ask Ines")
    mark = Mark.objects.get()
    assert (mark.turn_seq, mark.start, mark.end, mark.severity) == (1, 33, 42, "blocking")  # the second of the two
    assert mark.key in missed.open_blocking()
    assert "Marked: the next summary must keep it" in page and '<span class="rank">M1</span>' in page
    shown = browser(missed.world.reviewer).get(f"{missed.url}?key={mark.key}").content.decode()
    assert "ask Ines" in shown and "marked by a person" in shown
    assert f'name="must_keep" value="{mark.key}" checked' in shown


def test_marked_words_are_pinned_in_the_same_step(missed: Desk, browser: Browser) -> None:
    _post(missed, browser, seq="1", words="The heron stays out of the yard.", at="0", then="pin")
    assert bytes(PinVersion.objects.get().text).decode() == "The heron stays out of the yard."
    assert Mark.objects.get().key not in missed.open_blocking()


def test_marked_words_of_the_summary_are_struck_or_said_otherwise(missed: Desk, browser: Browser) -> None:
    _post(missed, browser, words="noisy", at="0", then="say", instead="quiet")
    revision = missed.fresh().current_revision
    assert revision is not None and revision.summary == TOLD.replace("noisy", "quiet")
    _post(missed, browser, words="Birds are quiet.", at="0", then="strike")
    revision = missed.fresh().current_revision
    assert revision is not None and "Birds" not in revision.summary
    assert not [key for key in missed.open_blocking() if key in {mark.key for mark in Mark.objects.all()}]


def test_a_note_on_words_of_the_summary_holds_nothing_up(missed: Desk, browser: Browser) -> None:
    before = missed.open_blocking()
    _post(missed, browser, words="noisy", at="0", then="note", note="are they?")
    assert missed.open_blocking() == before
    assert [each.finding.why for each in review_state_of(missed.fresh()).findings if each.finding.kind == "mark"] == [
        "are they?"
    ]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"seq": "1", "words": "The stork", "then": "keep"}, "be marked as they are shown"),
        ({"seq": "9", "words": "The heron", "then": "keep"}, ""),
        ({"words": "noisy", "then": "say", "instead": " "}, "Write what the summary is to say instead"),
        ({"words": "noisy", "then": "burn"}, "Choose what is to become of these words."),
    ],
)
def test_what_can_not_be_marked_changes_nothing(
    missed: Desk, browser: Browser, form: dict[str, str], said: str
) -> None:
    status, page = _post(missed, browser, **form)
    assert status in (404, 409, 422) and said in page
    assert not Mark.objects.exists() and missed.revision() == 1
