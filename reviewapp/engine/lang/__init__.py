"""The languages the engine reads. Adding one is adding its file and naming it here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from reviewapp.engine.lang.base import Cue, Language
from reviewapp.engine.lang.en import ENGLISH

LANGUAGES: tuple[Language, ...] = (ENGLISH,)

__all__ = ["LANGUAGES", "Cue", "Language", "language_of"]


@lru_cache(maxsize=1)
def _votes() -> dict[str, tuple[int, ...]]:
    votes: dict[str, list[int]] = {}
    for index, language in enumerate(LANGUAGES):
        for word in language.common.split():
            votes.setdefault(word, []).append(index)
    return {word: tuple(indices) for word, indices in votes.items()}


def language_of(words: Iterable[str]) -> Language:
    """The language most of the words speak for; the first one (English) where none does."""
    count: Counter[int] = Counter()
    for word in words:
        for index in _votes().get(word, ()):
            count[index] += 1
    return LANGUAGES[min(count, key=lambda index: (-count[index], index))] if count else LANGUAGES[0]
