"""What the turns give the summary a right to say: who allowed, asked for or forbade what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import re2

from reviewapp.engine.align import worth
from reviewapp.engine.lang import LANGUAGES, Cue, Language, language_of
from reviewapp.engine.lexicon import Lexicon, lexicon_of
from reviewapp.engine.pair import Pair
from reviewapp.engine.reading import read
from reviewapp.engine.rules import DENYING, Clause, keys_of
from reviewapp.engine.text import Sentence, Shape, fold, words
from reviewapp.engine.types import Origin
from reviewapp.engine.verdicts import index_of
from reviewapp.engine.voices import MACHINE, gives_leave, reports

HELD = 0.6  # share of what a permission is for that a sentence must hold to be the one that gives it
HEARD = 0.34  # share of a wish's topics that the user's own words must hold
TOLD = 0.75  # share that makes it what an agent already told
HEAD = 2  # topics right after the word that allows: what is allowed

_GIVING = frozenset({Cue.MAY, Cue.FREE, Cue.LIFT})
_FORBIDDING = DENYING | {Cue.ONLY, Cue.UNLESS, Cue.LIFT}
_YES = re2.compile(
    r"(?i)^\W*(?:yes|yep|yeah|ok|okay|sure|fine|go ahead|do it|do that|please do|sounds good|approved|agreed|go for it|"
    r"correct|right|perfect|great|good|ja|oui|sí|si|sim|да|хорошо|好|可以|行|はい|네|예|نعم)(?:\W|$)"
)

_VAGUE_WORDS = """
approach plan change changes design proposal fix solution decision idea option version revised new suggested it this
"""
_VAGUE = frozenset(_VAGUE_WORDS.split())  # what was approved is named elsewhere

Keys = frozenset[str | int]


def asserted(pair: Pair) -> Iterator[Clause]:
    """The clauses of the summary that speak for themselves."""
    for window in pair.once(index_of).windows:
        if window.sentence.shape not in (Shape.CODE, Shape.HEADING) and not reports(window.sentence.folded):
            yield from (clause for clause in window.clauses if not clause.question)


class Support:
    """Looks things up in the turns of one pair; what a lookup needs is made at the first one."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair

    @cached_property
    def _said(self) -> list[tuple[Sentence, Keys]]:
        """What those who bind said, and what an agent proposed right before they said yes."""
        turns = [*self.pair.binding, *(i - 1 for i in self.pair.binding if self._agrees(i))]
        return [(s, keys_of(s.words, self._lexicon(turn))) for turn in turns for s in self.pair.turn_sentences(turn)]

    def _lexicon(self, turn: int) -> Lexicon:
        return lexicon_of(language_of(word for sentence in self.pair.turn_sentences(turn) for word in sentence.words))

    def speaks_of(self, clause: Clause) -> bool:
        """Is the clause in a language that somebody who binds speaks? Otherwise words can't be compared."""
        return clause.lexicon.language in self._languages

    @cached_property
    def _languages(self) -> frozenset[Language]:
        return frozenset(self._lexicon(turn).language for turn in self.pair.binding)

    def _agrees(self, turn: int) -> bool:
        before = self.pair.turns[turn - 1].speaker if turn else None
        return before is Origin.AGENT and bool(_YES.match(self.pair.turns[turn].content))

    @staticmethod
    def grants(clause: Clause) -> bool:
        """Does the clause say that the machine may do something, or that the user gave leave?"""
        first = next((hit.first for hit in clause.hits if Cue.MAY in hit.cues), None)
        if first is None or clause.denies:
            return False
        subject = clause.sentence.words[clause.first : first]
        return bool(MACHINE & set(subject)) or gives_leave(clause.sentence.folded)

    def granted(self, clause: Clause) -> bool:
        """Did somebody who may allow it, or ask for it and not refuse it, or did an agent tell so?"""
        head = _head(clause)
        if _VAGUE.issuperset(clause.sentence.words[place] for place in _after(clause)):
            return True
        given = any(self._gives(sentence) for sentence, keys in self._said if _share(clause, head, keys) >= HELD)
        return given or any(self._tells(sentence, clause) for sentence in self._agent_sentences)

    @cached_property
    def _agent_sentences(self) -> list[Sentence]:
        turns = [i for i, turn in enumerate(self.pair.turns) if turn.speaker is Origin.AGENT]
        return [sentence for turn in turns for sentence in self.pair.turn_sentences(turn)]

    @staticmethod
    def _tells(sentence: Sentence, clause: Clause) -> bool:
        """Does an agent say here that this may be done?"""
        if _share(clause, clause.topics, frozenset(map(clause.lexicon.stem, sentence.words))) < TOLD:
            return False
        return any(part.cues & _GIVING for part in read(sentence))

    @staticmethod
    def _gives(sentence: Sentence) -> bool:
        return any(clause.cues & _GIVING or not clause.denies for clause in read(sentence))

    def heard(self, clause: Clause) -> bool:
        """Do the words of those who bind hold some of what the clause says they want?"""
        return _share(clause, clause.topics, self._bag) >= HEARD

    @cached_property
    def _bag(self) -> Keys:
        return frozenset().union(*(keys for _, keys in self._said))

    def forbidden(self, clause: Clause) -> bool:
        """Is there a turn that shares a word with the clause and forbids, restricts or denies anything at all?"""
        people = (_keys_of(texts) for texts in self._spoken if not _NO_WORDS.isdisjoint(texts))
        return any(_share(clause, clause.topics, keys) for keys in people) or any(
            _share(clause, clause.topics, keys) for keys in self._forbidding_tools
        )

    @cached_property
    def _spoken(self) -> list[tuple[str, ...]]:
        """The words of each turn of a person, and of each earlier summary, in order."""
        turns = (
            [word for sentence in self.pair.turn_sentences(i) for word in sentence.words] for i in self.pair.binding
        )
        return [*map(tuple, turns), *(tuple(words(fold(text))) for text in self.pair.previous)]

    @cached_property
    def _forbidding_tools(self) -> list[Keys]:
        """The same of agents and tools, where they say no to something: a rule may be read in a document."""
        others = (turn.content for turn in self.pair.turns if not turn.binds)
        texts = (tuple(words(fold(text))) for text in others)
        return [_keys_of(text) for text in texts if not _NO_WORDS.isdisjoint(text)]


def _after(clause: Clause) -> Sequence[int]:
    """The places of the telling words that follow the one that allows."""
    last = next((hit.last for hit in clause.hits if Cue.MAY in hit.cues), clause.first)
    topics, stem = set(clause.topics), clause.lexicon.stem
    return [place for place in range(last, clause.last) if stem(clause.sentence.words[place]) in topics]


def _head(clause: Clause) -> tuple[str, ...]:
    """What the permission is for: the first topics after the word that gives it, or all of them."""
    head = tuple(clause.lexicon.stem(clause.sentence.words[place]) for place in _after(clause)[:HEAD])
    return head or clause.topics


def _share(clause: Clause, topics: tuple[str, ...], keys: Keys) -> float:
    return sum(worth(topic, keys, clause.lexicon) for topic in topics) / len(topics)


def _keys_of(texts: Sequence[str]) -> Keys:
    """Order matters: in some scripts two neighbours make a word."""
    return keys_of(texts, lexicon_of(language_of(texts)))


_NO_WORDS = frozenset(
    words_of[0]
    for language in LANGUAGES
    for phrases in lexicon_of(language).phrases.values()
    for words_of, cues in phrases
    if len(words_of) == 1 and cues & _FORBIDDING and Cue.PLAIN not in cues
)
