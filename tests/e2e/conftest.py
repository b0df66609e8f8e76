"""A real browser against a real server, with the demo's EKS story in review."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from reviewapp.demo.stories import stories
from reviewapp.models import Compaction, User
from reviewapp.services.gate import gate
from tests.e2e.chromium import chromium, complaints, log_in
from tests.world import World, make_world

PASSWORD = "let-it-stand-2026"
PATIENCE = 20_000  # ms until a step that waits for the server fails
expect.set_options(timeout=PATIENCE)

# Playwright runs a loop in this thread, in which Django would refuse the database; nothing here is async.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A module's own: while it is open, its loop runs in this thread, where other tests start theirs."""
    with chromium() as started:
        yield started


@dataclass(frozen=True)
class Desk:
    """The story in review on a running server."""

    url: str
    world: World
    compaction: Compaction

    @property
    def review(self) -> str:
        return f"{self.url}/t/{self.world.team.slug}/c/{self.compaction.pk}/"

    def fresh(self) -> Compaction:
        return Compaction.objects.get(pk=self.compaction.pk)

    def blocking(self) -> tuple[str, ...]:
        return gate(self.fresh()).blocking


@pytest.fixture
def desk(transactional_db: None, live_server: LiveServer) -> Desk:
    world = make_world()
    for user in (world.lead, world.reviewer, world.viewer):
        user.set_password(PASSWORD)
        user.save()
    story = next(story for story in stories() if story.session == "eks-migration")
    told = story.generations[-1]
    return Desk(live_server.url, world, world.in_review(story.session, turns=told.turns, summary=told.summary))


Open = Callable[..., Page]
Theme = Literal["light", "dark"]


@pytest.fixture
def visit(browser: Browser, desk: Desk) -> Iterator[Open]:
    """Opens a page as somebody who logged in. At the end, no page may have complained of anything."""
    contexts: list[BrowserContext] = []
    found: list[list[str]] = []

    def logged_in(
        user: User, *, width: int = 1440, height: int = 900, theme: str = "light", script: bool = True
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            java_script_enabled=script,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        found.append(complaints(page))
        log_in(page, desk.url, user.username, PASSWORD)
        return page

    yield logged_in
    for context in contexts:
        context.close()
    assert [line for lines in found for line in lines] == []
