"""Puts the demo team and its sessions into the database, through the services that people and agents use."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction

from reviewapp.demo.stories import Story, stories
from reviewapp.guard.states import State
from reviewapp.models import AgentToken, Compaction, DismissReason, Membership, Role, Scope, Session, Team, User
from reviewapp.services import analysis, finalize, intake, members, review, teams, tokens
from reviewapp.services.gate import gate

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
    """Make what is missing: the team, its people, and each session that is not there yet."""
    team = Team.objects.filter(slug=TEAM).first() or _found()
    _invite_missing(team)
    known = set(Session.objects.filter(team=team).values_list("external_id", flat=True))
    missing = [story for story in stories() if story.session not in known]
    if missing:
        token = _token(team, "demo data", [Scope.SUBMIT]).token
        for story in missing:
            with transaction.atomic():  # a session whose making was cut short is made again, whole
                _submit(team, token, story)
        tokens.revoke(team=team, user=_lead(team), token_id=token.id)


def new_credentials() -> Credentials:
    """New passwords for the three people and a new agent token; the old ones end."""
    team = Team.objects.get(slug=TEAM)
    for token in AgentToken.objects.filter(team=team, name="demo agent", revoked_at=None):
        tokens.revoke(team=team, user=_lead(team), token_id=token.id)
    return Credentials(list(_logins(team)), _token(team, "demo agent", list(Scope)).secret)


def _found() -> Team:
    return teams.found(slug=TEAM, name="Demo team", username=next(iter(PEOPLE))).membership.team


def _invite_missing(team: Team) -> None:
    known = set(Membership.objects.filter(team=team).values_list("user__username", flat=True))
    for name in PEOPLE.keys() - known:
        members.invite(team=team, user=_lead(team), username=name, role=PEOPLE[name])


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


def _submit(team: Team, token: AgentToken, story: Story) -> None:
    """The last generation is left to the workers; those before it have to be in effect first."""
    below: list[Compaction] = []
    for turns, summary in story.generations:
        if below:
            _take_effect(team, below[-1])
        proposal = intake.Proposal(story.session, summary, turns, builds_on=[each.id for each in below])
        below = [intake.submit(team=team, token=token, proposal=proposal).compaction]


def _take_effect(team: Team, compaction: Compaction) -> None:
    """Analysed and approved: by the team's policy where that finds nothing, else by the lead."""
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    if compaction.state == State.IN_REVIEW:
        finalize.approve(**_by_lead(team, compaction), manifest_digest=_cleared(team, compaction))
        compaction.refresh_from_db()
    if compaction.state != State.APPROVED:
        raise RuntimeError(f"generation 1 of the demo session {compaction.session} is {compaction.state}")


def _cleared(team: Team, compaction: Compaction) -> str:
    """The manifest digest once nothing blocks it any more."""
    for key in gate(compaction).blocking:
        review.dismiss(**_by_lead(team, compaction), finding_key=key, reason_code=DismissReason.RESTATED)
    return gate(compaction).manifest_digest


def _by_lead(team: Team, compaction: Compaction) -> dict[str, Any]:
    return {"team": team, "user": _lead(team), "compaction_id": compaction.id}
