"""What every adapter is tested with: the words of a user, a person who decides, and a server that is gone."""

from __future__ import annotations

import pytest

from reviewapp.client import NotReached, Request, Response
from tests.api.agents import People
from tests.api.flow import RULE
from tests.client.human import Human

ASKED = (f"Move the cluster to the new VPC. {RULE}", "Keep me posted.", "How far are you?")


@pytest.fixture
def human(ours: People) -> Human:
    return Human(ours)


def dead(_request: Request) -> Response:
    raise NotReached("no answer from http://localhost")
