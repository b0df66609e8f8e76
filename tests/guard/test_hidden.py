"""Names are seen as they are; an emoji of several is one of them, and a joiner anywhere else is not."""

from __future__ import annotations

import pytest

from reviewapp.guard.hidden import is_plain_line


@pytest.mark.parametrize(
    "name",
    [
        "deploy agent",
        "👩‍💻 on call",  # woman, joiner, laptop
        "👩🏽‍🚀",  # with a colour of skin
        "👨‍👩‍👧‍👦 family",
        "🏳️‍🌈",  # a selector before the joiner
        "❤️ it",
        "🇦🇹 Graz",
    ],
)
def test_what_a_keyboard_writes_as_one_emoji_is_plain(name: str) -> None:
    assert is_plain_line(name)


@pytest.mark.parametrize(
    "name",
    [
        "ag\u200dent",
        "agent\u200d",
        "\u200d👩",
        "👩\u200d",
        "👩\u200dx",
        "x\u200d👩",
        "👩\u200d\u200d💻",
        "x\ufe0f",
        "❤\ufe0f\ufe0f",
        "❤\ufe0e",
        "\u2800\u200d👩",
        "👩\u200b💻",
    ],
)
def test_a_joiner_that_joins_nothing_is_hidden(name: str) -> None:
    assert not is_plain_line(name)
