"""A small world for tests: one team with three people and a token, and a session whose summary loses a prohibition."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict
from uuid import UUID

from reviewapp.models import AgentToken, Compaction, Membership, Policy, Role, Scope, Session, Team, User
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions import analysis, intake
from reviewapp.services.compactions.intake import Proposal, TurnIn
from reviewapp.services.locks import transaction

RULE = "Under NO circumstances should you touch the legacy Aurora instance in subnet-0a1b2c3d."
PORT = "DO NOT open port 5432 to the internet."
TURNS = (
    TurnIn("system", "You migrate the billing service."),
    TurnIn("user", f"Move the service to EKS. {RULE}"),
    TurnIn("user", PORT),
    TurnIn("assistant", "I listed the subnets and wrote a plan."),
)
LOSSY = "The service moves to EKS. A plan was written and the subnets were listed."
FAITHFUL = f"You migrate the billing service. Move the service to EKS. {RULE} {PORT}"


class By(TypedDict):
    """Who does something to which compaction: the first arguments of every action of a review."""

    team: Team
    user: User
    compaction_id: UUID


@dataclass(frozen=True)
class World:
    team: Team
    lead: User
    reviewer: User
    viewer: User
    token: AgentToken

    def propose(
        self, session: str = "s-1", *, turns: Sequence[TurnIn] = TURNS, summary: str = LOSSY, **how: Any
    ) -> Compaction:
        """Submitted, not yet analysed."""
        proposal = Proposal(session=session, summary=summary, turns=turns, **how)
        return intake.submit(team=self.team, token=self.token, proposal=proposal).compaction

    def in_review(self, session: str = "s-1", **how: Any) -> Compaction:
        compaction = self.propose(session, **how)
        analysis.analyse(compaction_id=compaction.id)
        compaction.refresh_from_db()
        return compaction

    def by(self, user: User, compaction: Compaction) -> By:
        return {"team": self.team, "user": user, "compaction_id": compaction.id}

    def session(self, name: str = "s-1") -> Session:
        return Session.objects.get(team=self.team, external_id=name)

    def policy(self, **rules: Any) -> Policy:
        """A new policy version, past the service: tests may set what a lead could not yet."""
        before = Policy.objects.current(self.team)
        kept = {name: getattr(before, name) for name in ("auto_approve", "quorum", "four_eyes", "expiry_hours")}
        return next_policy(self.team, self.lead, before.version + 1, **{**kept, **rules})


def next_policy(team: Team, lead: User, version: int, **rules: Any) -> Policy:
    with transaction():
        policy = Policy.objects.create(team=team, version=version, created_by=lead, **rules)
        audit_log.append(team, "policy.changed", lead, policy, {"version": version})
    return policy


def make_world(slug: str = "platform") -> World:
    team = Team.objects.create(slug=slug, name=slug.title())
    people = {role: User.objects.create_user(f"{role}-of-{slug}") for role in Role}
    for role, user in people.items():
        Membership.objects.create(team=team, user=user, role=role)
    token = AgentToken.objects.create(
        team=team,
        public_id=secrets.token_hex(8),
        digest=secrets.token_bytes(32),
        name="agent",
        scopes=[Scope.SUBMIT.value, Scope.READ.value],
        created_by=people[Role.LEAD],
    )
    return World(team, people[Role.LEAD], people[Role.REVIEWER], people[Role.VIEWER], token)
