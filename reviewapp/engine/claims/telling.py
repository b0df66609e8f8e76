"""A language's tables of states made ready: what they find in a clause, and what a heading says of its list."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate

import re2

from reviewapp.engine.lang import Language
from reviewapp.engine.lang.states import BY_CODE, States

LABEL = 4  # words of a heading or label that tells the state of what stands under it
BRIEF = 3  # words before a participle that tells by itself that something happened


class Aspect(StrEnum):
    OPEN = "not done yet"
    GOING = "under way"
    DONE = "done"


class Telling:
    """A language's tables, ready to search the words of a clause."""

    def __init__(self, states: States) -> None:
        def found(*alternatives: str) -> re2._Regexp[str]:
            told = "|".join(filter(None, alternatives))
            return re2.compile(f" {states.clitics}(?:{told})(?: |$)" if states.plain else told)

        self.states = states
        self.happened = found(states.happened)
        self.done, self.going, self.open = found(states.done), found(states.going), found(states.open)
        self.no, self.yet = found(states.no), found(states.yet)
        self.tried, self.undone = found(states.tried), found(states.undone)
        self.failed, self.works, self.planned = found(states.failed), found(states.works), found(states.planned)
        self.verdicts = found(states.verdicts)
        self.bare = found(states.done, states.going, states.open, states.spare)
        self.participle = re2.compile(f"^(?:{states.form})$")
        self.acted = re2.compile(f"^ (?:{states.acted}) ")
        self.form = re2.compile(rf"^ (?:\S+ ){{0,{BRIEF}}}(?:{states.form}) $")
        told = (self.open, self.happened, self.done, self.going, self.form, self.acted)
        self.any = re2.compile("|".join(f"(?:{pattern.pattern})" for pattern in told))  # most clauses tell nothing
        self.behind, self.ahead = found(states.done, states.behind), found(states.open, states.ahead)

    def said(self, words: Sequence[str]) -> str:
        return f" {' '.join(words)} " if self.states.plain else "".join(words)

    def words_before(self, words: Sequence[str], place: int) -> int:
        """How many of the words stand before that place of what is said."""
        if self.states.plain:
            return len(self.said(words)[:place].split())
        return sum(end <= place for end in accumulate(map(len, words)))

    def heads(self, words: Sequence[str]) -> Aspect | None:
        """The state of what stands under a heading or behind a label of these words."""
        if not words or (self.states.plain and len(words) > LABEL):
            return None
        said = self.said(words)
        return Aspect.OPEN if self.ahead.search(said) else Aspect.DONE if self.behind.search(said) else None


@lru_cache(maxsize=32)
def telling(language: Language) -> Telling:
    return Telling(BY_CODE[language.code])
