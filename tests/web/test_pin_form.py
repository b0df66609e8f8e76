"""The form of the slip: what it pins, when a pin ends, and on which revision it was made."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

import pytest

from reviewapp.models import PinVersion, Resolution
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.pins import register
from tests.web.conftest import Browser, Desk
from tests.web.test_resolve import _pin_form as pin_form
from tests.web.test_resolve import _post as post
from tests.web.test_resolve import _span as span


def test_a_pin_from_the_slip_may_end(desk: Desk, browser: Browser) -> None:
    key = desk.finding("5432")
    answer = post(desk, browser, f"f/{key}/pin/", **pin_form(text=span(desk, key), expires="2131-12-31T18:30"))
    assert answer.status_code == 302
    assert PinVersion.objects.get().expires_at == datetime(2131, 12, 31, 18, 30, tzinfo=UTC)
    page = browser(desk.world.reviewer).get(f"{desk.url}?key={key}").content.decode()
    assert "expires 2131-12-31 18:30 UTC" in page


@pytest.mark.parametrize(
    ("expires", "why"),
    [
        ("2001-01-01T10:00", "The expiry lies in the past."),
        ("soon", "Give the expiry as date and time"),
        ("2131-02-31T10:00", "Give the expiry as date and time"),
        ("2131-01-01T10:00+05:00", "Give the expiry as date and time"),
    ],
)
def test_an_expiry_that_is_none_is_refused_and_kept(desk: Desk, browser: Browser, expires: str, why: str) -> None:
    key = desk.finding("5432")
    answer = post(desk, browser, f"f/{key}/pin/", **pin_form(text=span(desk, key), expires=expires))
    page = answer.content.decode()
    assert answer.status_code == 422 and why in page
    assert f'name="expires" type="datetime-local" value="{expires}"' in page
    assert not PinVersion.objects.exists()


@pytest.mark.parametrize("action", ["pin", "dismiss"])
def test_no_finding_is_dealt_with_on_a_text_that_was_not_seen(desk: Desk, browser: Browser, action: str) -> None:
    key = desk.finding("5432")
    form = pin_form(text=span(desk, key), reason="restated", revision="7")
    answer = post(desk, browser, f"f/{key}/{action}/", **form)
    assert answer.status_code == 409 and "at revision 1 by now" in answer.content.decode()
    assert not Resolution.objects.exists()


def test_a_pin_that_another_speaks_against_shows_and_links_it(desk: Desk, browser: Browser) -> None:
    words = "Open port 5432 to the internet."
    other = register.pin(
        team=desk.world.team, user=desk.world.lead, key="net.open", text=words, severity="ADVISORY"
    ).pin
    shown = f'<a href="/t/{desk.world.team.slug}/pins/{other.pk}/">net.open</a>'
    key = desk.finding("5432")
    answer = post(desk, browser, f"f/{key}/pin/", **pin_form(text=span(desk, key)))
    page = answer.content.decode()
    assert answer.status_code == 409 and "It contradicts the pin net.open" in page
    assert shown in page and f'<q class="words" dir="auto">{words}</q>' in page
    form = {"key": "net.shut", "text": "Do not open port 5432 to the internet.", "severity": "ADVISORY"}
    room = browser(desk.world.lead).post(f"/t/{desk.world.team.slug}/pins/new/", form).content.decode()
    assert shown in room and words in room


CREDIT = "Agreed. Credit exactly $4,120.50, and never a cent more, on cost centre 2210."


def about(desk: Desk, session: str, *said: str) -> Desk:
    turns = [TurnIn("user", each) for each in said]
    return Desk(desk.world, desk.world.in_review(session, turns=turns, summary="The invoice was settled."))


def offered(desk: Desk, browser: Browser, key: str) -> str:
    """The words that Pin would keep."""
    page = browser(desk.world.reviewer).get(f"{desk.url}?key={key}").content.decode()
    found = re.search(r'<textarea[^>]*name="text"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def test_a_part_of_a_sentence_is_pinned_with_the_sentence(desk: Desk, browser: Browser) -> None:
    """By itself it would say nothing in a later context; and what else the sentence held is kept with it."""
    desk = about(desk, "credit", CREDIT)
    key = desk.finding("never a cent more")
    assert not span(desk, key).startswith("Credit")
    sentence = offered(desk, browser, key)
    assert sentence == CREDIT.removeprefix("Agreed. ")
    assert 'class="effects"' in (page := browser(desk.world.reviewer).get(desk.url).content.decode())
    assert page.count("cost centre 2210.") > 1
    post(desk, browser, f"f/{key}/pin/", **pin_form(text=sentence))
    version = PinVersion.objects.get()
    origin = CREDIT.encode()[version.origin_start : version.origin_end].decode()
    assert version.text.decode() == origin == sentence
    judged = review_state_of(desk.fresh()).findings
    assert {each.covered_by for each in judged if each.quote == "$4,120.50"} == {version.pin.key}


@pytest.mark.parametrize(
    "said",
    [
        "Use the key AKIAIOSFODNN7EXAMPLE from the vault, and never the live one.",
        "Use the key from the\r\nvault, and never the live one.",
        f"Use {'the key from the vault or ' * 60}the other, and never the live one.",
    ],
)
def test_what_a_sentence_should_not_bring_leaves_the_words_alone(desk: Desk, browser: Browser, said: str) -> None:
    """A secret beside them, a line end that no form carries, or more than a reviewer reads at once."""
    desk = about(desk, "key", said)
    key = desk.finding("never the live one")
    assert offered(desk, browser, key) == span(desk, key) != said
