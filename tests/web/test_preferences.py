"""What a person sets for themselves holds on every page, until they set it otherwise."""

from __future__ import annotations

import pytest

from tests.web.conftest import Browser, Desk
from tests.web.test_swaps import HTMX

ENGLISH, GERMAN = {"accept-language": "en"}, {"accept-language": "de"}


def choose(desk: Desk, browser: Browser, language: str) -> None:
    form = {"language": language, "back": desk.url}
    answer = browser(desk.world.reviewer).post("/me/language/", form, headers=ENGLISH)
    assert (answer.status_code, answer["Location"]) == (302, desk.url)


def language_of(desk: Desk, browser: Browser, asked: dict[str, str], path: str = "") -> str:
    answer = browser(desk.world.reviewer).get(path or desk.url, headers=asked)
    page = answer.content.decode()
    assert f'<html lang="{answer["Content-Language"]}"' in page
    return str(answer["Content-Language"])


def test_a_language_is_chosen_whatever_the_browser_asks(desk: Desk, browser: Browser) -> None:
    choose(desk, browser, "de")
    assert language_of(desk, browser, ENGLISH) == "de"
    assert language_of(desk, browser, ENGLISH, "/nowhere/") == "de"
    page = browser(desk.world.reviewer).get(desk.url).content.decode()
    assert 'value="de" aria-pressed="true" lang="de"' in page and 'value="" aria-pressed="false"' in page
    swap = browser(desk.world.reviewer).get(f"{desk.url}?tab=pins", headers={**HTMX, **ENGLISH, "HX-Target": "summary"})
    assert "Pins reisen neben der Zusammenfassung" in swap.content.decode()
    choose(desk, browser, "en")
    assert language_of(desk, browser, GERMAN) == "en"


def test_without_a_choice_the_browser_decides(desk: Desk, browser: Browser) -> None:
    choose(desk, browser, "de")
    choose(desk, browser, "")
    assert (language_of(desk, browser, ENGLISH), language_of(desk, browser, GERMAN)) == ("en", "de")


@pytest.mark.parametrize("unknown", ["fr", "de\0", "x" * 300])
def test_what_is_no_language_of_ours_changes_nothing(desk: Desk, browser: Browser, unknown: str) -> None:
    choose(desk, browser, "de")
    choose(desk, browser, unknown)
    assert language_of(desk, browser, ENGLISH) == "de"


def test_a_choice_is_of_one_person(desk: Desk, browser: Browser) -> None:
    choose(desk, browser, "de")
    assert browser(desk.world.lead).get(desk.url, headers=ENGLISH)["Content-Language"] == "en"
