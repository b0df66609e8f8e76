"""Values: equal in other clothes, unequal when they are not; offsets exact; what stands inside a name is none."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest

from reviewapp.engine.values.find import Value, find_values
from tests.engine.values_table import FAMILIES, lines

AT_LEAST = 100


@cache
def read(spelling: str) -> Value:
    """The one value that the spelling is, but for a sign or a full stop at its edge."""
    whole = [value for value in find_values(spelling) if value.end - value.start >= len(spelling) - 1]
    assert len(whole) == 1, (spelling, find_values(spelling))
    return whole[0]


def equal_pairs(family: str) -> list[tuple[str, str]]:
    return [pair for row in lines(family) for pair in combinations(row, 2)]


def unequal_pairs(family: str) -> list[tuple[str, str]]:
    rows = lines(family)
    return [(a, b) for one, other in combinations(rows, 2) for a in one for b in other]


@pytest.mark.parametrize("family", FAMILIES)
def test_spellings_of_one_value_are_equal(family: str) -> None:
    wrong = [(a, b) for a, b in equal_pairs(family) if not read(a).equals(read(b))]
    assert not wrong


@pytest.mark.parametrize("family", FAMILIES)
def test_spellings_of_two_values_are_not(family: str) -> None:
    wrong = [(a, b) for a, b in unequal_pairs(family) if read(a).equals(read(b))]
    assert not wrong


@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "codes"])
def test_a_table_is_large_enough_to_mean_something(family: str) -> None:
    assert len(equal_pairs(family)) >= AT_LEAST
    assert len(unequal_pairs(family)) >= AT_LEAST


@pytest.mark.parametrize(
    "text",
    [
        "TXN-994182 #W9502127 ab8c5aa0-e11b-4b16-9be3-c470a9483829 73a1340 phase-14-user db/20270118_0412_add.sql",
        "src/tz.ts:19:7 wingman.go:265 host.example:8080 sha256:77aa utf8 x86_64 h264 COVE6R",
        "1) apples\n2. pears\n(3) plums",
    ],
)
def test_numbers_inside_names_and_list_marks_are_no_values(text: str) -> None:
    assert find_values(text) == []


@pytest.mark.parametrize(
    ("text", "nouns"),
    [
        ("3 failed, 14 skipped", ["failed", "skipped"]),
        ('{"failed": 3, "skipped": 14}', ["failed", "skipped"]),
        ("EM 63.8, F1 74.1", ["em", "f1"]),
        ("MAX_JOBS=6", ["max_jobs"]),
        ("lr: 3e-5", ["lr"]),
        ("48 hours", [""]),
    ],
)
def test_a_number_is_bound_to_what_it_counts(text: str, nouns: list[str]) -> None:
    assert [value.noun for value in find_values(text)] == nouns


@pytest.mark.parametrize(
    "text", ["around $4,100", "about 40 min", "~12 s", "etwa 30 Tage", "约40分钟", "около 5 минут"]
)
def test_an_approximation_is_seen(text: str) -> None:
    assert [value.approximate for value in find_values(text)] == [True]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3-14 May", ["--05-03", "--05-14"]),
        ("May 3-14", ["--05-03", "--05-14"]),
        ("5 to 7 pm", ["17:00", "19:00"]),
        ("10-15 s", ["10 duration", "15 duration"]),
        ("9:30-11", ["09:30", "11:00"]),
        ("2026-10-24T09:40Z", ["2026-10-24", "09:40 +0"]),
    ],
)
def test_a_range_shares_what_is_said_once(text: str, canonical: list[str]) -> None:
    assert [value.canonical for value in find_values(text)] == canonical


@pytest.mark.parametrize("lead", ["", "плюс ", "e\u0301\u0301 ", "\U0001f680 ", "“quoted” – ", "العدد "])
def test_offsets_are_code_points(lead: str) -> None:
    text = f"{lead}refund $4,100 within 48 h"
    assert [text[value.start : value.end] for value in find_values(text)] == ["$4,100", "48 h"]
