"""What a denial or an exception stands over, and whether that changed where it is told again in the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance.Levenshtein import normalized_similarity

from reviewapp.engine.binding.align import worth
from reviewapp.engine.binding.facing import phrase
from reviewapp.engine.binding.rules import DENYING, Clause, keys_of
from reviewapp.engine.lang import Cue
from reviewapp.engine.text import Sentence

SCOPED = DENYING | {Cue.UNLESS, Cue.OVER}  # what stands over words
COUNTED = SCOPED | {Cue.AKIN}  # what denies in any way
SPELLED = 0.75  # likeness of letters from which two words are one, misspelled
CUT = ("...", "…", "]")  # ends of a quotation that was shortened
JOINED, JOINS = re.compile(r"[_/@#`=\\]$|\w[.:]$|--$"), re.compile(r"[_/@`=\\]|[.:]\w")  # parts of a name


def rescoped(said: Sequence[Clause], told: Sequence[Clause]) -> bool:
    """Stand other words over there under a denial or an exception that both sides say in the same words?"""
    there = [scope for part in told for scope in _scopes(part)]
    return any(
        _differ(one, other) for part in said for one in _scopes(part) for other in there if one.said == other.said
    )


@dataclass(frozen=True)
class Scope:
    """Words `first`..`last` of a clause over which a denial or an exception stands, which is `said` so."""

    part: Clause
    said: tuple[str, ...]
    first: int
    last: int

    @property
    def topics(self) -> tuple[str, ...]:
        return self.part.topics_in(self.first, self.last)


def _scopes(part: Clause) -> Iterator[Scope]:
    """What each of them stands over: the words up to the next one."""
    for hit in part.hits:
        if hit.cues & SCOPED:
            following = (other.first for other in part.hits if other.first >= hit.last and other.cues & COUNTED)
            yield Scope(part, phrase(part, hit), hit.last, next(following, part.last))


def _differ(was: Scope, now: Scope) -> bool:
    """Has one of them words that the whole other sentence does not have?"""
    said, told = was.part.sentence, now.part.sentence
    if not was.topics or _named(was, told) or _named(now, said):
        return False  # names and numbers have their own judges
    cut = told.text.rstrip("\"'”’) ").endswith(CUT)
    return (not cut and _new(was, told)) or _new(now, said)


def _named(scope: Scope, other: Sentence) -> bool:
    """Has the scope a number or a part of a name that the other sentence does not have?"""
    sentence = scope.part.sentence
    lacking = (p for p in range(scope.first, scope.last) if sentence.words[p] not in other.words)
    return any(not sentence.words[p].isalpha() or _joined(sentence, p) for p in lacking)


def _new(scope: Scope, sentence: Sentence) -> bool:
    lexicon = scope.part.lexicon
    keys = keys_of(sentence.words, lexicon)
    lacking = (stem for stem in scope.topics if not worth(stem, keys, lexicon))
    return any(not any(spelled_alike(stem, lexicon.stem(word)) for word in sentence.words) for stem in lacking)


def spelled_alike(one: str, other: str) -> bool:
    return normalized_similarity(one, other) >= SPELLED and not one.endswith(other) and not other.endswith(one)


def _joined(sentence: Sentence, place: int) -> bool:
    start, end = sentence.word_spans[place]
    return bool(JOINED.search(sentence.text[max(0, start - 2) : start]) or JOINS.match(sentence.text[end : end + 2]))
