"""Every key of the pages, once: the attribute, the label on the button, the sheet behind `?` and a test read this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Key:
    """`hotkey` is in the notation of @github/hotkey; `label` is what a keyboard shows; `room` is where it works."""

    name: str
    hotkey: str
    label: str
    does: str
    room: str


ANYWHERE, QUEUE, REVIEW, DIALOG = "Anywhere", "Queue", "Review", "Dialog"

_TABLE = (
    Key("help", "Shift+?,?", "?", "Show these keys", ANYWHERE),
    Key("go-queue", "g q", "g q", "Go to the queue", ANYWHERE),
    Key("review-next", "n", "n", "Review the next proposal", QUEUE),
    Key("row-down", "j", "j", "Next row", QUEUE),
    Key("row-up", "k", "k", "Previous row", QUEUE),
    Key("next-finding", "j", "j", "Next open finding", REVIEW),
    Key("previous-finding", "k", "k", "Previous open finding", REVIEW),
    Key("pin", "p", "p", "Pin the words of the finding", REVIEW),
    Key("restore", "r", "r", "Restore the words in the summary", REVIEW),
    Key("strike", "d", "d", "Strike the words from the summary", REVIEW),
    Key("dismiss", "x", "x", "Dismiss: choose why it is no loss", REVIEW),
    Key("reason-1", "1", "1", "Dismiss as restated", REVIEW),
    Key("reason-2", "2", "2", "Dismiss as obsolete", REVIEW),
    Key("reason-3", "3", "3", "Dismiss as a false alarm", REVIEW),
    Key("undo", "z", "z", "Undo the last action", REVIEW),
    Key("edit", "e", "e", "Edit the summary", REVIEW),
    Key("comment", "c", "c", "Write a note", REVIEW),
    Key("all-turns", "a", "a", "Show all turns", REVIEW),
    Key("skip", "s", "s", "Skip to the next proposal", REVIEW),
    Key("release", "u", "u", "Release your claim", REVIEW),
    Key("approve", "Shift+A", "⇧A", "Approve", REVIEW),
    Key("reject", "Shift+R", "⇧R", "Reject", REVIEW),
    Key("submit", "", "Ctrl ⏎", "Send the open form", DIALOG),
    Key("close", "", "Esc", "Close without sending", DIALOG),
)

KEYS: Mapping[str, Key] = MappingProxyType({key.name: key for key in _TABLE})


def sheet() -> Iterator[tuple[str, tuple[Key, ...]]]:
    """The keys by room, in the order of the table."""
    for room, keys in groupby(_TABLE, key=lambda key: key.room):
        yield room, tuple(keys)
