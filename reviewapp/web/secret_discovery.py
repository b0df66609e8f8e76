"""Which secrets the texts of a session tell by a label, so that a page masks their values wherever they recur.

What was read of a session is not read again, so that only the first page of a long one waits.
"""

from __future__ import annotations

import json
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from threading import Lock
from typing import Any
from uuid import UUID

from django.db.models import Q

from reviewapp.masking.labelled_secrets import NOTHING, Known, known, learn
from reviewapp.masking.secrets import labelled
from reviewapp.models import Pin, PinProposal, PinState, PinVersion, Revision, Session, StateRecord, TurnBody

_REMEMBERED = 4096  # sessions
_VALUES = 1_000_000  # that they tell; a hostile text of one has as many as it likes
_TEXTS = {TurnBody: ("content",), Revision: ("text", "compaction__state_delta"), StateRecord: ("body",)}


@dataclass(frozen=True, slots=True)
class _Told:
    """What a session tells, and how far it was read: texts are only ever added."""

    turn: int = 0
    revision: int = 0
    state: int = 0
    known: Known = NOTHING


_told: OrderedDict[UUID, _Told] = OrderedDict()
_lock = Lock()


def learn_session(session: Session, pins: Iterable[PinVersion] | None = None) -> None:
    """For a page of one session: what it tells, and what the pins in force there do. `pins`: where they are known."""
    shown = _in_force(session) if pins is None else list(pins)
    others = {pin.origin_session_id for pin in shown if pin.origin_session_id} - {session.pk}
    origins = Session.objects.filter(pk__in=others) if others else ()
    learn_sessions([session, *origins], [pin.text.decode() for pin in shown])


def _in_force(session: Session) -> list[PinVersion]:
    scopes = Q(register__session=None) | Q(register__session=session)
    pins = Pin.objects.filter(scopes, team=session.team_id, state=PinState.ACTIVE, current__isnull=False)
    return [pin.current for pin in pins.select_related("current") if pin.current]


def learn_pins(pins: Iterable[PinVersion | PinProposal], sessions: Iterable[Session] = ()) -> None:
    """For a page of pins: what they label, and what the sessions do that they are taken from or proposed in."""
    shown = list(pins)
    origins = (pin.origin_session or (pin.session if isinstance(pin, PinProposal) else None) for pin in shown)
    learn_sessions([*sessions, *filter(None, origins)], [pin.text.decode() for pin in shown])


def learn_besides(pin: PinVersion) -> None:
    """For a page that knows what it shows, and now quotes a pin that may be of another session."""
    before = known()
    learn_pins([pin])
    learn(Known.joined([before, known()]))


def learn_sessions(sessions: Iterable[Session], texts: Iterable[str] = ()) -> None:
    told = _read_on(list({session.pk: session for session in sessions}.values()))
    beside = Known.of({value: label for text in texts for value, label in labelled(text)})
    learn(Known.joined([*(each.known for each in told), beside]))


def _read_on(sessions: Sequence[Session]) -> Iterable[_Told]:
    with _lock:
        told = {session.pk: _told.get(session.pk, _Told()) for session in sessions}
    grown = [session.pk for session in sessions if session.last_seq > told[session.pk].turn]
    found: defaultdict[UUID, dict[str, str]] = defaultdict(dict)  # joined to what is known once, not once a text
    for key, seq, *texts in _since(TurnBody, "turn__session", "turn__seq", {key: told[key].turn for key in grown}):
        found[key].update(_labels(texts))
        told[key] = replace(told[key], turn=seq)
    for key, number, *texts in _since(Revision, "compaction__session", "id", {k: t.revision for k, t in told.items()}):
        found[key].update(_labels(texts))
        told[key] = replace(told[key], revision=number)
    for key, version, *texts in _since(StateRecord, "session", "version", {k: t.state for k, t in told.items()}):
        found[key].update(_labels(texts))
        told[key] = replace(told[key], state=version)
    for key in filter(found.get, found):
        told[key] = replace(told[key], known=Known.joined([told[key].known, Known.of(found[key])]))
    _remember(told)
    return told.values()


def _remember(told: Mapping[UUID, _Told]) -> None:
    with _lock:
        for key, now in told.items():
            _told[key] = now
            _told.move_to_end(key)
        values = sum(len(each.known.labels) for each in _told.values())
        while len(_told) > _REMEMBERED or (values > _VALUES and len(_told) > 1):
            _, forgotten = _told.popitem(last=False)
            values -= len(forgotten.known.labels)


def _labels(texts: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Of texts as they are stored: bytes, or JSON."""
    for text in filter(None, texts):
        yield from labelled(text.decode() if isinstance(text, bytes) else json.dumps(text, ensure_ascii=False))


def _since(
    table: type[TurnBody | Revision | StateRecord], session: str, number: str, read: Mapping[UUID, int]
) -> Iterable[tuple[Any, ...]]:
    """(session, number, texts) of what is beyond that which was read of its session, in order."""
    if not read:
        return ()
    fresh = reduce(or_, (Q(**{session: key, f"{number}__gt": done}) for key, done in read.items()))
    rows = table._default_manager.filter(fresh).order_by(session, number)
    return rows.values_list(session, number, *_TEXTS[table]).iterator()
