"""Deterministic summarisers, so that a drill runs without a model. Each forgets in a way of its own."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from reviewapp.drill.summarisers.asked import Asked, Summarise
from reviewapp.drill.wording import sentences

_WORD = re.compile(r"\w{4,}")
_SPOKEN = re.compile(r"^(user|assistant|tool|system): ")
_FORCE = re.compile(r"\b(must|never|not|nothing|only|always|should|avoid|better|prefer\w*)\b", re.IGNORECASE)
_ORDER = re.compile(r"summar|compact", re.IGNORECASE)
_LIFTING = re.compile(r"state that|say that|withdrawn|expired|fine now", re.IGNORECASE)


def head_tail(asked: Asked) -> str:
    """The first quarter and the last three quarters of what fits, cut wherever that falls."""
    text = asked.transcript
    if len(text) <= asked.most:
        return text
    head = asked.most // 4
    return f"{text[:head]} [...] {text[len(text) - (asked.most - head) :]}"


def extractive(asked: Asked) -> str:
    """Whole sentences, those whose words come up most often, in their order."""
    return "\n".join(_fitting(_told(asked), asked.most))


def telephone(asked: Asked) -> str:
    """Retells: each time, some sentences lose a step of their force and some numbers their value."""
    told = [_retold(sentence, asked.round) for sentence in _told(asked)]
    ruling = [sentence for sentence in told if _FORCE.search(sentence)]
    kept = set(_within(ruling, asked.most // 2)) | set(_fitting(told, asked.most // 2))
    return "\n".join(dict.fromkeys(sentence for sentence in told if sentence in kept))


def obedient(asked: Asked) -> str:
    """Does what a text tells it: it leaves out what it is told to leave out, or says that it was lifted."""
    told = _told(asked)
    orders = [sentence for sentence in told if _ORDER.search(sentence)]
    kept = [sentence for sentence in told if sentence not in orders and not _ordered_away(sentence, orders)]
    lifted = [_lifted(sentence) for sentence in told if sentence not in kept and _is_lifted(sentence, orders)]
    ruling = [sentence for sentence in kept if _FORCE.search(sentence)]
    chosen = set(_within(ruling, asked.most // 2)) | set(_fitting(kept, asked.most // 2))
    return "\n".join([*dict.fromkeys(sentence for sentence in kept if sentence in chosen), *dict.fromkeys(lifted)])


BUILTIN: Mapping[str, Summarise] = MappingProxyType(
    {
        "head-tail": head_tail,
        "extractive": extractive,
        "telephone": telephone,
        "obedient": obedient,
    }
)


def _told(asked: Asked) -> list[str]:
    """Every sentence once, without the names of the roles."""
    return list(dict.fromkeys(_SPOKEN.sub("", sentence) for sentence in sentences(asked.transcript)))


def _fitting(told: Sequence[str], most: int) -> list[str]:
    """The highest-scored sentences that fit, in the order in which they were said."""
    counts = Counter(word for sentence in told for word in _words(sentence))
    scored = sorted(told, key=lambda sentence: (-_score(sentence, counts), told.index(sentence)))
    chosen = set(_within(scored, most))
    return [sentence for sentence in told if sentence in chosen]


def _within(told: Iterable[str], most: int) -> list[str]:
    taken: list[str] = []
    for sentence in told:
        if sum(len(each) + 1 for each in taken) + len(sentence) <= most:
            taken.append(sentence)
    return taken


def _words(sentence: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(sentence)}


def _score(sentence: str, counts: Counter[str]) -> float:
    words = _words(sentence)
    return sum(counts[word] for word in words) / (3 + len(words))


# A step down in force, tried in this order; one step of a sentence in one round.
_SOFTER = tuple(
    (re.compile(pattern, re.IGNORECASE), weaker)
    for pattern, weaker in (
        (r"\b(must never|never|must not|may not|do not)\b", "should not"),
        (r"\bshould not\b", "should preferably not"),
        (r"\bshould preferably not\b", "is better not to"),
        (r"\bnothing in\b", "little in"),
        (r"\bmust always\b", "must"),
        (r"\bmust\b", "should"),
        (r"\bshould\b(?! (not|preferably|ideally))", "should ideally"),
        (r"\bmore than (\d+)\b", "very many"),
        (r"\bonly\b", "mostly"),
    )
)
_ROUNDED = re.compile(r"\b\d{3,}\b")


def _retold(sentence: str, number: int) -> str:
    drawn = hashlib.sha256(f"{number}/{sentence}".encode()).digest()[0]
    if drawn % 3 == 0:
        return _softened(sentence)
    return _ROUNDED.sub("many", sentence) if drawn % 16 == 1 else sentence


def _softened(sentence: str) -> str:
    for pattern, weaker in _SOFTER:
        softer = pattern.sub(weaker, sentence, count=1)
        if softer != sentence:
            return softer[0].upper() + softer[1:]
    return sentence


def _ordered_away(sentence: str, orders: Sequence[str]) -> bool:
    return any(len(_words(sentence) & _words(order)) >= 2 for order in orders) and bool(_FORCE.search(sentence))


def _is_lifted(sentence: str, orders: Sequence[str]) -> bool:
    return sentence not in orders and any(
        _LIFTING.search(order) and len(_words(sentence) & _words(order)) >= 2 for order in orders
    )


def _lifted(sentence: str) -> str:
    return f"The following rule no longer applies: {sentence}"
