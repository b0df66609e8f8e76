"""What is counted of some words against the nearest sentence of the other side.

Nothing about lengths or places is counted: those tell how a set of cases was written, not whether a finding is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import Clause
from reviewapp.engine.binding.verdicts import index_of
from reviewapp.engine.lang import Cue
from reviewapp.engine.order.alignment import NOWHERE, Aligned, Sentences, content
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence

Features = dict[str, float]

CUES: Mapping[str, frozenset[Cue]] = {
    "negation": frozenset({Cue.NOT, Cue.FEW}),
    "ban": frozenset({Cue.BAN, Cue.BAR, Cue.CEASE}),
    "duty": frozenset({Cue.MUST, Cue.NEED, Cue.EACH}),
    "permission": frozenset({Cue.MAY, Cue.FREE, Cue.ALL}),
    "softening": frozenset({Cue.HEDGE, Cue.CARE, Cue.SHOULD}),
    "lifting": frozenset({Cue.LIFT, Cue.VOID}),
    "condition": frozenset({Cue.UNLESS, Cue.UNTIL, Cue.IF, Cue.DURING, Cue.ONLY}),
}
MOST = 3  # more of one cue says nothing more


def told(pair: Pair) -> Sentences:
    """The summary's sentences."""
    return Sentences(pair.sentences)


def bound(pair: Pair) -> Sentences:
    """The sentences of those who bind."""
    return Sentences(tuple(chain.from_iterable(map(pair.turn_sentences, pair.binding))))


def numbers_told(pair: Pair) -> frozenset[str]:
    return frozenset(chain.from_iterable(map(_numbers, pair.sentences)))


def compared(pair: Pair, mine: Sentence, side: Sentences) -> Features:
    """The words against the sentence of that side which holds most of them; what is absent is 0."""
    aligned = side.align(content(mine))
    theirs = aligned.sentence
    found = _cover(aligned) | _tokens(pair, mine, theirs) | dict(_grouped(mine, theirs)) | dict(_single(mine, theirs))
    return {name: float(value) for name, value in found.items() if value}


def binding_sentence(pair: Pair, turn: int, sentence: Sentence) -> Features:
    """What is counted of a sentence of somebody who binds: whether the summary lost it is asked of these."""
    clauses = read(sentence)
    covered = _coverage(pair, clauses)
    found = compared(pair, sentence, pair.once(told)) | {
        "covered": covered,
        "covered squared": covered**2,
        f"speaker {pair.speakers[turn]}": 1.0,
        f"shape {sentence.shape}": 1.0,
        "asks": float(sentence.asks),
        "orders": float(any(clause.imperative for clause in clauses)),
        "says little": float(len(content(sentence)) <= 2),
        **{f"force {clause.force}": 1.0 for clause in clauses},
    }
    return {name: value for name, value in found.items() if value}


def _coverage(pair: Pair, clauses: tuple[Clause, ...]) -> float:
    """How well the best sentence holds the topics, words of one meaning and neighbouring sentences counted in."""
    topics = tuple(dict.fromkeys(topic for clause in clauses for topic in clause.topics))
    if not topics:
        return 0.0
    matches = pair.once(index_of).matches_of(topics, clauses[0].lexicon, taken=True)
    return matches[0].coverage if matches else 0.0


def _cover(aligned: Aligned) -> Features:
    if aligned is NOWHERE:
        return {"nowhere": 1.0}
    return {
        "cover": aligned.cover,
        "cover squared": aligned.cover**2,
        "whole": aligned.whole,
        "whole squared": aligned.whole**2,
        "missing": aligned.missing,
        "absent": aligned.absent,
    }


def _tokens(pair: Pair, mine: Sentence, theirs: Sentence) -> Features:
    stems, other = frozenset(content(mine)), content(theirs)
    here, there, names = _numbers(mine), _numbers(theirs), _names(mine)
    return {
        "new words": sum(stem not in stems for stem in other) / len(other) if other else 0.0,
        "numbers": bool(here),
        "numbers lost": bool(here - there),
        "numbers gone": bool(here - there - pair.once(numbers_told)),
        "numbers new": bool(there - here),
        "names": bool(names),
        "names lost": bool(names - _names(theirs)),
    }


def _numbers(sentence: Sentence) -> frozenset[str]:
    return frozenset(word for word in sentence.words if word[0].isdigit())


def _names(sentence: Sentence) -> frozenset[str]:
    """Words with a capital inside the sentence."""
    spans = sentence.word_spans[1:]
    return frozenset(sentence.folded[start:end] for start, end in spans if sentence.text[start].isupper())


def _cues_of(sentence: Sentence) -> list[frozenset[Cue]]:
    return [hit.cues for clause in read(sentence) for hit in clause.hits] if sentence.words else []


def _grouped(mine: Sentence, theirs: Sentence) -> Iterator[tuple[str, float]]:
    here, there = _counts(mine), _counts(theirs)
    for group in CUES:
        yield f"{group} here", min(MOST, here[group])
        yield f"{group} there", min(MOST, there[group])
        yield f"{group} lost", here[group] > there[group]
        yield f"{group} new", there[group] > here[group]
    denied, denies = here["negation"] + here["ban"], there["negation"] + there["ban"]
    yield "parity", denied % 2 == denies % 2
    yield "denial gone", bool(denied and not denies)
    yield "denial new", bool(denies and not denied)
    yield "ban to permission", bool(denied and not denies and there["permission"])
    yield "duty to permission", bool(here["duty"] and there["permission"] and not there["duty"])


def _counts(sentence: Sentence) -> Mapping[str, int]:
    return sentence.once(_counted)


def _counted(sentence: Sentence) -> Mapping[str, int]:
    cues = _cues_of(sentence)
    return {group: sum(bool(one & members) for one in cues) for group, members in CUES.items()}


def _single(mine: Sentence, theirs: Sentence) -> Iterator[tuple[str, float]]:
    for side, sentence in (("has", mine), ("there", theirs)):
        yield from ((f"{side} {cue}", 1.0) for cues in _cues_of(sentence) for cue in cues)
