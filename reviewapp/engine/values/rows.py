"""Rows of counts: `231 passed, 4 failed`. A number that stands at another noun than its row says was swapped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence
from reviewapp.engine.values.facts import Facts, Place
from reviewapp.engine.values.find import noun_at
from reviewapp.engine.values.pairing import Pairing
from reviewapp.engine.values.source import Occurrence
from reviewapp.engine.values.topics import content, root
from reviewapp.engine.values.value import Value

_SAME_SENTENCE = 0.6
_COMMON = 3  # counts up to here stand in any row
_LONGEST_COUNT = 6  # digits; a longer number is somebody's id
Line = list[Place]


def swaps(pair: Pair) -> Iterator[tuple[Place, Place, Place | None]]:
    """(what the turn says, what the summary says in the same row, the count of the row whose number was taken)."""
    facts = pair.once(Facts)
    sentences = [[p for p in places if p.value.noun and _is_count(p.value)] for places in facts.by_sentence.values()]
    lines = _lines(facts, {place.value.noun for counted in sentences for place in counted})
    for counted in sentences:
        for target in counted:
            held = lines.get(target.value.noun, [])
            if not pair.work.afford(len(held) * len(counted)):
                return
            row = _row_of(pair, target, counted, held)
            source = next((place for place in row if place.value.noun == target.value.noun), None)
            source = source or _said_otherwise(pair, target, held)
            if source is not None:
                yield source, target, _robbed(row, target, pair)


def _lines(facts: Facts, nouns: set[str]) -> dict[str, list[Line]]:
    """Lines of any turn that count one of the nouns, by noun."""
    grouped: defaultdict[tuple[int, int], list[tuple[Occurrence, str]]] = defaultdict(list)
    for found in facts.source.occurrences() if nouns else ():
        if found.value.kind == "number":
            text = facts.source.texts[found.turn]
            noun = noun_at(text, found.start, found.end)
            if noun:
                grouped[found.turn, text.rfind("\n", 0, found.start) + 1].append((found, noun))
    lines: defaultdict[str, list[Line]] = defaultdict(list)
    for (turn, start), row in grouped.items():
        counted = nouns.intersection(noun for _, noun in row)
        if counted:
            line = _line(facts.source.texts[turn], turn, start, row)
            for noun in counted:
                lines[noun].append(line)
    return dict(lines)


def _line(text: str, turn: int, start: int, row: list[tuple[Occurrence, str]]) -> Line:
    end = text.find("\n", row[-1][0].end)
    sentence = Sentence(text[start : end if end >= 0 else len(text)], start, end if end >= 0 else len(text))
    return [
        Place(replace(found.value, start=found.start, end=found.end, noun=noun), sentence, turn) for found, noun in row
    ]


def _robbed(row: Line, target: Place, pair: Pair) -> Place | None:
    """The count that the number was taken from, where the summary says nothing of what it counted."""
    taken = (place for place in row if place.value.equals(target.value) and place.value.noun != target.value.noun)
    told = frozenset(map(root, (word for sentence in pair.sentences for word in sentence.words)))
    return next((place for place in taken if root(place.value.noun) not in told), None)


def _row_of(pair: Pair, target: Place, counted: Line, lines: list[Line]) -> Line:
    """The row in which the number of the target stands at another noun; empty where there is none."""
    said = [line for line in lines if _says(line, target.value)]
    if any(_same_subject(line, counted, target) for line in said):
        return []
    rows = [line for line in reversed(lines) if len(line) > 1 and line not in said]
    fit = [row for row in rows if _anchored(row, counted, target)]
    if not fit and not said:
        fit = [row for row in rows if _moved(pair, row, target)]
    return fit[0] if fit else []


def _said_otherwise(pair: Pair, target: Place, lines: list[Line]) -> Place | None:
    """A count that no line holds, in nearly the words of a sentence that counts the same otherwise."""
    if any(_says(line, target.value) for line in lines) or target.value.spelled:
        return None
    facts, pairing = pair.once(Facts), pair.once(Pairing)
    for place in facts.brief_by_noun.get(target.value.noun, ()):
        shared = content(place.sentence) & content(target.sentence)
        alike = len(shared) > 1 and facts.topics.sameness(place.sentence, target.sentence) > _SAME_SENTENCE
        if alike and _is_count(place.value) and not pairing.superseded(place):
            return place
    return None


def _same_subject(line: Line, counted: Line, target: Place) -> bool:
    """The line and the summary's sentence share a word beside the counts: its label."""
    counts = {root(place.value.noun) for place in (*line, *counted)}
    return _anchored(line, counted, target) or bool(content(line[0].sentence) & content(target.sentence) - counts)


def _anchored(row: Line, counted: Line, target: Place) -> bool:
    """Another count of the sentence stands in the row too, and is no number that stands everywhere."""
    others = (other.value for other in counted if other is not target)
    return any(
        _says(row, value) and not (value.canonical.isdigit() and int(value.canonical) <= _COMMON) for value in others
    )


def _moved(pair: Pair, row: Line, target: Place) -> bool:
    """The row has the number at another noun, as a count in running text."""
    labelled = pair.summary[target.value.start - 1 : target.value.start] in ("=", ":", '"', "'")
    if labelled and row[0].turn not in pair.once(Facts).brief:
        return False
    return any(place.value.equals(target.value) and place.value.noun != target.value.noun for place in row)


def _is_count(value: Value) -> bool:
    return value.kind == "number" and len(value.canonical) <= _LONGEST_COUNT


def _says(row: Line, value: Value) -> bool:
    return any(place.value.noun == value.noun and place.value.equals(value) for place in row)
