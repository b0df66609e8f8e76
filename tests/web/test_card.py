"""What the card says before a change of the summary is what the change then does."""

from __future__ import annotations

from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.web.review.findings import Found, load_findings
from tests.web.conftest import Browser, Desk
from tests.web.test_moved_on import post
from tests.world import LOSSY, PORT


def found_in(desk: Desk) -> list[Found]:
    return list(load_findings(desk.fresh(), review_state_of(desk.fresh())).all)


LIMIT = "The export may hold 15 MB and no more."
WRONG = "The export may hold 50 MB and no more."
NEXT = "The report is written next."


def _altered(desk: Desk) -> tuple[Desk, str]:
    turns = [TurnIn("user", f"Write the report. {LIMIT} Then stop."), TurnIn("user", PORT)]
    told = Desk(desk.world, desk.world.in_review("value", turns=turns, summary=f"{WRONG} {NEXT}"))
    found = review_state_of(told.fresh()).findings
    return told, next(each.finding.key for each in found if each.finding.change == "altered")


def test_a_value_is_restored_with_its_sentence_in_place_of_the_false_one(desk: Desk, browser: Browser) -> None:
    told, key = _altered(desk)
    page = browser(desk.world.reviewer).get(f"{told.url}?key={key}").content.decode()
    assert "Add the original sentence" in page and "the value alone" not in page  # nothing would say what it is of
    assert f'<q class="words">{LIMIT}</q>' in page and f'<q class="words">{WRONG}</q>' in page
    answer = post(told, browser, f"f/{key}/restore/", sentence="1")
    current = told.fresh().current_revision
    assert current is not None and current.summary == f"{NEXT}\n\n[[turn:1]] {LIMIT}"
    assert key not in told.open_blocking()
    restored = next(found for found in found_in(told) if found.view.key == key)
    assert restored.view.state == "restored"
    page = browser(desk.world.reviewer).get(answer["Location"].split("#")[0]).content.decode()
    shown = page.split('id="manuscript"')[1].split("</section>")[0]
    assert 'data-state="restored"' in shown  # and marked where it stands


def test_a_value_that_was_dropped_can_come_back_alone(desk: Desk, browser: Browser) -> None:
    turns = [TurnIn("user", "The retry limit is 4 and the budget is $900. Never restart db-3.")]
    told = Desk(desk.world, desk.world.in_review("value", turns=turns, summary=NEXT))
    key = next(each.finding.key for each in review_state_of(told.fresh()).findings if each.quote == "$900")
    page = browser(desk.world.reviewer).get(f"{told.url}?key={key}").content.decode()
    assert "Add the original sentence" in page and "the value alone" in page
    post(told, browser, f"f/{key}/restore/")
    current = told.fresh().current_revision
    assert current is not None and current.summary == f"{NEXT}\n\n[[turn:1]] $900"


def test_the_card_shows_what_a_strike_cuts_and_leaves(desk: Desk, browser: Browser) -> None:
    budget = "The budget is $9,750 a month."
    told = Desk(desk.world, desk.world.in_review("budget", summary=f"{LOSSY} {budget}"))
    found = next(found for found in found_in(told) if found.view.mark == "added")
    page = browser(desk.world.reviewer).get(f"{told.url}?key={found.view.key}").content.decode()
    assert "Strike sentence" in page and f'<dt>Strike cuts</dt><dd><q class="words">{budget}</q>' in page
    assert "<dt>leaves</dt>" not in page
    post(told, browser, f"f/{found.view.key}/strike/")
    current = told.fresh().current_revision
    assert current is not None and current.summary == LOSSY


def test_the_card_shows_how_the_sentence_before_a_strike_ends(desk: Desk, browser: Browser) -> None:
    summary = f"{LOSSY} Write the report; never restart the old server."
    told = Desk(desk.world, desk.world.in_review("joint", summary=summary))
    found = next(found for found in found_in(told) if found.summary_quote.startswith("never restart"))
    page = browser(desk.world.reviewer).get(f"{told.url}?key={found.view.key}").content.decode()
    assert '<dt>leaves</dt><dd><q class="words">Write the report.</q>' in page
    post(told, browser, f"f/{found.view.key}/strike/")
    current = told.fresh().current_revision
    assert current is not None and current.summary == f"{LOSSY} Write the report."


def test_the_card_says_what_a_strike_of_a_wrong_value_left(desk: Desk, browser: Browser) -> None:
    """On both cards, each of which leads to the other; and the next finding to look at is the one that is left."""
    turns = [TurnIn("user", "Settle the invoice. Credit exactly $4,120.50 today. Never restart db-3.")]
    summary = "The invoice is to be settled. Credit around $4,100 today."
    told = Desk(desk.world, desk.world.in_review("credit", turns=turns, summary=summary))
    wrong = next(found for found in found_in(told) if found.view.mark == "altered")
    answer = post(told, browser, f"f/{wrong.view.key}/strike/")
    same = {found.view.mark: found.view for found in found_in(told) if found.quote == wrong.quote}
    struck, left = same["altered"], same["dropped"]
    assert (struck.state, left.severity) == ("struck", "blocking")
    assert f"f={left.number}#finding" in answer["Location"]
    client = browser(desk.world.reviewer)
    page = client.get(f"{told.url}?f={struck.number}").content.decode()
    assert f"What it stood for is nowhere now: finding {left.number} is open.</a>" in page
    page = client.get(f"{told.url}?f={left.number}").content.decode()
    assert f"Finding {struck.number} said it wrongly and was struck.</a>" in page
    post(told, browser, f"f/{left.key}/dismiss/", revision="2", reason="obsolete")
    page = client.get(f"{told.url}?f={struck.number}").content.decode()
    assert "No longer blocks approval." in page and "nowhere now" not in page
