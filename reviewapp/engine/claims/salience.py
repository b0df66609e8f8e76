"""How far a constraint lies from what a session is about: the farther, the sooner a summariser drops it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from reviewapp.engine.text import sentences

COMMON = 3  # letters: stems no longer than this say nothing about a subject


class Narrative:
    """The words of a session and how often it uses them, gathered once and asked for each constraint."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._uses = Counter(stem for text in texts for stem in _stems(text))

    def divergence(self, constraint: str) -> int:
        """0..1000 permille: the share of the constraint's words that the session does not use elsewhere."""
        own = Counter(_stems(constraint))
        if not own:
            return 0
        strange = sum(1 for stem, count in own.items() if self._uses[stem] <= count)
        return 1000 * strange // len(own)


def _stems(text: str) -> Iterable[str]:
    return (stem for sentence in sentences(text) for stem in sentence.stems if len(stem) > COMMON)
