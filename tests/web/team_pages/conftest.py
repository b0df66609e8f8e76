"""Rooms are tested with an engine whose every word can be predicted."""

from __future__ import annotations

import pytest

from reviewapp.services.compactions import checks
from tests import plain_engine


@pytest.fixture(autouse=True)
def predictable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
