from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.conf import LazySettings
from django.db.models import F

from reviewapp.models import Notice, NoticeChoice, User
from reviewapp.services import dispatch
from reviewapp.services.compactions import checks
from reviewapp.services.notices import digests
from tests import plain_engine
from tests.world import World, make_world


class Post:
    """What a mail server took, each with who it was for. `refuses` makes it say no."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, EmailMessage]] = []
        self.refuses = False

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        if self.refuses:
            return "451 later"
        message = message_from_bytes(envelope.content, policy=policy.default)
        self.taken += [(each, message) for each in envelope.rcpt_tos]
        return "250 taken"

    def of(self, user: User) -> list[EmailMessage]:
        return [message for to, message in self.taken if to == user.email]


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    world = make_world()
    for user in (world.lead, world.reviewer, world.viewer):
        user.email = f"{user.username}@example.com"
        user.save()
    return world


@pytest.fixture
def post_office(settings: LazySettings) -> Iterator[Post]:
    """A mail server of the test, and a Stet that sends by it."""
    post = Post()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Controller(post, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_URL, settings.EMAIL_HOST, settings.EMAIL_PORT = "smtp+plain://127.0.0.1", "127.0.0.1", port
    yield post
    server.stop()


def let_pass(**time: float) -> None:
    gone = timedelta(**time)
    Notice.objects.update(at=F("at") - gone)
    NoticeChoice.objects.update(retry_at=F("retry_at") - gone)


def tell() -> int:
    """What the workers do."""
    dispatch.dispatch()
    return digests.send_due()


def kinds(user: User | None) -> list[str]:
    return sorted(Notice.objects.filter(user=user, done_at=None).values_list("kind", flat=True))
