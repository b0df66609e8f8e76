"""What the turns give the summary a right to say: who allowed, asked for or forbade what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain

import re2

from reviewapp.engine.binding.lexicon import lexicon_of
from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import DENYING, Clause, keys_of
from reviewapp.engine.binding.verdicts import index_of, language_of_turn
from reviewapp.engine.claims.sayings import Keys, Saying, Sayings, said_in, share
from reviewapp.engine.claims.speaking import leave_given, reported
from reviewapp.engine.claims.voices import MACHINE, gives_leave
from reviewapp.engine.lang import LANGUAGES, Cue, Language, language_of
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Shape, fold, words
from reviewapp.engine.types import Origin

HELD = 0.6  # share of what a permission is for that a sentence must hold to be the one that gives it
HEARD = 0.34  # share of a wish's topics that the user's own words must hold
TOLD = 0.75  # share that makes it what an agent already told
SHORT = 12_000  # characters of all turns
HEAD = 2  # topics right after the word that allows: what is allowed

_NO_PROSE = (Shape.CODE, Shape.HEADING)
_GIVING = frozenset({Cue.MAY, Cue.FREE, Cue.LIFT})
_FORBIDDING = DENYING | {Cue.ONLY, Cue.UNLESS, Cue.UNTIL, Cue.LIFT}
_YES = re2.compile(
    r"(?i)^\W*(?:yes|yep|yeah|ok|okay|sure|fine|go ahead|do it|do that|please do|sounds good|approved|agreed|go for it|"
    r"correct|right|perfect|great|good|ja|oui|sí|si|sim|да|хорошо|好|可以|行|はい|네|예|نعم)(?:\W|$)"
)

_RELATIVE = frozenset({"what", "than", "whatever", "as", "was", "als", "que", "ce"})  # tell of leave given elsewhere
_VAGUE_WORDS = """
approach plan change changes design proposal fix solution decision idea option version revised new suggested it this
"""
_LIGHT = frozenset(
    {"place", "make", "perform", "carry", "conduct", "undertake", "execute", "take", "issue"}
)  # … an order
_VAGUE = frozenset(_VAGUE_WORDS.split())  # what was approved is named elsewhere


def asserted(pair: Pair) -> tuple[Clause, ...]:
    """The clauses of the summary that speak for themselves."""
    prose = (window for window in pair.once(index_of).windows if window.sentence.shape not in _NO_PROSE)
    own = (window for window in prose if window.sentence.start not in pair.once(reported))
    return tuple(clause for window in own for clause in window.clauses if not clause.question)


class Support:
    """Looks things up in the turns of one pair; what a lookup needs is made at the first one."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair

    @cached_property
    def said(self) -> Sayings:
        """What those who bind said, and what an agent proposed right before they said yes."""
        turns = [*self.pair.binding, *(i - 1 for i in self.pair.binding if self._agrees(i))]
        return Sayings(said_in(self.pair, turns), self.pair.work)

    @cached_property
    def _told(self) -> Sayings:
        """What an agent told a user; in a session with tools its prose is narration, and tells nobody anything."""
        agents = (i for i, speaker in enumerate(self.pair.speakers) if speaker is Origin.AGENT)
        return Sayings(said_in(self.pair, () if self.pair.has_tools else agents), self.pair.work)

    def speaks_of(self, clause: Clause) -> bool:
        """Is the clause in a language that somebody who binds speaks? Otherwise words can't be compared."""
        return clause.lexicon.language in self._languages

    @cached_property
    def _languages(self) -> frozenset[Language]:
        return frozenset(language_of_turn(self.pair, turn) for turn in self.pair.binding)

    def _agrees(self, turn: int) -> bool:
        before = self.pair.speakers[turn - 1] if turn else None
        return before is Origin.AGENT and bool(_YES.match(self.pair.turns[turn].content))

    @property
    def is_short(self) -> bool:
        """Few enough words that a summary of them has hardly any of its own."""
        return self.pair.source_chars <= SHORT

    def strange(self, clause: Clause) -> bool:
        """Does no turn of anybody hold a word of it?"""
        return share(clause.topics, self._everything, clause.lexicon) == 0

    @cached_property
    def _everything(self) -> Keys:
        return Sayings(said_in(self.pair, range(len(self.pair.turns))), self.pair.work).keys

    def grants(self, clause: Clause) -> bool:
        """Does the clause say that the machine may do something, or that the user gave leave?"""
        return self._granted_from(clause) is not None and Cue.NOT not in clause.cues

    def granted(self, clause: Clause) -> bool:
        """Did somebody who may allow it, or ask for it and not refuse it, or did an agent tell so?"""
        after = self._after(clause)
        if _VAGUE.issuperset(clause.sentence.words[place] for place in after):
            return True
        telling = [word for word in map(clause.sentence.words.__getitem__, after) if word not in _LIGHT]
        head = tuple(map(clause.lexicon.stem, telling[:HEAD]))
        given = any(map(self._gives, self.said.holding(head, clause.lexicon, HELD)))
        return given or any(map(self._allows, self._told.holding(clause.topics, clause.lexicon, TOLD)))

    def _granted_from(self, clause: Clause) -> int | None:
        """The place of the first word after the one that gives the leave; None where the clause gives none."""
        may_give = clause.sentence.start in self.pair.once(leave_given)
        leave = gives_leave(clause.sentence.folded) if may_give else None
        if leave is not None:
            place = next((i for i, (start, _) in enumerate(clause.sentence.word_spans) if start >= leave), clause.last)
            return place if clause.first < place <= clause.last else None
        first = next((hit for hit in clause.hits if Cue.MAY in hit.cues), None)
        return first.last if first is not None and _is_subject(clause, first.first) else None

    def _after(self, clause: Clause) -> Sequence[int]:
        """The places of the telling words of what is allowed."""
        topics, stem = set(clause.topics), clause.lexicon.stem
        places = range(self._granted_from(clause) or clause.first, clause.last)
        spoken = (place for place in places if place not in clause.condition)
        return [place for place in spoken if stem(clause.sentence.words[place]) in topics]

    def verbatim(self, clause: Clause) -> bool:
        """Is the sentence a copy of what a person or an agent said?"""
        spoken = zip(self.pair.turns, self.pair.speakers, strict=True)
        return any(clause.sentence.text in turn.content for turn, speaker in spoken if speaker is not Origin.TOOL)

    @staticmethod
    def _allows(saying: Saying) -> bool:
        return any(part.cues & _GIVING for part in read(saying.sentence))

    @staticmethod
    def _gives(saying: Saying) -> bool:
        return any(clause.cues & _GIVING or not clause.denies for clause in read(saying.sentence))

    def heard(self, clause: Clause) -> bool:
        """Do the words of those who bind hold some of what the clause says they want, or did an agent tell it so?"""
        if share(clause.topics, self._wanted, clause.lexicon) >= HEARD:
            return True
        return any(self._told.holding(clause.topics, clause.lexicon, TOLD))

    @cached_property
    def _wanted(self) -> Keys:
        return self.said.keys

    def forbidden(self, clause: Clause) -> bool:
        """Is there a turn that shares a word with the clause and forbids, restricts or denies anything at all?"""
        topics, lexicon = clause.topics, clause.lexicon
        return share(topics, self._refused, lexicon) > 0 or share(topics, self._refused_by_tools, lexicon) > 0

    @cached_property
    def _refused(self) -> Keys:
        """The words of the turns of people, and of the earlier summaries, that say no to something."""
        turns = (self.pair.turn_sentences(turn) for turn in self.pair.binding)
        said = (list(chain.from_iterable([sentence.words for sentence in sentences])) for sentences in turns)
        return _refusing([*said, *(list(words(fold(text))) for text in self.pair.previous)])

    @cached_property
    def _refused_by_tools(self) -> Keys:
        """The same of agents and tools: a rule may be read in a document."""
        return _refusing(list(words(fold(turn.content))) for turn in self.pair.turns if not turn.binds)


def _is_subject(clause: Clause, modal: int) -> bool:
    """Does the modal speak of the machine: `the agent itself may`, not `changes of agents may` or `what a bot may`?"""
    words, topics, stem = clause.sentence.words, set(clause.topics), clause.lexicon.stem
    place = next((i for i in range(modal - 1, clause.first - 1, -1) if words[i] in MACHINE), None)
    if place is None or any(stem(word) in topics for word in words[place + 1 : modal]):
        return False
    return _RELATIVE.isdisjoint(words[max(0, place - 2) : place])


def _refusing(texts: Iterable[Sequence[str]]) -> Keys:
    """Order matters within a text: in some scripts two neighbours make a word."""
    refusing = (text for text in texts if not _NO_WORDS.isdisjoint(text))
    return frozenset().union(*(keys_of(text, lexicon_of(language_of(text))) for text in refusing))


_NO_WORDS = frozenset(
    words_of[0]
    for language in LANGUAGES
    for phrases in lexicon_of(language).phrases.values()
    for words_of, cues in phrases
    if len(words_of) == 1 and cues & _FORBIDDING and Cue.PLAIN not in cues
)
