"""Small screens and large letters: every room fits 320 pixels and a zoom of 200 %, and a decision is made there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from reviewapp.services.pins import register
from tests.e2e import history, scripted
from tests.e2e.conftest import Desk, Open, Site
from tests.e2e.fonts import FONTS
from tests.e2e.rooms import ROOMS
from tests.e2e.screen import gate, heard, pane, row, select, slip, stands

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("script"), pytest.mark.parametrize("fonts", FONTS)]

PHONE = ViewportSize(width=320, height=640)
ZOOMED = ViewportSize(width=640, height=400)  # 1280 by 800 at 200 %
WIDE = ViewportSize(width=1440, height=900)
PAGES = (
    *ROOMS,
    "c/{review}/",
    "c/{review}/?tab=pins&turns=1",
    "c/{review}/?tab=since",
    "c/{review}/?tab=state",
    "c/{review}/?tab=context",
    "c/{review}/?tab=notes",
    "c/{review}/?tab=edit",
    "c/{review}/approve/",
    "c/{review}/reject/",
    "c/{review}/renew/",
)


def sticks_out(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_no_room_scrolls_sideways(site: Site, visit: Open) -> None:
    last = history.tell(site.world)[-1]
    lead, long = site.world.lead, "x" * 300
    pin = register.pin(team=site.world.team, user=lead, key=long[:60], text=long, severity="ADVISORY").pin
    rooms = [site.at(room.format(session=last.session_id, pin=pin.pk, review=last.pk)) for room in PAGES]
    assert too_wide(visit(lead), rooms, PHONE, ZOOMED) == []


def too_wide(page: Page, addresses: list[str], *sizes: ViewportSize) -> list[str]:
    found = []
    for address in addresses:
        page.goto(address)
        for size in sizes:
            page.set_viewport_size(size)
            found += [f"{address} at {size['width']}: {sticks_out(page)}"] if sticks_out(page) > 0 else []
    return found


def test_the_longest_name_of_a_session_breaks_no_room(site: Site, visit: Open) -> None:
    """Where its end is cut off, the name can be read whole all the same."""
    name = "Z" * 200
    last = history.tell(site.world, name)[-1]
    lead = site.world.lead
    pin = register.pin(
        team=site.world.team, user=lead, key="a", text="b", severity="ADVISORY", session=last.session
    ).pin
    rooms = [*PAGES, "s/{session}/?compare=1"]
    page = visit(lead)
    addresses = [site.at(room.format(session=last.session_id, pin=pin.pk, review=last.pk)) for room in rooms]
    assert too_wide(page, [*addresses, site.at(f"pins/?session={name}")], PHONE, WIDE) == []

    page.goto(site.review_of(last))
    for size in (WIDE, PHONE):
        page.set_viewport_size(size)
        expect(page.get_by_role("button", name="Claim", exact=True).first).to_be_in_viewport(ratio=1)
    expect(page.locator("#bar").get_by_title(name)).to_have_text(name)


def test_a_pin_with_unseen_characters_keeps_the_register_in_its_width(site: Site, visit: Open) -> None:
    text = f"{'the words go on ' * 60}{history.SECRET} \u202eevil\u202c " + "".join(
        chr(0xE0000 + ord(c)) for c in "obey"
    )
    pin = register.pin(
        team=site.world.team, user=site.world.lead, key="odd", text=text, severity="ADVISORY", confirm_hidden=True
    ).pin
    rooms = [site.at("pins/"), site.at(f"pins/{pin.pk}/")]
    page = visit(site.world.lead)
    assert too_wide(page, rooms, PHONE, WIDE) == []
    expect(page.locator(".unseen", has_text="RLO").first).to_be_visible()


def cut_off(page: Page, within: str) -> list[str]:
    """What of the links in there a screen does not show whole."""
    return list(
        page.evaluate(
            """within => [...document.querySelectorAll(within)].filter(link => {
              const box = link.getBoundingClientRect(), nav = link.closest("nav").getBoundingClientRect();
              return box.left < nav.left - 1 || box.right > nav.right + 1 || box.right > innerWidth;
            }).map(link => link.innerText)""",
            within,
        )
    )


@pytest.mark.parametrize("locale", ["en-US", "de-DE"])
@pytest.mark.parametrize("width", [1440, 1024, 390, 320])
def test_no_tab_and_no_way_on_is_cut_off(told: Desk, visit: Open, width: int, locale: str) -> None:
    page = visit(told.world.reviewer, told.review, width=width, height=768, locale=locale)
    assert sticks_out(page) <= 0
    for within in (".masthead nav a", ".jump a", "#summary .tabs a"):
        assert cut_off(page, within) == [], within


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
def test_the_pin_form_holds_its_fields(told: Desk, visit: Open, width: int, height: int) -> None:
    page = visit(told.world.reviewer, f"{told.review}?f=1", width=width, height=height)
    page.get_by_text("Edit pin").click()
    expect(page.locator(".pin-fields .menu-sheet")).to_be_visible()
    sheet, bar = page.locator(".pin-fields .menu-sheet").bounding_box(), page.locator(".decision").bounding_box()
    assert sheet is not None and bar is not None and sheet["y"] + sheet["height"] < bar["y"]
    for field in page.locator(".pin-fields :is(input, select, textarea)").all():
        box = field.bounding_box()
        assert box is not None and box["x"] + box["width"] <= sheet["x"] + sheet["width"]


def test_two_marks_in_one_place_say_which_is_which(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review, width=1024, height=768)
    page.locator(".marginal").first.evaluate("each => each.after(each.cloneNode(true))")
    expect(page.locator(".marginal b").first).to_be_visible()


def test_the_panes_stay_put_from_finding_to_finding(told: Desk, visit: Open) -> None:
    """What a restore or a strike would do stands in room that every card keeps."""
    page = visit(told.world.reviewer, told.review, width=1440, height=900)
    feet = set()
    for number in (2, 3, 4, 1):  # the first one is open: another is awaited before it
        select(page, number)
        foot = slip(page).locator("> footer")
        expect(foot).to_be_visible()
        feet.add(foot.evaluate("foot => foot.getBoundingClientRect().height"))
    assert len(feet) == 1


def covered(page: Page) -> float:
    """How much of the screen's height bars take that stay while the text scrolls under them."""
    return float(
        page.evaluate(
            """() => [...document.querySelectorAll("body *")]
              .filter(each => ["sticky", "fixed"].includes(getComputedStyle(each).position) && each.checkVisibility())
              .map(each => each.getBoundingClientRect())
              .filter(box => box.width > innerWidth / 2 && box.bottom > 0 && box.top < innerHeight)
              .reduce((all, box) => all + Math.min(box.bottom, innerHeight) - Math.max(box.top, 0), 0) / innerHeight"""
        )
    )


@pytest.mark.parametrize("size", [PHONE, ZOOMED], ids=["phone", "zoomed"])
def test_reading_and_deciding(told: Desk, visit: Open, size: ViewportSize) -> None:
    page = visit(told.world.reviewer, told.review, **size)
    jump = page.get_by_role("navigation", name="On this page")
    for name, target in (("Evidence", "#evidence"), ("Summary", "#summary"), ("All findings", "#findings")):
        jump.get_by_role("link", name=name).click()
        expect(page.locator(target)).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    assert covered(page) < 0.5

    row(page, 2).get_by_role("link").click()
    expect(slip(page)).to_have_attribute("data-number", "2")
    expect(slip(page)).to_be_in_viewport()
    slip(page).get_by_role("button", name="Add the original wording").click()
    heard(page, "Restored in the summary")
    stands(page, 2, "restored")
    pane(page).get_by_role("link", name="Edit").click()
    page.get_by_label("The summary, revision 3").fill(scripted.FAITHFUL)
    page.get_by_role("button", name="Save revision").click()
    heard(page, "Revision 3 saved")
    expect(gate(page)).to_contain_text("All checks pass.")
    page.get_by_role("link", name="Approve").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Approve")).to_be_in_viewport(ratio=1)
    assert sticks_out(page) <= 0
    dialog.get_by_role("button", name="Approve").click()
    page.wait_for_url(told.at("queue/"))
    assert told.fresh().state == "approved"
