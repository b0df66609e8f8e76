"""One action on many compactions. Each is done as if alone: own transaction, own guards, own audit entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.models import Compaction, Team, User
from reviewapp.services import roles
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.approval_checks import Gate, beyond_doubt, gate
from reviewapp.services.errors import Refused
from reviewapp.services.locks import retried, transaction
from reviewapp.services.review import leases, votes

MOST = 200  # rows of one request; a page of the queue has fewer


class Rows(TypedDict):
    """Whose action it is, and on which rows: the first arguments of each."""

    team: Team
    user: User
    ids: Sequence[UUID]


@dataclass(frozen=True)
class Outcome:
    """What became of each row: done, or why it was left as it is."""

    done: tuple[UUID, ...]
    refused: tuple[tuple[UUID, str], ...]


def release(*, team: Team, user: User, ids: Sequence[UUID]) -> Outcome:
    """Lets go of one's own claims; a lead lets go of anybody's."""
    return _each(ids, lambda row: leases.let_go(team=team, user=user, compaction_id=row))


def assign(*, team: Team, user: User, ids: Sequence[UUID], to: int) -> Outcome:
    """Claims rows for another member, who then has the usual time."""
    return _each(ids, lambda row: leases.assign(team=team, user=user, compaction_id=row, to=to))


def reject(*, team: Team, user: User, ids: Sequence[UUID], reason_code: str, reason: str) -> Outcome:
    def act(row: UUID) -> object:
        leases.not_held_by_others(team=team, user=user, compaction_id=row)
        return finalize.reject(team=team, user=user, compaction_id=row, reason_code=reason_code, reason=reason)

    return _each(ids, act)


def approve(*, team: Team, user: User, ids: Sequence[UUID]) -> Outcome:
    """Only what the policy could have approved by itself: nobody looked at these, so nothing may be in doubt."""
    _decider(team, user)
    return _each(ids, lambda row: _approve(team, user, row))


def approvable(*, team: Team, user: User, ids: Sequence[UUID]) -> Outcome:
    """What `approve` would do to these rows now, and what it would leave."""
    _decider(team, user)
    return _each(ids, lambda row: _without_doubt(team, user, row))


def _approve(team: Team, user: User, compaction_id: UUID) -> object:
    digest = _without_doubt(team, user, compaction_id).manifest_digest
    return finalize.approve(team=team, user=user, compaction_id=compaction_id, manifest_digest=digest)


@retried
def _decider(team: Team, user: User) -> None:
    """Asked once for all rows, so that a viewer is refused and not told of each; each row asks again."""
    with transaction():
        roles.decider(team, user)


def _without_doubt(team: Team, user: User, compaction_id: UUID) -> Gate:
    leases.not_held_by_others(team=team, user=user, compaction_id=compaction_id)
    row = Compaction.objects.select_related("team", "session", "current_revision").filter(team=team, id=compaction_id)
    compaction = row.get()
    state = gate(compaction)
    if not beyond_doubt(compaction, state.standing):
        raise Refused("needs_a_look", _("It has findings, edits, or parts that were not judged: open it."), 409)
    for reason in state.reasons:
        raise Refused(reason.code, f"{reason.text} {reason.way_out}", 409)
    if user in votes.so_far([compaction])[compaction.id]:
        raise Refused("already_voted", _("You have approved this already; another person has to as well."), 409)
    return state


def checked(*, team: Team, user: User, ids: Sequence[UUID]) -> list[UUID]:
    """The rows, each once; refused where there are none or too many, and for who may not decide on them."""
    _decider(team, user)
    return _once(ids)


def _once(ids: Sequence[UUID]) -> list[UUID]:
    if not 1 <= len(ids) <= MOST:
        raise Refused("invalid", _("Choose 1 to %(n)s rows.") % {"n": MOST}, 422, "ids")
    return list(dict.fromkeys(ids))


def _each(ids: Sequence[UUID], act: Callable[[UUID], object]) -> Outcome:
    done: list[UUID] = []
    refused: list[tuple[UUID, str]] = []
    for row in _once(ids):
        try:
            act(row)
            done.append(row)
        except Refused as refusal:
            refused.append((row, refusal.message))
    return Outcome(tuple(done), tuple(refused))
