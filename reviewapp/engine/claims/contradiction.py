"""Whether two rules can't both be kept. Another number or name does not contradict: siblings stand side by side."""

from __future__ import annotations

from reviewapp.engine.analyse import analyse
from reviewapp.engine.binding.named import names_it
from reviewapp.engine.pair import make_pair
from reviewapp.engine.text import sentences
from reviewapp.engine.types import Change, Kind, Turn

_RULES = frozenset({Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION})
_COMMON = 3  # letters: shorter words say nothing about a subject


def contradict(first: str, second: str) -> bool:
    """Whether either text, read as a summary of the other, turns that round."""
    return bool(_subject(first) & _subject(second)) and (_turned(first, second) or _turned(second, first))


def _turned(rule: str, text: str) -> bool:
    turn = Turn("user", rule)
    found = analyse([turn], text).findings
    turned = [finding for finding in found if finding.kind in _RULES and finding.change is Change.INVERTED]
    return bool(turned) and any(names_it(make_pair([turn], text), finding) for finding in turned)


def _subject(text: str) -> set[str]:
    """Cheap to compare: most pairs of a large register share no word and need no reading."""
    return {stem for sentence in sentences(text) for stem in sentence.stems if len(stem) > _COMMON}
