"""A log line names what happened and where, and holds nothing that a turn, a pin or a query said."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import structlog
from django.test import RequestFactory

from reviewapp.logging import RequestLogMiddleware, without_agent

CANARY = "swordfish-0451"
CHECKOUT = Path(__file__).parent.parent

# In a process of its own: pytest puts handlers of its own on the root logger.
PROGRAM = f"""
import logging, logging.config, structlog
from reviewapp.logging import configure, logging_config

configure()
logging.config.dictConfig(logging_config(logging.INFO))

def fail():
    raise ValueError("{CANARY}")

try:
    try:
        fail()
    except ValueError as error:
        raise RuntimeError("{CANARY}") from error
except RuntimeError:
    structlog.get_logger("reviewapp.sample").exception("analysis_failed", compaction="c1")
    logging.getLogger("library").exception("failed", extra={{"compaction": "c2", "request": "{CANARY}"}})
"""


def test_exception_is_logged_without_its_text() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    ours, theirs = (json.loads(line) for line in done.stderr.splitlines())
    assert (ours["event"], ours["compaction"]) == ("analysis_failed", "c1")
    assert (theirs["event"], theirs["compaction"]) == ("failed", "c2")
    for line in (ours, theirs):
        assert [link["type"] for link in line["exception"]] == ["builtins.RuntimeError", "builtins.ValueError"]
        assert line["exception"][1]["at"][-1].endswith(" fail")
    assert CANARY not in done.stderr


def test_request_is_logged_without_its_query() -> None:
    request = RequestFactory().get("/api/v1/sessions/s/recall", {"q": CANARY})
    assert RequestLogMiddleware.format_request(request) == "GET /api/v1/sessions/…/recall"


def test_a_client_writes_nothing_of_its_own_into_the_log() -> None:
    event = {"event": "request_started", "user_agent": CANARY}
    assert CANARY not in str(without_agent(None, "info", event))
    assert without_agent in structlog.get_config()["processors"]
