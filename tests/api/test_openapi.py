"""The OpenAPI document is a promise: a change of it has to be meant.

`UPDATE_OPENAPI=1` writes it anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from django.test import Client

import reviewapp.api.urls  # noqa: F401  # hangs the routes into the API
from reviewapp.api.app import api

KEPT = Path(__file__).with_name("openapi.json")


def test_it_is_the_document_that_was_kept() -> None:
    document = json.dumps(api.get_openapi_schema(path_prefix="/api/v1/"), indent=1, sort_keys=True) + "\n"
    if os.environ.get("UPDATE_OPENAPI"):
        KEPT.write_text(document)
    assert document == KEPT.read_text(), "run with UPDATE_OPENAPI=1 if this change is meant"


def test_anyone_may_read_it() -> None:
    answer = Client().get("/api/v1/openapi.json")
    assert answer.status_code == 200
    assert answer.json()["info"]["title"] == "Stet"


def test_every_route_says_how_it_refuses() -> None:
    for methods in json.loads(KEPT.read_text())["paths"].values():
        for told in methods.values():
            assert {"400", "401", "403", "404", "422", "429", "503"} <= set(told["responses"])
            assert told["security"] == [{"Token": []}]
            assert told["description"]
