"""Which secrets the texts of a session tell by a label, so that a page masks their values wherever they recur.

What was read of a session is not read again, so that only the first page of a long one waits.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from threading import Lock
from typing import Any
from uuid import UUID

from django.db.models import Q

from reviewapp.models import Pin, PinProposal, PinState, PinVersion, Revision, Session, StateRecord, TurnBody
from reviewapp.web.known import Known, learn
from reviewapp.web.secrets import labelled

_REMEMBERED = 4096  # sessions
_TEXTS = {TurnBody: "content", Revision: "text", StateRecord: "body"}


@dataclass(frozen=True, slots=True)
class _Told:
    """What a session tells, and how far it was read: texts are only ever added."""

    turn: int = 0
    revision: int = 0
    state: int = 0
    labels: Mapping[str, str] = field(default_factory=dict)

    def with_text(self, text: str) -> _Told:
        found = dict(labelled(text))
        return replace(self, labels={**self.labels, **found}) if found else self


_told: OrderedDict[UUID, _Told] = OrderedDict()
_lock = Lock()


def learn_session(session: Session) -> None:
    """For a page of one session: what it tells, and what the pins in force there do."""
    scopes = Q(register__session=None) | Q(register__session=session)
    pins = Pin.objects.filter(scopes, team=session.team_id, state=PinState.ACTIVE, current__isnull=False)
    found = pins.select_related("current__origin_session")
    learn_pins([pin.current for pin in found if pin.current], [session])


def learn_pins(pins: Iterable[PinVersion | PinProposal], sessions: Iterable[Session] = ()) -> None:
    """For a page of pins: what they label, and what the sessions do that they are taken from or proposed in."""
    shown = list(pins)
    origins = (pin.origin_session or (pin.session if isinstance(pin, PinProposal) else None) for pin in shown)
    learn_sessions([*sessions, *filter(None, origins)], [pin.text.decode() for pin in shown])


def learn_sessions(sessions: Iterable[Session], texts: Iterable[str] = ()) -> None:
    labels: dict[str, str] = {}
    for told in _read_on(list({session.pk: session for session in sessions}.values())):
        labels.update(told.labels)
    for text in texts:
        labels.update(labelled(text))
    learn(Known.of(labels))


def _read_on(sessions: Sequence[Session]) -> Iterable[_Told]:
    with _lock:
        told = {session.pk: _told.get(session.pk, _Told()) for session in sessions}
    grown = [session.pk for session in sessions if session.last_seq > told[session.pk].turn]
    for key, seq, content in _since(TurnBody, "turn__session", "turn__seq", {key: told[key].turn for key in grown}):
        told[key] = replace(told[key].with_text((content or b"").decode()), turn=seq)
    for key, number, summary in _since(Revision, "compaction__session", "id", {k: t.revision for k, t in told.items()}):
        told[key] = replace(told[key].with_text(summary.decode()), revision=number)
    for key, version, body in _since(StateRecord, "session", "version", {k: t.state for k, t in told.items()}):
        told[key] = replace(told[key].with_text(json.dumps(body, ensure_ascii=False)), state=version)
    with _lock:
        for key, now in told.items():
            _told[key] = now
            _told.move_to_end(key)
        while len(_told) > _REMEMBERED:
            _told.popitem(last=False)
    return told.values()


def _since(
    table: type[TurnBody | Revision | StateRecord], session: str, number: str, read: Mapping[UUID, int]
) -> Iterable[tuple[UUID, int, Any]]:
    """(session, number, text) of each text beyond what was read of its session, in order."""
    if not read:
        return ()
    fresh = reduce(or_, (Q(**{session: key, f"{number}__gt": done}) for key, done in read.items()))
    rows = table._default_manager.filter(fresh).order_by(session, number)
    return rows.values_list(session, number, _TEXTS[table]).iterator()
