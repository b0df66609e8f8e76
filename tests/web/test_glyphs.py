"""Nothing hidden stays hidden, and no text breaks the line it stands in."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.web.glyphs import KEPT_MARKS, pieces

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
