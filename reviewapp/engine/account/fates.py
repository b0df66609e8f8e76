"""What a finding, or the absence of every word, says of a line of the account."""

from __future__ import annotations

from functools import cached_property

from reviewapp.engine.account.lines import State
from reviewapp.engine.account.literal import unnamed
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, stem
from reviewapp.engine.types import Change, Finding

_GONE = frozenset({Change.DROPPED, Change.MISSING})
_ENOUGH = 2  # words that name something, all of which are absent


def state_of(finding: Finding) -> State:
    """The state of the words that the finding is about."""
    if finding.undecided:
        return State.UNDECIDED
    return State.MISSING if finding.change in _GONE else State.CHANGED


class Said:
    """Which words the summary holds at all."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset().union(*(sentence.stems for sentence in self._pair.sentences))

    def nothing_of(self, sentence: Sentence) -> bool:
        """Does the summary hold none of the words that name something? Then it does not tell the sentence in its own
        words; that it tells it in others is for a person to say."""
        named = {stem(word) for word in sentence.words if word not in unnamed()}
        return len(named) >= _ENOUGH and named.isdisjoint(self._stems)
