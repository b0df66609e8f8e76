"""Which sentences of those who bind stand in the summary so that they mean there what they meant in their turn.

The same words are not enough: an answer without its question, `do it` behind another sentence, and two rules in the
other order say something else.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import cast

from reviewapp.engine.account.literal import Places, Told, is_checked, leans, unnamed
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, stem

_QUESTIONS = frozenset("?？؟;:：…")  # a colon asks for what follows it
_TAIL = 300  # characters at the end of a turn in which a question to be answered stands


class Kept(dict[tuple[int, int], tuple[int]]):
    """By turn and place of a sentence the number of the summary's sentence that keeps it. `told`: the sentences of the
    summary that tell one of somebody who binds."""

    def __init__(self) -> None:
        super().__init__()
        self.told: set[int] = set()


def kept_sentences(pair: Pair) -> Kept:
    """Every sentence of a binding turn that is kept for certain."""
    kept, told, order = Kept(), Told(pair.sentences), _Order()
    boxes = _Boxes(pair)
    for turn in pair.binding:
        text = pair.turns[turn].content
        asked, before = _asks(pair.turns[turn - 1].content) if turn else False, cast("int | None", None)
        for sentence in pair.turn_sentences(turn):
            usable = boxes.usable(told.places(sentence), checked=is_checked(text, sentence))
            at = _chosen(usable, sentence, before, asked=asked)
            asked = _asks(sentence.text)
            if usable and order.breaks(sentence, usable[0] if at is None else at):
                at = None
            if at is not None:
                kept[turn, sentence.start] = (at,)
            before = at
    kept.told.update(boxes.seen)
    return kept


class _Boxes:
    """Of places in the summary those whose box is ticked as that of a sentence is; each list of places is read once."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair
        self._usable: dict[tuple[Places, bool], tuple[int, ...]] = {}
        self.seen: set[int] = set()

    def usable(self, places: Places, *, checked: bool) -> tuple[int, ...]:
        if (places, checked) not in self._usable:
            self.seen.update(places.numbers)
            self._usable[places, checked] = tuple(at for at in places.numbers if self._checked(at) == checked)
        return self._usable[places, checked]

    def _checked(self, at: int) -> bool:
        return is_checked(self._pair.summary, self._pair.sentences[at])


def _asks(said: str) -> bool:
    """Does what was said end with a question, or with words after one?"""
    return not _QUESTIONS.isdisjoint(said[-_TAIL:])


def _chosen(places: tuple[int, ...], sentence: Sentence, before: int | None, *, asked: bool) -> int | None:
    """The place behind that of the sentence before, where there is one; a sentence that leans on it has no other."""
    if before is not None:
        found = bisect_left(places, before + 1)
        if found < len(places) and places[found] == before + 1:
            return before + 1
    return places[0] if places and not leans(sentence, asked=asked) else None


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
