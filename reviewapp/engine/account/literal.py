"""Whether a sentence stands in a summary in its own words: the comparison that needs no language to be certain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
_AHEAD = re.compile(r"([^\W\d_]+)[:：]\s")  # `Note this: …` points at what comes
_LEAD = re.compile(r"([^\W\d_][^:\n]{0,30}):\s+(?=\S)")
NAMED = 2  # words that name something, after which a pronoun may stand for one of them
CITED = "cited"
SHORT = 3  # words up to which a sentence may be an answer, which says nothing without its question


_Place = tuple[Shape | str | None, str | None]  # the shape that sets a sentence off, and its heading


@dataclass(frozen=True, eq=False)
class Places:
    """Sentences of a summary by number, in order. All equal sentences get one object, which is looked at once."""

    numbers: tuple[int, ...]


NOWHERE = Places(())


@lru_cache(maxsize=1)
def _tables() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    told = json.loads(WORDS.read_text(encoding="utf-8"))
    headings, pointing, consenting = (
        frozenset(word for listed in told[name].values() for word in listed.split())
        for name in ("headings", "pointing", "consenting")
    )
    return headings, pointing, consenting


def is_neutral(heading: str) -> bool:
    """Does the heading leave what stands under it as it was said? `Rules of the user` does, `Done` and `Rules that no
    longer hold` don't: each of its words has to be known as harmless."""
    return _tables()[0].issuperset(words(fold(heading)))


def leans(sentence: Sentence, *, asked: bool = True) -> bool:
    """May it point at what was said before it, so that its own words don't say what it means? `Do it on Monday` does;
    in `if a test fails, rerun it` the sentence itself has said what. `asked`: it may be the answer to a question."""
    if heads(sentence):
        return False
    bare = [word.partition("'")[0] for word in sentence.words]
    if len(bare) <= SHORT:
        return asked or not _says_what(bare)
    named, ahead = 0, set(_AHEAD.findall(sentence.text.lower()))
    for word, stem in zip(sentence.words, bare, strict=True):
        if stem in _tables()[1] and stem not in ahead:
            return named < NAMED
        named += word not in unnamed()
    return False


def _says_what(words: Sequence[str]) -> bool:
    """Do a few words say by themselves what they are about? `Run the suite` does; `Fine, carry on` and `Not on Fridays`
    are about what was said before."""
    _, pointing, consenting = _tables()
    if any(word in pointing or word in consenting for word in words):
        return False
    return sum(word not in unnamed() for word in words) >= NAMED


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
    """The sentences of a summary that can tell a sentence of a turn, by their forms and by what is set around them."""

    def __init__(self, sentences: tuple[Sentence, ...]) -> None:
        self._by_form: dict[str, dict[_Place, list[int]]] = {}
        self._forms = Forms()
        self._places: dict[tuple[str, Shape | None, str], Places] = {}
        for number, sentence in enumerate(sentences):
            around = list(_places_of(sentence))
            for form in dict.fromkeys(self._of_summary(sentence)):
                numbers = self._by_form.setdefault(form, {})
                for place in around:
                    numbers.setdefault(place, []).append(number)

    def _of_summary(self, sentence: Sentence) -> Iterator[str]:
        """Its forms, without a lead (`Rule: …`) that leaves it as it is as well."""
        yield from self._forms[sentence.text]
        lead = _LEAD.match(sentence.text)
        if lead and is_neutral(lead[1]):
            yield from self._forms[sentence.text[lead.end() :]]

    def places(self, sentence: Sentence) -> Places:
        """Which sentences of the summary say it, by number; none, where it does not stand there. A quotation and a
        block of code say what a quotation or a block of code said, and nothing else; what stands under a heading that
        changes it has to stand under the same one. Equal sentences get the same object."""
        strict, valued = self._forms[sentence.text]
        form = strict if strict in self._by_form else valued
        if form not in self._by_form:
            return NOWHERE
        key = (form, _set_off(sentence.shape), sentence.heading)
        if key not in self._places:
            numbers = self._by_form[form]
            found = {number for place in _may_say(sentence) for number in numbers.get(place, ())}
            self._places[key] = Places(tuple(sorted(found)))
        return self._places[key]


def is_checked(text: str, sentence: Sentence) -> bool:
    """Is it an item whose box is ticked: `[x] Delete the table` tells as done what was an order?"""
    return _CHECKED.search(text[max(0, sentence.start - _BOX) : sentence.start]) is not None


def _places_of(one: Sentence) -> Iterator[_Place]:
    """What is set around a sentence of the summary, in the ways in which it may be asked for: by its heading, and
    without, where that leaves what stands under it as it was said; a quotation under such a heading is cited too."""
    neutral, heading, off = is_neutral(one.heading), plain(one.heading), _set_off(one.shape)
    cited = neutral and one.heading and one.shape is Shape.QUOTE
    for shape in (off, CITED) if cited else (off,):
        yield shape, heading
        if neutral:
            yield shape, None


def _may_say(other: Sentence) -> Iterator[_Place]:
    """What may be set around a sentence of the summary that says the other."""
    off = _set_off(other.shape)
    for shape in (off, CITED) if off is None else (off,):
        yield shape, plain(other.heading)
        if is_neutral(other.heading):
            yield shape, None


def _set_off(shape: Shape) -> Shape | None:
    return shape if shape in (Shape.QUOTE, Shape.CODE) else None
