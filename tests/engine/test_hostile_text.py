"""Text made to be slow: what is looked at for each piece of it must not be all the other pieces."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from reviewapp.engine import Turn, analyse
from reviewapp.engine.binding import mention
from reviewapp.engine.binding.align import Index
from reviewapp.engine.binding.rules import Clause
from reviewapp.engine.claims import people, standing
from reviewapp.engine.names import folding
from reviewapp.engine.pair import make_pair
from reviewapp.engine.text import Sentence
from reviewapp.engine.values import crossed, slips

MANY = 400


@pytest.mark.parametrize("run", ["A", "A1", "Aé".upper(), "A_"])
def test_a_run_of_capitals_is_tried_once(run: str) -> None:
    (match,) = people._NAME.finditer(run * MANY)
    assert match[0] == run * MANY
    assert match[1] is None


def test_a_name_may_begin_after_small_letters_and_after_capitals() -> None:
    assert [m[1] for m in people._NAME.finditer("the iPhone, by AB Cole-X") if m[1]] == ["Phone", "Cole-X"]


def test_running_words_are_looked_for_from_their_first_letter() -> None:
    assert people._RUNNING.match("words run on")
    assert people._RUNNING.match("words run on", 1) is None


def test_values_are_parted_in_one_walk() -> None:
    read: list[int] = []

    class Read:
        def __init__(self, start: int) -> None:
            self.start = start

        @property
        def value(self) -> SimpleNamespace:
            read.append(self.start)
            return SimpleNamespace(start=self.start, kind="money" if self.start % 2 else "time")

    text = "11,1" * MANY
    held: list[Any] = [Read(start) for start in range(len(text)) if text[start] == "1"]
    couples = crossed._split(Sentence(text, 0, len(text)), held)
    assert len(couples) < len(held)
    assert len(read) < 4 * len(held)


def test_the_words_of_a_sentence_are_gathered_once_for_all_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noted(sentence: Sentence) -> frozenset[str]:
        asked.append(sentence.text)
        return frozenset(sentence.words)

    monkeypatch.setattr(slips, "_topic", noted)
    said = " ".join(str(number) for number in range(71000, 71000 + MANY))
    told = " ".join(str(number) for number in range(81000, 81000 + MANY))
    found = analyse([Turn("user", f"Ship lots {said}.")], f"Ship lots {told}.").findings
    assert sum(each.rule.startswith("numeral.") and each.target is not None for each in found) > 1
    assert len(asked) == len(set(asked))


def test_a_cut_address_is_looked_up_by_its_beginnings() -> None:
    said = " ".join(f"10.12.{number}.44" for number in range(100))
    begun = slips.Slips(make_pair([Turn("user", f"Block {said} today.")], "10.12.7 is blocked."))._begun
    assert begun["10.12.7"].value.canonical.endswith("10.12.7.44")
    assert begun["10.12"].value.canonical.endswith("10.12.0.44")


def test_an_act_for_once_that_is_said_often_is_held_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stemmed: list[Clause] = []
    plain = standing._stems

    def noted(clause: Clause) -> frozenset[str]:
        stemmed.append(clause)
        return plain(clause)

    monkeypatch.setattr(standing, "_stems", noted)
    said = "".join(f"You may skip the licence scan {number} today.\n" for number in range(MANY))
    analyse([Turn("user", said)], "The stock may be counted.\n" * MANY)
    assert MANY < len(stemmed) < 10 * MANY


def test_a_counted_word_is_looked_up_by_its_ends() -> None:
    ends = folding.ends_of(["accessibility", "x"])
    assert folding.counted("a11y", ends)
    assert not folding.counted("a12y", ends)
    assert not folding.counted("a110y", ends)


def test_numbers_of_the_summary_are_gathered_once_for_all_bans(monkeypatch: pytest.MonkeyPatch) -> None:
    gathered: list[Index] = []

    def noted(index: Index) -> frozenset[str]:
        gathered.append(index)
        return frozenset()

    monkeypatch.setattr(mention, "_denied_numbers", noted)
    said = "".join(f"Never move the crate number {number} to the dock.\n" for number in range(100, 200))
    analyse([Turn("user", said)], "The stock may be counted.\n" * 100)
    assert len(gathered) == 1
