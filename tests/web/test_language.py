"""Nothing that a person reads is out of a translator's reach, in any room; the API is in English whoever asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse

from reviewapp.models import Pin, User
from reviewapp.services.compactions import checks, finalize
from reviewapp.services.pins import proposals, register, retirement
from reviewapp.services.review import actions, leases
from reviewapp.services.sessions import state_record
from reviewapp.services.teams import saved_filters
from tests import plain_engine
from tests.web.conftest import Desk
from tests.web.pseudo import outside, speak
from tests.world import TURNS, World, make_world

Browser = Callable[[User], Client]
# What people and agents named, and words of no language: the mark, units.
NAMES = """Platform Other agent stet tok lead-of-platform reviewer-of-platform viewer-of-platform s-1 s-2 s-3
zq.kappa zq.lambda zq.view curl Python JSON JSONL CSV id UTC"""
ZONK = "Qbert zonk."


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)


@pytest.fixture
def full(desk: Desk) -> Desk:
    """A team in which every room has something to show."""
    world = desk.world
    decided = world.in_review("s-2")
    finalize.reject(team=world.team, user=world.lead, compaction_id=decided.id, reason_code="unusable", reason=ZONK)
    world.propose("s-3", turns=TURNS[-1:])
    leases.claim(**world.by(world.lead, desk.compaction))
    _pins(world)
    saved_filters.save(team=world.team, user=world.lead, name="zq.view", query="?risk=30")
    for objective in ("zonk", "qbert"):
        state_record.put(team=world.team, token=world.token, session="s-1", record={"objective": objective})
    return desk


def _pins(world: World) -> None:
    pin = register.pin(
        team=world.team, user=world.lead, key="zq.kappa", text=ZONK, severity="ADVISORY", enforced_below=ZONK
    ).pin
    retirement.request_retirement(team=world.team, user=world.reviewer, pin_id=pin.id, evidence="zonk " * 5)
    proposals.propose(
        team=world.team, token=world.token, session="s-2", key="zq.lambda", text=ZONK, severity="ADVISORY"
    )


def _rooms(desk: Desk) -> Iterator[str]:
    team, pin = desk.world.team.slug, Pin.objects.get()
    for name, query in ROOMS:
        yield reverse(f"web:{name}", args=[team]) + query
    yield reverse("web:pin", args=[team, pin.id])
    for name in ("session", "turns", "generations"):
        yield reverse(f"web:{name}", args=[team, desk.compaction.session_id])


ROOMS = (
    *(("queue", query) for query in ("", "?view=decided", "?view=mine", "?view=expired", "?risk=99", "?view=second")),
    ("sessions", ""),
    ("sessions", "?q=none"),
    *(("pins", f"?view={view}") for view in ("active", "proposed", "unenforced", "conflicts", "retired")),
    ("pins", "?q=none"),
    ("new-pin", ""),
    *(("insights", query) for query in ("", "?days=7")),
    *(("audit", query) for query in ("", "?verify=1", "?action=none")),
    ("settings", ""),
    ("members", ""),
    ("tokens", ""),
    ("keys", ""),
)


REVIEW_TABS = ("", *(f"?tab={tab}" for tab in ("pins", "since", "context", "state", "notes", "edit")), "?turns=1")


def test_every_word_of_the_rooms_goes_through_a_translator(
    full: Desk, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch)
    missed: dict[str, list[str]] = {}
    for who in (full.world.lead, full.world.viewer):
        client = browser(who)
        for address in _rooms(full):
            page = client.get(address)
            assert page.status_code in (200, 403), address
            missed[address] = outside(page.content.decode(), NAMES)
    assert {address: texts for address, texts in missed.items() if texts} == {}


def test_every_word_of_the_review_goes_through_a_translator(
    full: Desk, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the sentence of the rule that found something, which is the engine's and in English."""
    speak(monkeypatch)
    decided = full.url.replace(str(full.compaction.pk), str(full.world.session("s-2").compactions.get().pk))
    for who in (full.world.lead, full.world.reviewer, full.world.viewer):
        for address in (*(full.url + query for query in REVIEW_TABS), decided):
            page = browser(who).get(address).content.decode()
            assert set(outside(page, NAMES)) <= {"", "It is gone."}, address


def test_every_word_of_an_empty_team_goes_through_a_translator(
    db: None, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch)
    world = make_world("other")
    client = browser(world.lead)
    names = NAMES + " lead-of-other reviewer-of-other viewer-of-other"
    for name, query in ROOMS:
        page = client.get(reverse(f"web:{name}", args=["other"]) + query).content.decode()
        assert outside(page, names) == [], name


@pytest.mark.parametrize(
    "address", ["/accounts/login/", "/accounts/logout/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere/"]
)
def test_every_word_before_and_beside_the_rooms_goes_through_a_translator(
    desk: Desk, browser: Browser, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    speak(monkeypatch)
    for client in (Client(), browser(desk.world.lead)):
        assert outside(client.get(address, follow=True).content.decode(), NAMES) == []


def test_the_reader_finds_what_is_not_translated() -> None:
    spoken = '<p>⟦Some <a href="/">link ⟦in⟧ it</a>⟧ <code>code</code> <q>quote</q> s-1 <b translate="no">no</b>'
    assert "".join(outside(spoken, NAMES)) == ""
    assert outside(f'{spoken} words <b title="hint">⟦bold⟧</b></p>', NAMES) == ["words", "hint"]


def test_the_margin_says_in_the_readers_language_what_was_done(desk: Desk, browser: Browser) -> None:
    who = desk.world.by(desk.world.reviewer, desk.compaction)
    actions.dismiss(**who, finding_key=desk.finding("5432"), reason_code="obsolete")
    page = browser(desk.world.reviewer).get(desk.url, headers={"accept-language": "de"}).content.decode()
    margins = re.findall(r'<small class="marginal".*?</small>', page, re.DOTALL)
    assert [each for each in margins if each.endswith("verworfen</small>")]
    assert not [each for each in margins if "dismissed</small>" in each]
