"""What an answer is worth: read strictly, held against the summary, the engine's own comparison, and its contrary."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from reviewapp.engine.account.lines import State, Unit
from reviewapp.engine.analyse import analyse
from reviewapp.engine.types import Change, Turn
from reviewapp.judge.masked import SIGN
from reviewapp.judge.questions import Question

_FIELDS = {"verdict", "summary_quote", "differing_words", "because"}
LONGEST = 4_000


class Verdict(StrEnum):
    KEPT = "kept"
    CHANGED = "changed"
    LOST = "lost"


class Fault(StrEnum):
    """Why an answer is thrown away."""

    FORM = "form"  # no JSON object of the four fields
    QUOTE = "quote"  # the quote does not stand in the summary, or stands there though nothing is kept
    MASKED = "masked"  # it rests on words that were masked
    WORDS = "words"  # the differing words stand on neither side
    VALUES = "values"  # "kept", though the engine misses a number, a name or the rule's polarity in the quote
    BOTH = "both"  # the rule and its contrary are both called kept
    ALONE = "alone"  # nobody asked for the contrary


@dataclass(frozen=True)
class Answer:
    verdict: Verdict
    quote: str
    differing: str
    because: str


@dataclass(frozen=True)
class Judged:
    """What an answer comes to. With a `fault` it counts for nothing."""

    verdict: Verdict | None
    quote: str = ""
    differing: str = ""
    fault: Fault | None = None

    @property
    def holds(self) -> bool:
        return self.fault is None


def read(text: str) -> Answer | None:
    """The answer, if it is exactly the object that was asked for."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if (
        not isinstance(found, dict)
        or set(found) != _FIELDS
        or not all(isinstance(each, str) for each in found.values())
    ):
        return None
    if found["verdict"] not in tuple(Verdict) or any(len(each) > LONGEST for each in found.values()):
        return None
    return Answer(Verdict(found["verdict"]), found["summary_quote"], found["differing_words"], found["because"])


def wants_contrary(question: Question, text: str) -> bool:
    """Only a "kept" that holds so far is worth a second question."""
    answer = read(text)
    return answer is not None and answer.verdict is Verdict.KEPT and _fault(question, answer) is None


def judged(question: Question, text: str, contrary: str | None = None) -> Judged:
    """`text`: what the model wrote; `contrary`: what it wrote to `question.reversed`, where that was asked."""
    answer = read(text)
    if answer is None:
        return Judged(None, fault=Fault.FORM)
    fault = _fault(question, answer) or (_contrary(contrary) if answer.verdict is Verdict.KEPT else None)
    return Judged(answer.verdict, answer.quote, answer.differing, fault)


def _fault(question: Question, answer: Answer) -> Fault | None:
    if answer.verdict is Verdict.LOST:
        return Fault.QUOTE if answer.quote else None
    if not answer.quote.strip() or answer.quote not in question.summary:
        return Fault.QUOTE
    if SIGN in answer.quote:
        return Fault.MASKED
    if answer.verdict is Verdict.CHANGED:
        words = answer.differing
        return None if words.strip() and (words in answer.quote or words in question.rule) else Fault.WORDS
    return None if agrees(question.rule, answer.quote) else Fault.VALUES


def agrees(rule: str, quote: str) -> bool:
    """Whether the engine finds every number and name of the rule in the quote, and the rule not turned round."""
    analysis = analyse([Turn("user", rule)], quote)
    values = (line for line in analysis.account if line.unit is not Unit.SENTENCE and line.turn is not None)
    turned = any(each.change in (Change.INVERTED, Change.ALTERED) for each in analysis.findings)
    return not turned and all(line.state is State.KEPT for line in values)


def _contrary(text: str | None) -> Fault | None:
    if text is None:
        return Fault.ALONE
    answer = read(text)
    if answer is None:
        return Fault.FORM
    return Fault.BOTH if answer.verdict is Verdict.KEPT else None
