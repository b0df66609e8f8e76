from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction

from reviewapp.services.compactions import checks
from tests import plain_engine
from tests.world import World, make_world


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Gone at the end, before a commit would ask for what steps taken by plain SQL lack."""
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    with transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)
