"""Tables, constraints and reads. No workflow: the verbs are in `services`, and the database checks them again."""

from __future__ import annotations

from reviewapp.guard.pinned import PinSeverity
from reviewapp.guard.receipts import ReceiptKind
from reviewapp.models.accounts import AccountBlock
from reviewapp.models.audit import ActorKind, AuditEntry, AuditHead
from reviewapp.models.compactions import Assurance, Build, Compaction, CompactionKind, Level, Revision
from reviewapp.models.decisions import ContextServe, Decision, KeyState, Receipt, SigningKey, Verdict
from reviewapp.models.desk import Heartbeat, Idempotency, SavedView
from reviewapp.models.findings import Action, Analysis, Comment, DismissReason, Finding, PinCheck, Resolution
from reviewapp.models.marks import Mark
from reviewapp.models.notices import Notice, NoticeChoice, NoticeKind
from reviewapp.models.outbox import (
    DeliveryState,
    EndpointState,
    OutboxEvent,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
)
from reviewapp.models.people import AgentToken, Invitation, Membership, Role, Scope, Team, User
from reviewapp.models.pins import (
    OriginKind,
    Pin,
    PinProposal,
    PinState,
    PinVersion,
    ProposalState,
    Register,
    Retirement,
    RetirementState,
    RetirementVote,
)
from reviewapp.models.policy import AutoApprove, Policy
from reviewapp.models.sessions import ORIGINS, Session, StateRecord, StateRelease, Turn, TurnBody

__all__ = [
    "ORIGINS",
    "AccountBlock",
    "Action",
    "ActorKind",
    "AgentToken",
    "Analysis",
    "Assurance",
    "AuditEntry",
    "AuditHead",
    "AutoApprove",
    "Build",
    "Comment",
    "Compaction",
    "CompactionKind",
    "ContextServe",
    "Decision",
    "DeliveryState",
    "DismissReason",
    "EndpointState",
    "Finding",
    "Heartbeat",
    "Idempotency",
    "Invitation",
    "KeyState",
    "Level",
    "Mark",
    "Membership",
    "Notice",
    "NoticeChoice",
    "NoticeKind",
    "OriginKind",
    "OutboxEvent",
    "Pin",
    "PinCheck",
    "PinProposal",
    "PinSeverity",
    "PinState",
    "PinVersion",
    "Policy",
    "ProposalState",
    "Receipt",
    "ReceiptKind",
    "Register",
    "Resolution",
    "Retirement",
    "RetirementState",
    "RetirementVote",
    "Revision",
    "Role",
    "SavedView",
    "Scope",
    "Session",
    "SigningKey",
    "StateRecord",
    "StateRelease",
    "Team",
    "Turn",
    "TurnBody",
    "User",
    "Verdict",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookEndpoint",
]
