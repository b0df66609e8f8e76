"""The word diff keeps what operators say whole, and shows each side in its own words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.masking.secrets import Extract
from reviewapp.web.worddiff import Diff, tokens, word_diff

WORDS = st.lists(
    st.sampled_from(["never", "delete", "prod-db-7", "5 MB", "the", ".", "\n", "unless"]), max_size=20
).map(" ".join)


@given(WORDS, WORDS)
def test_each_side_joined_is_its_passage(raw: str, summary: str) -> None:
    diff = word_diff(Extract.of(raw), Extract.of(summary))
    assert "".join(change.text for change in diff.raw) == raw
    assert "".join(change.text for change in diff.summary) == summary


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60), st.text(max_size=60))
def test_any_text_is_accepted(raw: str, summary: str) -> None:
    diff = word_diff(Extract.of(raw), Extract.of(summary))
    assert "".join(change.text for change in diff.raw) == raw
    assert "".join(change.text for change in diff.summary) == summary


@pytest.mark.parametrize(
    "whole",
    [
        "prod-db-7",
        "subnet-0a1b2c",
        "/etc/stet/app.toml",
        "https://example.net/a?b=1",
        "10.0.0.0/8",
        "90 min",
        "5 MB",
        "$4,120.50",
        "2026-12-04T14:30:00Z",
        "--no-verify",
        "v1.31.2",
        "sts:AssumeRole",
        "99.95 %",
    ],
)
def test_identifiers_and_amounts_stay_whole(whole: str) -> None:
    assert whole in tokens(f"keep {whole}, always.")


def test_the_words_that_changed_are_named() -> None:
    diff = word_diff(Extract.of("must never delete prod-db-7"), Extract.of("may delete prod-db-8"))
    assert _of(diff, "raw", "cut") == ["must never ", "prod-db-7"]
    assert _of(diff, "summary", "new") == ["may ", "prod-db-8"]


def _of(diff: Diff, side: str, op: str) -> list[str]:
    return [change.text for change in getattr(diff, side) if change.op == op]
