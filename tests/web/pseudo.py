"""A language in which every translated text is bracketed, and the words of a page that stand outside of brackets.

Whatever a person reads and no translator was shown is a word outside. What machines read is left out: code, keys,
anything under `translate="no"`, and the words of the manuscript.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

OPEN, CLOSE = "⟦", "⟧"
ASIDE = frozenset({"code", "kbd", "pre", "q", "script", "style", "textarea"})
MANUSCRIPT = frozenset({"words", "stet", "text", "manuscript", "said", "key", "unseen", "wordmark", "specimen"})
VOID = frozenset({"area", "br", "hr", "img", "input", "link", "meta", "use", "wbr", "rect", "path", "source"})
TOLD = ("alt", "aria-label", "data-refused", "data-silent", "placeholder", "title")
_WORD = re.compile(r"[^\W\d_]{2,}")


def speak(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every text that goes through gettext comes out bracketed."""

    def gettext(message: str) -> str:
        return f"{OPEN}{message}{CLOSE}" if message else message

    def ngettext(one: str, many: str, number: Any) -> str:
        return gettext(one if number == 1 else many)

    for name, spoken in {
        "gettext": gettext,
        "ngettext": ngettext,
        "pgettext": lambda _context, message: gettext(message),
        "npgettext": lambda _context, one, many, number: ngettext(one, many, number),
    }.items():
        monkeypatch.setattr(f"django.utils.translation._trans.{name}", spoken, raising=False)


def outside(page: str, data: str) -> list[str]:
    """Texts of the page with a word outside of brackets that is no word of `data` either."""
    reader = _Reader()
    reader.feed(page)
    known = set(_WORD.findall(data.casefold()))
    return [text for text in reader.texts if not known.issuperset(_WORD.findall(text.casefold()))]


class _Reader(HTMLParser):
    """Collects what stands outside of brackets. A bracketed text may have elements in it, so depth counts on."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._aside: list[bool] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = set((given.get("class") or "").split())
        aside = tag in ASIDE or given.get("translate") == "no" or bool(classes & MANUSCRIPT)
        if not aside and not any(self._aside):
            self.texts += ["".join(_outer(value, 0)) for name in TOLD if (value := given.get(name))]
        if tag not in VOID:
            self._aside.append(aside)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._aside.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self._aside.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._aside):
            self.texts.append(" ".join("".join(_outer(data, self._depth)).split()))
            self._depth += data.count(OPEN) - data.count(CLOSE)


def _outer(text: str, depth: int) -> Iterator[str]:
    for part in re.split(f"([{OPEN}{CLOSE}])", text):
        depth += (part == OPEN) - (part == CLOSE)
        if not depth and part != CLOSE:
            yield part
