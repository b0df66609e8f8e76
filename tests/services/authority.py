"""A small team with a session, a compaction in review, and short words for what people and agents do to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from reviewapp.guard.states import State
from reviewapp.models import AgentToken, Compaction, Membership, Pin, PinVersion, Role, Session, Team, User
from reviewapp.services.compactions import analysis, finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.intake import Proposal, TurnIn, append_turns, submit
from reviewapp.services.context import delivery
from reviewapp.services.pins import register, retirement
from tests.world import next_policy

_numbers = count(1)

HISTORY = (("system", "You migrate clusters."), ("user", "Move the service to EKS."), ("assistant", "Working on it."))


@dataclass
class World:
    """`lead`, `ann` and `bob` may decide; `agent` is a token's name for what an agent does."""

    team: Team
    lead: User
    ann: User
    bob: User
    token: AgentToken
    name: str = "s-1"
    history: list[TurnIn] = field(default_factory=lambda: [TurnIn(*turn) for turn in HISTORY])

    @property
    def session(self) -> Session:
        return Session.objects.get(team=self.team, external_id=self.name)

    def append(self, *turns: tuple[str, str]) -> None:
        given = [TurnIn(role, content) for role, content in turns]
        append_turns(team=self.team, token=self.token, session=self.name, turns=given)

    def submit(self, summary: str = "The service moves to EKS.", **more: Any) -> Compaction:
        proposal = Proposal(self.name, summary, turns=more.pop("turns", self.history), **more)
        return submit(team=self.team, token=self.token, proposal=proposal).compaction

    def in_review(self, summary: str = "The service moves to EKS.", **more: Any) -> Compaction:
        """Submitted and analysed, with the people's turn to decide."""
        compaction = self.submit(summary, **more)
        analysis.analyse(compaction_id=compaction.id)
        compaction.refresh_from_db()
        assert compaction.state == State.IN_REVIEW, compaction.failure
        return compaction

    def shown(self, compaction: Compaction) -> str:
        """The manifest digest that the review page posts."""
        return gate(Compaction.objects.get(id=compaction.id)).manifest_digest

    def approve(self, compaction: Compaction, user: User | None = None, digest: str | None = None) -> Compaction:
        posted = self.shown(compaction) if digest is None else digest
        return finalize.approve(
            team=self.team, user=user or self.ann, compaction_id=compaction.id, manifest_digest=posted
        )

    def approved(self, summary: str = "The service moves to EKS.", **more: Any) -> Compaction:
        return self.approve(self.in_review(summary, **more))

    def serve(self, compaction: Compaction, format: str = "stet") -> delivery.Served:
        return delivery.context(team=self.team, token=self.token, compaction_id=compaction.id, format=format)

    def pin(self, key: str, text: str, severity: str = "ADVISORY", **more: Any) -> PinVersion:
        user = more.pop("user", self.ann)
        return register.pin(team=self.team, user=user, key=key, text=text, severity=severity, **more)

    def retire(self, pin: Pin) -> None:
        """By everybody that it takes."""
        evidence = "The resource was deleted; see change 4711."
        asked = retirement.request_retirement(team=self.team, user=self.ann, pin_id=pin.id, evidence=evidence)
        for voter in (self.bob, self.lead):
            asked.refresh_from_db()
            if asked.state == "open":
                retirement.vote_retirement(team=self.team, user=voter, retirement_id=asked.id)


def make_world(*, auto_approve: str = "never", **policy: Any) -> World:
    number = next(_numbers)
    team = Team.objects.create(slug=f"team-{number}", name="Team")
    lead, ann, bob = (User.objects.create_user(f"{name}-{number}") for name in ("lead", "ann", "bob"))
    for user, role in ((lead, Role.LEAD), (ann, Role.REVIEWER), (bob, Role.REVIEWER)):
        Membership.objects.create(team=team, user=user, role=role)
    token = AgentToken.objects.create(
        team=team, public_id=f"{number:016x}", digest=bytes(32), name="agent", created_by=lead, scopes=["submit"]
    )
    next_policy(team, lead, 2, auto_approve=auto_approve, **policy)
    return World(team, lead, ann, bob, token)
