"""The demo: made once through the services, with logins that work, and never twice."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import RequestFactory

from reviewapp.demo.stories import stories
from reviewapp.guard.states import State
from reviewapp.models import Compaction, Finding, Membership, Role, Session, Team, Turn, User
from reviewapp.services.compactions import analysis
from reviewapp.services.teams import tokens

pytestmark = pytest.mark.django_db


def seeded(path: Path) -> dict[str, Any]:
    call_command("seed_demo", credentials=path, verbosity=0)
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def logs_in(username: str, password: str) -> bool:
    return authenticate(RequestFactory().get("/"), username=username, password=password) is not None


def test_logins_and_token_work(tmp_path: Path) -> None:
    demo = seeded(tmp_path / "demo.json")
    assert (demo["url"], demo["team"]) == ("http://localhost:8000", "demo")
    assert [login["role"] for login in demo["logins"]] == ["lead", "reviewer", "reviewer"]
    assert all(logs_in(login["username"], login["password"]) for login in demo["logins"])
    assert (demo["username"], demo["password"]) == (demo["logins"][0]["username"], demo["logins"][0]["password"])
    token = tokens.authenticate(demo["agent_token"])
    assert token is not None
    assert token.team.slug == "demo"


def test_credentials_are_private(tmp_path: Path) -> None:
    seeded(tmp_path / "demo.json")
    assert stat.S_IMODE((tmp_path / "demo.json").stat().st_mode) == 0o600


def test_second_time_changes_nothing(tmp_path: Path) -> None:
    first = seeded(tmp_path / "demo.json")
    counts = [model.objects.count() for model in (User, Team, Session, Turn, Compaction)]
    assert seeded(tmp_path / "demo.json") == first
    assert [model.objects.count() for model in (User, Team, Session, Turn, Compaction)] == counts


def test_lost_credentials_are_made_anew_and_the_old_ones_end(tmp_path: Path) -> None:
    first = seeded(tmp_path / "demo.json")
    second = seeded(tmp_path / "other.json")
    assert logs_in(second["username"], second["password"])
    assert not logs_in(first["username"], first["password"])
    assert tokens.authenticate(first["agent_token"]) is None


def test_sessions_wait_for_the_worker_and_the_long_one_is_long(tmp_path: Path) -> None:
    seeded(tmp_path / "demo.json")
    assert set(Session.objects.values_list("external_id", flat=True)) == {story.session for story in stories()}
    assert Turn.objects.filter(session__external_id="event-store-move").count() >= 300
    second = Compaction.objects.get(session__external_id="data-import", generation=2)
    assert (second.state, second.builds_on.get().state) == (State.RECEIVED, State.APPROVED)


def test_the_two_prohibitions_about_aurora_are_found(tmp_path: Path) -> None:
    seeded(tmp_path / "demo.json")
    compaction = Compaction.objects.get(session__external_id="eks-migration")
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == State.IN_REVIEW
    found = Finding.objects.filter(analysis__compaction=compaction, turn_seq=7).exclude(severity="note")
    turn = Turn.objects.get(session=compaction.session, seq=7)
    quotes = [finding.quote(turn.text) for finding in found]
    assert any("Under NO circumstances should you touch" in quote for quote in quotes)
    assert any("DO NOT open port 5432" in quote for quote in quotes)


def test_first_team_is_founded_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_team", "ops", "Operations", "mara")
    password = capsys.readouterr().out.strip().removesuffix(".").rpartition("password ")[2]
    assert logs_in("mara", password)
    assert Membership.objects.get(team__slug="ops").role == Role.LEAD
    with pytest.raises(CommandError, match="team ops already"):
        call_command("create_team", "ops", "Operations", "mara")
    with pytest.raises(CommandError):
        call_command("create_team", "no slug", "Operations", "mara")
