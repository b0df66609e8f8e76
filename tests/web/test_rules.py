"""Why something was found, in the reader's language: the title of the rule; the engine's sentence is marked English."""

from __future__ import annotations

from reviewapp.services.compactions.intake import TurnIn
from reviewapp.web.rules import SPOKEN, TITLES
from tests.web.conftest import Browser, Desk
from tests.world import PORT

GERMAN = {"accept-language": "de"}


def test_a_translator_finds_every_title_and_no_other() -> None:
    assert set(SPOKEN) == set(TITLES.values()) and len(SPOKEN) == len(set(SPOKEN))


def test_a_card_tells_why_in_the_language_of_its_reader(desk: Desk, browser: Browser) -> None:
    client, url = browser(desk.world.reviewer), f"{desk.url}?key={desk.finding('5432')}"
    why = "No sentence of the summary holds enough of its words."
    assert f'<p class="why"><span lang="en">{why}</span></p>' in client.get(url).content.decode()
    german = client.get(url, headers=GERMAN).content.decode()
    assert "Nichts in der Zusammenfassung spricht davon. " in german
    assert f'<span lang="en" class="quiet">{why}</span>' in german


def test_a_sentence_that_is_the_title_is_not_said_twice(desk: Desk, browser: Browser) -> None:
    turns = [
        TurnIn("user", PORT),
        TurnIn("user", "Rebase feat/quota onto main. I talk to Ngozi before anything goes up."),
    ]
    summary = f"{PORT} The user wants daily reports by e-mail."
    told = Desk(desk.world, desk.world.in_review("wish", turns=turns, summary=summary))
    wish = told.finding("", kind="addition")
    page = browser(desk.world.reviewer).get(f"{told.url}?key={wish}", headers=GERMAN).content.decode()
    assert '<p class="why">Ein Wunsch oder Entschluss des Nutzers, den kein Beitrag von ihm enthält. </p>' in page
