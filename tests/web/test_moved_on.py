"""A form of an older revision: nothing is done, the page comes as it is now, and what was typed is kept."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from reviewapp.services.compactions.review_state import review_state_of
from tests.web.conftest import Browser, Desk
from tests.web.test_swaps import HTMX
from tests.world import LOSSY, PORT, RULE

PIN = {"key": "port", "severity": "HARD_DENIAL", "scope": "session"}


def post(desk: Desk, browser: Browser, action: str, **form: str) -> HttpResponse:
    sent = {"revision": str(desk.revision()), **form}
    return browser(desk.world.reviewer).post(desk.url + action, sent)  # type: ignore[return-value]  # the test client's own


def _two_tabs(desk: Desk, browser: Browser) -> str:
    """A finding was dismissed in one tab, and in another an edit put its words back: the summary loses it no more."""
    key = desk.finding("5432")
    post(desk, browser, f"f/{key}/dismiss/", reason="restated")
    post(desk, browser, "edit/", text=f"{LOSSY} {PORT}")
    return key


def test_an_action_on_what_another_tab_edited_away_says_that_the_summary_moved_on(desk: Desk, browser: Browser) -> None:
    key = _two_tabs(desk, browser)
    answer = browser(desk.world.reviewer).post(f"{desk.url}f/{key}/undo/", {"revision": "1"}, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 409 and "The summary is at revision 2 by now." in page
    turn = page.split('id="evidence" hx-swap-oob="true"')[1].split('id="t-3"')[1].split("</article>")[0]
    assert 'data-state="dismissed"' in turn
    fresh = post(desk, browser, f"f/{key}/undo/")
    assert fresh.status_code == 409 and "The summary has moved on" in fresh.content.decode()
    shown = browser(desk.world.reviewer).get(f"{desk.url}?key={key}").content.decode()
    assert "dismissed" in shown and 'id="undo"' not in shown
    assert post(desk, browser, f"f/{'0' * 64}/dismiss/", reason="restated").status_code == 409


def test_what_was_typed_about_a_finding_that_is_gone_stands_beside_it(desk: Desk, browser: Browser) -> None:
    key = desk.finding("5432")
    quote = next(judged.quote for judged in review_state_of(desk.fresh()).findings if judged.finding.key == key)
    post(desk, browser, "edit/", text=f"{LOSSY} {PORT} {RULE}")
    typed = post(desk, browser, f"f/{key}/pin/", revision="1", **PIN, text="Words of my own.")
    assert typed.status_code == 409 and "Your draft was not sent." in typed.content.decode()
    assert "Words of my own." in typed.content.decode()
    untouched = post(desk, browser, f"f/{key}/pin/", revision="1", **PIN, text=quote)
    assert "Your draft was not sent." not in untouched.content.decode()


def test_a_dismissal_that_is_refused_keeps_its_note(desk: Desk, browser: Browser) -> None:
    key = desk.finding("5432")
    answer = post(desk, browser, f"f/{key}/dismiss/", revision="7", reason="restated", note="Said on 12 March.")
    assert answer.status_code == 409 and 'value="Said on 12 March."' in answer.content.decode()


@pytest.mark.parametrize(
    ("action", "typed"), [("pin", {**PIN, "text": "My words."}), ("dismiss", {"note": "My words."})]
)
def test_what_was_typed_about_a_finding_outlives_the_decision_of_another(
    desk: Desk, browser: Browser, action: str, typed: dict[str, str]
) -> None:
    key = desk.finding("5432")
    browser(desk.world.lead).post(desk.url + "reject/", {"reason_code": "unusable"})
    answer = post(desk, browser, f"f/{key}/{action}/", reason="restated", **typed)
    page = answer.content.decode()
    assert answer.status_code == 409 and "Your draft was not sent." in page and "My words." in page
