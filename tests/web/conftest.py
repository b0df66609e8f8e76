"""Pages of a small team: a lead, a reviewer and a viewer, each with a browser of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client

from reviewapp.models import Compaction, User
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.review_state import review_state_of
from tests.at_once import worker_at_once as worker_at_once
from tests.world import World, make_world


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@dataclass(frozen=True)
class Desk:
    """One compaction in review, and the addresses of its page."""

    world: World
    compaction: Compaction

    @property
    def url(self) -> str:
        return f"/t/{self.world.team.slug}/c/{self.compaction.pk}/"

    def fresh(self) -> Compaction:
        return Compaction.objects.get(pk=self.compaction.pk)

    def finding(self, quote: str, kind: str = "") -> str:
        """The key of the blocking finding whose raw span holds these words, or of the first one of a kind."""
        judged = [each for each in review_state_of(self.fresh()).findings if quote in each.quote]
        of_kind = [each for each in judged if (each.finding.kind == kind if kind else each.severity == "blocking")]
        return of_kind[0].finding.key

    def quote(self, words: str) -> str:
        """All words of the turn that this finding is about."""
        key, judged = self.finding(words), review_state_of(self.fresh()).findings
        return next(each.quote for each in judged if each.finding.key == key)

    def revision(self) -> int:
        current = self.fresh().current_revision
        assert current is not None
        return current.number

    def open_blocking(self) -> tuple[str, ...]:
        return gate(self.fresh()).blocking


@pytest.fixture
def desk(world: World) -> Desk:
    return Desk(world, world.in_review())


Browser = Callable[[User], Client]


@pytest.fixture
def browser() -> Browser:
    """A client without script, logged in as somebody."""

    def of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return of
