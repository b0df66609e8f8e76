"""Correcting in place: the wrong words of the summary become the turn's, shown before and taken back like any edit."""

from __future__ import annotations

import re

import pytest

from reviewapp.services.sessions.turns import TurnIn
from tests.web.conftest import Browser, Desk

SAID = "Wait 250 ms between two retries, and give up after 12 of them."
TOLD = "Retries: 250 s apart, given up after 12 of them."


@pytest.fixture
def wrong(desk: Desk) -> Desk:
    return Desk(desk.world, desk.world.in_review("retries", turns=[TurnIn("user", SAID)], summary=TOLD))


def _key(desk: Desk) -> str:
    return desk.finding("250", kind="numeral")


def _post(desk: Desk, browser: Browser, action: str, **form: str) -> str:
    client = browser(desk.world.reviewer)
    answer = client.post(f"{desk.url}f/{_key(desk)}/{action}/", {"revision": desk.revision(), **form}, follow=True)
    return answer.content.decode()


def test_what_a_correction_makes_is_shown_before_and_is_the_first_thing_offered(wrong: Desk, browser: Browser) -> None:
    page = browser(wrong.world.reviewer).get(f"{wrong.url}?key={_key(wrong)}").content.decode()
    shown = page.split('class="suggested"')[1].split("</div>")[0]
    assert re.search(r"<del>250 s</del>\s*<ins>250 ms</ins>", shown) and "Retries: " in shown
    primary = [button for button in re.findall(r'<button class="button primary"[^>]*', page) if 'id="do-' in button]
    assert len(primary) == 1 and 'id="do-correct"' in primary[0] and 'data-hotkey="f"' in primary[0]


def test_the_rest_of_the_sentence_stays_and_the_finding_is_settled(wrong: Desk, browser: Browser) -> None:
    page = _post(wrong, browser, "correct")
    revision = wrong.fresh().current_revision
    assert revision is not None and revision.summary == TOLD.replace("250 s", "250 ms")
    assert "Corrected in the summary" in page and 'data-state="corrected"' in page


def test_a_correction_is_taken_back(wrong: Desk, browser: Browser) -> None:
    key = _key(wrong)
    client = browser(wrong.world.reviewer)
    client.post(f"{wrong.url}f/{key}/correct/", {"revision": wrong.revision()})
    client.post(f"{wrong.url}f/{key}/undo/", {"revision": wrong.revision()})
    revision = wrong.fresh().current_revision
    assert revision is not None and revision.summary == TOLD
    assert _key(wrong) == key


def test_a_dropped_rule_has_nothing_to_correct(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.reviewer).get(f"{desk.url}?key={desk.finding('5432')}").content.decode()
    assert 'id="do-correct"' not in page and 'id="do-pin"' in page
