"""There is no un-approve: to bring raw turns back is a proposal of its own, analysed and reviewed like any other."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.guard.digest import summary_digest
from reviewapp.models import Compaction, CompactionKind, Policy, Revision, Team, User
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions import manifest
from reviewapp.services.errors import Refused
from reviewapp.services.locks import Held, hold, now, retried, transaction
from reviewapp.services.review import actions
from workers.queue import enqueue_analysis

NO_SUMMARY = b""


@retried
def request_restore(*, team: Team, user: User, compaction_id: UUID, reason: str = "") -> Compaction:
    """Propose to take an active compaction out of the context, so that its raw turns stand there again.

    The reason becomes a note on the proposal, for whoever decides on it.
    """
    with transaction():
        roles.decider(team, user)
        held = hold(team=team, compaction_id=compaction_id)
        _can_be_undone(held)
        restore = _stored(held, user)
        body = {"restores": str(compaction_id), "submission": restore.submission_digest.hex()}
        audit_log.append(team, "compaction.restore_requested", user, restore, body)
        if reason.strip():
            actions.comment(team=team, user=user, compaction_id=restore.id, text=reason)
        enqueue_analysis(restore.id)
    return restore


def _can_be_undone(held: Held) -> None:
    rows = Compaction.objects.filter(team=held.compaction.team_id, session=held.session)
    if not rows.active().filter(id=held.compaction.id).exists():
        raise Refused("not_active", _("This compaction is not part of the context."), 409)
    if held.session.closed_at is not None:
        raise Refused("session_closed", _("This session was closed: its context does not change any more."), 409)
    if rows.open().exists():
        raise Refused("open_compaction", _("This session has an open compaction; it has to be decided first."), 409)


def _stored(held: Held, user: User) -> Compaction:
    """The token is that of the compaction to undo: it is the same agent whose context is to change. The author of its
    revision is who asks: under four eyes somebody else decides."""
    undone, session, received = held.compaction, held.session, now()
    policy = Policy.objects.current(undone.team)
    generation = session.generation + 1
    attempts = Compaction.objects.filter(team=undone.team_id, session=session, generation=generation)
    restore = Compaction(
        team=undone.team,
        session=session,
        kind=CompactionKind.RESTORE,
        level=undone.level,
        generation=generation,
        attempt=attempts.count() + 1,
        from_seq=undone.from_seq,
        to_seq=undone.to_seq,
        base_epoch=session.epoch,
        policy=policy,
        keep_head=undone.keep_head,
        keep_tail=undone.keep_tail,
        source_chars=0,
        token=undone.token,
        received_at=received,
        expires_at=received + timedelta(hours=policy.expiry_hours),
    )
    restore.submission_digest = manifest.submission_digest(
        restore, summary=NO_SUMMARY, children=[undone], source_root=manifest.source_root(restore)
    )
    restore.save(force_insert=True)
    restore.current_revision = Revision.objects.create(
        team=undone.team,
        compaction=restore,
        number=1,
        text=NO_SUMMARY,
        digest=summary_digest(NO_SUMMARY),
        author=user,
    )
    restore.save(update_fields=["current_revision"])
    return restore
