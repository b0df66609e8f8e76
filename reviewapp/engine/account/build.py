"""From a pair and its findings to the account: every line of it, in order."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from reviewapp.engine.account.faithful import Kept, kept_sentences
from reviewapp.engine.account.fates import Said, state_of
from reviewapp.engine.account.lines import NONE, Account, State, Unit, code_of
from reviewapp.engine.account.literal import heads, is_checked, is_neutral
from reviewapp.engine.account.tokens import Piece, Tokens
from reviewapp.engine.origins import Origin
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence
from reviewapp.engine.types import BINDING, Finding, Kind, Severity
from reviewapp.engine.values.facts import Facts

_SIGN = re.compile(r"[^\W_]")
_RULER = frozenset("-–—*_=#|+: \t.>")
_OF_TOKENS = frozenset({Kind.NUMERAL, Kind.IDENTIFIER})
_start = attrgetter("start")


class Part(NamedTuple):
    """A sentence of a turn with what stands before it, such as its number in a list. None: what no sentence holds."""

    start: int
    end: int
    sentence: Sentence | None


class _Row(NamedTuple):
    start: int
    end: int
    unit: Unit
    state: State
    left: int | None
    right: int | None
    finding: int | None


def account_of(pair: Pair, findings: Sequence[Finding], places: Sequence[int] | None = None) -> Account:
    """One line for each sentence of those who bind and for each number and identifier of the range; then what the
    summary says that none of them said. `places`: for each of the findings the number by which a line names it, where
    that is not its own."""
    return _Builder(pair, findings, places or range(len(findings))).built()


class _Builder:
    def __init__(self, pair: Pair, findings: Sequence[Finding], places: Sequence[int]) -> None:
        self._pair = pair
        self._findings = findings
        self._places = places
        self._tokens = Tokens(pair.once(Facts), pair.summary)
        self._kept: Kept = kept_sentences(pair)
        self._said = Said(pair)
        self._by_turn: dict[int | None, list[int]] = {}
        for number, finding in enumerate(findings):
            for span in (finding.source, finding.target):
                if span is not None:
                    self._by_turn.setdefault(span.turn, []).append(number)

    def built(self) -> Account:
        account = Account()
        for turn, speaker in enumerate(self._pair.speakers):
            pieces = self._tokens.of(turn)
            rows = self._binding(turn, pieces) if speaker in BINDING else self._told(turn, pieces)
            _put(account, turn, speaker, rows)
        _put(account, None, Origin.SUMMARY, self._summary())
        return account

    def _told(self, turn: int, pieces: Sequence[Piece]) -> Iterator[_Row]:
        """Numbers and identifiers of a turn, with what was found of them."""
        if turn not in self._by_turn:
            return map(_row, pieces)
        found = self._met(turn, pieces, tokens=True)
        return (self._judged(piece, found.get(at)) for at, piece in enumerate(pieces))

    def _place(self, finding: int | None) -> int | None:
        return None if finding is None else self._places[finding]

    def _judged(self, piece: Piece, finding: int | None) -> _Row:
        state = piece.state if finding is None else state_of(self._findings[finding])
        return _Row(piece.start, piece.end, piece.unit, state, piece.left, piece.right, self._place(finding))

    def _binding(self, turn: int, pieces: Sequence[Piece]) -> Iterator[_Row]:
        """Each sentence, followed by the numbers and identifiers in it."""
        read = () if turn in self._pair.over else self._pair.turn_sentences(turn)
        parts = list(parts_of(self._pair.turns[turn].content, read))
        met = self._met(turn, parts, tokens=False)
        rows = list(self._told(turn, pieces))
        last = 0
        for at, part in enumerate(parts):
            sentence = self._sentence(turn, part, met.get(at))
            yield sentence
            stop = bisect_left(rows, part.end, lo=last, key=_start)
            for row in rows[last:stop]:
                yield self._within(turn, row, sentence)
            last = stop

    def _sentence(self, turn: int, part: Part, finding: int | None) -> _Row:
        place = self._kept.get((turn, part.start)) or (part.sentence and self._kept.get((turn, part.sentence.start)))
        if finding is not None and not (place and self._is_vague(finding, part)):
            target = self._findings[finding].target
            left, right = (target.start, target.end) if target else (None, None)
            return _Row(
                part.start,
                part.end,
                Unit.SENTENCE,
                state_of(self._findings[finding]),
                left,
                right,
                self._places[finding],
            )
        if place:
            held = self._pair.sentences[place[0]]
            return _Row(part.start, part.end, Unit.SENTENCE, State.KEPT, held.start, held.end, None)
        absent = part.sentence is not None and self._said.nothing_of(part.sentence)
        state = State.MISSING if absent else State.UNDECIDED
        return _Row(part.start, part.end, Unit.SENTENCE, state, None, None, None)

    def _is_vague(self, number: int, part: Part) -> bool:
        """A note on more than this sentence, or one that leaves open what became of it."""
        finding = self._findings[number]
        source = finding.source
        wide = source is not None and (source.start < part.start or source.end > part.end)
        return finding.held_severity is Severity.NOTE and (wide or finding.undecided)

    def _within(self, turn: int, row: _Row, sentence: _Row) -> _Row:
        """In a sentence that is kept, its values are kept with it: there and nowhere else."""
        if sentence.state is not State.KEPT or row.finding is not None:
            return row
        assert sentence.left is not None
        assert sentence.right is not None
        spelled = self._pair.turns[turn].content[row.start : row.end]
        at = self._pair.summary.find(spelled, sentence.left, sentence.right)
        place = (at, at + len(spelled)) if at >= 0 else (sentence.left, sentence.right)
        return row._replace(state=State.KEPT, left=place[0], right=place[1])

    def _met(self, turn: int, parts: Sequence[Part] | Sequence[Piece], *, tokens: bool) -> dict[int, int]:
        """For each part the first of the findings on it."""
        met: dict[int, int] = {}
        for number in self._by_turn.get(turn, ()):
            finding = self._findings[number]
            span = finding.source
            if span is None or span.turn != turn or finding.kind is Kind.STRUCTURE:
                continue
            if tokens and finding.kind not in _OF_TOKENS:
                continue
            last = bisect_left(parts, span.end, key=_start)
            first = bisect_right(parts, span.start, hi=last, key=attrgetter("end"))
            for at in range(first, last):
                met.setdefault(at, number)
        return met

    def _summary(self) -> Iterator[_Row]:
        """Its sentences that tell none of somebody who binds, and the values in them that no turn holds."""
        told = self._kept.told
        met = self._targets()
        for number, sentence in enumerate(self._pair.sentences):
            if number in told and not is_checked(self._pair.summary, sentence):
                continue
            if _says_nothing(sentence):
                continue
            start, end = sentence.start, sentence.end
            yield _Row(start, end, Unit.SENTENCE, State.UNDECIDED, start, end, self._place(met.get(number)))
            for piece in self._tokens.new(start, end):
                yield _Row(piece.start, piece.end, piece.unit, piece.state, piece.start, piece.end, None)

    def _targets(self) -> dict[int, int]:
        """For each sentence of the summary the first of the findings in it."""
        starts = [sentence.start for sentence in self._pair.sentences]
        met: dict[int, int] = {}
        for number in self._by_turn.get(None, ()):
            span = self._findings[number].target
            if span is not None:
                met.setdefault(max(0, bisect_right(starts, span.start) - 1), number)
        return met


def parts_of(text: str, sentences: Sequence[Sentence]) -> Iterator[Part]:
    """The text in parts that together hold each of its letters and digits: its sentences, each from the first letter or
    digit behind the one before, and what stands behind the last."""
    last = 0
    for sentence in sentences:
        ahead = _SIGN.search(text, last, sentence.start)
        yield Part(ahead.start() if ahead else sentence.start, sentence.end, sentence)
        last = sentence.end
    rest = _SIGN.search(text, last)
    if rest:
        yield Part(rest.start(), len(text.rstrip()), None)


def _says_nothing(sentence: Sentence) -> bool:
    """A ruler, or a heading that leaves what stands under it as it was said."""
    if _RULER.issuperset(sentence.text):
        return True
    return heads(sentence) and is_neutral(sentence.text.strip("#*_ :："))


def _row(piece: Piece) -> _Row:
    return _Row(*piece, None)


def _put(account: Account, turn: int | None, speaker: Origin, rows: Iterator[_Row]) -> None:
    """Write the lines of a turn; those of the summary have their place there alone."""
    cells, number = account.cells, NONE if turn is None else turn
    for start, end, unit, state, left, right, finding in rows:
        place = (NONE, NONE) if turn is None else (start, end)
        cells.extend(
            (
                *(code_of(unit, state, speaker), number, *place),
                *(NONE if left is None else left, NONE if right is None else right),
                NONE if finding is None else finding,
            )
        )
