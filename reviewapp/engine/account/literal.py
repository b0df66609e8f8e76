"""Whether a sentence stands in a summary in its own words: the comparison that needs no language to be certain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from reviewapp.engine.lang import LANGUAGES
from reviewapp.engine.lazy import Known
from reviewapp.engine.text import PLAIN, Sentence, Shape, fold, words
from reviewapp.engine.values.find import sightings

WORDS = Path(__file__).with_name("words.json")
_CITATION = re.compile(r"^(?:\[\[turn:[0-9]{1,9}\]\]\s*)+|(?:\s*\[\[turn:[0-9]{1,9}\]\])+(?=[.!]?$)")
_EMPHASIS = re.compile(r"\*\*|__|`")
_SPACE = re.compile(r"\s+")
_STOPS = ".!;。！；"
_CHECKED = re.compile(r"\[[xX]\][ \t]*$")
_BOX = 8  # characters before an item in which its check box stands
_LEAD = re.compile(r"([^\W\d_][^:\n]{0,30}):\s+(?=\S)")
NAMED = 2  # words that name something, after which a pronoun may stand for one of them
SHORT = 3  # words up to which a sentence may be an answer, which says nothing without its question


@lru_cache(maxsize=1)
def _tables() -> tuple[frozenset[str], frozenset[str]]:
    told = json.loads(WORDS.read_text(encoding="utf-8"))
    headings = (word for listed in told["headings"].values() for word in listed.split())
    pointing = (word for listed in told["pointing"].values() for word in listed.split())
    return frozenset(headings), frozenset(pointing)


def is_neutral(heading: str) -> bool:
    """Does the heading leave what stands under it as it was said? `Rules of the user` does, `Done` and `Rules that no
    longer hold` don't: each of its words has to be known as harmless."""
    return _tables()[0].issuperset(words(fold(heading)))


def leans(sentence: Sentence) -> bool:
    """May it point at what was said before it, so that its own words don't say what it means? `Do it on Monday` does;
    in `if a test fails, rerun it` the sentence itself has said what."""
    if heads(sentence):
        return False
    if len(sentence.words) <= SHORT:
        return True
    named = 0
    for word in sentence.words:
        if word.partition("'")[0] in _tables()[1]:
            return named < NAMED
        named += word not in unnamed()
    return False


def heads(sentence: Sentence) -> bool:
    """Is it a heading, or a line that leads in what follows?"""
    return sentence.shape is Shape.HEADING or sentence.text.rstrip("*_ ").endswith((":", "："))


@lru_cache(maxsize=1)
def unnamed() -> frozenset[str]:
    """Words that name nothing."""
    return frozenset(word for language in LANGUAGES for word in language.stop.split())


def plain(text: str) -> str:
    """The text in one spelling of quotes, hyphens, spaces, emphasis, first letter and final stop. A question mark and
    three dots stay: they change what is said."""
    text = _SPACE.sub(" ", _EMPHASIS.sub("", _CITATION.sub("", text)).translate(PLAIN)).strip()
    bare = text.rstrip(_STOPS)
    text = bare if not text.endswith(("..", "…")) else text
    return text[:1].lower() + text[1:]


def _valued(text: str) -> str:
    """The same with its values in canonical form, which names the unit: `5 min` and `five minutes` are one. A bare
    number that can be read in two ways stays as it is spelled."""
    parts, last = [], 0
    for start, end, value in sightings(text):
        if start >= last and (" " in value.canonical or len(value.asks) == 1):
            parts += [text[last:start], f"\0{value.kind} {value.canonical}\0"]
            last = end
    return "".join([*parts, text[last:]])


class Forms(Known[tuple[str, str]]):
    """The two forms of a sentence by its text: in one spelling, and with its values in canonical form."""

    def __init__(self) -> None:
        super().__init__(lambda text: (plain(text), _valued(plain(text))))


class Told:
    """The sentences of a summary that can tell a sentence of a turn, by their forms."""

    def __init__(self, sentences: tuple[Sentence, ...]) -> None:
        self._sentences = sentences
        self._by_form: dict[str, list[int]] = {}
        self._forms = Forms()
        for number, sentence in enumerate(sentences):
            for form in self._of_summary(sentence):
                self._by_form.setdefault(form, []).append(number)

    def _of_summary(self, sentence: Sentence) -> Iterator[str]:
        """Its forms, without a lead (`Rule: …`) that leaves it as it is as well."""
        yield from dict.fromkeys(self._forms[sentence.text])
        lead = _LEAD.match(sentence.text)
        if lead and is_neutral(lead[1]):
            yield from dict.fromkeys(self._forms[sentence.text[lead.end() :]])

    def places(self, sentence: Sentence) -> list[int]:
        """Which sentences of the summary say it, by number; none, where it does not stand there. A quotation and a
        block of code say what a quotation or a block of code said, and nothing else; what stands under a heading that
        changes it has to stand under the same one."""
        strict, valued = self._forms[sentence.text]
        found = self._by_form.get(strict) or self._by_form.get(valued) or []
        return [number for number in found if _alike(self._sentences[number], sentence)]


def is_checked(text: str, sentence: Sentence) -> bool:
    """Is it an item whose box is ticked: `[x] Delete the table` tells as done what was an order?"""
    return _CHECKED.search(text[max(0, sentence.start - _BOX) : sentence.start]) is not None


def _alike(one: Sentence, other: Sentence) -> bool:
    """May the sentence of the summary, `one`, say what the other says, for all that is set around it?"""
    if _set_off(one.shape) != _set_off(other.shape):
        cited = one.shape is Shape.QUOTE and one.heading and is_neutral(one.heading)
        if not cited or other.shape is Shape.CODE:
            return False
    return (is_neutral(one.heading) and is_neutral(other.heading)) or plain(one.heading) == plain(other.heading)


def _set_off(shape: Shape) -> Shape | None:
    return shape if shape in (Shape.QUOTE, Shape.CODE) else None
