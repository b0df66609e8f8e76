"""Puts the demo team and its sessions into the database, through the services that people and agents use."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction

from reviewapp.demo import pins
from reviewapp.demo.play import Cast, play
from reviewapp.demo.stories import FOLDER, Story, read, stories
from reviewapp.models import AgentToken, Membership, Pin, Role, Scope, Session, Team, User
from reviewapp.services.teams import founding, saved_filters, tokens

TEAM = "demo"
PEOPLE = {"lena": Role.LEAD, "rafi": Role.REVIEWER, "noor": Role.REVIEWER}


class Login(NamedTuple):
    username: str
    password: str
    role: str


class Credentials(NamedTuple):
    """What is shown once: the passwords of three people and the bearer of an agent."""

    logins: list[Login]
    agent_token: str


def fill() -> None:
    """Make what is missing: the team, its people, its register, and each session that is not there yet."""
    team = Team.objects.filter(slug=TEAM).first() or _found()
    _invite_missing(team)
    known = set(Session.objects.filter(team=team).values_list("external_id", flat=True))
    missing = [story for story in stories() if story.session not in known]
    if missing:
        with transaction.atomic():  # what was cut short is made again, whole
            _play(team, missing)


def new_credentials() -> Credentials:
    """New passwords for the three people and a new agent token; the old ones end."""
    team = Team.objects.get(slug=TEAM)
    for token in AgentToken.objects.filter(team=team, name="demo agent", revoked_at=None):
        tokens.revoke(team=team, user=_lead(team), token_id=token.id)
    return Credentials(list(_logins(team)), _token(team, "demo agent", list(Scope)).secret)


def _play(team: Team, missing: Sequence[Story]) -> None:
    told = read(FOLDER / "team.toml")
    fresh = not Pin.objects.filter(team=team).exists()
    agents = {name: _token(team, name, [Scope.SUBMIT, Scope.PROPOSE_PINS]).token for name in told["agents"]}
    cast = Cast(team, _people(team), agents, told["compactors"])
    if fresh:
        pins.fill(cast, told)
    for story in missing:
        play(cast, story)
    if fresh:
        pins.propose(cast, told)
        _keep_views(cast, told["views"])
    for token in agents.values():
        tokens.revoke(team=team, user=_lead(team), token_id=token.id)


def _people(team: Team) -> dict[str, User]:
    ours = Membership.objects.select_related("user").filter(team=team, user__username__in=PEOPLE)
    return {membership.user.username: membership.user for membership in ours}


def _keep_views(cast: Cast, told: Sequence[Mapping[str, str]]) -> None:
    for view in told:
        saved_filters.save(team=cast.team, user=cast.people[view["by"]], name=view["name"], query=view["query"])


def _found() -> Team:
    return founding.found(slug=TEAM, name="Demo team", username=next(iter(PEOPLE))).membership.team


def _invite_missing(team: Team) -> None:
    known = set(Membership.objects.filter(team=team).values_list("user__username", flat=True))
    for name in PEOPLE.keys() - known:
        founding.enrol(team=team, username=name, role=PEOPLE[name])


def _lead(team: Team) -> User:
    return Membership.objects.select_related("user").filter(team=team, role=Role.LEAD).earliest("id").user


def _token(team: Team, name: str, scopes: list[Scope]) -> tokens.Issued:
    return tokens.create(team=team, user=_lead(team), name=name, scopes=scopes)


def _logins(team: Team) -> Iterator[Login]:
    ours = Membership.objects.select_related("user").filter(team=team, user__username__in=PEOPLE)
    for membership in sorted(ours, key=lambda each: list(PEOPLE).index(each.user.username)):
        password = secrets.token_urlsafe(12)
        membership.user.set_password(password)
        membership.user.save(update_fields=["password"])
        yield Login(membership.user.username, password, membership.role)
