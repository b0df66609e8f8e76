"""Relative clauses that narrow the subject they stand behind: `hosts that are not patched must stay offline`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewapp.engine.binding.borders import SUBJECTS
from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.binding.rules import Hit
from reviewapp.engine.lang import Cue

PRONOUNS = frozenset({"that", "which", "who"})
_OBJECTS = SUBJECTS | frozenset({"the", "a", "an", "your", "our", "their", "his", "her"})
_ANYBODY = frozenset({"anyone", "anybody", "anything", "everyone", "everybody", "those", "nobody", "person", "people"})
_MAIN = frozenset({Cue.MUST, Cue.MAY, Cue.FREE, Cue.BAN})
_HEAD = 4  # words within which the subject that opens a clause ends


def narrowing(words: Sequence[str], gaps: Sequence[str], hits: Sequence[Hit], lexicon: Lexicon) -> Iterator[range]:
    """Where such clauses stand, pronoun included: what they deny, the sentence does not."""
    for place in (p for p, word in enumerate(words[:_HEAD]) if p and word in PRONOUNS and gaps[p] == " "):
        main = next((hit for hit in hits if hit.first > place + 1 and hit.cues & _MAIN), None)
        if main and _narrows(words, place, lexicon) and all(gaps[p] == " " for p in range(place, main.first + 1)):
            yield range(place, main.first)


def _narrows(words: Sequence[str], place: int, lexicon: Lexicon) -> bool:
    """Stands it behind a noun, and is that noun its subject? `says that`, `the file that you edit` are others."""
    noun, verb = words[place - 1], words[place + 1]
    named = noun in _ANYBODY or (noun.endswith("s") and noun not in lexicon.third_persons and noun not in lexicon.stop)
    return (named or words[place] != "that") and verb not in _OBJECTS
