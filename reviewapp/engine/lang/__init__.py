"""The languages the engine reads. Adding one is adding its file and naming it here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

from reviewapp.engine.lang.ar import ARABIC
from reviewapp.engine.lang.base import Cue, Language
from reviewapp.engine.lang.de import GERMAN
from reviewapp.engine.lang.en import ENGLISH
from reviewapp.engine.lang.es import SPANISH
from reviewapp.engine.lang.fr import FRENCH
from reviewapp.engine.lang.ja import JAPANESE
from reviewapp.engine.lang.ko import KOREAN
from reviewapp.engine.lang.pt import PORTUGUESE
from reviewapp.engine.lang.ru import RUSSIAN
from reviewapp.engine.lang.zh import CHINESE

LANGUAGES: tuple[Language, ...] = (
    ENGLISH,
    GERMAN,
    FRENCH,
    SPANISH,
    PORTUGUESE,
    RUSSIAN,
    ARABIC,
    CHINESE,
    JAPANESE,
    KOREAN,
)

__all__ = ["ENGLISH", "LANGUAGES", "Cue", "Language", "language_of"]


@lru_cache(maxsize=1)
def _votes() -> dict[str, tuple[Language, ...]]:
    votes: dict[str, list[Language]] = {}
    for language in LANGUAGES:
        for word in language.common.split():
            votes.setdefault(word, []).append(language)
    return {word: tuple(languages) for word, languages in votes.items()}


@lru_cache(maxsize=1)
def _strangers() -> dict[Language, frozenset[str]]:
    """For each language the words that speak for another one, alone or too."""
    votes = _votes().items()
    return {own: frozenset(word for word, told in votes if told != (own,)) for own in LANGUAGES}


@lru_cache(maxsize=1)
def _commons() -> dict[Language, frozenset[str]]:
    return {language: frozenset(language.common.split()) for language in LANGUAGES}


LATIN = "\u0370"
TELLING = 5  # words that can tell another language than the default
SAMPLE = 2000  # words that tell the language of any text
AT_HOME = 3  # common words of the default language that settle it
CLEARLY = 2  # votes by which another language must win
_SCRIPTS = (
    ("\u0400", "\u04ff", RUSSIAN),
    ("\u0600", "\u06ff", ARABIC),
    ("\u3040", "\u30ff", JAPANESE),
    ("\uac00", "\ud7a3", KOREAN),
    ("\u4e00", "\u9fff", CHINESE),
)


def language_of(words: Iterable[str], default: Language | None = None) -> Language:
    """The language that the words speak for, more clearly than for `default` where one is given."""
    words = words[:SAMPLE] if isinstance(words, tuple) else tuple(islice(words, SAMPLE))
    plain = "".join(words).isascii()
    if plain and _strangers()[default or ENGLISH].isdisjoint(words):
        return default or ENGLISH  # nothing speaks for another one
    if default and len(_commons()[default].intersection(words)) >= AT_HOME:
        return default
    if default and len(words) < TELLING and all(word < LATIN for word in words):
        return default
    return (None if plain else _by_script(words)) or _by_votes(words, default)


@lru_cache(maxsize=1 << 14)
def _script(char: str) -> Language | None:
    return next((language for low, high, language in _SCRIPTS if low <= char <= high), None)


def _by_script(words: Iterable[str]) -> Language | None:
    scripts = Counter(script for word in words if word > LATIN and (script := _script(word[0])))
    if scripts[JAPANESE]:  # kana mark Japanese, whatever the share of ideographs
        return JAPANESE
    return scripts.most_common(1)[0][0] if scripts.total() >= CLEARLY else None


def _by_votes(words: Iterable[str], default: Language | None) -> Language:
    count = {default: CLEARLY} if default else {ENGLISH: 0}
    for languages in filter(None, map(_votes().get, words)):  # no Counter: every sentence passes here
        for language in languages:
            count[language] = count.get(language, 0) + 1
    return max(count, key=lambda language: (count[language], language is default, language is ENGLISH))
