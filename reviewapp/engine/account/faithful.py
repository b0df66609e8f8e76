"""Which sentences of those who bind stand in the summary so that they mean there what they meant in their turn.

The same words are not enough: an answer without its question, `do it` behind another sentence, and two rules in the
other order say something else.
"""

from __future__ import annotations

from collections.abc import Sequence

from reviewapp.engine.account.literal import Told, is_checked, leans, unnamed
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, stem


class Kept(dict[tuple[int, int], tuple[int]]):
    """By turn and place of a sentence the number of the summary's sentence that keeps it. `told`: the sentences of the
    summary that tell one of somebody who binds."""

    def __init__(self) -> None:
        super().__init__()
        self.told: set[int] = set()


def kept_sentences(pair: Pair) -> Kept:
    """Every sentence of a binding turn that is kept for certain."""
    kept, told, order = Kept(), Told(pair.sentences), _Order()
    for turn in pair.binding:
        text = pair.turns[turn].content
        before: int | None = None
        for sentence in pair.turn_sentences(turn):
            places = told.places(sentence)
            kept.told.update(places)
            usable = [at for at in places if _same_box(pair, at, text, sentence)]
            at = _chosen(usable, sentence, before)
            if usable and order.breaks(sentence, usable[0] if at is None else at):
                at = None
            if at is not None:
                kept[turn, sentence.start] = (at,)
            before = at
    return kept


def _same_box(pair: Pair, at: int, text: str, sentence: Sentence) -> bool:
    return is_checked(pair.summary, pair.sentences[at]) == is_checked(text, sentence)


def _chosen(places: Sequence[int], sentence: Sentence, before: int | None) -> int | None:
    """The place behind that of the sentence before, where there is one; a sentence that leans on it has no other."""
    if before is not None and before + 1 in places:
        return before + 1
    return places[0] if places and not leans(sentence) else None


class _Order:
    """How far in the summary each word has been told: a later sentence on the same thing has to stand later."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def breaks(self, sentence: Sentence, at: int) -> bool:
        """Does the sentence stand before an earlier one that shares a word with it?"""
        named = {stem(word) for word in sentence.words if word not in unnamed()}
        late = any(self._last.get(word, at) > at for word in named)
        if not late:
            self._last.update(dict.fromkeys(named, at))
        return late
