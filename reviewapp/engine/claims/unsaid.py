"""Wishes, orders, plans and permissions of which no turn says a word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import filterfalse

from reviewapp.engine.binding.align import worth
from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import DENYING, Clause, Keys
from reviewapp.engine.binding.verdicts import index_of
from reviewapp.engine.claims.aspect import rooted
from reviewapp.engine.claims.speaking import desires, reported
from reviewapp.engine.claims.telling import Aspect, telling
from reviewapp.engine.claims.voices import is_desire
from reviewapp.engine.lang import Cue
from reviewapp.engine.lazy import Known
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape, fold, words
from reviewapp.engine.values.facts import Facts

UNKNOWN = 2  # words that no turn holds: with fewer it may be what was said in other words
LOOKED_AT = 256  # characters of all turns that cost a unit of work to look a word up in
KNOWN = 0.26  # share of its words that turns may hold all the same

_BINDS = frozenset({Cue.MAY, Cue.MUST, Cue.SHOULD, Cue.FREE})
_desires = Known(is_desire)  # by the word


def unsaid(pair: Pair) -> Iterator[Sentence]:
    """Sentences of the summary that want, order, plan or allow something that no turn speaks of."""
    lines = (w.sentence for w in pair.once(index_of).windows if w.clauses and not w.clauses[0].lexicon.language.joined)
    own = (line for line in lines if line.shape not in (Shape.CODE, Shape.HEADING) and not _leads_in(line))
    for line in own:
        if line.start not in pair.once(reported) and pair.once(_Said).is_new(line) and _directs(pair, line):
            yield line


def _leads_in(line: Sentence) -> bool:
    return line.text.rstrip("*_ ").endswith((":", "："))


def _directs(pair: Pair, line: Sentence) -> bool:
    clauses = read(line)
    if any(clause.denies or clause.question or clause.cues & DENYING for clause in clauses):
        return False
    known = telling(clauses[0].lexicon.language)
    heads = (tuple(words(fold(line.heading))), clauses[0].words)
    planned = any(known.heads(head) is Aspect.OPEN for head in heads)
    return planned or line.start in pair.once(desires) or any(map(_binds, clauses))


def _binds(clause: Clause) -> bool:
    ordered = clause.imperative and clause.sentence.shape is not Shape.CELL  # the head of a column orders nothing
    return ordered or bool(clause.cues & _BINDS)


class _Said:
    """All that is said in the turns of one pair, and in the summaries before."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self._words = pair.once(Facts).source.segments
        self._keys: dict[Lexicon, Keys] = {}

    @cached_property
    def _texts(self) -> str:
        return "\n".join((*(turn.content for turn in self._pair.turns), *self._pair.previous)).lower()

    def is_new(self, line: Sentence) -> bool:
        """Is hardly a word of it known, nor any of its numbers?"""
        if any(word in self._words for word in line.words if word[0].isdigit()):
            return False
        named = _named(line)
        strange = [word for word in named if word not in self._words]
        if len(strange) >= UNKNOWN:  # the other forms of all the words of a session are asked for only then
            strange = list(filterfalse(self._is_known(read(line)[0].lexicon), strange))
        return len(strange) >= UNKNOWN and len(named) - len(strange) <= KNOWN * len(named)

    def _is_known(self, lexicon: Lexicon) -> Callable[[str], bool]:
        keys = self._keys_in(lexicon)
        return lambda word: self._holds(word) or worth(lexicon.stem(word), keys, lexicon) > 0

    def _holds(self, word: str) -> bool:
        """Does it stand anywhere, within another word too? What is not looked for counts as known: nothing is said."""
        afford = self._pair.work.afford(len(self._texts) // LOOKED_AT)
        return not afford or word in self._texts

    def _keys_in(self, lexicon: Lexicon) -> Keys:
        if lexicon not in self._keys:
            self._keys[lexicon] = rooted([word for word in self._words if word.isalpha()], lexicon)
        return self._keys[lexicon]


def _named(line: Sentence) -> tuple[str, ...]:
    """Its words that name what is wished, ordered or allowed: not who wishes it, nor how it binds or on what terms."""
    clauses = read(line)
    aside = {place for clause in clauses for hit in clause.hits for place in range(hit.first, hit.last)}
    aside.update(place for clause in clauses for place in clause.condition)
    aside.update(range(next((place + 1 for place, word in enumerate(line.words) if _desires[word]), 0)))
    plain = (word for place, word in enumerate(line.words) if place not in aside and word[0].isalpha())
    return tuple(word for word in plain if word.partition("'")[0] not in clauses[0].lexicon.stop)
