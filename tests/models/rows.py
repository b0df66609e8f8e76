"""One row of every table of a team, made by the services where there is one and by the ORM where not."""

from __future__ import annotations

from django.apps import apps
from django.db import models

from reviewapp.guard.digest import sha256
from reviewapp.models import (
    AccountBlock,
    Comment,
    Compaction,
    ContextServe,
    Idempotency,
    Notice,
    NoticeChoice,
    Pin,
    PinProposal,
    PinVersion,
    Register,
    Retirement,
    RetirementVote,
    SavedView,
    StateRecord,
    StateRelease,
    WebhookAttempt,
    WebhookDelivery,
)
from reviewapp.services import dispatch
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.review import actions, marks
from reviewapp.services.teams import invitations
from reviewapp.services.webhooks import endpoints
from tests.world import FAITHFUL, World

DIGEST = sha256(b"x")


def team_tables() -> list[type[models.Model]]:
    found = apps.get_app_config("reviewapp").get_models()
    return [model for model in found if any(f.name == "team" and f.name != "id" for f in model._meta.local_fields)]


def fill(world: World) -> Compaction:
    """A recompaction that was approved after a dismissal, with a pin on its way out."""
    child = world.in_review(summary=FAITHFUL)
    compaction = world.in_review(builds_on=(child.id,))
    marks.add(**world.by(world.lead, compaction), revision=1, turn_seq=1, turn_span=(0, 3), severity="note")
    for key in gate(compaction).blocking:
        actions.dismiss(**world.by(world.reviewer, compaction), finding_key=key, reason_code="obsolete")
    compaction.refresh_from_db()
    finalize.approve(**world.by(world.reviewer, compaction), manifest_digest=gate(compaction).manifest_digest)
    _pins(world)
    _desk(world, compaction)
    _webhooks(world)
    NoticeChoice.objects.create(team=world.team, user=world.reviewer)
    Notice.objects.get_or_create(team=world.team, user=world.reviewer, kind="flagged", object_id="x")
    return compaction


def _pins(world: World) -> None:
    register = Register.objects.get(team=world.team, session=None)
    pin = Pin.objects.create(team=world.team, register=register, key="no-touch")
    PinVersion.objects.create(
        team=world.team, pin=pin, n=1, text=b"never", sha256=DIGEST, severity="ADVISORY", created_by=world.lead
    )
    PinProposal.objects.create(team=world.team, key="k", text=b"never", severity="ADVISORY", token=world.token)
    asked = Retirement.objects.create(
        team=world.team, pin=pin, evidence="it moved", evidence_digest=DIGEST, requested_by=world.lead
    )
    RetirementVote.objects.create(team=world.team, retirement=asked, voter=world.reviewer)


def _desk(world: World, compaction: Compaction) -> None:
    AccountBlock.objects.create(team=world.team, analysis=compaction.analyses.get(), first=0, lines=1, data=b"x")
    Comment.objects.create(team=world.team, compaction=compaction, user=world.lead, text="see below")
    ContextServe.objects.create(
        team=world.team, compaction=compaction, format="stet", digest=DIGEST, team_register_version=0
    )
    Idempotency.objects.create(team=world.team, route="r", key="k", body_digest=DIGEST, status=201, answer=b"{}")
    invitations.invite(team=world.team, user=world.lead, name="Omar", role="viewer")
    SavedView.objects.create(team=world.team, name="mine", query="level=leaf", user=world.lead)
    StateRecord.objects.create(team=world.team, session=compaction.session, version=1, body={}, token=world.token)
    StateRelease.objects.create(
        team=world.team, session=compaction.session, field="frozen_resources", text="x", token=world.token
    )


def _webhooks(world: World) -> None:
    made = endpoints.create(team=world.team, user=world.lead, url="https://example.com/in", kinds=["pin.made"])
    endpoints.test(team=world.team, user=world.lead, endpoint_id=made.endpoint.pk)
    dispatch.dispatch()
    delivery = WebhookDelivery.objects.get(team=world.team)
    WebhookAttempt.objects.create(team=world.team, delivery=delivery, error="unreachable", milliseconds=1)
