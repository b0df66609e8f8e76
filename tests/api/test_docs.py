"""docs/api.md names every route and every code that an agent can meet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import reviewapp.api.urls  # noqa: F401  # hangs the routes into the API
from reviewapp.api.app import api
from reviewapp.api.messages import AUTHORITY
from reviewapp.models import Scope

CHECKOUT = Path(__file__).resolve().parents[2]
TEXT = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")
SERVICES = ("intake", "turns", "delivery", "state_record", "prepare", "locks")
SOURCES = [
    *(CHECKOUT / "reviewapp" / "api").rglob("*.py"),
    *(path for path in (CHECKOUT / "reviewapp" / "services").rglob("*.py") if path.stem in SERVICES),
]
# The code comes first in Refused and _bad, and last in BadMessage.
RAISED = r'(?:Refused|_bad)\(\s*"([a-z_]+)"|BadMessage\(.*"([a-z_]+)"\)$'


def test_every_code_is_told() -> None:
    raised = [found for path in SOURCES for found in re.findall(RAISED, path.read_text(encoding="utf-8"), re.MULTILINE)]
    codes = {first or last for first, last in raised}
    assert len(codes) > 20
    assert {code for code in codes if f"`{code}`" not in TEXT} == set()


@pytest.mark.parametrize("path", sorted(api.get_openapi_schema(path_prefix="/api/v1/")["paths"]))
def test_every_route_is_told(path: str) -> None:
    short = path.removeprefix("/api/v1").replace("{compaction_id}", "{id}").replace("{receipt_id}", "{id}")
    assert re.search(rf"`[A-Z`, ]+ {re.escape(short)}[?`]", TEXT), short


def test_every_scope_and_origin_is_told() -> None:
    assert [scope for scope in Scope if f"`{scope}`" not in TEXT] == []
    assert [origin for origin in AUTHORITY if origin not in TEXT] == []
