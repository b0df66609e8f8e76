"""What speaks for a finding, and for the pair as a whole being faulty: the sentences that bind, one by one, and all
findings together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from reviewapp.engine.binding.reading import may_bind
from reviewapp.engine.order.features import Features, binding_sentence, bound, compared, told
from reviewapp.engine.order.table import Weights, log_odds
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence
from reviewapp.engine.types import Change, Finding, Kind, Severity, Span

RULES, FACTS, ADDED = "rules", "facts", "added"
FAMILY: Mapping[Kind, str] = {
    Kind.NEGATION: RULES,
    Kind.OBLIGATION: RULES,
    Kind.PERMISSION: RULES,
    Kind.NUMERAL: FACTS,
    Kind.IDENTIFIER: FACTS,
    Kind.ADDITION: ADDED,
}
AROUND = 200  # characters on each side within which a token's line is read
READ = 400  # binding sentences that tell how faithful a summary is; of more, every second, third and so on is read
LEADING = 3  # of each kind of evidence that count one by one
ABSENT = log_odds(0.0)
POOR = 0.34  # share of a sentence's words below which the summary hardly holds it
FEW_RULES = 2  # texts of so few are not judged as a whole
MANY_RULES, MANY_TURNS = (
    25,
    60,
)  # more of them than there were in what was learned from: the table does not speak of such


def family_of(finding: Finding) -> str | None:
    """Which model speaks of it; None for what is never ordered anew: injection, pins, structure, noted tokens."""
    family = FAMILY.get(finding.kind)
    if family and finding.change is Change.ADDED and finding.source is None:
        return ADDED
    return None if family == FACTS and finding.severity is Severity.NOTE else family


class Evidence:
    """Of one pair: each binding sentence with what is counted of it, computed when first asked for."""

    def __init__(self, pair: Pair, lost: Weights) -> None:
        self.pair = pair
        self._lost = lost
        self._features: dict[tuple[int, int], Features] = {}

    def features(self, turn: int, sentence: Sentence) -> Features:
        key = turn, sentence.start
        if key not in self._features:
            self._features[key] = binding_sentence(self.pair, turn, sentence)
        return self._features[key]

    def loss(self, turn: int, sentence: Sentence) -> float:
        """How likely the summary lost or changed the sentence, as log odds."""
        return self._lost.odds(self.features(turn, sentence))

    def of(self, finding: Finding) -> Features:
        """What is counted of a finding of some family."""
        side = self.pair.once(bound if family_of(finding) == ADDED else told)
        words = Sentence(_words_of(self.pair, finding), 0, 0)
        features = compared(self.pair, words, side) | _engine(finding)
        words.release()  # the pair lets go of its own sentences, and this one is none
        losses = [self.loss(turn, sentence) for turn, sentence in _sentences_at(self.pair, finding.source)]
        return features | ({"loss": max(losses)} if losses else {"no sentence": 1.0})

    @cached_property
    def sentences(self) -> Sequence[tuple[int, Sentence]]:
        return sampled(self.pair)

    @cached_property
    def _rules(self) -> int:
        return sum(may_bind(sentence) for _, sentence in self.sentences)

    @cached_property
    def is_long(self) -> bool:
        """Whether the session is longer than any that was learned from."""
        return len(self.pair.turns) > MANY_TURNS or self._rules > MANY_RULES

    @cached_property
    def judges_the_pair(self) -> bool:
        """Whether there are rules enough to judge the summary by."""
        return self._rules > FEW_RULES

    def of_pair(self, found: Sequence[tuple[Finding, float | None]]) -> Features:
        """What is counted of all findings, each with its own log odds, and of all sentences that bind."""
        read = self.sentences
        losses = [self.loss(turn, sentence) for turn, sentence in read]
        covers = [self.features(turn, sentence).get("cover", 0.0) for turn, sentence in read]
        gone = sum("numbers gone" in self.features(turn, sentence) for turn, sentence in read)
        return {
            **_leading("loss", losses),
            **_of_findings(found),
            "cover": sum(covers) / len(covers),
            "poorly covered": sum(cover < POOR for cover in covers) / len(covers),
            "numbers gone": gone / (1 + len(read)),
        }


def _of_findings(found: Sequence[tuple[Finding, float | None]]) -> Features:
    severities = Counter(finding.severity for finding, _ in found)
    noted = Severity.NOTE
    sure = any(odds is None and finding.severity is not noted for finding, odds in found)
    return {
        **_leading("shown", [odds for finding, odds in found if odds is not None and finding.severity is not noted]),
        **_leading("noted", [odds for finding, odds in found if odds is not None and finding.severity is noted]),
        "blocking": min(3, severities[Severity.BLOCKING]),
        "warnings": min(4, severities[Severity.WARNING]),
        "certain": float(sure),
    }


def _leading(name: str, odds: Sequence[float]) -> Features:
    """The strongest ones, and the sum of all."""
    first = sorted(odds, reverse=True)[:LEADING]
    first += [ABSENT] * (LEADING - len(first))
    return {f"{name} {place}": max(ABSENT, -ABSENT if value > -ABSENT else value) for place, value in enumerate(first)}


def sampled(pair: Pair) -> Sequence[tuple[int, Sentence]]:
    """The sentences of those who bind with their turns; of very many, every second, third and so on."""
    sentences = [(turn, sentence) for turn in pair.binding for sentence in pair.turn_sentences(turn) if sentence.words]
    return sentences[:: 1 + len(sentences) // READ]


def _sentences_at(pair: Pair, span: Span | None) -> Iterable[tuple[int, Sentence]]:
    """The binding sentences that the span touches."""
    if span is None or span.turn is None or span.turn not in pair.binding:
        return ()
    turn = span.turn
    return (
        (turn, sentence)
        for sentence in pair.turn_sentences(turn)
        if sentence.words and sentence.start < span.end and span.start < sentence.end
    )


def _words_of(pair: Pair, finding: Finding) -> str:
    """The words that the finding is about; of a token the line around it."""
    span = finding.source or finding.target
    assert span is not None, "a finding points at a text"
    text = pair.summary if span.turn is None else pair.turns[span.turn].content
    if FAMILY[finding.kind] == RULES:
        return text[span.start : span.end]
    left, right = max(0, span.start - AROUND), min(len(text), span.end + AROUND)
    end = text.find("\n", span.end, right)
    return text[max(left, text.rfind("\n", left, span.start) + 1) : right if end < 0 else end]


def _engine(finding: Finding) -> Features:
    """What the engine says of it. A rule that the table does not know falls back on its detector."""
    said = {
        f"rule {finding.rule}",
        f"detector {finding.rule.partition('.')[0]}",
        f"kind {finding.kind}",
        f"change {finding.change}",
        f"severity {finding.severity}",
        *(["undecided"] if finding.undecided else []),
    }
    return dict.fromkeys(sorted(said), 1.0)
