"""The prose of an instruction file, Markdown or plain text, with its lines. Code and comments are no prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
# A lead-in that its list finishes: "Never:" and "push to main" are one rule.
_LEAD_IN = re.compile(
    r"(?:you |agents? |we )?(?:must(?: not|n't)?|shall(?: not)?|may(?: not|n't)?|can(?:not|'t)|should(?:n't| not)?"
    r"|(?:please )?(?:do not|don't|don’t|never|always|only)(?: ever| do)?|niemals|nie|immer|nicht)\s*:?",
    re.I,
)
_ITEM_STARTS_ANEW = re.compile(r"(?:never|always|do not|don['’]t|no|must|niemals|nie|immer|only)\b", re.I)


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph or list item as plain text on one line. `line` is that of its first word in the file, from 1;
    `breaks` are the offsets at which the file goes on to its next line."""

    text: str
    line: int
    breaks: tuple[int, ...] = ()

    def line_of(self, offset: int) -> int:
        return self.line + sum(at < offset for at in self.breaks)


def passages(document: str) -> Iterator[Passage]:
    """What the file says in prose, in order; a lead-in is joined to each item of the list under it."""
    text = _FRONT_MATTER.sub(lambda found: "\n" * found[0].count("\n"), document)
    tokens = MarkdownIt("commonmark").disable("code").enable("table").parse(text)
    lead, depth = _LeadIn(), 0
    for before, token in zip([None, *tokens], tokens, strict=False):
        depth += token.type.endswith("list_open") - token.type.endswith("list_close")
        if token.type.endswith("list_close") and depth == 0:
            lead.awaits("")
        if token.type != "inline" or not (said := _plain(token)).strip():
            continue
        start, end = token.map or (0, 0)
        if depth == 0:
            lead.awaits(said.strip())
        if before is None or before.type != "heading_open":
            yield _passage(_joined(lead.over(start, end), said) if depth else said, start + 1)


class _LeadIn:
    """The words above a list that each of its items finishes. After a blank line in a list that had none they end:
    two lists of one mark are one list to Markdown."""

    def __init__(self) -> None:
        self.awaits("")

    def awaits(self, said: str) -> None:
        self._words = said if _LEAD_IN.fullmatch(said) else ""
        self._end: int | None = None
        self._tight = False

    def over(self, start: int, end: int) -> str:
        """The words for the item that stands on these lines."""
        if self._end is not None:
            apart = start > self._end
            if apart and self._tight:
                self._words = ""
            self._tight = not apart
        self._end = end
        return self._words


def _passage(said: str, line: int) -> Passage:
    return Passage(said.replace("\n", " "), line, tuple(at for at, each in enumerate(said) if each == "\n"))


def _joined(lead_in: str, item: str) -> str:
    if not lead_in or _ITEM_STARTS_ANEW.match(item):
        return item
    head = lead_in.rstrip(": ")
    first = item[:1].lower() if item[1:2].islower() else item[:1]
    return f"{head} {first}{item[1:]}"


def _plain(token: Token) -> str:
    """Without marks of emphasis and links; code keeps its ticks, since they say that it is meant literally."""
    pieces = []
    for child in token.children or []:
        if child.type == "text":
            pieces.append(child.content)
        elif child.type == "code_inline":
            pieces.append(f"`{child.content}`")
        elif child.type in ("softbreak", "hardbreak"):
            pieces.append("\n")
        elif child.type == "image":
            pieces.append(child.content)
    return "".join(pieces)
