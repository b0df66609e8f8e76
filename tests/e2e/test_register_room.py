"""The register: pins written, changed, looked for, proposed, retired by several people, and carried elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from reviewapp.models import Membership, Pin, Role, User
from reviewapp.services.pins import register
from tests.e2e import scripted
from tests.e2e.conftest import Open, Site
from tests.world import make_world

pytestmark = pytest.mark.e2e

WRITES = "Never write to production.  \u00e9"
FRIDAY = "Never deploy on a Friday."
EVIDENCE = "The database was deleted on 12 March, change 4711."


def view(page: Page, title: str) -> Locator:
    return page.get_by_role("navigation", name="Register views").get_by_role("link", name=title)


def block(page: Page) -> Locator:
    return page.get_by_label("Pinned block, exact bytes")


def pin(site: Site, key: str, text: str, severity: str = "ADVISORY") -> Pin:
    return register.pin(team=site.world.team, user=site.world.lead, key=key, text=text, severity=severity).pin


def test_a_pin_is_written_changed_and_found_again(site: Site, visit: Open) -> None:
    page = visit(site.world.reviewer, site.at("pins/"))
    digest = page.get_by_role("complementary").get_by_role("definition").first
    empty = digest.inner_text()
    page.get_by_role("link", name="New pin").click()
    page.get_by_label("Key", exact=True).fill("db.writes")
    page.get_by_label("Exact words").fill(WRITES)
    page.get_by_label("Severity").select_option("ADVISORY")
    page.get_by_role("button", name="Pin it").click()
    expect(page.get_by_role("status").filter(has_text="db.writes is in force as version 1.")).to_be_visible()
    expect(block(page)).to_contain_text(WRITES.split(".")[0])
    assert digest.inner_text() != empty
    assert WRITES.encode() in register.effective(site.world.team).block
    expect(view(page, "Nothing enforces")).to_contain_text("1")

    page.get_by_role("article").get_by_role("link", name="db.writes", exact=True).click()
    page.get_by_role("link", name="New version").click()
    expect(page.get_by_label("Exact words")).to_have_value(WRITES)
    page.get_by_label("Severity").select_option("HARD_DENIAL")
    page.get_by_label("Enforced below the prompt by").fill("policy.rego")
    page.get_by_role("button", name="Pin it").click()
    expect(view(page, "Nothing enforces")).to_contain_text("0")
    expect(page.get_by_role("article", name="").first).to_contain_text("enforced by policy.rego")
    page.get_by_role("article").get_by_role("link", name="db.writes", exact=True).click()
    versions = page.get_by_role("region", name="Versions").get_by_role("listitem")
    expect(versions).to_have_count(2)
    expect(versions.first).to_contain_text("v2")

    page.get_by_role("link", name="New version").click()
    page.get_by_label("Severity").select_option("ADVISORY")
    page.get_by_role("button", name="Pin it").click()
    expect(page.get_by_role("alert").filter(has_text="Nothing was changed.")).to_be_visible()
    expect(page.get_by_label("Exact words")).to_have_value(WRITES)

    page.goto(site.at("pins/"))
    page.get_by_label("Key or words").fill("PRODUCTION")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("article")).to_have_count(1)
    page.get_by_label("Key or words").fill("staging")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("article")).to_have_count(0)
    expect(page.get_by_role("main")).to_contain_text("No pin here has “staging” in its key or text.")


def cut_line(block: Locator) -> float:
    """How much of a line stands in view below the last whole one, as a part of its height."""
    return float(
        block.evaluate(
            """pre => {
                const style = getComputedStyle(pre), rest = pre.clientHeight - parseFloat(style.paddingTop);
                return Math.abs(rest / parseFloat(style.lineHeight) - Math.round(rest / parseFloat(style.lineHeight)));
            }"""
        )
    )


@pytest.mark.parametrize("width", [1440, 390])
def test_a_long_block_goes_on_below_a_whole_line(site: Site, visit: Open, width: int) -> None:
    for n in range(20):
        pin(site, f"rule.{n:02}", f"{WRITES} This is rule {n}, and it has words for another line.")
    page = visit(site.world.reviewer, site.at("pins/"), width=width)
    pre = block(page)
    assert pre.evaluate("pre => pre.scrollHeight > pre.clientHeight && getComputedStyle(pre).overflowY") == "auto"
    assert cut_line(pre) < 0.06
    compaction = site.world.in_review("ctx", turns=scripted.TURNS, summary=scripted.SUMMARY)
    page.goto(f"{site.review_of(compaction)}?tab=context")
    pinned = page.locator(".context [data-what=pinned] pre")
    expect(pinned).to_contain_text("This is rule 19")
    assert pinned.evaluate("pre => pre.scrollHeight - pre.clientHeight") <= 1


def test_proposals_wait_for_a_person_and_conflicts_are_told(site: Site, visit: Open) -> None:
    pin(site, "friday", FRIDAY)
    for key, text in (("always", "Always deploy on a Friday."), ("ask", "Ask before a restart.")):
        token, team = site.world.token, site.world.team
        register.propose(team=team, token=token, session=None, key=key, text=text, severity="ADVISORY")
    page = visit(site.world.reviewer, site.at("pins/"))
    expect(block(page)).not_to_contain_text("Ask before a restart.")
    page.get_by_role("link", name="1 proposal contradicts a pin in force").click()
    proposal = page.get_by_role("article")
    expect(proposal).to_have_count(1)
    expect(proposal).to_contain_text("Always deploy on a Friday.")
    expect(proposal.get_by_role("link", name="friday")).to_be_visible()
    proposal.get_by_role("button", name="Refuse").click()

    expect(proposal).to_contain_text("Ask before a restart.")
    proposal.get_by_role("button", name="Pin", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Nothing was changed.")).to_be_visible()
    proposal.get_by_role("checkbox").check()
    proposal.get_by_role("button", name="Pin", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("No proposal waits.")
    expect(block(page)).to_contain_text("Ask before a restart.")
    expect(block(page)).not_to_contain_text("Always deploy")


def test_a_grave_pin_is_retired_by_evidence_and_two_others(site: Site, visit: Open) -> None:
    grave = pin(site, "db.writes", WRITES, "HARD_DENIAL")
    asker, second, lead = visit(site.world.reviewer, site.at("pins/")), User.objects.create_user("ann"), site.world.lead
    asker.get_by_role("article").get_by_role("link", name="Retire").click()
    asker.get_by_label("What shows that it no longer holds?").fill(EVIDENCE)
    asker.get_by_role("button", name="Ask to retire it").click()
    expect(asker.get_by_role("alert")).to_contain_text("Two other people have to agree, one of them a lead.")
    expect(asker.get_by_label("What shows that it no longer holds?")).to_have_value(EVIDENCE)

    Membership.objects.create(team=site.world.team, user=second, role=Role.REVIEWER)
    asker.get_by_role("button", name="Ask to retire it").click()
    expect(asker.get_by_role("button", name="Withdraw the request")).to_be_visible()
    expect(asker.get_by_role("button", name="Agree to retire it")).to_have_count(0)
    for user in (second, lead):
        assert Pin.objects.get(pk=grave.pk).state == "active"
        page = visit(user, site.at(f"pins/{grave.pk}/"))
        expect(page.get_by_role("region", name="Retirement")).to_contain_text(EVIDENCE)
        page.get_by_role("button", name="Agree to retire it").click()
        expect(page.get_by_role("region", name="Retirement")).to_contain_text(f"{user.username} agreed")
    expect(page.get_by_role("main")).to_contain_text("No context served since holds it.")
    assert Pin.objects.get(pk=grave.pk).state == "retired"
    page.goto(site.at("pins/"))
    expect(block(page)).not_to_contain_text("Never write to production.")
    view(page, "Retired").click()
    expect(page.get_by_role("article")).to_contain_text("Never write to production.")


def test_the_author_takes_a_pin_back_that_no_agent_was_served(site: Site, visit: Open) -> None:
    mine = pin(site, "friday", FRIDAY)
    page = visit(site.world.lead, site.at(f"pins/{mine.pk}/"))
    page.get_by_role("button", name="Undo, if no agent was served it").click()
    expect(page.get_by_role("main")).to_contain_text("Retired.")
    expect(page.get_by_role("link", name="Pin it again")).to_be_visible()


def test_an_export_stands_elsewhere_byte_for_byte(site: Site, visit: Open, tmp_path: Path) -> None:
    for key, text in (("db.writes", WRITES), ("friday", FRIDAY)):
        pin(site, key, text)
    page = visit(site.world.reviewer, site.at("pins/"))
    document = tmp_path / "register.json"
    for kind, path in (("Export JSON", document), ("Export Markdown", tmp_path / "register.md")):
        with page.expect_download() as download:
            page.get_by_role("link", name=kind, exact=True).click()
        download.value.save_as(path)
        assert WRITES in path.read_text()
    assert {entry["key"] for entry in json.loads(document.read_text())["pins"]} == {"db.writes", "friday"}

    other = make_world("other")
    there = visit(other.reviewer, f"{site.url}/t/other/pins/")
    there.get_by_text("Import a file").click()
    there.get_by_label("Register document").set_input_files(document)
    there.get_by_role("button", name="Show its pins").click()
    there.get_by_role("button", name="Put what is ticked in force").click()
    expect(there.get_by_role("status").filter(has_text="2 pins came into force")).to_be_visible()
    assert block(there).inner_text() == block(page).inner_text() != ""


def test_the_block_of_one_session_holds_its_own_pins_too(site: Site, visit: Open) -> None:
    pin(site, "friday", FRIDAY)
    site.world.propose("billing")
    here = site.world.session("billing")
    register.pin(team=site.world.team, user=site.world.lead, key="own", text=WRITES, severity="ADVISORY", session=here)
    page = visit(site.world.viewer, site.at("pins/"))
    expect(block(page)).not_to_contain_text("Never write to production.")
    page.get_by_label("Scope of the block").select_option("billing")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(block(page)).to_contain_text("Never write to production.")
    expect(block(page)).to_contain_text(FRIDAY)
