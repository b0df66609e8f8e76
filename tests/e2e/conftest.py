"""A real browser, a real server. Worlds are built by services and logins are cookies: a test clicks what it tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from reviewapp.demo.stories import stories
from reviewapp.models import Compaction, Heartbeat, Resolution, User
from reviewapp.services.compactions import checks
from reviewapp.services.compactions.approval_checks import gate
from tests.at_once import worker_at_once as worker_at_once
from tests.e2e import scripted
from tests.e2e.chromium import REFUSALS, awake, chromium, complaints
from tests.e2e.fonts import WIDEST
from tests.world import World, make_world

PATIENCE = 20_000  # ms until a step that waits for the server fails
expect.set_options(timeout=PATIENCE)

# Playwright runs a loop in this thread, in which Django would refuse the database; nothing here is async.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="package")
def browsers() -> Iterator[Callable[[str], Browser]]:
    """This folder's alone: while it is open, its loop runs in this thread, where other tests start theirs."""
    with chromium() as with_fonts:
        yield with_fonts


@pytest.fixture
def fonts() -> str:
    """Which family the browser has; a test of the layout is told each of them."""
    return WIDEST


@pytest.fixture
def browser(browsers: Callable[[str], Browser], fonts: str) -> Browser:
    return browsers(fonts)


@dataclass(frozen=True)
class Site:
    """A team without anything in it, on a running server."""

    url: str
    world: World

    def at(self, path: str) -> str:
        """The address of a page of the team."""
        return f"{self.url}/t/{self.world.team.slug}/{path}"

    def review_of(self, compaction: Compaction) -> str:
        return self.at(f"c/{compaction.pk}/")


@dataclass(frozen=True)
class Desk(Site):
    """One proposal in review."""

    compaction: Compaction

    @property
    def review(self) -> str:
        return self.review_of(self.compaction)

    def fresh(self) -> Compaction:
        return Compaction.objects.select_related("current_revision").get(pk=self.compaction.pk)

    def blocking(self) -> tuple[str, ...]:
        return gate(self.fresh()).blocking

    def summary(self) -> str:
        revision = self.fresh().current_revision
        assert revision is not None
        return revision.summary

    def actions(self) -> list[str]:
        """What was done to findings, in order."""
        rows = Resolution.objects.filter(compaction=self.compaction).order_by("id")
        return list(rows.values_list("action", flat=True))


@pytest.fixture
def site(transactional_db: None, live_server: LiveServer) -> Site:
    # Logins are counted by address and minute, and tests of a whole process share one address.
    cache.clear()
    # A sweeper was heard of just now: without one every page says first that no worker is there.
    Heartbeat.objects.create(name="sweeper", at=timezone.now() + timedelta(hours=1))
    return Site(live_server.url, make_world())


@pytest.fixture
def desk(site: Site) -> Desk:
    """The demo's EKS story, read by the real engine."""
    story = next(story for story in stories() if story.session == "eks-migration")
    told = story.generations[-1]
    return Desk(site.url, site.world, site.world.in_review(story.session, turns=told.turns, summary=told.summary))


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> None:
    """Findings are those that `scripted` has written down."""
    monkeypatch.setattr(checks, "text_findings", scripted.read)


@pytest.fixture
def told(site: Site, script: None) -> Desk:
    """The session of `scripted`: 1 inverted, 2 dropped, 3 added (these block), 4 altered (a warning), 5 a note."""
    compaction = site.world.in_review("billing", turns=scripted.TURNS, summary=scripted.SUMMARY)
    return Desk(site.url, site.world, compaction)


Open = Callable[..., Page]
Theme = Literal["light", "dark"]


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Open]:
    """Opens a page as somebody who is logged in. At the end, no page may have complained of anything."""
    contexts: list[BrowserContext] = []
    found: list[list[str]] = []

    def logged_in(
        user: User,
        url: str = "",
        *,
        width: int = 1440,
        height: int = 900,
        theme: Theme = "light",
        script: bool = True,
        locale: str = "en-US",
        answers: tuple[int, ...] = REFUSALS,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, java_script_enabled=script, locale=locale
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        log_in(context, site.url, user)
        page = context.new_page()
        found.append(complaints(page, answers))
        page.goto(url or site.at("queue/"))
        if script:
            awake(page)
        return page

    yield logged_in
    for context in contexts:
        context.close()
    assert [line for lines in found for line in lines] == []


def log_in(context: BrowserContext, url: str, user: User) -> None:
    """By a session of the server's; the form has a test of its own."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])
