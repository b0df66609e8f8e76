"""One conversation of an agent: its generations, what survived them, its turns word by word."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from reviewapp.guard.__main__ import main as verify
from reviewapp.models import AuditEntry, Compaction
from reviewapp.services.receipts.signing_keys import published
from tests.e2e import history, scripted
from tests.e2e.conftest import Open, Site

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("script")]


@pytest.fixture
def generations(site: Site) -> list[Compaction]:
    return history.tell(site.world)


def test_from_the_list_to_the_generation_that_lost_a_rule(
    site: Site, generations: list[Compaction], visit: Open
) -> None:
    site.world.propose("other")
    page = visit(site.world.viewer, site.at("sessions/"))
    page.get_by_label("Name of a session").fill("BILL")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("rowheader")).to_have_text(["billing"])
    page.get_by_role("link", name="billing").click()

    lineage = page.get_by_role("region", name="Lineage").get_by_role("listitem")
    expect(lineage).to_have_count(4)
    for item, words in enumerate(("Generation 0", "approved", "rejected", "in review"), start=0):
        expect(lineage.nth(item)).to_contain_text(words, ignore_case=True)
    expect(lineage.nth(1)).to_contain_text("1 pinned")

    matrix = page.get_by_role("region", name="What survived")
    port, limit = (matrix.get_by_role("row", name=re.compile(words)) for words in (scripted.PORT, scripted.LIMIT))
    pinned, first = "pinned was dropped", "generation 1 dropped, then pinned"
    expect(port.get_by_role("cell")).to_have_text(["said", pinned, pinned, pinned, first])
    expect(limit.get_by_role("cell")).to_have_text(["said", "altered", "kept", "altered", "generation 1 altered"])

    limit.get_by_role("link", name="altered").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Generation 2a to 2b")
    expect(page.locator("main del")).to_contain_text(["4"])
    expect(page.locator("main ins")).to_contain_text(["40"])
    page.get_by_label("From").select_option(str(generations[0].pk))
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Generation 1 to 2b")
    expect(page.locator("main ins", has_text="still")).to_be_visible()


def test_the_record_of_the_agent_and_the_receipts(
    site: Site, generations: list[Compaction], visit: Open, tmp_path: Path
) -> None:
    page = visit(site.world.viewer, site.at(f"s/{generations[0].session_id}/"))
    record = page.get_by_role("region", name="State record")
    expect(record).to_contain_text("version 2, never summarised")
    expect(record).to_contain_text("Watch billing")
    expect(record.get_by_text("v1", exact=True)).to_be_hidden()
    record.get_by_text("2 versions").click()
    expect(record.get_by_text("v1", exact=True)).to_be_visible()
    expect(record.get_by_role("deletion")).to_have_text("Move billing")
    expect(record.get_by_role("insertion")).to_have_text("Watch billing")

    receipts = page.get_by_role("region", name="Receipts").get_by_role("listitem")
    for kind in ("Approval", "Context served", "Rejection"):
        expect(receipts.filter(has_text=kind)).to_have_count(1)
    with page.expect_download() as download:
        receipts.filter(has_text="Approval").get_by_role("link").click()
    download.value.save_as(tmp_path / "receipt.json")
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps(published()))
    assert verify(["verify", str(tmp_path / "receipt.json"), "--keys", str(keys)]) == 0


def test_a_turn_is_found_linked_to_and_revealed_on_record(
    site: Site, generations: list[Compaction], visit: Open
) -> None:
    page = visit(site.world.reviewer, site.at(f"s/{generations[0].session_id}/"))
    page.get_by_label("Search 8 turns").fill("PORT 5432")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("main")).to_contain_text("1 turn contains “PORT 5432”")
    page.get_by_role("link", name="3", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?from=3#t-3$"))
    expect(page.get_by_role("article")).to_have_count(6)
    expect(page.get_by_role("article").first).to_contain_text(scripted.PORT)

    secret = page.locator("#t-7")
    expect(secret).not_to_contain_text(history.SECRET)
    secret.get_by_role("button", name="Reveal 1 secret, on record").click()
    expect(secret).to_contain_text(history.SECRET)
    assert AuditEntry.objects.filter(action="secret.revealed").count() == 1
    page.goto(site.at(f"s/{generations[0].session_id}/turns/"))
    expect(secret).not_to_contain_text(history.SECRET)


def test_a_session_is_closed_for_good(site: Site, generations: list[Compaction], visit: Open) -> None:
    page = visit(site.world.reviewer, site.at(f"s/{generations[0].session_id}/"))
    page.get_by_text("Close this session").click()
    page.get_by_role("button", name="Close it for good").click()
    expect(page.get_by_role("region", name="Lineage").get_by_role("listitem").last).to_contain_text("Superseded")
    expect(page.get_by_text("Close this session")).to_have_count(0)
    page.goto(site.review_of(generations[-1]))
    expect(page.get_by_role("main")).to_contain_text("The session was closed before anybody decided")
