"""Pins in force that the summary contradicts or misquotes. A pin left out is no fault: it stands elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz.distance import Indel

from reviewapp.engine.binding.named import names_it
from reviewapp.engine.binding.reading import read
from reviewapp.engine.detectors import identifiers, lifting, modality, negation, numerals, swaps
from reviewapp.engine.lang import Cue
from reviewapp.engine.pair import Pair, make_pair
from reviewapp.engine.text import Sentence, fold, word_spans, words
from reviewapp.engine.types import Change, Example, Finding, Kind, Pin, Rule, Severity, Span, Turn

CONTRADICTED = Rule("pin.contradicted", "The summary says the opposite of a pin, or another value")
WEAKENED = Rule("pin.weakened", "The summary takes force out of a pin")
MISQUOTED = Rule("pin.misquoted", "The summary quotes a pin with other characters or words")
RULES: tuple[Rule, ...] = (CONTRADICTED, WEAKENED, MISQUOTED)

CLOSE = 0.85  # likeness of a sentence's words to a pin's from which it reads as a quotation
LONG = 5  # words: a shorter pin resembles too many sentences

_AGAINST = {Change.INVERTED: CONTRADICTED, Change.ALTERED: CONTRADICTED, Change.SOFTENED: WEAKENED}
_FORCE = frozenset({Cue.MUST, Cue.NOT, Cue.BAR, Cue.ONLY})
_RULE_READERS = (negation, modality, lifting, swaps)
_VALUE_READERS = (numerals, identifiers)


def detect(pair: Pair) -> Iterator[Finding]:
    if not pair.pins:
        return
    against = _against(pair)
    for index, pin in enumerate(pair.pins):
        found = against.get(index) or _misquoted(pair, pin)
        if found:
            yield found


def _against(pair: Pair) -> dict[int, Finding]:
    """A pin is read like a rule that its user says: what the other detectors find turned, changed or softened."""
    said = make_pair([Turn("user", pin.text) for pin in pair.pins], pair.summary)
    worst: dict[int, Finding] = {}
    for reader in (*_RULE_READERS, *_VALUE_READERS):
        for finding in reader.detect(said):
            rule = _AGAINST.get(finding.change) or _allowed(pair, finding)
            if rule and finding.target and finding.severity is not Severity.NOTE and finding.source:
                index = finding.source.turn
                meant = names_it(said, finding) if reader in _RULE_READERS else _speaks_of(pair, said, finding)
                if index is not None and meant and (index not in worst or rule is CONTRADICTED):
                    worst[index] = _finding(pair, pair.pins[index], rule, finding.target)
    return worst


def _speaks_of(pair: Pair, said: Pair, finding: Finding) -> bool:
    """Another value is no contradiction where the sentence is about something else: it must hold half of the words."""
    assert finding.source and finding.target and finding.source.turn is not None
    wanted = frozenset().union(*(sentence.stems for sentence in said.turn_sentences(finding.source.turn)))
    place = finding.target
    held = frozenset().union(*(s.stems for s in pair.sentences if s.start < place.end and place.start < s.end))
    return 2 * len(wanted & held) >= len(wanted)


def _allowed(pair: Pair, finding: Finding) -> Rule | None:
    """A pin whose force is gone is left out, unless the sentence that speaks of the same now allows something."""
    target = finding.target
    spoken = [s for s in pair.sentences if target and s.start < target.end and target.start < s.end]
    cues = {cue for sentence in spoken for clause in read(sentence) for cue in clause.cues}
    return WEAKENED if Cue.MAY in cues and cues.isdisjoint(_FORCE) else None


def _misquoted(pair: Pair, pin: Pin) -> Finding | None:
    """The pin's words in the pin's order, but not its bytes; or a sentence that differs from it in a word or two."""
    if pin.text in pair.summary:
        return None
    wanted = list(words(fold(pin.text)))
    if not wanted:
        return None
    place = _same_words(pair, wanted) or _close_sentence(pair, wanted)
    return _finding(pair, pin, MISQUOTED, place) if place else None


def _same_words(pair: Pair, wanted: list[str]) -> Span | None:
    spans, texts, places = pair.once(_summary_words)
    first = next((i for i in places.get(wanted[0], ()) if texts[i : i + len(wanted)] == wanted), None)
    return None if first is None else Span(None, spans[first][0], spans[first + len(wanted) - 1][1])


def _summary_words(pair: Pair) -> tuple[list[tuple[int, int]], list[str], dict[str, list[int]]]:
    """The summary's words: their spans, their texts, and where each text stands."""
    spans = list(word_spans(pair.folded))
    texts = [pair.folded[start:end] for start, end in spans]
    places: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        places.setdefault(text, []).append(index)
    return spans, texts, places


def _close_sentence(pair: Pair, wanted: list[str]) -> Span | None:
    if len(wanted) < LONG:
        return None
    best = max(pair.sentences, key=lambda sentence: _likeness(sentence, wanted), default=None)
    return Span(None, best.start, best.end) if best and _likeness(best, wanted) >= CLOSE else None


def _likeness(sentence: Sentence, wanted: list[str]) -> float:
    return Indel.normalized_similarity(sentence.words, wanted, score_cutoff=CLOSE)


def _finding(pair: Pair, pin: Pin, rule: Rule, target: Span) -> Finding:
    change = Change.INVERTED if rule is CONTRADICTED else Change.ALTERED
    severity = Severity.WARNING if rule is MISQUOTED else Severity.BLOCKING
    why = f"{rule.title}: {pin.key}."
    return Finding(Kind.PIN, change, severity, rule.id, why, source=_origin(pair, pin), target=target)


def _origin(pair: Pair, pin: Pin) -> Span | None:
    """Where a turn says the pin's own words, so that both sides can be shown."""
    for index, turn in enumerate(pair.turns):
        start = turn.content.find(pin.text)
        if start >= 0:
            return Span(index, start, start + len(pin.text))
    return None


_PIN = ("region", "Deploys go to eu-west-3 only – never to us-east-1.")
_SAID = (("user", f"Pin this: {_PIN[1]}"),)


def _told(summary: str, change: Change, pin: str) -> Example:
    return Example((("user", pin),), summary, ((Kind.PIN, change, pin),), (("key", pin),))


def _silent(summary: str, pin: str) -> Example:
    return Example((("user", "hello"),), summary, (), (("key", pin),))


EXAMPLES: tuple[Example, ...] = (
    Example(_SAID, _PIN[1].replace("–", "-"), ((Kind.PIN, Change.ALTERED, _PIN[1]),), (_PIN,)),
    _told("Never push to main without review.", Change.ALTERED, "Never push to main without review!"),
    _told("Deploys may go to us-east-1 as well.", Change.INVERTED, "Deploys never go to us-east-1."),
    _told(
        "It is no longer true that deploys never go to us-east-1.", Change.INVERTED, "Deploys never go to us-east-1."
    ),
    _told("The lockfile should preferably be committed.", Change.ALTERED, "The lockfile must be committed."),
    Example(_SAID, f"Pinned: {_PIN[1]}", (), (_PIN,)),
    Example(_SAID, "The chart for ledger-api is next.", (), (_PIN,)),
    _silent(
        "Run the database migrations on the staging cluster.", "Never run database migrations on the live cluster."
    ),
    _silent("The schema of the staging database was changed.", "Do not touch the production schema."),
)
