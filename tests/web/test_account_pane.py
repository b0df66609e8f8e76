"""The account on the review page: counts, lines by state, and groups that one reason settles."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from reviewapp.models import Compaction, Resolution
from reviewapp.services.compactions.approval_checks import gate
from tests.web.conftest import Browser
from tests.world import LOSSY, World, make_world

HTMX = {"HX-Request": "true", "HX-Target": "summary"}


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture
def compaction(world: World) -> Compaction:
    return world.in_review(summary=f"{LOSSY} Il faut attendre lundi. Puis <b>tout</b> arrêter.")


def pane(client: Client, compaction: Compaction, query: str = "") -> str:
    url = f"/t/{compaction.team.slug}/c/{compaction.pk}/?tab=account{query}"
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_counts_and_lists_every_line(world: World, compaction: Compaction, browser: Browser) -> None:
    page = pane(browser(world.viewer), compaction)
    analysis = gate(compaction).standing.analysis
    assert analysis is not None and analysis.account_counts
    total = sum(sum(states.values()) for states in analysis.account_counts.values())
    counted = re.findall(r'<td class="num">(\d+)</td>', page)
    assert sum(map(int, counted)) == total == len(re.findall(r'<q class="words"', page))
    assert "&lt;b&gt;tout&lt;/b&gt;" in page and "<b>tout</b>" not in page
    assert "account/settle/" not in page  # who only looks has no form


def test_a_group_is_settled_at_once_with_a_reason(world: World, compaction: Compaction, browser: Browser) -> None:
    client, before = browser(world.reviewer), gate(compaction).looked
    key = before.groups[0].key
    assert f'value="{key}"' in pane(client, compaction)
    url = f"/t/{world.team.slug}/c/{compaction.pk}/account/settle/"
    refused = client.post(url, {"key": key, "reason": " "}, headers=HTMX)
    assert refused.status_code == 422 and "Say what you looked at" in refused.content.decode()
    done = client.post(url, {"key": key, "reason": "I read the French lines"}, headers=HTMX)
    told = done.content.decode()
    assert done.status_code == 200 and "I read the French lines" in told and 'id="verdict"' in told
    after = gate(Compaction.objects.get(pk=compaction.pk)).looked
    assert after.unsettled == before.unsettled - before.groups[0].count
    assert Resolution.objects.get(finding_key=key).user == world.reviewer
    again = client.post(url, {"key": key, "reason": "again"}, headers=HTMX)
    assert again.status_code == 409


def test_without_htmx_it_leads_back_to_the_pane(world: World, compaction: Compaction, browser: Browser) -> None:
    key = gate(compaction).looked.groups[0].key
    url = f"/t/{world.team.slug}/c/{compaction.pk}/account/settle/"
    answer = browser(world.reviewer).post(url, {"key": key, "reason": "read"})
    assert answer.status_code == 302 and answer["Location"].endswith("?tab=account#summary")
    assert browser(world.viewer).post(url, {"key": key, "reason": "read"}).status_code == 403


def test_before_the_analysis_it_says_that_there_is_none(world: World, browser: Browser) -> None:
    assert "There is no account yet" in pane(browser(world.reviewer), world.propose())
