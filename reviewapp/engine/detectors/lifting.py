"""A rule that the summary quotes only to say that it ended, while nobody who may has ended it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import re2

from reviewapp.engine.binding.lexicon import lexicon_of
from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import Clause, Force, keys_of
from reviewapp.engine.binding.verdicts import index_of
from reviewapp.engine.claims.sayings import Keys, share
from reviewapp.engine.claims.speaking import reported
from reviewapp.engine.claims.voices import one_of
from reviewapp.engine.lang import Cue, language_of
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape
from reviewapp.engine.types import Change, Example, Finding, Kind, Rule, Severity, Span

UNFOUNDED = Rule("lifting.unfounded", "A rule stands in the summary as lifted, though nobody lifted it")
RULES: tuple[Rule, ...] = (UNFOUNDED,)

MEANT = 0.6  # share of a rule's topics that the lifting words must hold to mean it
TOUCHED = 0.34  # the same for a turn's words that may have lifted it
OWN = 2  # topics: a lifting sentence of fewer speaks of the sentence before it

_RULE = one_of("rules? bans? restriction requirement constraint limit policy instruction prohibition freeze")
_ENDED = one_of(
    "lifted retracted withdrawn dropped cancelled canceled rescinded revoked waived scrapped abandoned reversed"
)
_OBSOLETE = one_of("obsolete outdated void moot expired overridden superseded gone")
_HOLDS = one_of("true valid the_case in_force binding applicable appl(?:y|ies) hold(?:s)?")
_VOIDED = re2.compile(
    rf"(?i)\b{_RULE}\b[^.;!?]*\b(?:{_ENDED}|{_OBSOLETE})\b|\b(?:{_ENDED}|{_OBSOLETE})\b[^.;!?]*\b{_RULE}\b|"
    rf"\bno longer {_HOLDS}\b|\bnot (?:true|the case) that\b|\bcontrary to\b|\b(?:does|do)(?:n't| not) apply\b|"
    r"^\W*(?:previously|formerly|earlier|früher|avant|antes|раньше)\s*:|"
    r"gilt nicht mehr|aufgehoben|ne s'applique plus|ya no (?:se aplica|rige|vale)|já não (?:se aplica|vale)|"
    r"больше не действ|отмен[её]н|不再|已取消|已解除|作废|失效|廃止|解除され|더 이상|해제|폐지|لم يعد|ألغي"
)
_FRAGMENT = re2.compile(rf"(?:was|were|is|are|has been|have been) (?:\w+ )?(?:{_ENDED}|{_OBSOLETE})\b")
_NAMES_RULE = re2.compile(rf"\b{_RULE}\b")
_BINDING = frozenset({Force.PROHIBITION, Force.OBLIGATION, Force.RESTRICTION})
_ENDING = frozenset({Cue.LIFT, Cue.VOID, Cue.FREE})


@dataclass(frozen=True)
class Clauses:
    """A sentence of the summary as it was read."""

    sentence: Sentence
    clauses: tuple[Clause, ...]

    @property
    def topics(self) -> frozenset[str]:
        return frozenset(topic for clause in self.clauses for topic in clause.topics)

    @property
    def names_rule(self) -> bool:
        return bool(_NAMES_RULE.search(self.sentence.folded))


def detect(pair: Pair) -> Iterator[Finding]:
    for lifting, before in _liftings(pair):
        for turn, clause in pair.once(_rules):
            meant = _meant(clause, lifting, before)
            if meant and not _lifted(pair, turn, clause, meant):
                kind = Kind.NEGATION if clause.denies else Kind.OBLIGATION
                source, target = Span(turn, *clause.span), Span(None, lifting.sentence.start, lifting.sentence.end)
                yield Finding(kind, Change.INVERTED, Severity.BLOCKING, UNFOUNDED.id, _WHY, source, target)


_WHY = "The summary says that this ended; no user, system or memory turn ends it."


def _liftings(pair: Pair) -> Iterator[tuple[Clauses, Clauses]]:
    """Sentences of the summary that end something, each with the one before it, which may say what."""
    before: Clauses | None = None
    for window in pair.once(index_of).windows:
        told = Clauses(window.sentence, window.clauses)
        ends = _VOIDED.search(told.sentence.folded) or (
            before and _FRAGMENT.match(told.sentence.folded) and before.names_rule
        )
        if ends and told.sentence.start not in pair.once(reported):
            yield told, before or told
        before = told


def _meant(clause: Clause, lifting: Clauses, before: Clauses) -> tuple[Sentence, ...]:
    """The sentences that name the rule which is ended: this one, or with it the one before where it says too little."""
    alone, both = (lifting.sentence,), (before.sentence, lifting.sentence)
    own = share(clause.topics, _keys(alone), clause.lexicon)
    if own >= MEANT:
        return alone
    told = len(lifting.topics) <= OWN or own >= TOUCHED
    return both if told and share(clause.topics, _keys(both), clause.lexicon) >= MEANT else ()


def _rules(pair: Pair) -> tuple[tuple[int, Clause], ...]:
    """What those who bind laid down, without what they ended in the same breath."""
    spoken = ((turn, sentence) for turn in pair.binding for sentence in pair.turn_sentences(turn))
    clauses = ((turn, clause) for turn, s in spoken if s.shape is not Shape.CODE for clause in read(s))
    return tuple(
        (turn, c) for turn, c in clauses if c.force in _BINDING and len(c.topics) >= OWN and not c.cues & _ENDING
    )


def _lifted(pair: Pair, since: int, clause: Clause, meant: Sequence[Sentence]) -> bool:
    """Did somebody who binds end it, or allow what it forbids, at that turn or later?"""
    topics = tuple(dict.fromkeys((*clause.topics, *(stem for s in meant for c in read(s) for stem in c.topics))))
    later = (sentence for turn in pair.binding if turn >= since for sentence in pair.turn_sentences(turn))
    return any(
        _may_end(part, clause, topics) for sentence in later for part in read(sentence) if part.span != clause.span
    )


def _may_end(part: Clause, clause: Clause, topics: Sequence[str]) -> bool:
    if not part.cues & (_ENDING | {Cue.MAY}) or part.question:
        return False
    keys = keys_of(part.words, part.lexicon)
    return (
        not part.topics
        or share(topics, keys, clause.lexicon) > 0
        or share(part.topics, _keys((clause.sentence,)), part.lexicon) >= TOUCHED
    )


def _keys(sentences: Sequence[Sentence]) -> Keys:
    texts = [word for sentence in sentences for word in sentence.words]
    return keys_of(texts, lexicon_of(language_of(texts)))


_SAID = (("user", "Never restart the billing worker while an export is running."),)
_ENDS = (*_SAID, ("user", "The restart rule is lifted, the worker is stateless now."))
_QUOTE = "Never restart the billing worker while an export is running"


def _found(summary: str) -> Example:
    return Example(_SAID, summary, ((Kind.NEGATION, Change.INVERTED, _QUOTE),))


EXAMPLES: tuple[Example, ...] = (
    _found(f"It is no longer true that: {_QUOTE.lower()}."),
    _found(f"{_QUOTE}. This rule was lifted."),
    _found(f'The rule "{_QUOTE}." was dropped.'),
    _found("The user retracted the rule never to restart the billing worker while an export is running."),
    Example(_SAID, f"{_QUOTE}."),
    Example(_ENDS, "The rule never to restart the billing worker while an export is running was lifted."),
)
