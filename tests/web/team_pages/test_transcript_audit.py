"""An old transcript dropped on a page: its losses are shown, its pins offered, and nothing of it is kept."""

from __future__ import annotations

import json
from typing import NoReturn

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from reviewapp.models import AuditEntry, Compaction, Pin, Session
from reviewapp.services.sessions import transcripts
from reviewapp.services.side_process import SideProcess, TooSlow
from tests.offline.transcripts import claude_code
from tests.web.team_pages.test_import_pins import form
from tests.web.team_pages.test_register_room import Browser, url
from tests.world import World

RULE = "Never delete the invoices of 2024."
TURNS = [{"role": "user", "content": f"Tidy the archive. {RULE}"}, {"role": "assistant", "content": "I begin."}]


def lossy(summary: str = "The archive is tidied.") -> bytes:
    return "\n".join(claude_code(TURNS, summary)).encode()


def drop(world: World, browser: Browser, content: bytes, name: str = "talk.jsonl") -> tuple[int, str]:
    given = {"transcript": SimpleUploadedFile(name, content)}
    answer = browser(world.reviewer).post(url(world, "audit-transcript"), given)
    return answer.status_code, answer.content.decode()


def test_losses_of_a_transcript_with_line_and_quote(world: World, browser: Browser) -> None:
    status, page = drop(world, browser, lossy())
    assert status == 200
    assert "Claude Code" in page and "Compaction 1, line 4" in page
    assert "Never delete the invoices of 2024" in page.partition('class="losses"')[2]


def test_nothing_of_it_is_stored(world: World, browser: Browser) -> None:
    before = AuditEntry.objects.count()
    drop(world, browser, lossy())
    assert not Pin.objects.exists() and not Session.objects.exists() and not Compaction.objects.exists()
    assert AuditEntry.objects.count() == before


def test_suggested_pin_that_is_ticked_comes_into_force(world: World, browser: Browser) -> None:
    _, page = drop(world, browser, lossy())
    posted = form(page)
    assert posted["take"] == []
    taken = {**posted, "take": ["never-delete-the-invoices-of-2024"]}
    assert browser(world.reviewer).post(url(world, "import-pins"), taken).status_code == 302
    [pin] = Pin.objects.filter(team=world.team)
    assert pin.current is not None and bytes(pin.current.text) == RULE.encode()


def test_transcript_without_a_loss_says_so(world: World, browser: Browser) -> None:
    status, page = drop(world, browser, lossy(f"The user wants the archive tidied. {RULE}"))
    assert status == 200 and "No loss of this severity was found." in page


@pytest.mark.parametrize("content", [b"", b"\0\0", b"Dear reader", b"[" * 100_000, b'{"a":1}'])
def test_what_is_no_transcript_is_refused(world: World, browser: Browser, content: bytes) -> None:
    status, page = drop(world, browser, content)
    assert status == 422 and "The file was not read." in page


def test_transcript_that_takes_too_long_is_refused_and_the_next_is_read(
    world: World, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object) -> NoReturn:
        raise TooSlow

    monkeypatch.setattr(SideProcess, "ask", late)
    assert drop(world, browser, lossy())[0] == 413
    monkeypatch.undo()
    assert drop(world, browser, lossy())[0] == 200


def test_too_large_a_transcript_is_refused(world: World, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "LARGEST", 10)
    assert drop(world, browser, lossy())[0] == 413


def test_words_of_a_transcript_stand_on_the_page_as_text(world: World, browser: Browser) -> None:
    sly = [{"role": "user", "content": "Never open <script>alert(1)</script> files."}]
    lines = [*claude_code(sly, "Nothing."), json.dumps({"type": "<img src=x>", "uuid": "z"})]
    _, page = drop(world, browser, "\n".join(lines).encode(), "<b>x</b>.jsonl")
    assert not any(bad in page for bad in ("<script>alert", "<img src=x>", "<b>x</b>.jsonl"))


def test_a_viewer_has_no_such_page(world: World, browser: Browser) -> None:
    client = browser(world.viewer)
    assert client.get(url(world, "audit-transcript")).status_code == 403
    assert url(world, "audit-transcript") not in client.get(url(world, "sessions")).content.decode()


@pytest.mark.django_db(transaction=True)
def test_audit_is_made_outside_of_a_transaction(world: World, browser: Browser) -> None:
    """As a server runs it: nothing around the request holds a transaction open."""
    assert drop(world, browser, lossy())[0] == 200
