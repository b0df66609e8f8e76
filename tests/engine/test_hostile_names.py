"""Many names alike: what is looked at for each of them must not be all of the others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reviewapp.engine import Turn, analyse
from reviewapp.engine.names import ambiguous
from reviewapp.engine.names.idents import Ident, find_identifiers, names_in
from reviewapp.engine.names.stated import Stated
from reviewapp.engine.pair import Pair
from reviewapp.engine.values.facts import Facts

COMMIT = "3f2a9c1d8b7e6f5a4c3b2d1e0f9a8b7c6d5e4f3a"


class NeverWalked(frozenset[str]):
    def __iter__(self) -> Iterator[str]:
        raise AssertionError("all of them were gone through")


@pytest.mark.parametrize(
    ("short", "held"), [(COMMIT[:7], True), (COMMIT[:12], True), (COMMIT[:6], False), (f"{COMMIT[:7]}0", False)]
)
def test_an_id_is_looked_up_by_its_beginnings(short: str, held: bool) -> None:
    stated = Stated(Facts(Pair((Turn("user", COMMIT),), f"It is {short}.")))
    vars(stated)["_hashes"] = NeverWalked(stated._hashes)
    (ident,) = find_identifiers(f"commit {COMMIT}")
    assert stated.holds(ident) is held


def test_the_ids_of_the_turns_are_read_once_for_all_beginnings(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(token: str) -> list[Ident]:
        read.append(token)
        return list(names_in(token))

    monkeypatch.setattr(ambiguous, "names_in", noted)
    begins = [COMMIT[:length] for length in range(6, 10)]
    ids = [f"{COMMIT[:10]}{n:030x}" for n in range(20)]
    found = analyse([Turn("user", " ".join(f"commit {each}" for each in ids))], f"See {' and '.join(begins)}.").findings
    assert sum(each.rule == "identifier.ambiguous" for each in found) > 1
    assert len(read) == len(ids)


def test_a_word_that_no_one_can_read_is_reported_once_a_turn() -> None:
    mixed = "p\u0430yroll"  # its second letter is Cyrillic
    found = analyse([Turn("user", f"Stop {mixed} now. " * 50), Turn("user", f"Stop {mixed}.")], "Nothing.").findings
    turns = [each.source.turn for each in found if each.rule == "disguise.word" and each.source]
    assert sorted(turn for turn in turns if turn is not None) == [0, 1]
