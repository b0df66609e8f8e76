"""The service's own role, past all code: nothing takes effect that was not decided, signed and logged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from reviewapp import grants
from reviewapp.guard.receipts import ReceiptKind
from reviewapp.models import Compaction, Membership, Pin, Receipt, Register, Retirement, Revision, Role, User
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions import checks, finalize
from reviewapp.services.context import delivery
from reviewapp.services.errors import Refused
from reviewapp.services.pins import register, retirement
from reviewapp.services.receipts import signing_keys
from reviewapp.services.sessions import retention
from tests import plain_engine
from tests.models import forgeries
from tests.models.sql import run, settled
from tests.services.authority import World, make_world

EVIDENCE = "The resource was deleted; see change 4711."


@pytest.fixture
def as_service(db: None) -> Iterator[None]:
    """As in production: the role that web and workers have, and a key that the owner made known."""
    signing_keys.signer()
    run(f"SET ROLE {settings.DATABASE_SERVICE_ROLE}")
    yield
    connection.needs_rollback = False
    run("RESET ROLE")


@pytest.fixture
def stage(db: None, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """One of each, made by the services: approved and served, rejected, in review, received; pins old and new."""
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    world, other = make_world(), make_world()
    pin = pinned(world)
    retired = world.pin("old", "Prefer the blue van.").pin
    world.retire(retired)
    approved = world.approved()
    world.serve(approved)
    world.append(("user", "Do NOT open port 5432."))
    rejected = world.in_review("Nothing.", turns=())
    finalize.reject(team=world.team, user=world.ann, compaction_id=rejected.id, reason_code="lossy")
    waiting = world.in_review("Something else.", turns=())
    world.name = "s-2"
    received = world.submit("Moved.")
    viewer, stranger = User.objects.create_user("viewer"), User.objects.create_user("stranger")
    Membership.objects.create(team=world.team, user=viewer, role=Role.VIEWER)
    settled()  # all that the services did is accepted
    receipts = Receipt.objects.filter(team=world.team)
    return {
        **{"team": world.team.pk, "other_team": other.team.pk, "ann": world.ann.pk, "lead": world.lead.pk},
        **{"viewer": viewer.pk, "stranger": stranger.pk, "session": approved.session_id},
        **{"approved": approved.pk, "rejected": rejected.pk, "open": waiting.pk, "received": received.pk},
        **{kind.name.lower(): receipts.filter(kind=kind).latest("at").pk for kind in ReceiptKind},
        "rejection": receipts.get(kind=ReceiptKind.REJECTION).pk,
        "invalidation": receipts.get(kind=ReceiptKind.PIN_INVALIDATION).pk,
        "revision": waiting.current_revision_id,
        "alien_revision": Revision.objects.get(compaction=received).pk,
        **{"pin": pin.pk, "retired_pin": retired.pk, "alien_version": retired.current_id},
        "first_version": pin.versions.get(n=1).pk,
        "register": Register.objects.get(team=world.team, session=None).pk,
        "session_register": Register.objects.get(session=approved.session_id).pk,
        "asked": Retirement.objects.get(pin=pin).pk,
    }


def pinned(world: World) -> Pin:
    """A grave pin of two versions, whose retirement was asked for."""
    pin = world.pin("carp", "Never drain the carp pond.").pin
    world.pin("carp", "Never drain the carp pond.", "HARD_DENIAL")
    retirement.request_retirement(team=world.team, user=world.ann, pin_id=pin.id, evidence=EVIDENCE)
    pin.refresh_from_db()
    return pin


def test_every_forgery_is_refused(stage: dict[str, Any], as_service: None, subtests: pytest.Subtests) -> None:
    for sql, because in forgeries.ALL:
        statement = sql.format(**stage)
        with subtests.test(statement), pytest.raises(DatabaseError, match=because), transaction.atomic():
            run(statement)
            run("SET CONSTRAINTS ALL IMMEDIATE")


def test_there_are_as_many_as_were_once_let_through() -> None:
    assert len({sql for sql, _ in forgeries.ALL}) == len(forgeries.ALL) > 80


@pytest.mark.parametrize(
    ("reason", "values"),
    [("says something else", ("rejection", "approval")), ("can't be verified", ("approval", "approval"))],
)
def test_a_whole_forgery_is_not_served(
    stage: dict[str, Any], as_service: None, reason: str, values: tuple[str, str]
) -> None:
    """Decision, receipt row, entry and state, each as the service may write them: but nobody signed that."""
    taken, kind = values
    target = Compaction.objects.select_related("team", "session").get(id=stage["open"])
    envelope = bytes(Receipt.objects.get(id=stage[taken]).envelope)
    if reason == "can't be verified":
        envelope = envelope.replace(b'"sig":"', b'"sig":"AAAA')
    forged = Receipt.objects.create(team=target.team, kind=kind, compaction=target, envelope=envelope, digest=b"x" * 32)
    run(forgeries._decision("{ann}").format(**stage))
    run(forgeries._compaction(forgeries.APPROVAL.format(forged.pk)).format(**stage))
    run(
        "UPDATE reviewapp_session SET epoch = epoch + 1, covered_seq = %s, generation = %s WHERE id = %s",
        *(target.to_seq, target.generation, target.session_id),
    )
    audit_log.append(target.team, "compaction.approved", None, target, {"receipts": [forged.digest.hex()]})
    run("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(Refused) as refused:
        delivery.context(team=target.team, token=target.token, compaction_id=target.id)
    assert (refused.value.code, reason in refused.value.message) == ("not_proved", True)


def test_pins_that_are_not_the_registers_are_not_served(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the triggers, as a superuser could."""
    world.pin("carp", "Never drain the carp pond.")
    approved = world.approved()
    world.serve(approved)
    settled()
    run("ALTER TABLE reviewapp_register DISABLE TRIGGER USER")
    run("UPDATE reviewapp_register SET digest = sha256('x') WHERE team_id = %s AND session_id IS NULL", world.team.pk)
    with pytest.raises(Refused) as refused:
        world.serve(approved)
    assert refused.value.code == "register_differs"


def test_a_summary_other_than_the_signed_one_is_not_served(world: World) -> None:
    approved = world.approved()
    settled()
    run("ALTER TABLE reviewapp_revision DISABLE TRIGGER USER")
    run("UPDATE reviewapp_revision SET text = 'Other words.' WHERE compaction_id = %s", approved.id)
    with pytest.raises(Refused) as refused:
        world.serve(approved)
    assert refused.value.code == "not_proved"


def test_the_service_may_do_all_of_its_work(world: World, as_service: None) -> None:
    pin = world.pin("carp", "Never drain the carp pond.").pin
    approved = world.approved()
    served = world.serve(approved)
    delivery.applied(
        team=world.team, token=world.token, compaction_id=approved.id, context_digest=served.context_digest
    )
    world.retire(pin)
    undone = world.pin("later", "Ask before you order.", user=world.ann)
    register.undo_pin(team=world.team, user=world.ann, pin_id=undone.pin_id)
    retention.erase(
        team=world.team, user=world.lead, session_id=approved.session_id, from_seq=1, to_seq=2, reason="asked to"
    )
    run("SET CONSTRAINTS ALL IMMEDIATE")
    assert Compaction.objects.get(id=approved.id).applied_at is not None


def test_every_table_has_its_rights(as_service: None) -> None:
    """A table that a library brings is granted with the next migration; one that stands nowhere is found here."""
    with connection.cursor() as cursor:
        known = set(connection.introspection.table_names(cursor))
    assert known == set(grants.rights())


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    with transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)
