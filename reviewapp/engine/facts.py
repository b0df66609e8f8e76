"""The values and names of a pair, read once and shared by the detectors of both."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from reviewapp.engine.idents import UNSPACED, Ident, IdentReader
from reviewapp.engine.lang import LANGUAGES
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import LONGEST_WORD, Sentence, stem
from reviewapp.engine.types import Origin
from reviewapp.engine.values import Value, ValueReader, answered

_WORD_MARKS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) in "_-.")}
STOP = frozenset(stem(word) for language in LANGUAGES for word in language.stop.split())
_BRIEF_CHARS, _BRIEF_LINES = 900, 15  # a longer turn of a person is a document or a paste
ENOUGH, MOST = 5, 0.7  # facts that must be there to tell a habit, and the share that makes it one
_MARKUP = re.compile(r"</[a-z][\w-]*>|^[ \t]*(?:\$|>>>|[+-]{3}|@@) ?\S", re.M)  # what a harness or a shell wrote
_DIGITS = re.compile(r"[0-9]+")
_JOINTS = {ord("_"): None, ord("-"): None}


@dataclass(frozen=True)
class Place:
    """A value in its sentence: `turn` None is the summary."""

    value: Value
    sentence: Sentence
    turn: int | None


class Facts:
    """Values and names of both sides. Where tool text holds one is looked up only for findings."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self._values = ValueReader()
        self._idents = IdentReader()
        self._turn_places: dict[int, list[Place]] = {}

    @cached_property
    def live(self) -> tuple[int, ...]:
        """Turns whose every sentence counts: those that bind, and in a talk without tools what the agent said."""
        speakers = (Origin.AGENT,) if not self.pair.has_tools else ()
        return tuple(i for i, turn in enumerate(self.pair.turns) if turn.binds or turn.speaker in speakers)

    @cached_property
    def brief(self) -> frozenset[int]:
        """Live turns in somebody's own words: short, and without marks of a shell or a harness."""
        return frozenset(turn for turn in self.live if _is_brief(self.pair.turns[turn].content))

    @cached_property
    def summary_places(self) -> list[Place]:
        return _placed(self._values.read(self.pair.summary), self.pair.sentences, None)

    def places(self, turn: int) -> list[Place]:
        if turn not in self._turn_places:
            values = self._values.read(self.pair.turns[turn].content)
            self._turn_places[turn] = _placed(values, self.pair.turn_sentences(turn), turn) if values else []
        return self._turn_places[turn]

    def counted_lines(self, turn: int, nouns: set[str]) -> list[list[Place]]:
        """The lines of a turn that count one of the nouns."""
        text = self.pair.turns[turn].content
        low = text.lower()
        if not any(noun in low for noun in nouns):
            return []
        lines: defaultdict[int, list[Place]] = defaultdict(list)
        for value in self._values.read(text):
            if value.kind == "number" and value.noun:
                start, end = text.rfind("\n", 0, value.start) + 1, text.find("\n", value.end)
                line = Sentence(text[start : end if end >= 0 else len(text)], start, end if end >= 0 else len(text))
                lines[start].append(Place(value, line, turn))
        return [line for line in lines.values() if any(place.value.noun in nouns for place in line)]

    @cached_property
    def live_places(self) -> list[Place]:
        return [place for turn in self.live for place in self.places(turn)]

    @cached_property
    def stated(self) -> frozenset[str]:
        """What the values of the summary offer."""
        return frozenset(key for place in self.summary_places for key in place.value.offers)

    @cached_property
    def offered(self) -> frozenset[str]:
        """What the values of all turns and earlier summaries offer."""
        texts = [*(turn.content for turn in self.pair.turns), *self.pair.previous]
        seen = {id(value): value for text in texts for _, _, value in self._values.spans(text)}
        keys = {key for value in seen.values() for key in value.offers}
        return frozenset(keys.union(key for place in self.live_places for key in place.value.offers))

    def novel(self, value: Value) -> bool:
        """No turn and no earlier summary holds an equal value, or for a bare number its digits in any surroundings."""
        return not answered(value, self.offered) and not (value.kind == "number" and value.canonical in self.digit_runs)

    @cached_property
    def digit_runs(self) -> frozenset[str]:
        """Every run of digits of the source, inside names too."""
        return frozenset(_DIGITS.findall("\n".join(self.tokens)))

    def kept(self, value: Value) -> bool:
        return answered(value, self.stated)

    @cached_property
    def weights(self) -> Counter[str]:
        """How many sentences of the summary and of live turns hold a stem."""
        counts: Counter[str] = Counter()
        for sentence in (*self.pair.sentences, *(s for turn in self.live for s in self.pair.turn_sentences(turn))):
            counts.update(sentence.stems)
        return counts

    def likeness(self, one: Iterable[str], other: frozenset[str]) -> float:
        """Share of the first one's words, the rare ones weighing most, that the other holds."""
        total = got = 0.0
        for word in one:
            if word in STOP or word.isdigit():
                continue
            weight = 1 / math.sqrt(self.weights[word] or 1)
            total += weight
            got += weight * (word in other)
        return got / total if total else 0.0

    @cached_property
    def summary_idents(self) -> list[Ident]:
        return self._idents.read(self.pair.summary)

    def idents(self, turn: int) -> list[Ident]:
        return self._idents.read(self.pair.turns[turn].content)

    def names_in(self, token: str) -> tuple[Ident, ...]:
        return self._idents.of_token(token)

    @cached_property
    def tokens(self) -> set[str]:
        """Every run of characters without a space, of all turns and earlier summaries, once."""
        found: set[str] = set()
        for text in (*(turn.content for turn in self.pair.turns), *self.pair.previous):
            found.update(text.split())
        return {token for token in found if len(token) <= LONGEST_WORD}

    @cached_property
    def source_segments(self) -> frozenset[str]:
        return held_segments(self.tokens)

    @cached_property
    def summary_segments(self) -> frozenset[str]:
        return held_segments(set(self.pair.summary.split()))


def held_segments(tokens: Iterable[str]) -> frozenset[str]:
    """Every part of every name in the tokens, folded: whole between separators, and each side of a dot."""
    joined = "\n".join(tokens).lower().translate(_JOINTS)
    if not joined.isascii():
        joined = UNSPACED.sub(" ", joined)
    whole = joined.translate(_WORD_MARKS)
    parts = set(whole.replace(". ", " ").replace(".\n", " ").split())
    parts.update(part.strip(".") for part in tuple(parts) if part[0] == "." or part[-1] == ".")
    parts.update(whole.replace(".", " ").split())
    return frozenset(parts)


def _is_brief(text: str) -> bool:
    return len(text) <= _BRIEF_CHARS and text.count("\n") < _BRIEF_LINES and _MARKUP.search(text) is None


def _placed(values: Sequence[Value], sentences: Sequence[Sentence], turn: int | None) -> list[Place]:
    """Each value with the sentence it stands in; both come in order."""
    out, i = [], 0
    for value in values:
        while i < len(sentences) and sentences[i].end <= value.start:
            i += 1
        if i < len(sentences):
            out.append(Place(value, sentences[i], turn))
    return out


def by_sentence(places: Iterable[Place]) -> dict[tuple[int | None, int], list[Place]]:
    groups: defaultdict[tuple[int | None, int], list[Place]] = defaultdict(list)
    for place in places:
        groups[place.turn, place.sentence.start].append(place)
    return dict(groups)
