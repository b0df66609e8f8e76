"""Hundreds of turns: what matters is shown, the rest folds, says how much it is, and opens on demand."""

from __future__ import annotations

import gzip
import re

import pytest
from django.test import Client
from playwright.sync_api import expect

from reviewapp.services.compactions.intake import TurnIn
from tests.e2e.conftest import Desk, Open

pytestmark = pytest.mark.e2e

RULE = "Never run the backfill on the primary."
FILLER = "I copied the next shard and compared its checksum with the source; both sides agree. " * 24


def _turns() -> list[TurnIn]:
    """400 turns of some 200,000 tokens, one rule in the middle."""
    turns = [TurnIn("user" if n % 2 else "assistant", f"Step {n}. {FILLER}") for n in range(1, 401)]
    turns[199] = TurnIn("user", RULE)
    return turns


def test_the_page_stays_light_and_opens_what_is_asked_for(desk: Desk, visit: Open) -> None:
    compaction = desk.world.in_review("long", turns=_turns(), summary="Shards were copied and compared.")
    url = f"/t/{desk.world.team.slug}/c/{compaction.pk}/"
    client = Client()
    client.force_login(desk.world.reviewer)
    assert len(gzip.compress(client.get(url).content)) < 200_000

    page = visit(desk.world.reviewer)
    page.goto(desk.url + url)
    assert page.evaluate("document.querySelectorAll('*').length") < 10_000
    shown = page.locator("#evidence .turn")
    expect(page.locator("#t-200")).to_contain_text(RULE.rstrip("."))
    before = shown.count()
    assert before < 50
    gap = page.locator("#evidence .gap").last
    folded = int(re.findall(r"(\d+) turns? folded", gap.inner_text())[0])
    gap.locator("summary").click()
    expect(shown).to_have_count(before + min(folded, 200))
    page.goto(f"{desk.url}{url}?turns=1")
    expect(shown).to_have_count(200)
