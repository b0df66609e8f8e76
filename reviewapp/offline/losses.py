"""What past compactions of a transcript lost: its events in, one audited compaction after another out. Pure, one pass.

Held at any time: the turns that stand in the agent's context, at most `limit` characters of them, and what people said
before that, at most `CARRIED` characters, since a rule can be lost by the fifth compaction as well as by the first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from reviewapp.engine import Finding, analyse
from reviewapp.engine.text import sentences
from reviewapp.engine.types import SEVERITY_RANK, Change, Severity, Span
from reviewapp.importers import Event, ImportedTurn, NewSession, NotRead, PastCompaction

RANGE = 8_000_000  # characters of the turns that one compaction is held against
CARRIED = 200_000  # characters of earlier messages of people
_GONE = frozenset({Change.DROPPED, Change.SOFTENED})


@dataclass(frozen=True, slots=True)
class Loss:
    """One finding with the words on both sides. `line`, `role`, `turn_id` name where `quote` stands; 0 and empty where
    it stands in the summary alone. `sentence` is the one around the quote. `salience` is 0 to 1000."""

    severity: Severity
    kind: str
    change: str
    rule: str
    why: str
    quote: str
    sentence: str
    summary_quote: str
    line: int
    role: str
    turn_id: str
    binds: bool
    salience: int
    undecided: bool


@dataclass(frozen=True, slots=True)
class Audited:
    """One past compaction. `unreadable` says why it could not be held against its turns, `cut` what was left out.

    `number` counts from 1 within its session; `turns` were replaced, of the lines `first_line` to `last_line`.
    """

    session: int
    number: int
    line: int
    first_line: int
    last_line: int
    turns: int
    source_chars: int
    summary_chars: int
    losses: tuple[Loss, ...] = ()
    unreadable: str = ""
    cut: tuple[str, ...] = ()

    def at_least(self, severity: Severity) -> list[Loss]:
        return [loss for loss in self.losses if SEVERITY_RANK[loss.severity] >= SEVERITY_RANK[severity]]


@dataclass(slots=True)
class Tally:
    """What was seen of a file so far. `skipped` has a reason and the lines, the first few of each."""

    sessions: int = 1
    turns: int = 0
    compactions: int = 0
    silent: int = 0
    skipped: dict[str, list[int]] = field(default_factory=dict)
    skipped_count: int = 0

    LINES = 20  # of each reason that are named

    def skip(self, event: NotRead) -> None:
        if event.known:
            self.silent += 1
            return
        self.skipped_count += 1
        lines = self.skipped.setdefault(event.reason, []) if len(self.skipped) < 100 else []
        if len(lines) < self.LINES:
            lines.append(event.line)


@dataclass(frozen=True, slots=True)
class Held:
    """A summary and the turns that it is held against: all that an analysis needs, so another process can do it."""

    given: Sequence[ImportedTurn]
    summary: str
    previous: str | None


Found = list[tuple[int | None, Loss]]  # the place of the turn among those given, and what was lost of it
Ask = Callable[[Held], Callable[[], Found]]  # starts an analysis; what it gives back waits for the answer


def found(held: Held) -> Found:
    """Everything that the engine says of one compaction, whether told before or not."""
    told = analyse([each.turn for each in held.given], held.summary, held.previous).findings
    return [(each.source.turn if each.source else None, _loss(each, held.given, held.summary)) for each in told]


def at_once(held: Held) -> Callable[[], Found]:
    """In this process, when the answer is asked for."""
    return lambda: found(held)


def audit(
    events: Iterable[Event], tally: Tally, limit: int = RANGE, ask: Ask = at_once, ahead: int = 0
) -> Iterator[Audited]:
    """Each compaction in the order of the file; pass and `tally` are at most `ahead` compactions further."""
    waiting: deque[Callable[[], Audited]] = deque()
    for answer in _answers(events, tally, limit, ask):
        waiting.append(answer)
        if len(waiting) > ahead:
            yield waiting.popleft()()
    for answer in waiting:
        yield answer()


def _answers(events: Iterable[Event], tally: Tally, limit: int, ask: Ask) -> Iterator[Callable[[], Audited]]:
    window = _Window(limit)
    for event in events:
        if isinstance(event, ImportedTurn):
            tally.turns += 1
            window.add(event)
        elif isinstance(event, PastCompaction):
            tally.compactions += 1
            yield window.compact(event, tally.sessions, ask)
        elif isinstance(event, NewSession):
            tally.sessions += 1
            window = _Window(limit)
        else:
            tally.skip(event)


class _Window:
    """The turns that the agent had before it, as far as the transcript tells."""

    def __init__(self, limit: int) -> None:
        self._limit, self._size, self._dropped, self._number = limit, 0, 0, 0
        self._turns: list[ImportedTurn] = []
        self._carried: list[ImportedTurn] = []
        self._forgotten = 0
        self._summary: str | None = None
        self._told: set[tuple[int, str]] = set()

    def add(self, turn: ImportedTurn) -> None:
        self._turns.append(turn)
        self._size += len(turn.turn.content)
        if self._size > self._limit + self._limit // 8:
            self._shorten()

    def _shorten(self) -> None:
        """Oldest first; done seldom, since each time moves the whole list."""
        while self._size > self._limit:
            half = max(1, len(self._turns) // 16)
            self._size -= sum(len(turn.turn.content) for turn in self._turns[:half])
            del self._turns[:half]
            self._dropped += half

    def compact(self, event: PastCompaction, session: int, ask: Ask) -> Callable[[], Audited]:
        """Starts the analysis and goes on; what is given back waits for it, and is to be called in order."""
        self._number += 1
        stayed = event.kept.among(self._turns)
        gone = [turn for index, turn in enumerate(self._turns) if index not in stayed]
        audited = Audited(
            session=session,
            number=self._number,
            line=event.line,
            first_line=gone[0].line if gone else 0,
            last_line=gone[-1].line if gone else 0,
            turns=len(gone),
            source_chars=sum(len(turn.turn.content) for turn in gone),
            summary_chars=len(event.summary),
            unreadable=event.unreadable or ("" if gone else "the turns that it replaced are not in this file"),
            cut=tuple(self._cut()),
        )
        verbatim = {len(self._carried) + index for index in stayed}
        held = Held([*self._carried, *self._turns], event.summary, self._summary)
        answer = None if audited.unreadable else ask(held)
        self._go_on(event, gone, stayed)
        return lambda: replace(audited, losses=tuple(self._news(answer(), verbatim))) if answer else audited

    def _cut(self) -> Iterator[str]:
        if self._dropped:
            yield f"the oldest {self._dropped:,} turns, since over {self._limit:,} characters came before"
        if self._forgotten:
            yield f"{self._forgotten:,} messages of people from before earlier compactions"

    def _news(self, losses: Found, verbatim: set[int]) -> Iterator[Loss]:
        for source, loss in losses:
            if loss.change in _GONE and source in verbatim:
                continue  # the turn itself is still in the context
            if loss.line and (loss.line, loss.quote) in self._told and loss.change in _GONE:
                continue  # gone since an earlier compaction, which says so
            self._told.add((loss.line, loss.quote))
            yield loss

    def _go_on(self, event: PastCompaction, gone: Sequence[ImportedTurn], stayed: frozenset[int]) -> None:
        self._carried += [turn for turn in gone if turn.turn.binds and turn.kind == "text"]
        while sum(len(turn.turn.content) for turn in self._carried) > CARRIED:
            del self._carried[0]
            self._forgotten += 1
        self._turns = [turn for index, turn in enumerate(self._turns) if index in stayed]
        self._size = sum(len(turn.turn.content) for turn in self._turns)
        self._dropped = 0
        self._summary = event.summary or self._summary


def _loss(finding: Finding, given: Sequence[ImportedTurn], summary: str) -> Loss:
    source, target = finding.source, finding.target
    turn = None if source is None or source.turn is None else given[source.turn]
    return Loss(
        severity=finding.severity,
        kind=str(finding.kind),
        change=str(finding.change),
        rule=finding.rule,
        why=finding.why,
        quote=_words(source, turn.turn.content if turn else summary),
        sentence=_sentence(source, turn.turn.content) if source and turn else "",
        summary_quote=_words(target, summary),
        line=turn.line if turn else 0,
        role=turn.turn.role if turn else "",
        turn_id=turn.id if turn else "",
        binds=bool(turn and turn.turn.binds),
        salience=finding.salience,
        undecided=finding.undecided,
    )


def _sentence(span: Span, text: str) -> str:
    """The sentences that the span touches, as one piece of the text."""
    around = [each for each in sentences(text) if each.start < span.end and each.end > span.start]
    return text[around[0].start : around[-1].end] if around else text[span.start : span.end]


def _words(span: Span | None, text: str) -> str:
    return text[span.start : span.end] if span else ""
