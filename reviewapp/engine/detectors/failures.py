"""What was tried and failed, and stands in the summary as a plan, as working, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import re2

from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.binding.reading import lexicon_for
from reviewapp.engine.binding.rules import keys_of
from reviewapp.engine.binding.verdicts import index_of
from reviewapp.engine.claims.sayings import Saying, Sayings, share
from reviewapp.engine.claims.voices import one_of
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape
from reviewapp.engine.types import Change, Example, Finding, Kind, Origin, Rule, Severity, Span

AGAIN = Rule("failure.again", "What was tried and failed is a plan again, or is said to work")
LOST = Rule("failure.lost", "What was tried and failed is not in the summary")
RULES: tuple[Rule, ...] = (AGAIN, LOST)

SAME = 0.7  # share of the tried thing's words that a sentence must hold to speak of it
TOLD = 0.5  # the same for a sentence that may only allude to it
TELLING = 2  # stems: fewer do not name what was tried

_TRIED = one_of(
    "tried attempted attempt_\\d+ tested experimented switched moved",
    "ausprobiert versucht essayé probado tentado пробовал\\S*",
)
_FAILS = one_of(
    "fail(?:s|ed)? broke breaks corrupt(?:s|ed)? lost loses crash(?:es|ed)? hangs hung worse useless in_vain dead_end",
    "deadlock(?:s|ed)? leak(?:s|ed)? grind(?:s)? ground slower no_(?:effect|luck|difference|use) regress(?:es|ed)?",
    "(?:did|does)(?:_not|n't)_(?:help|work|hold|fit|last|converge) nothing_changed gave_up rejected overheats?",
    "timed_out fehlgeschlagen échoué falló falhou",
)
_WORKS = one_of("works?(?:_well|_fine)? worked succeeds succeeded is_fine is_stable solved fixes fixed_it helps helped")
_PLAN = one_of(
    "next try retry plan planned going_to will to_do todo use switch move should could recommended pending idea",
)
_DENIED = one_of(
    "not never no n't avoid without abandoned ruled_out dropped instead failed fails broke lost crashed reverted",
)
_TRIED_AND_FAILED = re2.compile(rf"(?i)\b{_TRIED}\b.*\b{_FAILS}\b|\b{_FAILS}\b.*\bwhen (?:we |i )?{_TRIED}\b")
_HAS_FAILED = re2.compile(rf"(?i)\b(?:{_FAILS}|{_DENIED})\b|n't\b")
_STANDS_AGAIN = re2.compile(rf"(?i)\b(?:{_PLAN}|{_WORKS})\b")
_WORKED = re2.compile(rf"(?i)\b{_WORKS}\b")
_TRYING = re2.compile(rf"(?i)\b{_TRIED}\b")
_FAILING = re2.compile(rf"(?i)\b{_FAILS}\b")


@dataclass(frozen=True)
class Failure:
    """A sentence that tells of it, and the stems of what was tried."""

    turn: int
    sentence: Sentence
    stems: tuple[str, ...]
    lexicon: Lexicon


def detect(pair: Pair) -> Iterator[Finding]:
    failures = list(_failures(pair))
    if not failures:
        return
    windows = pair.once(index_of).windows
    told = Sayings(Saying(None, window.sentence, lexicon_for(window.sentence)) for window in windows)
    for failure in failures:
        same = (saying.sentence for saying in told.holding(failure.stems, failure.lexicon, SAME))
        again = next(filter(_stands_again, same), None)
        alluding = (saying.sentence for saying in told.holding(failure.stems, failure.lexicon, TOLD))
        if again and not _worked_later(pair, failure):
            yield _finding(pair, failure, again)
        elif not again and not any(map(_fails, alluding)):
            yield _finding(pair, failure, None)


def _failures(pair: Pair) -> Iterator[Failure]:
    """People and agents both tell of failures; only turns that hold such words are read."""
    for turn in pair.talk.matching(_TRYING):
        for sentence in pair.turn_sentences(turn):
            if sentence.shape is not Shape.CODE and _TRIED_AND_FAILED.search(sentence.folded):
                lexicon = lexicon_for(sentence)
                stems = _tried(sentence, lexicon)
                if len(stems) >= TELLING:
                    yield Failure(turn, sentence, stems, lexicon)


def _tried(sentence: Sentence, lexicon: Lexicon) -> tuple[str, ...]:
    """The words between the trying and the failing."""
    trying, failing = _TRYING.search(sentence.folded), _FAILING.search(sentence.folded)
    start = trying.end() if trying else 0
    end = failing.start() if failing and failing.start() > start else len(sentence.text)
    words = (w for (a, b), w in zip(sentence.word_spans, sentence.words, strict=True) if start <= a and b <= end)
    return tuple(dict.fromkeys(lexicon.stem(word) for word in words if word not in lexicon.stop and word.isalnum()))


def _stands_again(sentence: Sentence) -> bool:
    text = f"{sentence.heading} {sentence.folded}"
    return bool(_STANDS_AGAIN.search(text)) and not _HAS_FAILED.search(sentence.folded)


def _fails(sentence: Sentence) -> bool:
    return bool(_HAS_FAILED.search(sentence.folded))


def _worked_later(pair: Pair, failure: Failure) -> bool:
    for turn in range(failure.turn, len(pair.turns)):
        for sentence in pair.turn_sentences(turn) if pair.turns[turn].speaker is not Origin.TOOL else ():
            later = turn > failure.turn or sentence.start > failure.sentence.start
            if later and _tells_success(sentence, failure):
                return True
    return False


def _tells_success(sentence: Sentence, failure: Failure) -> bool:
    if not _WORKED.search(sentence.folded) or _HAS_FAILED.search(sentence.folded):
        return False
    return share(failure.stems, keys_of(sentence.words, failure.lexicon), failure.lexicon) >= TOLD


def _finding(pair: Pair, failure: Failure, again: Sentence | None) -> Finding:
    source = Span(failure.turn, failure.sentence.start, failure.sentence.end)
    if again:
        target = Span(None, again.start, again.end)
        return Finding(Kind.NEGATION, Change.INVERTED, Severity.BLOCKING, AGAIN.id, f"{AGAIN.title}.", source, target)
    loud = pair.turns[failure.turn].binds or not pair.has_tools
    severity = Severity.WARNING if loud else Severity.NOTE
    return Finding(Kind.NEGATION, Change.DROPPED, severity, LOST.id, f"{LOST.title}.", source)


_SAID = "We tried switching the cache to Redis Streams, it lost messages."


def _example(summary: str, *found: Change) -> Example:
    return Example((("user", _SAID),), summary, tuple((Kind.NEGATION, change, _SAID) for change in found))


EXAMPLES: tuple[Example, ...] = (
    _example("Next step: switch the cache to Redis Streams.", Change.INVERTED),
    _example("The queue was renamed.", Change.DROPPED),
    _example("Redis Streams for the cache was tried and dropped: messages got lost."),
    _example("Switching the cache to Redis Streams lost messages."),
)
