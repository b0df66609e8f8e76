from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from reviewapp.models import Pin, PinProposal, PinSeverity, Retirement, User
from reviewapp.services.pins import portability, proposals, register, retirement
from reviewapp.services.review import promotion
from reviewapp.web.register import register_page as room
from tests.web.conftest import Desk
from tests.world import PORT, World, make_world

Browser = Callable[[User], Client]
TEXT = "Never write to production.  \u00e9 \u0065\u0301"


def url(world: World, name: str, *args: object) -> str:
    return reverse(f"web:{name}", args=[world.team.slug, *args])


def pinned(world: World, key: str = "db.writes", text: str = TEXT, severity: str = "ADVISORY") -> Pin:
    return register.pin(team=world.team, user=world.lead, key=key, text=text, severity=severity).pin


def test_a_pin_written_in_the_form_is_in_force_byte_for_byte(world: World, browser: Browser) -> None:
    form = {"key": "db.writes", "text": TEXT, "severity": "HARD_DENIAL", "scope": ""}
    assert browser(world.reviewer).post(url(world, "new-pin"), form).status_code == 302
    assert TEXT.encode() in register.effective(world.team).block


def test_a_refused_pin_keeps_what_was_typed(world: World, browser: Browser) -> None:
    form = {"key": "a key", "text": TEXT, "severity": "HARD_DENIAL", "scope": ""}
    answer = browser(world.reviewer).post(url(world, "new-pin"), form)
    assert answer.status_code == 422
    assert "Never write to production." in answer.content.decode() and "data-invalid" in answer.content.decode()


def test_hidden_characters_ask_for_a_word(world: World, browser: Browser) -> None:
    form = {"key": "a.b", "text": "Never\u200b write.", "severity": "ADVISORY", "scope": ""}
    client = browser(world.reviewer)
    answer = client.post(url(world, "new-pin"), form)
    assert answer.status_code == 409 and 'name="confirm_hidden"' in answer.content.decode()
    assert client.post(url(world, "new-pin"), {**form, "confirm_hidden": "on"}).status_code == 302


def test_survival_is_that_of_the_session_a_pin_comes_from(desk: Desk) -> None:
    """A pin that a person wrote is in no turn, so no summary of any session can have kept it."""
    world = desk.world
    pinned(world)
    origin = register.Origin(world.session(), 3, 0, len(PORT))
    register.pin(team=world.team, user=world.lead, key="port", text=PORT, severity="ADVISORY", origin=origin)
    seen = {entry.pin.key: entry.survival for entry in room.read(world.team).entries}
    assert seen["db.writes"] is None
    assert seen["port"] is not None and seen["port"].of == 1


def test_words_that_were_dropped_and_then_pinned_did_not_survive(desk: Desk) -> None:
    """The pin holds them; the summary, as the agent sent it, did not."""
    world = desk.world
    who = world.by(world.reviewer, desk.compaction)
    promotion.pin_finding(
        **who, finding_key=desk.finding("5432"), key="port", text=PORT, severity="ADVISORY", scope="session", revision=1
    )
    (entry,) = room.read(world.team).entries
    assert entry.survival is not None and (entry.survival.kept, entry.survival.of) == (0, 1)
    assert entry.survival.last_lost is not None and entry.survival.last_lost.sent == "dropped"


def test_a_pin_names_the_summaries_and_agents_that_lost_it(desk: Desk, browser: Browser) -> None:
    world = desk.world
    who = world.by(world.reviewer, desk.compaction)
    promotion.pin_finding(
        **who, finding_key=desk.finding("5432"), key="port", text=PORT, severity="ADVISORY", scope="session", revision=1
    )
    pin = Pin.objects.get()
    page = browser(world.viewer).get(url(world, "pin", pin.pk)).content.decode()
    lost = page.partition('id="lost"')[2].partition("</section>")[0]
    assert desk.url in lost and world.token.name in lost and 'data-fate="dropped"' in lost


def test_the_list_is_narrowed_to_pins_of_the_team_or_of_a_session(world: World, browser: Browser) -> None:
    world.in_review()
    pinned(world, "of.team")
    register.pin(
        team=world.team, user=world.lead, key="of.session", text="Go on.", severity="ADVISORY", session=world.session()
    )
    client = browser(world.lead)

    def keys(query: str) -> set[str]:
        page = client.get(url(world, "pins") + query).content.decode()
        return set(re.findall(r'<article class="pin" id="([^"]+)"', page))

    assert keys("?scope=") == {"of.team", "of.session"}
    assert keys("?scope=team") == {"of.team"} and keys("?scope=session&q=of") == {"of.session"}
    assert keys("?scope=session&q=team") == set()


def test_the_room_says_in_words_what_the_protocol_names(desk: Desk, browser: Browser) -> None:
    who = desk.world.by(desk.world.reviewer, desk.compaction)
    key = desk.finding("5432")
    promotion.pin_finding(**who, finding_key=key, key="port", text=PORT, severity="HARD_DENIAL", scope="session")
    page = browser(desk.world.viewer).get(url(desk.world, "pins")).content.decode()
    assert re.search(r"</svg>\s*Never do</span>", page) and ">HARD_DENIAL<" not in page
    assert re.search(r">importance \d+ of 100<", page) and "‰" not in page
    form = browser(desk.world.lead).get(url(desk.world, "new-pin")).content.decode()
    assert "A way that was tried and proved wrong" in form


def test_what_may_not_be_broken_is_marked_by_a_glyph_and_not_by_colour_alone(world: World, browser: Browser) -> None:
    for severity in ("ADVISORY", "HARD_DENIAL", "FATAL_FALSIFICATION"):
        pinned(world, key=severity, text=f"About {severity.lower()}.", severity=severity)
    page = browser(world.viewer).get(url(world, "pins")).content.decode()
    rows = {severity: page.partition(f'id="{severity}"')[2].partition("</article>")[0] for severity in PinSeverity}
    assert "marks.svg#no" in rows[PinSeverity.HARD_DENIAL]
    assert "marks.svg#struck" in rows[PinSeverity.FATAL_FALSIFICATION]
    assert not any(f"marks.svg#{glyph}" in rows[PinSeverity.ADVISORY] for glyph in ("no", "struck"))


def test_a_contradiction_shows_the_words_on_both_sides(world: World, browser: Browser) -> None:
    pinned(world, key="port", text=PORT)
    words = "Open port 5432 to the internet."
    proposals.propose(
        team=world.team, token=world.token, session=None, key="open-port", text=words, severity="ADVISORY"
    )
    page = browser(world.viewer).get(url(world, "pins") + "?view=conflicts").content.decode()
    row = page.partition("<article")[2].partition("</article>")[0]
    assert "Open port 5432" in row and PORT in row and "contradicts" in row


def test_the_room_lists_what_nothing_enforces(world: World, browser: Browser) -> None:
    pinned(world)
    register.pin(
        team=world.team,
        user=world.lead,
        key="held",
        text="Ask first.",
        severity="ADVISORY",
        enforced_below="deploy gate",
    )
    page = browser(world.viewer).get(url(world, "pins") + "?view=unenforced").content.decode()
    assert 'id="db.writes"' in page and 'id="held"' not in page


def test_search_looks_in_keys_and_texts(world: World, browser: Browser) -> None:
    pinned(world)
    pinned(world, key="other", text="Ask before a deploy.")
    client = browser(world.viewer)
    assert 'id="other"' not in client.get(url(world, "pins") + "?q=PRODUCTION").content.decode()
    assert 'id="other"' in client.get(url(world, "pins") + "?q=othe").content.decode()


def test_a_pin_is_retired_by_another_persons_vote(world: World, browser: Browser) -> None:
    pin = pinned(world)
    evidence = "The production schema was removed on Friday."
    browser(world.reviewer).post(url(world, "retire-pin", pin.pk), {"evidence": evidence})
    asked = Retirement.objects.get(pin=pin)
    own = browser(world.reviewer).post(url(world, "vote-retirement", asked.pk), {"then": "agree"})
    assert own.status_code == 403 and Pin.objects.get(pk=pin.pk).state == "active"
    done = browser(world.lead).post(url(world, "vote-retirement", asked.pk), {"then": "agree"}, follow=True)
    assert "It is retired." in done.content.decode()
    assert Pin.objects.get(pk=pin.pk).state == "retired"


def test_a_retirement_without_evidence_is_refused(world: World, browser: Browser) -> None:
    pin = pinned(world)
    assert browser(world.reviewer).post(url(world, "retire-pin", pin.pk), {"evidence": "old"}).status_code == 422
    assert not Retirement.objects.exists()


def test_a_proposal_becomes_a_pin_only_by_a_person(world: World, browser: Browser) -> None:
    register.propose(
        team=world.team, token=world.token, session=None, key="x.y", text="Ask first.", severity="ADVISORY"
    )
    proposal = PinProposal.objects.get()
    client = browser(world.reviewer)
    form = {"then": "accept", "scope": "team"}
    answer = client.post(url(world, "decide-proposal", proposal.pk), form)
    assert answer.status_code == 409 and 'name="confirm_origin"' in answer.content.decode()
    done = client.post(url(world, "decide-proposal", proposal.pk), {**form, "confirm_origin": "on"}, follow=True)
    assert "x.y is in force as version 1." in done.content.decode()
    assert Pin.objects.get().key == "x.y"


def test_a_contradicting_proposal_is_shown_as_a_conflict(world: World, browser: Browser) -> None:
    pinned(world, text="Never deploy on a Friday.")
    register.propose(
        team=world.team,
        token=world.token,
        session=None,
        key="z",
        text="Always deploy on a Friday.",
        severity="ADVISORY",
    )
    page = browser(world.viewer).get(url(world, "pins") + "?view=conflicts").content.decode()
    assert "contradicts" in page and "#db.writes" in page


@pytest.mark.parametrize("kind", ["json", "md"])
def test_a_viewer_reads_the_pins_masked_and_exports_none(world: World, browser: Browser, kind: str) -> None:
    client, address = browser(world.viewer), url(world, "export-pins", kind)
    assert client.get(address).status_code == 403 and address not in client.get(url(world, "pins")).content.decode()
    assert browser(world.reviewer).get(address).status_code == 200


def test_an_export_comes_back_as_the_same_bytes(world: World, browser: Browser) -> None:
    pinned(world)
    client = browser(world.lead)
    document = client.get(url(world, "export-pins", "json")).content
    other = make_world("other")
    portability.import_json(team=other.team, user=other.lead, document=document)
    assert register.effective(other.team).block == register.effective(world.team).block
    again = portability.import_json(team=other.team, user=other.lead, document=document)
    assert again == []


@pytest.mark.parametrize(
    "document",
    [
        b"", b"\xff", b"[]", b'{"format":"stet-register/1"}', b'{"format":"stet-register/1","pins":[1]}',
        b'{"format":"stet-register/1","pins":[{"key":"a","text":"x"}]}',
        b'{"format":"stet-register/1","pins":[{"key":"a","text":"x","severity":"ADVISORY","more":"y"}]}',
        b'{"format":"stet-register/1","pins":[{"key":"a","text":"ok","severity":"ADVISORY"},{"key":"b","text":"","severity":"ADVISORY"}]}',
        b'{"format":"stet-register/1","pins":[{"key":"a","text":"x","severity":"ADVISORY"},{"key":"a","text":"y","severity":"ADVISORY"}]}',
    ],
)  # fmt: skip
def test_a_bad_document_changes_nothing_at_all(world: World, browser: Browser, document: bytes) -> None:
    upload = SimpleUploadedFile("register.json", document, "application/json")
    answer = browser(world.reviewer).post(url(world, "import-pins"), {"document": upload})
    assert answer.status_code == 422
    assert not Pin.objects.exists()


def test_markdown_keeps_a_text_with_fences_literal(world: World) -> None:
    pinned(world, text="Run ```` never")
    assert "`````\nRun ```` never\n`````" in portability.export_markdown(world.team)


def test_the_json_export_names_its_format(world: World) -> None:
    assert json.loads(portability.export_json(world.team)) == {"format": "stet-register/1", "pins": []}


def test_another_teams_pin_is_missing_under_ones_own_address(world: World, browser: Browser) -> None:
    other = make_world("other")
    made = pinned(other)
    evidence = "The instance was deleted on 12 March."
    asked = retirement.request_retirement(team=other.team, user=other.lead, pin_id=made.pk, evidence=evidence)
    client = browser(world.lead)
    assert client.get(url(world, "pin", made.pk)).status_code == 404
    for name, key in (("retire-pin", made.pk), ("undo-pin", made.pk), ("confirm-expiry", made.pk)):
        assert client.post(url(world, name, key), {"evidence": evidence}).status_code == 404
    assert client.post(url(world, "vote-retirement", asked.pk)).status_code == 404
    made.refresh_from_db()
    assert made.state == "active" and not asked.votes.exists()


def test_another_teams_session_has_no_register_here(world: World, browser: Browser) -> None:
    make_world("other").propose("theirs")
    client = browser(world.lead)
    assert client.get(url(world, "pins") + "?session=theirs").status_code == 404
    assert client.get(reverse("web:export-pins", args=[world.team.slug, "json"]) + "?session=theirs").status_code == 404
    form = {"key": "a.b", "text": "Ask first.", "severity": "ADVISORY", "scope": "theirs"}
    assert client.post(url(world, "new-pin"), form).status_code == 404
    assert not Pin.objects.exists()
