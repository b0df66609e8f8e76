"""The receiver of the examples takes what Stet sends, once, and nothing that somebody else made up."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from reviewapp.models import WebhookDelivery
from reviewapp.services.webhooks import endpoints
from tests.outbound.servers import Server
from tests.webhooks.conftest import Attach, tell
from tests.world import World

EXAMPLE = Path(__file__).parents[2] / "examples" / "webhook_receiver.py"
SOON_S = 20


@pytest.fixture
def server() -> Server:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return Server(free.getsockname()[1])


def started(server: Server, secret: str) -> subprocess.Popen[str]:
    env = {**os.environ, "STET_WEBHOOK_SECRET": secret}
    command = [sys.executable, str(EXAMPLE), str(server.port)]
    receiver = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    end = time.monotonic() + SOON_S
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(server.host, 1):
            return receiver
        time.sleep(0.05)
    raise AssertionError("the receiver did not start")


def test_it_takes_what_is_signed_once_and_refuses_the_rest(world: World, attach: Attach, server: Server) -> None:
    made = attach(server)
    receiver = started(server, made.secret)
    try:
        world.in_review()
        assert tell(made) == [1]
        delivery = WebhookDelivery.objects.get()
        assert delivery.state == "delivered"
        endpoints.redeliver(team=world.team, user=world.lead, delivery_id=delivery.pk)
        assert tell(made) == [1]
        forged = urllib.request.Request(server.url(), b"{}", {"webhook-id": "msg_x", "webhook-timestamp": "1"})
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(forged, timeout=SOON_S)
    finally:
        receiver.terminate()
        printed, _ = receiver.communicate(timeout=SOON_S)
    assert [line.split()[0] for line in printed.splitlines()] == ["compaction.in_review"]
