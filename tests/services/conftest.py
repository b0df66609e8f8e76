from __future__ import annotations

import pytest

from reviewapp.services.compactions import checks
from tests import plain_engine
from tests.at_once import worker_at_once as worker_at_once
from tests.world import World, make_world


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """One team, and an engine that can be predicted."""
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    return make_world()
