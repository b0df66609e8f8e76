"""The review page shows what was found, to whom, and what each may do."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from django.test import Client

from reviewapp.models import User
from reviewapp.services.compactions import checks
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.web.review import finding_list, page
from tests import plain_engine
from tests.web.conftest import Desk
from tests.world import RULE

Browser = Callable[[User], Client]


def test_both_prohibitions_are_flagged_with_their_evidence(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.reviewer).get(desk.url)
    text = page.content.decode()
    assert page.status_code == 200
    assert text.count('data-severity="blocking" data-state="open"') >= 2
    assert "legacy Aurora instance" in text and "open port 5432" in text
    assert "Approve opens after findings" in text


RUN = "Ab3Cd5Ef7G" * 3_000  # thirty thousand characters without a space


def test_a_run_without_a_space_is_folded_with_a_link_to_all_of_it(desk: Desk, browser: Browser) -> None:
    """A browser takes half a minute to lay out a megabyte of it; the bytes stay, and are a click away."""
    world = desk.world
    turns = [TurnIn("user", RULE), TurnIn("user", f"Here it is: {RUN[:5_000]}.")]
    long = Desk(world, world.in_review("long", turns=turns, summary=f"The blob: {RUN}."))
    client = browser(world.reviewer)
    page = client.get(long.url).content.decode()
    assert re.search(r"⋯ 29,\d{3} characters ⋯", page) and re.search(r"⋯ 4,70\d characters ⋯", page)
    assert RUN[:1_500] not in page
    assert "Show all 30,011 characters" in page and "Show all 5,013 characters" in page
    whole = client.get(f"{long.url}?whole=1").content.decode().split('id="summary"')[1]
    assert RUN[-20_000:] in whole and "characters ⋯" not in whole
    assert RUN[:5_000] in client.get(f"{long.url}turns/?from=2&to=2&whole=1").content.decode()


def test_the_difference_folds_too(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    client.post(desk.url + "edit/", {"revision": "1", "text": f"{RUN} and more."})
    for address in (desk.url, f"{desk.url}?tab=summary"):
        page = client.get(address).content.decode()
        assert "Show folded characters too" in page and RUN[:1_500] not in page
    assert RUN in client.get(f"{desk.url}?whole=1").content.decode().split('class="revised"')[1]


def test_hundreds_of_losses_in_one_turn_keep_the_page_light(
    desk: Desk, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list and the marks come in portions that say what is left; a rejection still asks for all of them."""
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    world = desk.world
    turns = [TurnIn("user", " ".join(f"Do NOT restart service-{n} during the day." for n in range(600)))]
    many = Desk(world, world.in_review("many", turns=turns, summary="The services run."))
    lost = many.open_blocking()
    assert len(lost) == 600
    client = browser(world.reviewer)
    page = client.get(many.url).content.decode()
    assert len(re.findall(r"<[a-zA-Z]", page)) < 10_000
    assert page.count('<li class="finding"') == _marks(page) == 200
    assert "Show 200 of the 400 left" in page and "and 580 more" in page
    more = client.get(f"{many.url}?rows=600").content.decode()
    assert more.count('<li class="finding"') == _marks(more) == 600
    assert "and 400 more that are blocking and open" in page
    ticked = re.findall(r'name="must_keep" value="(\w+)" checked', page)
    client.post(many.url + "renew/", {"reason_code": "binding_lost", "must_keep": ticked, "other_keeps": "1"})
    assert {kept["finding_key"] for kept in many.fresh().must_keep} == set(lost)


def test_a_page_holds_a_portion_however_many_are_asked_for(
    desk: Desk, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a way to the portions before and after it, so that none of the findings is out of reach."""
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    for module in (finding_list, page):
        monkeypatch.setattr(module, "MOST", 250)
    world = desk.world
    turns = [TurnIn("user", " ".join(f"Do NOT restart service-{n} during the day." for n in range(600)))]
    many = Desk(world, world.in_review("many", turns=turns, summary="The services run."))
    client, seen = browser(world.reviewer), set[str]()
    shown = client.get(f"{many.url}?rows=999999999").content.decode()
    while True:
        rows = re.findall(r'<li class="finding"[^>]*? id="([^"]+)"', shown)
        assert 0 < len(rows) <= 250 and 0 < _marks(shown) <= 251  # the selected one has its mark in any case
        seen.update(rows)
        earlier = re.search(r'href="(\?[^"]+)#findings"[^>]*>Show the \d+ before<', shown)
        if earlier is None:
            break
        shown = client.get(many.url + html.unescape(earlier[1])).content.decode()
    assert len(seen) == 600
    assert "Show 200 of the 400 left" in shown


def _marks(page: str) -> int:
    """In the turns."""
    return page.split('id="evidence"')[1].split('id="summary"')[0].count('<mark class="span"')


def test_a_loss_says_that_the_agent_goes_on_reading_the_turn(desk: Desk, browser: Browser) -> None:
    """The opening system turn stays in the context, so its dropped rule is there; a later one's is not."""
    said = (
        TurnIn("system", "Never deploy on a Friday."),
        TurnIn("user", "Hello."),
        TurnIn("user", "Never page Ines at night."),
    )
    review = Desk(desk.world, desk.world.in_review("kept", turns=said, summary="Nothing was done yet."))
    client = browser(desk.world.reviewer)
    pages = [client.get(f"{review.url}?f={number}").content.decode() for number in (1, 2)]
    slips = [page.split('id="finding"')[1].split("</section>")[0] for page in pages]
    assert sorted("turn 1 stays in the agent’s context word for word" in slip for slip in slips) == [False, True]
    assert not any("turn 3 stays" in slip for slip in slips)
