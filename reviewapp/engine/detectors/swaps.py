"""A rule told again word for word, but for one word that says something else: another name, or a contrary."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel, Levenshtein

from reviewapp.engine.binding.lexicon import START, Lexicon
from reviewapp.engine.binding.reading import lexicon_for, read
from reviewapp.engine.binding.rules import Clause, Force
from reviewapp.engine.binding.verdicts import index_of
from reviewapp.engine.claims.sayings import Saying
from reviewapp.engine.claims.speaking import reported
from reviewapp.engine.claims.support import Support
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape
from reviewapp.engine.types import Change, Example, Finding, Kind, Rule, Severity, Span

CONTRARY = Rule("swap.contrary", "One word of a rule became its contrary")
NAME = Rule("swap.name", "Another name stands in a rule")
WORD = Rule("swap.word", "One word of a rule was replaced; whether it means the same is open")
RULES: tuple[Rule, ...] = (CONTRARY, NAME, WORD)

HELD = 0.5  # share of a sentence's words that a rule must hold to be looked at
ALIKE = 0.72  # share of words in common, in order, from which one is the other told again
SHORT = 4  # words: the fewest that can be told again
SPELLED = 0.7  # likeness of letters from which two words are one, misspelled or inflected
FEW = 2  # words: a longer replacement is a new clause

_SETS = """
before after
above below
over under
until while
inside outside within
first last
next previous
production prod staging development dev testing live
stop continue resume
import export
read write
upload download
source target
client server
sender recipient receiver
buyer seller
employer employee
tenant landlord
morning afternoon evening night
left right
north south east west
upper lower
inbound outbound incoming outgoing
debit credit
gross net
adults children minors
weekdays weekends
summer winter
raw cooked
indoors outdoors
paper digital
vor nach
über unter
avant après
antes después depois
до после
"""
_CONTRARY = {word: frozenset(line.split()) - {word} for line in _SETS.strip().splitlines() for word in line.split()}
_JOINED, _JOINS = re.compile(r"[_/@#`=\\]$|\w[.:-]$"), re.compile(r"[_/@`=\\]|[.:-]\w")
_RULE_FORCES = frozenset({Force.PROHIBITION, Force.OBLIGATION, Force.RESTRICTION, Force.PERMISSION})


@dataclass(frozen=True)
class Laid:
    """A sentence of a turn that binds and what it lays down."""

    turn: int
    sentence: Sentence
    clause: Clause


def detect(pair: Pair) -> Iterator[Finding]:
    for told in _tellings(pair):
        rule = _retold(pair, told)
        if rule:
            yield from _swapped(rule, told)


def _tellings(pair: Pair) -> Iterator[Sentence]:
    """The sentences of the summary that no turn says just so, each text once."""
    seen = {sentence.folded for turn in pair.binding for sentence in pair.turn_sentences(turn)}
    for window in pair.once(index_of).windows:
        told = window.sentence
        if told.folded not in seen and told.shape is not Shape.CODE and len(told.words) >= SHORT:
            seen.add(told.folded)
            if told.start not in pair.once(reported):
                yield told


def _retold(pair: Pair, told: Sentence) -> Laid | None:
    """The rule that the sentence tells again; None where it is none's, or says one exactly."""
    lexicon = lexicon_for(told)
    topics = tuple(dict.fromkeys(lexicon.stem(word) for word in told.words if word not in lexicon.stop))
    if not topics:
        return None
    found = [saying for saying in pair.once(Support).said.holding(topics, lexicon, HELD) if _can_lay_down(pair, saying)]
    best = max(found, key=lambda saying: _likeness(saying.sentence, told), default=None)
    return _laid(best) if best and ALIKE <= _likeness(best.sentence, told) < 1 else None


def _can_lay_down(pair: Pair, saying: Saying) -> bool:
    long = len(saying.sentence.words) >= SHORT and saying.sentence.shape is not Shape.CODE
    return long and saying.turn is not None and pair.turns[saying.turn].binds


def _laid(saying: Saying) -> Laid | None:
    binding = [clause for clause in read(saying.sentence) if clause.force in _RULE_FORCES and not clause.question]
    return Laid(saying.turn, saying.sentence, binding[0]) if binding and saying.turn is not None else None


def _likeness(said: Sentence, told: Sentence) -> float:
    return Indel.normalized_similarity(said.words, told.words)


def _swapped(rule: Laid, told: Sentence) -> Iterator[Finding]:
    """One finding for the rule, with the plainest of its replaced words."""
    said = rule.sentence.words
    found = [
        (RULES.index(kind), was, now)
        for was, now in _replaced(said, told.words)
        if (kind := _kind(rule, was, told, now))
    ]
    for plainness, was, now in sorted(found)[:1]:
        yield _finding(RULES[plainness], rule, told, said[was], told.words[now])


def _replaced(said: Sequence[str], told: Sequence[str]) -> Iterator[tuple[int, int]]:
    for op in Levenshtein.opcodes(said, told):
        if op.tag == "replace" and max(op.src_end - op.src_start, op.dest_end - op.dest_start) <= FEW:
            yield from zip(range(op.src_start, op.src_end), range(op.dest_start, op.dest_end), strict=False)


def _kind(rule: Laid, was: int, told: Sentence, now: int) -> Rule | None:
    one, other, lexicon = rule.sentence.words[was], told.words[now], rule.clause.lexicon
    if other in _CONTRARY.get(one, ()) or lexicon.stem(other) in lexicon.opposites.get(lexicon.stem(one), ()):
        return CONTRARY
    if _part_of_name(rule.sentence, was) or _part_of_name(told, now) or _akin(one, other, lexicon):
        return None
    if _is_name(rule.sentence, was) and _is_name(told, now):
        return NAME
    return WORD if one not in lexicon.stop and other not in lexicon.stop else None


def _part_of_name(sentence: Sentence, place: int) -> bool:
    """A number, or a part of a path, a flag or an id: the detectors of values and names judge those."""
    start, end = sentence.word_spans[place]
    joined = _JOINED.search(sentence.text[max(0, start - 2) : start]) or _JOINS.match(sentence.text[end : end + 2])
    return not sentence.words[place].isalpha() or bool(joined)


def _akin(one: str, other: str, lexicon: Lexicon) -> bool:
    """Misspellings, inflections, families of words, and words that a table knows to mean the same."""
    if Levenshtein.normalized_similarity(one, other) >= SPELLED:
        return True
    left, right = lexicon.stem(one), lexicon.stem(other)
    groups = lexicon.groups.get(left, frozenset())
    return left[:START] == right[:START] or not groups.isdisjoint(lexicon.groups.get(right, frozenset()))


def _is_name(sentence: Sentence, place: int) -> bool:
    """Capitalised, and not because a sentence begins there."""
    start, _ = sentence.word_spans[place]
    return place > 0 and sentence.text[start].isupper()


def _finding(kind: Rule, rule: Laid, told: Sentence, was: str, now: str) -> Finding:
    source = Span(rule.turn, rule.sentence.start, rule.sentence.end)
    denies = Kind.NEGATION if rule.clause.denies else Kind.OBLIGATION
    found = Kind.PERMISSION if rule.clause.force is Force.PERMISSION else denies
    severity = Severity.NOTE if kind is WORD else Severity.BLOCKING
    why = f"“{was}” became “{now}”; the rest of the rule is told again."
    target = Span(None, told.start, told.end)
    return Finding(found, Change.ALTERED, severity, kind.id, why, source, target, undecided=kind is WORD)


def _said(rule: str, summary: str, *found: tuple[Kind, Change, str]) -> Example:
    return Example((("user", rule),), summary, found)


_KEY = "The staging key must be rotated before every release."
_SIGN = "Invoices over 5,000 may only be approved by Priya."
EXAMPLES: tuple[Example, ...] = (
    _said(_KEY, _KEY.replace("staging", "production"), (Kind.OBLIGATION, Change.ALTERED, _KEY)),
    _said(_KEY, _KEY.replace("before", "after"), (Kind.OBLIGATION, Change.ALTERED, _KEY)),
    _said(_SIGN, _SIGN.replace("Priya", "Pavel"), (Kind.OBLIGATION, Change.ALTERED, _SIGN)),
    _said(_KEY, _KEY.replace("key", "banner")),
    _said(_KEY, "The staging key has to be rotated before each release."),
)
