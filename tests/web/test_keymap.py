"""One table of keys: what the templates bind, what the buttons say and what the sheet lists can't differ."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from reviewapp.services.teams import preferences
from reviewapp.web.keymap import DIALOG, KEYS, sheet
from reviewapp.web.layout import ROOMS
from tests.web.conftest import Browser, Desk

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def _named(tag: str) -> set[str]:
    """Names of keys in the templates, those of loops over the reasons and over the rooms resolved."""
    found = {
        name for path in TEMPLATES.rglob("*.html") for name in re.findall(rf"{{% {tag} (\S+) %}}", path.read_text())
    }
    loops = {"reason.key": {"reason-1", "reason-2", "reason-3"}, "entry.key": {room.key for room in ROOMS}}
    looped = {name for loop, names in loops.items() if loop in found for name in names}
    return {name.strip('"') for name in found - loops.keys()} | looped


def test_every_key_of_the_table_is_bound_and_nothing_else() -> None:
    assert _named("hotkey") == {name for name, key in KEYS.items() if key.room != DIALOG}


def test_labels_stand_only_on_keys_that_exist() -> None:
    assert _named("key") <= set(KEYS)


def test_no_template_binds_a_key_by_hand() -> None:
    for path in TEMPLATES.rglob("*.html"):
        assert "data-hotkey" not in path.read_text(), path


def test_one_key_does_one_thing_in_a_room() -> None:
    rooms = {key.room for key in KEYS.values()}
    for room in rooms - {DIALOG}:
        bound = [key.hotkey for key in KEYS.values() if key.room in (room, "Anywhere")]
        assert [key for key, times in Counter(bound).items() if times > 1] == []


def test_the_sheet_lists_them_all(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.viewer).get(f"/t/{desk.world.team.slug}/keys/").content.decode()
    for _, keys in sheet():
        for key in keys:
            assert key.does in page


@pytest.mark.parametrize("on", [True, False])
def test_keys_can_be_switched_off(desk: Desk, browser: Browser, on: bool) -> None:
    user = desk.world.reviewer
    preferences.set_hotkeys(user=user, on=on)
    page = browser(user).get(desk.url).content.decode()
    assert ("data-hotkey" in page) is on
