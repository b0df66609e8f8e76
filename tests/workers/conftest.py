from __future__ import annotations

import pytest

from reviewapp.local import Urls
from tests.workers.processes import empty_broker
from tests.world import World, make_world


@pytest.fixture
def world(transactional_db: None, server_urls: Urls) -> World:
    """Committed rows, which other processes see too, and a broker that holds nothing yet."""
    empty_broker(server_urls)
    return make_world()
