"""The audit chain as people read it: filtered, verified, and taken away in two forms."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect

from reviewapp.guard.chain import links
from reviewapp.models import AuditEntry
from reviewapp.services.audit import audit_log
from tests.e2e import history
from tests.e2e.conftest import Open, Site

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("script")]


def actions(page: Page) -> list[str]:
    """Their codes, which stand below the words."""
    rows = page.get_by_role("region", name="Audit entries").get_by_role("rowheader")
    return rows.locator("code").all_inner_texts()


def saved(page: Page, link: str, path: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("link", name=link).click()
    download.value.save_as(path)
    return path


def test_filter_verify_and_take_away(site: Site, visit: Open, tmp_path: Path) -> None:
    generations = history.tell(site.world)
    with transaction.atomic():
        audit_log.append(site.world.team, "=cmd|calc", site.world.lead, site.world.team)
    entries = AuditEntry.objects.filter(team=site.world.team).count()
    page = visit(site.world.viewer, site.at("audit/"))
    assert actions(page)[0] == "=cmd|calc"  # the newest first
    page.get_by_role("link", name="Verify the chain").click()
    expect(page.get_by_role("status").filter(has_text=f"All {entries} entries follow")).to_be_visible()

    page.get_by_label("Who", exact=True).select_option("reviewer-of-platform")
    page.get_by_role("button", name="Filter").click()
    expect(page).to_have_url(re.compile(r"actor=\d+"))
    assert set(actions(page)) == {"compaction.rejected"}
    page.get_by_role("link", name="Show all").click()
    page.get_by_label("What was done", exact=True).select_option("compaction.approved")
    page.get_by_role("button", name="Filter").click()
    assert actions(page) == ["compaction.approved"]
    expect(page.get_by_role("rowheader", name="Approved a compaction")).to_be_visible()
    page.get_by_title(str(generations[0].pk)).click()
    assert {"compaction.received", "compaction.approved"} <= set(actions(page))
    assert "policy.changed" not in actions(page)

    page.get_by_role("link", name="Show all").click()
    chain = saved(page, "Export JSONL", tmp_path / "audit.jsonl").read_text().splitlines()
    assert len(list(links(chain))) == entries
    page.get_by_label("Who", exact=True).select_option("lead-of-platform")
    page.get_by_role("button", name="Filter").click()
    with saved(page, "CSV of this view", tmp_path / "audit.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["actor_id"] for row in rows} == {str(site.world.lead.pk)}
    assert rows[0]["action"] == "'=cmd|calc"


def test_a_broken_chain_is_said_to_be_broken(site: Site, visit: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    history.tell(site.world)
    document = audit_log.document
    monkeypatch.setattr(audit_log, "document", lambda entry: {**document(entry), "action": "nothing"})
    page = visit(site.world.viewer, site.at("audit/?verify=1"))
    expect(page.get_by_role("status").filter(has_text="The chain is broken")).to_contain_text("entry 1")
