"""Every key of the pages, once: the attribute, the label on the button, the sheet behind `?` and a test read this."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from django.utils.translation import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Key:
    """`hotkey` is in the notation of @github/hotkey; `label` is what a keyboard shows; `room` is where it works."""

    name: str
    hotkey: str
    label: str
    does: str
    room: str


ANYWHERE, QUEUE, REVIEW, DIALOG = _("Anywhere"), _("Queue"), _("Review"), _("Dialog")

_TABLE = (
    Key("help", "Shift+?,?", "?", _("Show these keys"), ANYWHERE),
    Key("go-queue", "g q", "g q", _("Go to the queue"), ANYWHERE),
    Key("go-sessions", "g s", "g s", _("Go to the sessions"), ANYWHERE),
    Key("go-register", "g r", "g r", _("Go to the register"), ANYWHERE),
    Key("go-insights", "g i", "g i", _("Go to the insights"), ANYWHERE),
    Key("go-audit", "g a", "g a", _("Go to the audit"), ANYWHERE),
    Key("go-team", "g t", "g t", _("Go to the team’s settings"), ANYWHERE),
    Key("review-next", "n", "n", _("Go on with yours, or review the next proposal"), QUEUE),
    Key("row-down", "j", "j", _("Next row"), QUEUE),
    Key("row-up", "k", "k", _("Previous row"), QUEUE),
    Key("next-finding", "j", "j", _("Next open finding"), REVIEW),
    Key("previous-finding", "k", "k", _("Previous open finding"), REVIEW),
    Key("correct", "f", "f", _("Put the original words in place of the wrong ones"), REVIEW),
    Key("pin", "p", "p", _("Pin the words of the finding"), REVIEW),
    Key("restore", "r", "r", _("Restore the words in the summary"), REVIEW),
    Key("strike", "d", "d", _("Strike the words from the summary"), REVIEW),
    Key("dismiss", "x", "x", _("Dismiss: choose why it is no loss"), REVIEW),
    Key("reason-1", "1", "1", _("After x: dismiss as restated"), REVIEW),
    Key("reason-2", "2", "2", _("After x: dismiss as obsolete"), REVIEW),
    Key("reason-3", "3", "3", _("After x: dismiss as a false alarm"), REVIEW),
    Key("undo", "z", "z", _("Undo the last action"), REVIEW),
    Key("edit", "e", "e", _("Edit the summary"), REVIEW),
    Key("comment", "c", "c", _("Write a note"), REVIEW),
    Key("sentence", "v", "v", _("Select the next sentence"), REVIEW),
    Key("sentence-more", "Shift+V", "⇧V", _("Select one sentence more"), REVIEW),
    Key("mark", "m", "m", _("Mark the selected words"), REVIEW),
    Key("all-turns", "a", "a", _("Show all turns"), REVIEW),
    Key("skip", "s", "s", _("Skip to the next proposal"), REVIEW),
    Key("release", "u", "u", _("Release your claim"), REVIEW),
    Key("approve", "Shift+A", "⇧A", _("Approve"), REVIEW),
    Key("reject", "Shift+R", "⇧R", _("Reject"), REVIEW),
    Key("renew", "Shift+N", "⇧N", _("Request a new summary"), REVIEW),
    Key("submit", "", "Ctrl ⏎", _("Send the open form"), DIALOG),
    Key("close", "", "Esc", _("Close without sending; leave a field with its words kept"), DIALOG),
)

KEYS: Mapping[str, Key] = MappingProxyType({key.name: key for key in _TABLE})


def sheet() -> Iterator[tuple[str, tuple[Key, ...]]]:
    """The keys by room, in the order of the table."""
    for room, keys in groupby(_TABLE, key=lambda key: key.room):
        yield room, tuple(keys)
