"""A file of rules is shown before anything is written; what was ticked comes into force, all of it or nothing."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from reviewapp.models import Pin
from reviewapp.services.pins import portability, previews, register
from reviewapp.services.pins.previews import Fate
from tests.web.team_pages.test_register_room import Browser, pinned, url
from tests.world import World, make_world

RULES = b"# Rules\n\nThis is a shop.\n\n- Never push to main.\n- Refunds above 60 EUR need approval by Marta.\n"


def upload(world: World, browser: Browser, content: bytes, name: str = "CLAUDE.md") -> tuple[int, str]:
    answer = browser(world.reviewer).post(url(world, "import-pins"), {"document": SimpleUploadedFile(name, content)})
    return answer.status_code, answer.content.decode()


def form(page: str) -> dict[str, Any]:
    """What the preview would post as it stands."""
    [document] = re.findall(r'<textarea name="document" hidden>(.*?)</textarea>', page, re.S)
    ticked = re.findall(r'name="take" value="([^"]+)"[^>]* checked', page)
    return {"document": unescape(document), "take": ticked}


def fates(world: World, content: bytes, name: str = "rules.md") -> dict[str, tuple[Fate, str]]:
    seen = previews.preview(team=world.team, user=world.reviewer, name=name, content=content)
    return {row.draft.text: (row.fate, row.against) for row in seen.rows}


def test_instruction_file_is_shown_with_lines_and_nothing_is_written(world: World, browser: Browser) -> None:
    status, page = upload(world, browser, RULES)
    assert status == 200
    assert "Never push to main." in page and "line 5" in page and "line 6" in page
    assert "This is a shop." not in page.partition("<ul")[2]
    assert not Pin.objects.exists()


def test_what_is_ticked_comes_into_force(world: World, browser: Browser) -> None:
    _, page = upload(world, browser, RULES)
    posted = form(page)
    assert len(posted["take"]) == 2
    answer = browser(world.reviewer).post(url(world, "import-pins"), {**posted, "take": ["never-push-to-main"]})
    assert answer.status_code == 302
    [pin] = Pin.objects.filter(team=world.team)
    assert pin.current is not None
    assert (pin.key, bytes(pin.current.text), pin.current.severity) == (
        "never-push-to-main", b"Never push to main.", "HARD_DENIAL",
    )  # fmt: skip


def test_refused_pin_keeps_all_of_the_file_out(world: World, browser: Browser) -> None:
    posted = form(upload(world, browser, RULES)[1])
    pinned(world, "never-push-to-main", "Other words stand here.")
    assert browser(world.reviewer).post(url(world, "import-pins"), posted).status_code == 409
    assert Pin.objects.count() == 1


def test_pins_that_stand_or_clash_are_named_and_not_ticked(world: World) -> None:
    pinned(world, "never-push-to-main", "Never push to main.", "HARD_DENIAL")
    pinned(world, "pay", "Never pay invoices on Fridays.")
    pinned(world, "do-not-sell-cards", "Cards are sold out.")
    content = b"- Never push to main.\n- Pay invoices on Fridays.\n- Do not sell cards.\n"
    content += b"- Use npm to install.\n- Do not use npm to install.\n"
    assert fates(world, content) == {
        "Never push to main.": (Fate.STANDS, ""),
        "Pay invoices on Fridays.": (Fate.CONTRADICTS, "pay"),
        "Do not sell cards.": (Fate.KEY_IN_FORCE, "do-not-sell-cards"),
        "Use npm to install.": (Fate.CONFLICT, "do-not-use-npm-to-install"),
        "Do not use npm to install.": (Fate.CONFLICT, "use-npm-to-install"),
    }


def test_expiry_goes_out_and_comes_back(world: World) -> None:
    end = timezone.now() + timedelta(days=9)
    register.pin(team=world.team, user=world.lead, key="k", text="Never push.", severity="ADVISORY", expires_at=end)
    document = portability.export_json(world.team).encode()
    other = make_world("other")
    [made] = portability.import_json(team=other.team, user=other.lead, document=document)
    assert made.expires_at == end
    assert portability.import_json(team=other.team, user=other.lead, document=document) == []


@pytest.mark.parametrize("moment", ["soon", "2031-01-01", "2031-01-01T00:00:00"])
def test_expiry_that_is_no_moment_is_refused(world: World, browser: Browser, moment: str) -> None:
    pin = {"key": "k", "text": "Never push.", "severity": "ADVISORY", "expires_at": moment}
    status, _ = upload(world, browser, json.dumps({"format": portability.FORMAT, "pins": [pin]}).encode(), "r.json")
    assert status == 422


def test_expired_pin_and_one_with_hidden_characters_are_not_ticked(world: World) -> None:
    past = (timezone.now() - timedelta(days=1)).isoformat()
    pins = [
        {"key": "a", "text": "Never push.", "severity": "ADVISORY", "expires_at": past},
        {"key": "b", "text": "Never sell\u200b cards.", "severity": "ADVISORY"},
    ]
    document = json.dumps({"format": portability.FORMAT, "pins": pins}).encode()
    assert [fate for fate, _ in fates(world, document, "r.json").values()] == [Fate.EXPIRED, Fate.HIDDEN]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"Never\0push.", b" \n"])
def test_what_is_no_text_is_refused(world: World, browser: Browser, content: bytes) -> None:
    status, page = upload(world, browser, content)
    assert status == 422
    assert "Nothing was changed." in page


def test_rules_stand_on_the_page_as_text(world: World, browser: Browser) -> None:
    _, page = upload(world, browser, b"Never run `<script>alert(1)</script>` here.", "<b>x</b>.md")
    assert "<script>alert(1)" not in page
    assert "<b>x</b>" not in page


def test_a_viewer_imports_nothing(world: World, browser: Browser) -> None:
    given = {"document": SimpleUploadedFile("CLAUDE.md", RULES)}
    assert browser(world.viewer).post(url(world, "import-pins"), given).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_preview_is_made_outside_of_a_transaction(world: World, browser: Browser) -> None:
    """As a server runs it: nothing around the request holds a transaction open."""
    assert upload(world, browser, RULES)[0] == 200
