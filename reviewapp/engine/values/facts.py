"""The values and names of a pair, read once and shared by the detectors of both."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from reviewapp.engine.names.folding import folded_lines
from reviewapp.engine.names.idents import Ident, find_identifiers
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence
from reviewapp.engine.values.dates import minutes_of
from reviewapp.engine.values.find import RANGE, SIGNED, Value, answered, find_values, in_context
from reviewapp.engine.values.numbers import MONTHS, POINTERS
from reviewapp.engine.values.source import Occurrence, Source
from reviewapp.engine.values.topics import Topics

_BRIEF_CHARS, _BRIEF_LINES = 900, 15  # a longer turn of a person is a document or a paste
_MARKUP = re.compile(r"</[a-z][\w-]*>|^[ \t]*(?:\$|>>>|[+-]{3}|@@) ?\S", re.M)  # what a harness or a shell wrote
_CITED = re.compile(r"\[\[turn:([0-9]{1,9})\]\]")
_AGES = re.compile(r"[a-z]-([0-9]+)s\b")  # `under-18s`
_DIGITS = re.compile(r"[0-9]+")
WHOLE = "100 percent"
_ALL_WORDS = """
all everyone everything everybody full fully whole complete completely entire rest
alle ganz voll tous tout todo todos все
"""
ALL = frozenset(_ALL_WORDS.split())
_LONG = 3  # digits: a number that long is known by itself
_DAY_MINUTES = 24 * 60
NEARLY_ALL = 0.8  # for a long turn, of which a summary need not keep much
ENOUGH, MOST = 5, 0.7  # facts that must be there to tell a habit, and the share that makes it one


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A value in its sentence: `turn` None is the summary, whose sentences have an index."""

    value: Value
    sentence: Sentence
    turn: int | None
    index: int = 0


class Facts:
    """Values and names of both sides. Where tool text holds one is looked up only for findings."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self._idents: dict[int, list[Ident]] = {}
        self.source = Source([turn.content for turn in pair.turns], pair.previous)

    @cached_property
    def live(self) -> tuple[int, ...]:
        """Turns of which every value counts: those that bind, and in a talk without tools what the agent said."""
        return self.pair.binding if self.pair.has_tools else self.pair.talking

    @cached_property
    def brief(self) -> dict[int, None]:
        """Live turns, in order, in somebody's own words: short, and without marks of a shell or a harness."""
        return dict.fromkeys(turn for turn in self.live if _is_brief(self.pair.turns[turn].content))

    @cached_property
    def cited(self) -> frozenset[int]:
        """Turns that the summary cites, so that what they hold stays within reach. In front of the turn's own words,
        where a restored passage has it, a citation only says whose they are and stands for nothing else of the turn."""
        cited: set[int] = set()
        for match in self._citations:
            turn = int(match[1]) - self.pair.first_seq
            if turn not in cited and not self._quotes(turn, match):
                cited.add(turn)
        return frozenset(cited)

    def _quotes(self, turn: int, citation: re.Match[str]) -> bool:
        """Does it open a line, and is the rest of that line words of the turn?"""
        summary, (start, end) = self.pair.summary, citation.span()
        if not 0 <= turn < len(self.pair.turns) or summary[max(start - 1, 0) : start] not in ("", "\n"):
            return False
        stop = summary.find("\n", end)
        line = summary[end : stop if stop >= 0 else None].strip()
        return bool(line) and line in self.pair.turns[turn].content

    @cached_property
    def _citations(self) -> tuple[re.Match[str], ...]:
        return tuple(_CITED.finditer(self.pair.summary))

    def _in_citation(self, start: int) -> bool:
        at = bisect_right(self._citations, start, key=lambda match: match.start()) - 1
        return at >= 0 and start < self._citations[at].end()

    @cached_property
    def summary_places(self) -> list[Place]:
        values = (value for value in find_values(self.pair.summary) if not self._in_citation(value.start))
        return _placed(values, self.pair.sentences, None)

    @cached_property
    def by_sentence(self) -> dict[int, list[Place]]:
        """The summary's values by the index of their sentence."""
        groups: defaultdict[int, list[Place]] = defaultdict(list)
        for place in self.summary_places:
            groups[place.index].append(place)
        return dict(groups)

    @cached_property
    def brief_places(self) -> list[Place]:
        places = []
        for turn in self.brief:
            found = self.source.sightings_in(turn)
            values = in_context(self.pair.turns[turn].content, found) if found else []
            places += _placed(values, self.pair.turn_sentences(turn), turn) if values else []
        return places

    @cached_property
    def brief_by_noun(self) -> dict[str, list[Place]]:
        groups: defaultdict[str, list[Place]] = defaultdict(list)
        for place in self.brief_places:
            if place.value.noun:
                groups[place.value.noun].append(place)
        return dict(groups)

    @cached_property
    def long_occurrences(self) -> list[Occurrence]:
        """Values of live turns that are documents or pasted text."""
        return list(self.source.occurrences_in(set(self.live).difference(self.brief)))

    @cached_property
    def stated(self) -> frozenset[str]:
        """What the values of the summary offer."""
        return frozenset(key for place in self.summary_places for key in place.value.offers)

    @cached_property
    def offered(self) -> frozenset[str]:
        return self.source.offered.union(key for place in self.brief_places for key in place.value.offers)

    def novel(self, value: Value) -> bool:
        """No turn and no earlier summary holds an equal value.

        The digits of a bare number count in any surroundings, and a day whose number and month were both said."""
        if value.kind == "number" and value.canonical.replace(".", "") in self.source.digit_runs:
            return False  # `py311` holds 3.11
        if _within(value, self.source.segments, self.source.digit_runs):
            return False
        return not answered(value, self.offered) and not self._composed(value)

    def _composed(self, value: Value) -> bool:
        """`17 January` by "the 17th of December, January and February", `13:30` by "at 1" and "half past"."""
        if value.kind == "time" and value.canonical.endswith(":30"):
            hour = int(value.canonical[:2])
            return self.source.segments >= {"half", "past"} and not self.source.digit_runs.isdisjoint(
                (str(hour), str(hour % 12))
            )
        if value.kind == "duration":
            return not self._lengths.isdisjoint(value.offers)
        if value.kind != "date" or value.canonical[:2] != "--":
            return False
        month, day = value.canonical[2:].split("-")
        return str(int(day)) in self.source.digit_runs and int(month) in self._months

    @cached_property
    def _lengths(self) -> frozenset[str]:
        """How long the stretches of time last that brief turns tell by their beginning and end."""
        stretches = ((one, other) for one, other in pairwise(self.brief_places) if one.sentence is other.sentence)
        text = self.source.texts
        return frozenset(span_of_time(text[one.turn or 0], one.value, other.value) for one, other in stretches)

    @cached_property
    def _months(self) -> frozenset[int]:
        """The months that some token of the turns names."""
        return frozenset(MONTHS[part] for part in self.source.segments & MONTHS.keys())

    def kept(self, value: Value) -> bool:
        if not answered(value, self.stated):
            within = _within(value, self.summary_segments, self._summary_digits)
            return within or self._named_apart(value) or (value.canonical == WHOLE and self._says_all)
        return value.kind not in SIGNED or self._has_sign_of(value)

    def _named_apart(self, value: Value) -> bool:
        """`15 May` by "mid-May (the 15th)"."""
        if value.kind != "date" or value.canonical[:2] != "--":
            return False
        month, day = value.canonical[2:].split("-")
        words = (word for sentence in self.pair.sentences for word in sentence.words if word in MONTHS)
        return str(int(day)) in self._summary_digits and int(month) in {MONTHS[word] for word in words}

    @cached_property
    def _says_all(self) -> bool:
        return any(not ALL.isdisjoint(sentence.words) for sentence in self.pair.sentences)

    @cached_property
    def _summary_digits(self) -> frozenset[str]:
        runs = [*_DIGITS.findall(self.pair.summary), *(f"-{run}s" for run in _AGES.findall(self.pair.summary))]
        return frozenset((*runs, *(run.lstrip("0") for run in runs)))  # `SP-0919` holds 0919, whose value is 919

    def _has_sign_of(self, value: Value) -> bool:
        if not value.negative and not self._has_negatives:
            return True
        return any(place.value.negative is value.negative for place in self.summary_places if value.equals(place.value))

    @cached_property
    def _has_negatives(self) -> bool:
        return any(place.value.negative for place in self.summary_places)

    @cached_property
    def topics(self) -> Topics:
        sentences = {id(place.sentence): place.sentence for place in self.brief_places}
        return Topics(self.pair.sentences, sentences.values())

    @cached_property
    def summary_idents(self) -> list[Ident]:
        found = find_identifiers(self.pair.summary)
        own = (ident for ident in found if not self._in_citation(ident.start))
        return [ident for ident in own if not self._is_key(ident) and not self._is_tag(ident)]

    def _is_tag(self, ident: Ident) -> bool:
        """`</summary>` frames the summary."""
        return self.pair.summary[ident.start - 1 : ident.start] == "<" and self.pair.summary.startswith(">", ident.end)

    def _is_key(self, ident: Ident) -> bool:
        """`"forbidden_actions":` names a place in the summary's own order, nothing of the turns."""
        return self.pair.summary.startswith('":', ident.end) and self.pair.summary[ident.start - 1] == '"'

    def idents(self, turn: int) -> list[Ident]:
        """The names of one turn, read at first use."""
        if turn not in self._idents:
            self._idents[turn] = find_identifiers(self.pair.turns[turn].content)
        return self._idents[turn]

    @property
    def tokens(self) -> tuple[str, ...]:
        """Every run of characters without a space that the turns and earlier summaries hold."""
        return self.source.tokens

    @cached_property
    def summary_lines(self) -> list[str]:
        """The parts of each token of the summary, folded."""
        return folded_lines("\n".join(self.pair.summary.split()))

    @cached_property
    def summary_segments(self) -> frozenset[str]:
        joined = "\n".join(self.summary_lines)
        ranged = (ident.canonical for ident in self.summary_idents)  # `C1-C3` holds both
        return frozenset((*joined.split(), *joined.replace(".", " ").split(), *ranged))


def _within(value: Value, segments: Set[str], digits: Set[str]) -> bool:
    """A version or a long number that stands inside a name: `lodash@4.17.21`, `KX-7719`, `log.go:88`."""
    if value.kind == "number":
        long = len(value.canonical) >= _LONG or value.noun in POINTERS
        told = value.canonical in (segments if "." in value.canonical else digits)
        return (long and told) or f"-{value.canonical}s" in digits
    if value.kind not in ("version", "date"):
        return False
    version = next((key[len("version=") :] for key in value.offers if key.startswith("version=")), "")
    return bool(version) and version in segments


def _is_brief(text: str) -> bool:
    return len(text) <= _BRIEF_CHARS and text.count("\n") < _BRIEF_LINES and _MARKUP.search(text) is None


def _placed(values: Iterable[Value], sentences: Sequence[Sentence], turn: int | None) -> list[Place]:
    """Each value with the sentence it stands in; both come in order."""
    out, i = [], 0
    for value in values:
        while i < len(sentences) and sentences[i].end <= value.start:
            i += 1
        if i < len(sentences) and sentences[i].start <= value.start:  # the number of a list item stands in none
            out.append(Place(value, sentences[i], turn, i))
    return out


def span_of_time(text: str, begin: Value, end: Value) -> str:
    """The length of `9:00-12:00` in its canonical form; empty where the two are no stretch of time."""
    times = begin.kind == end.kind == "time"
    if not times or RANGE.fullmatch(text, begin.end, end.start) is None:
        return ""
    length = (minutes_of(end.canonical) - minutes_of(begin.canonical)) % _DAY_MINUTES
    return f"{60 * length} duration"
