"""Nothing hidden stays hidden, and no text breaks the line it stands in."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.web.safe_text import KEPT_MARKS, LONGEST_RUN, folded, has_long_run, pieces

HOSTILE = st.text(
    alphabet=st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("\u202e\u200b\u200d\u0301\u0336\U000e0041\U000e0062\ufe00\ufe0f\r\n\t\x00\x1b a<&\"'"),
    )
)


@given(HOSTILE)
def test_pieces_joined_are_the_text(text: str) -> None:
    assert "".join(piece.text for piece in pieces(text)) == text


@given(HOSTILE)
def test_plain_pieces_print_themselves(text: str) -> None:
    assert all(piece.shown == piece.text for piece in pieces(text) if not piece.chip)


def test_every_unseen_character_of_unicode_becomes_a_chip() -> None:
    unseen = {"Cc", "Cf", "Zl", "Zp", "Zs", "Co"}
    for point in range(sys.maxunicode + 1):
        character = chr(point)
        if unicodedata.category(character) in unseen and character not in "\n\t \u00a0":
            assert pieces(f"a{character}b")[1].chip, f"U+{point:04X}"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("\u202edelete", "RLO"),
        ("a\u200b\u200b\u200bb", "ZWSP ×3"),
        ("\x1b[31m", "ESC"),
        ("".join(chr(0xE0000 + ord(c)) for c in "obey me"), "TAGS obey me"),
        ("\ufe00\ufe01", "VS ×2"),
        ("a\u3164b", "U+3164"),
        ("one\rtwo", "CR"),
    ],
)
def test_a_chip_says_what_it_is(text: str, label: str) -> None:
    assert label in [piece.shown for piece in pieces(text) if piece.chip]


def test_line_ends_emoji_and_ordinary_accents_stay_text() -> None:
    for text in ("a\r\nb\tc", "☂\ufe0f", "e\u0301te\u0301", "naïve\u00a0€"):
        assert not any(piece.chip for piece in pieces(text))


def test_a_storm_of_marks_is_clipped_in_view_only() -> None:
    storm = "Z" + "\u0336" * 500
    first, rest = pieces(storm)
    assert first.shown == "Z" + "\u0336" * KEPT_MARKS
    assert rest.shown == f"+{500 - KEPT_MARKS} marks"
    assert first.text + rest.text == storm


@given(HOSTILE, st.integers(0, 3 * LONGEST_RUN), HOSTILE)
def test_a_long_run_is_folded_and_nothing_of_it_is_lost(before: str, length: int, after: str) -> None:
    """However long a run is, little of it is printed, and the chip says how much is not."""
    text = f"{before} {'x' * length} {after}"
    shown = folded(pieces(text))
    assert "".join(piece.text for piece in shown) == text
    folds = [piece for piece in shown if piece.is_fold]
    assert bool(folds) == (length > LONGEST_RUN) == has_long_run(text)
    assert all(f"{len(piece.text):,} characters" in piece.shown and piece.chip for piece in folds)
    assert max(map(len, "".join(piece.shown for piece in shown).split()), default=0) <= LONGEST_RUN
