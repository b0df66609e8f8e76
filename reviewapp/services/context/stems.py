"""The stems of a word, one in each language that we know: two words are forms of one where they share a stem."""

from __future__ import annotations

import threading
from functools import lru_cache

import Stemmer

LANGUAGES = ("english", "german", "spanish", "french", "portuguese", "russian", "arabic", "italian", "dutch", "polish")


class _Stemmers(threading.local):
    """A stemmer works in one thread at a time."""

    def __init__(self) -> None:
        self.all = [Stemmer.Stemmer(language, 0) for language in LANGUAGES]  # without its own cache: ours is below


_stemmers = _Stemmers()


@lru_cache(maxsize=100_000)
def stems(word: str) -> frozenset[str]:
    """Of a word in lower case. Which language it is in need not be known."""
    return frozenset(stemmer.stemWord(word) for stemmer in _stemmers.all)
