"""The register of constraints that no summary may lose."""

from __future__ import annotations

from enum import StrEnum

from django.db import models

from reviewapp.guard.pinned import PinSeverity
from reviewapp.models.base import BytesField, DigestField, PublicTeamOwned, TeamOwned, one_of, written_at
from reviewapp.models.people import AgentToken, User
from reviewapp.models.sessions import Session


class PinState(StrEnum):
    ACTIVE = "active"
    RETIRED = "retired"


class ProposalState(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"


class RetirementState(StrEnum):
    OPEN = "open"
    DONE = "done"
    WITHDRAWN = "withdrawn"


class OriginKind(StrEnum):
    """Where a pin's text comes from: a person, or a span of a turn of that origin."""

    PERSON = "person"
    USER = "user"
    SYSTEM = "system"
    AGENT = "agent"
    TOOL = "tool"
    MEMORY = "memory"
    HARNESS = "harness"
    SUMMARY = "summary"


class Register(TeamOwned):
    """All pins of a scope. Its row is the lock of every change and every approval, so it is born with its scope."""

    session = models.OneToOneField(
        Session, on_delete=models.PROTECT, db_constraint=False, related_name="register", null=True
    )
    version = models.PositiveIntegerField(default=0)
    digest = BytesField(default=b"")  # empty until the first change

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(
                fields=["team"], condition=models.Q(session__isnull=True), name="one_register_per_team"
            ),
        ]


class SpanOrigin(TeamOwned):
    """Where a text was taken from: bytes of one turn, or a person."""

    origin_session = models.ForeignKey(
        Session, on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True
    )
    origin_turn_seq = models.PositiveIntegerField(null=True)
    origin_start = models.PositiveIntegerField(null=True)
    origin_end = models.PositiveIntegerField(null=True)
    origin_kind = models.CharField(max_length=8, default=OriginKind.PERSON.value)

    class Meta(TeamOwned.Meta):
        abstract = True
        constraints = [
            *TeamOwned.Meta.constraints,
            one_of("origin_kind", OriginKind, name="%(class)s_origin_known"),
            models.CheckConstraint(
                condition=models.Q(origin_session=None, origin_turn_seq=None, origin_start=None, origin_end=None)
                | models.Q(
                    origin_session__isnull=False,
                    origin_turn_seq__isnull=False,
                    origin_start__isnull=False,
                    origin_end__isnull=False,
                    origin_end__gte=models.F("origin_start"),
                ),
                name="%(class)s_origin_whole",
            ),
        ]


class Pin(PublicTeamOwned):
    register = models.ForeignKey(Register, on_delete=models.PROTECT, db_constraint=False, related_name="pins")
    key = models.CharField(max_length=100)
    state = models.CharField(max_length=8, default=PinState.ACTIVE.value)
    current = models.ForeignKey(
        "PinVersion", on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True
    )
    expiry_confirmed_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)

    class Meta(PublicTeamOwned.Meta):
        constraints = [
            *PublicTeamOwned.Meta.constraints,
            one_of("state", PinState, name="pin_state_known"),
            models.UniqueConstraint(
                fields=["register", "key"], condition=models.Q(state="active"), name="one_active_pin_per_key"
            ),
        ]

    def __str__(self) -> str:
        return self.key


class PinVersion(SpanOrigin):
    pin = models.ForeignKey(Pin, on_delete=models.PROTECT, db_constraint=False, related_name="versions", db_index=False)
    n = models.PositiveIntegerField()
    text = BytesField()
    sha256 = DigestField()
    severity = models.CharField(max_length=20)
    enforced_below = models.CharField(max_length=200, blank=True)
    expires_at = models.DateTimeField(null=True)
    hidden_characters = models.BooleanField(default=False)
    salience = models.PositiveSmallIntegerField(null=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = written_at()
    reason = models.TextField(blank=True)

    class Meta(SpanOrigin.Meta):
        constraints = [
            *SpanOrigin.Meta.constraints,
            models.UniqueConstraint(fields=["pin", "n"], name="one_pin_version_per_number"),
            one_of("severity", PinSeverity, name="pin_severity_known"),
        ]


class PinProposal(PublicTeamOwned, SpanOrigin):
    """An agent asks for a pin; a person decides."""

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, db_constraint=False, related_name="pin_proposals", null=True
    )
    key = models.CharField(max_length=100)
    text = BytesField()
    severity = models.CharField(max_length=20)
    token = models.ForeignKey(AgentToken, on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True)
    state = models.CharField(max_length=8, default=ProposalState.OPEN.value)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    decided_at = models.DateTimeField(null=True)
    at = written_at()

    class Meta(SpanOrigin.Meta):
        constraints = [
            *SpanOrigin.Meta.constraints,
            one_of("severity", PinSeverity, name="pin_proposal_severity_known"),
            one_of("state", ProposalState, name="pin_proposal_state_known"),
            models.CheckConstraint(
                condition=models.Q(state="open", decided_by__isnull=True)
                | (~models.Q(state="open") & models.Q(decided_by__isnull=False)),
                name="pin_proposal_decided_by_person",
            ),
        ]


class Retirement(PublicTeamOwned):
    """A request to take a pin out of force, with its evidence."""

    pin = models.ForeignKey(Pin, on_delete=models.PROTECT, db_constraint=False, related_name="retirements")
    evidence = models.TextField()
    evidence_digest = DigestField()
    requested_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, default=RetirementState.OPEN.value)
    receipt = models.ForeignKey("Receipt", on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True)
    at = written_at()

    class Meta(PublicTeamOwned.Meta):
        constraints = [
            *PublicTeamOwned.Meta.constraints,
            one_of("state", RetirementState, name="retirement_state_known"),
            models.UniqueConstraint(
                fields=["pin"], condition=models.Q(state="open"), name="one_open_retirement_per_pin"
            ),
            models.CheckConstraint(
                condition=~models.Q(state="done") | models.Q(receipt__isnull=False), name="retirement_has_receipt"
            ),
        ]


class RetirementVote(TeamOwned):
    """A second pair of eyes; the database refuses the requester's own."""

    retirement = models.ForeignKey(
        Retirement, on_delete=models.PROTECT, db_constraint=False, related_name="votes", db_index=False
    )
    voter = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = written_at()

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["retirement", "voter"], name="one_vote_per_person"),
        ]
