"""Text as the detectors see it: folded without changing its length, cut into sentences and words with their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate, islice
from typing import TypeVar

from reviewapp.engine.lazy import lazy
from reviewapp.engine.record import record

T = TypeVar("T")

LONGEST_WORD = 512  # a longer run without a space is opaque: no detector looks inside
# Of one text, and of one sentence; what stands after them is not read as prose, and coverage says so.
MOST_SENTENCES, MOST_WORDS = 5_000, 10_000

PLAIN = {
    **{ord(c): "'" for c in "\u2018\u2019\u201b\u02bc\u00b4`"},
    **{ord(c): '"' for c in "\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d"},
    **{ord(c): "-" for c in "\u2010\u2011\u2212"},
    **{ord(c): " " for c in "\u00a0\u2007\u2009\u200a\u202f\u3000"},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width forms
}


def fold(text: str) -> str:
    """Lower case, plain quotes, hyphens and spaces. Character N of the result stands for character N of `text`."""
    plain = text if text.isascii() else text.translate(PLAIN)
    low = plain.replace("`", "'").lower()
    return low if len(low) == len(text) else "".join(_lower(c) for c in plain)


def _lower(char: str) -> str:
    low = char.lower()
    return low if len(low) == 1 else char


class Shape(StrEnum):
    """What the layout says about a line before its words are read."""

    PROSE = "prose"
    BULLET = "bullet"
    HEADING = "heading"
    QUOTE = "quote"  # forwarded mail
    CELL = "cell"
    CODE = "code"


@record()
class Sentence:
    """`text` is `start`..`end` of the text it was cut from, `heading` the last heading or lead-in above it."""

    text: str
    start: int
    end: int
    shape: Shape = Shape.PROSE
    heading: str = ""

    @lazy
    def asks(self) -> bool:
        return self.text.rstrip("\"'”’)* ").endswith(("?", "？", "؟"))

    @lazy
    def is_setting(self) -> bool:
        """A member of a record whose value is no prose: `"stop_reason": null,`."""
        return _SETTING.fullmatch(self.text) is not None

    @lazy
    def folded(self) -> str:
        return fold(self.text)

    @lazy
    def _pieces(self) -> tuple[str, ...]:
        """The words at the odd places, what stands between them at the even ones."""
        return tuple(_word_of(self.folded).split(self.folded, MOST_WORDS))

    @lazy
    def words(self) -> tuple[str, ...]:
        return self._pieces[1::2]

    @lazy
    def gaps(self) -> tuple[str, ...]:
        """What stands before each word, and after the last one."""
        return self._pieces[::2]

    @lazy
    def _ends(self) -> tuple[int, ...]:
        return tuple(accumulate(map(len, self._pieces)))

    @lazy
    def word_spans(self) -> tuple[tuple[int, int], ...]:
        """Where each word stands within `text`."""
        return tuple(zip(self._ends[::2], self._ends[1::2], strict=False))

    def span_of(self, first: int, last: int) -> tuple[int, int]:
        """Where the words `first`..`last` (half-open) stand within `text`."""
        return self._ends[2 * first], self._ends[2 * last - 1]

    @lazy
    def stems(self) -> frozenset[str]:
        return frozenset(stem(word) for word in self.words)

    @lazy
    def _made(self) -> dict[Callable[[Sentence], object], object]:
        return {}

    def once(self, make: Callable[[Sentence], T]) -> T:
        """What `make` says of this sentence, computed once: for those who read it, whom this module can't know."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]  # type: ignore[return-value]  # stored under the function that made it

    def release(self) -> None:
        """Lets go of what was made of it: that knows the sentence, and only the collector could tell them apart."""
        self.__dict__.pop("_made", None)


_LINE = re.compile(r"[^\n]+")
_BULLET = r"[-*+•‣◦·–—][ \t]+|\(?[0-9]{1,3}[.)][ \t]+|[a-zA-Z][.)][ \t]+|\[[ xX]\][ \t]*"
_MARK = re.compile(rf"[ \t]*(?P<quote>(?:>[ \t]?)*)(?P<bullet>(?:{_BULLET})*)(?P<head>#{{1,6}}[ \t]+)?")
# A run of stops is tried at its first one only: a million full stops must not be looked at from each of them. The set
# of all marks stands in front, so that the search goes from mark to mark.
_BREAK = re.compile(
    r"[.!?…؟;。！？；](?:(?<=[.!?…؟])(?<![.!?…؟].)[.!?…؟]*[\"'”’)\]*_]*(?=\s+\S)"
    r"|(?<=[。！？；])[。！？；]*[」』”）]*|(?<=;)(?=\s))"
)
_RECORD = re.compile(r"[\[{\s]{0,20}\"[^\"\n]{1,80}\"\s{0,20}:")
_SETTING = re.compile(r"[\[{\s]{0,20}\"[\w.-]{1,80}\"\s{0,20}:\s{0,20}(?:\"[^\"\s]*\"|[\w.+-]*)[\s\[\]{},]*")
_LISTED = re.compile(r"[\[{\s]{0,20}\"(?P<key>[^\"\n]{1,80})\"\s{0,20}:\s{0,20}\[")
# Of a record each member, and each text of a list.
_MEMBER = re.compile(rf"(?:{_BREAK.pattern})|,(?=\s*\"[^\"\n]{{1,80}}\"\s*:)|(?<=\"),(?=\s*\")")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:[A-Z]|e\.g|i\.e|etc|vs|cf|approx|no|(?-i:Mr|Mrs|Ms|Dr|St)|inc|ltd|jr|fig|sec|vol|p|pp|z\.b|bzw|ca|nr|art|max|min|incl|excl|est|tel|dept|resp)\.$",
    re.I,
)
_RUN_IN = re.compile(r"\*\*[^*\n]{1,60}[.:]\*\*")  # `**Not to be touched.** The old shelf.`
_FENCE = ("```", "~~~")


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of the text in order: lines of lists, tables, mail and code alone, wrapped prose joined."""
    return tuple(islice(_cut(text), MOST_SENTENCES))


def goes_on(text: str, read: Sequence[Sentence]) -> bool:
    """Does the text, or a sentence of it, go on after the most that is read?"""
    if len(read) == MOST_SENTENCES and text[read[-1].end :].strip():
        return True
    long = (sentence for sentence in read if sentence.end - sentence.start > MOST_WORDS)
    return any(_word_of(sentence.gaps[-1]).search(sentence.gaps[-1]) for sentence in long)


def _cut(text: str) -> Iterator[Sentence]:
    heading = ""
    for start, end, shape in _blocks(text):
        lead = heading
        for left, right in _split(text, start, end):
            member = _RECORD.match(text, left, right)
            yield Sentence(text[left:right], left, right, shape, heading if member else lead)
            if member or left == start:
                lead = _run_in(text[left:right], heading)
        if shape is Shape.HEADING or text[start:end].rstrip("*_ ").endswith((":", "：")):
            heading = text[start:end].strip("#*_ :：")


def _run_in(piece: str, lead: str) -> str:
    """What heads the pieces of a line behind this one: `**Never.**`, `"never": ["…",`."""
    listed = _LISTED.match(piece)
    return listed["key"] if listed else piece.strip("*. :：") if _RUN_IN.fullmatch(piece) else lead


def _blocks(text: str) -> Iterator[tuple[int, int, Shape]]:
    """Runs of lines that read on as one: a line joins the one before when both are prose and that one goes on."""
    held: tuple[int, int, Shape] | None = None
    fenced = False
    last_line_end = 0
    for line in _LINE.finditer(text):
        start, end, shape = _line(text, line.start(), line.end())
        if text.startswith(_FENCE, start):
            fenced = not fenced
            shape = Shape.CODE
        elif fenced:
            shape = Shape.CODE
        if start >= end:
            continue
        if held and _reads_on(text, held, (start, end, shape), line.start() - last_line_end):
            held = (held[0], end, held[2])
        else:
            if held:
                yield from _cells(text, held)
            held = (start, end, shape)
        last_line_end = line.end()
    if held:
        yield from _cells(text, held)


def _line(text: str, start: int, end: int) -> tuple[int, int, Shape]:
    mark = _MARK.match(text, start, end)
    body = mark.end() if mark else start
    while end > body and text[end - 1].isspace():
        end -= 1
    if mark is None:
        return body, end, Shape.PROSE
    if mark["head"]:
        return body, end, Shape.HEADING
    if text.startswith("|", body):
        return body, end, Shape.CELL
    return body, end, Shape.QUOTE if mark["quote"] else Shape.BULLET if mark["bullet"] else Shape.PROSE


def _reads_on(text: str, held: tuple[int, int, Shape], line: tuple[int, int, Shape], gap: int) -> bool:
    same_flow = (line[2] is Shape.PROSE and held[2] in (Shape.PROSE, Shape.BULLET)) or line[2] is held[2] is Shape.QUOTE
    return same_flow and gap == 1 and text[line[0]].islower() and text[held[1] - 1] not in ".!?:;。！？："


def _cells(text: str, block: tuple[int, int, Shape]) -> Iterator[tuple[int, int, Shape]]:
    start, end, shape = block
    if shape is not Shape.CELL:
        yield block
        return
    if not any(c.isalnum() for c in text[start:end]):
        return  # the ruler under a table's head
    yield start, end, shape


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    left = start
    for stop in (_MEMBER if _RECORD.match(text, start, end) else _BREAK).finditer(text, start, end):
        if text[stop.start()] == "." and _abbreviates(text, left, stop):
            continue
        yield from _trim(text, left, stop.end())
        left = stop.end()
    yield from _trim(text, left, end)


def _abbreviates(text: str, left: int, stop: re.Match[str]) -> bool:
    """Is it the full stop of a short form? `No.` is none where a sentence begins behind it: `No. Never touch it.`"""
    found = _ABBREVIATION.search(text, max(left, stop.start() - 8), stop.start() + 1)
    if found is None:
        return False
    return found[0][-3:].lower() != "no." or not text[stop.end() : stop.end() + 3].lstrip()[:1].isupper()


def _trim(text: str, left: int, right: int) -> Iterator[tuple[int, int]]:
    """The span without the space around it; none where it is all space."""
    rest = text[left:right].lstrip()
    if rest:
        yield right - len(rest), right - len(rest) + len(rest.rstrip())


_ALONE = "぀-ヿ㐀-鿿가-힣"  # ideographs and syllables are read one by one
_ANY_WORD = re.compile(rf"([{_ALONE}]|[^\W\d_{_ALONE}]++(?:-\d+[a-z]?\b)+|[^\W_{_ALONE}]+(?:'[^\W_]+)*)")
_PLAIN_WORD = re.compile(r"([^\W\d_]++(?:-\d+[a-z]?\b)+|[^\W_]+(?:'[^\W_]+)*)", re.A)  # the same for ASCII alone


def words(folded: str) -> list[str]:
    """Letters and digits in runs, contractions whole; ideographs and syllables one by one."""
    return _word_of(folded).findall(folded)


def _word_of(folded: str) -> re.Pattern[str]:
    return _PLAIN_WORD if folded.isascii() else _ANY_WORD


def word_spans(folded: str) -> list[tuple[int, int]]:
    """Where each of them stands."""
    return [match.span() for match in _word_of(folded).finditer(folded)]


_INFLECTED = "ations ation ments ment ings ing edly ied ies ers ed es er ly s e"
_ENDINGS = tuple(_INFLECTED.split())


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The part of a word that inflection leaves alone: `touched`, `touches` and `touching` share one."""
    if len(word) < 4 or not word.isalpha():
        return word
    if not word.isascii():
        return word[:6] if len(word) > 6 else word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") else word
