"""Keeping the checks of a row in review current: after an edit, a change of pins, a new policy or engine."""

from __future__ import annotations

from dataclasses import replace

from reviewapp.guard.states import State
from reviewapp.models import Compaction, Policy
from reviewapp.services.audit.audit_log import Actor
from reviewapp.services.compactions.checks import check, settle
from reviewapp.services.compactions.review_state import ReviewState, current_analysis
from reviewapp.services.compactions.transitions import advance
from reviewapp.services.locks import hold, read_registers, retried, transaction
from reviewapp.services.pins.active import active_pins
from workers.queue import enqueue_analysis

# A pin check is a few milliseconds for every pin and page of the summary. Beyond this product of the summary's length
# and the number of pins a worker makes it, not whoever waits for an answer.
IN_REQUEST_PIN_CHECK = 2_000_000


@retried
def refresh(*, compaction: Compaction) -> None:
    """Brings a row in review up to date; any other is left alone."""
    with transaction():
        locked = hold(team=compaction.team, compaction_id=compaction.id, registers="share").compaction
        bring_up_to_date(locked)
    compaction.refresh_from_db()


def bring_up_to_date(compaction: Compaction, known: ReviewState | None = None) -> ReviewState | None:
    """Inside the caller's transaction, which holds the registers (shared), the session and the row.

    `known`: where the caller says that it stands, if it knows. None comes back where people can't go on with it now.
    """
    if compaction.state != State.IN_REVIEW:
        return None
    checked = known is not None and known.is_checked
    if not checked:
        if _is_for_a_worker(compaction, known):
            send_back(compaction)
            return None
        stored = check(compaction, known)
        known = replace(known, pin_check=stored) if known else None
    standing = settle(compaction, known if checked else None, was=known)
    compaction.save(update_fields=["risk", "manifest_digest"])
    return standing


def send_back(compaction: Compaction, actor: Actor = None) -> None:
    """Back to the workers. Votes are void: there is no manifest any more."""
    advance(
        compaction,
        State.RECEIVED,
        actor=actor,
        manifest_digest=None,
        attempts=0,
        next_attempt_at=None,
        failure="",
    )
    enqueue_analysis(compaction.id)


def _is_for_a_worker(compaction: Compaction, known: ReviewState | None) -> bool:
    """The text analysis always is: no request runs the engine over a history or holds a lock while it runs."""
    analysis = known.analysis if known else current_analysis(compaction, Policy.objects.current(compaction.team))
    if analysis is None:
        return True
    summary = compaction.current_revision.summary if compaction.current_revision else ""
    pins = known.pins if known else active_pins(*read_registers(compaction.team_id, compaction.session_id))
    return len(summary) * len(pins) > IN_REQUEST_PIN_CHECK
