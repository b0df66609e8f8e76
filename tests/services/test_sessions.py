"""Closing a session: it takes nothing more, and what was open of it is superseded with a receipt."""

from __future__ import annotations

import pytest

from reviewapp.models import AuditEntry
from reviewapp.services.compactions import closing
from reviewapp.services.errors import Refused
from tests.world import World, make_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def close(world: World, **by: object) -> None:
    closing.close(team=world.team, session_id=world.session().id, **{"actor": world.reviewer, **by})  # type: ignore[arg-type]  # one of two kinds of actor


def test_an_open_proposal_is_superseded(world: World) -> None:
    compaction = world.in_review()
    close(world)
    compaction.refresh_from_db()
    assert (compaction.state, compaction.reason_code) == ("superseded", "session_closed")
    assert compaction.receipt is not None
    with pytest.raises(Refused) as refused:
        world.propose()
    assert refused.value.code == "session_closed"


def test_closing_again_changes_nothing(world: World) -> None:
    world.propose()
    close(world, actor=world.token)
    before = world.session().closed_at
    close(world)
    assert world.session().closed_at == before
    assert AuditEntry.objects.filter(action="session.closed").count() == 1


def test_a_viewer_closes_nothing(world: World) -> None:
    world.propose()
    with pytest.raises(Refused) as refused:
        close(world, actor=world.viewer)
    assert refused.value.status == 403
    assert world.session().closed_at is None


def test_another_team_has_no_such_session(world: World) -> None:
    world.propose()
    other = make_world("other")
    with pytest.raises(Refused) as refused:
        closing.close(team=other.team, actor=other.lead, session_id=world.session().id)
    assert refused.value.status == 404
