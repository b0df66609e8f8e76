"""Orders to machines in text of those who can't give any: tools, documents, and what a person only quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import Clause
from reviewapp.engine.claims.voices import ADDRESSED, MACHINE
from reviewapp.engine.joined import Joined
from reviewapp.engine.lang import Cue
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, sentences
from reviewapp.engine.types import Origin, Turn

REACH = 1_500  # characters after the words that address a machine in which orders are looked for
AROUND = 200  # characters before those words in which their sentence begins

_OPENS = re.compile(r"<!--|/\*|//|[>\"“\n]|[.!?][ \t]")  # what a sentence within markup, code or data begins after
_RELAYED = re.compile(r"\s*\[[^\]\n]{0,60}\b(?:from|by|via|of|von|de|от)\b[^\]\n]{0,60}\]", re.I)  # [sms from +44 …]
_BORDER = " \t\n.!?>:*#/(-\"'“‘«"  # what the words that address a machine begin after
_CLOSES = re.compile(r"-->|\*/|\"[ \t]*[,}\]]")  # the end of a comment or of a string of data
_ORDERS = frozenset({Cue.MUST, Cue.MAY, Cue.NOT, Cue.ONLY, Cue.LIFT, Cue.FREE, Cue.SHOULD})
_FREES = frozenset({Cue.MAY, Cue.LIFT, Cue.FREE})
_QUOTES = (("“", "”"), ("„", "“"), ("«", "»"), ("「", "」"))


@dataclass(frozen=True)
class Foreign:
    """Orders to a machine in a turn that can't give any: where they stand, and the words of their sentences."""

    turn: int
    start: int
    end: int
    sentences: tuple[Sentence, ...]


def foreign(pair: Pair) -> tuple[Foreign, ...]:
    """One entry a turn and run of orders: from the words that address a machine to the last order after them."""
    own = Origin.AGENT  # the agent under review may talk about agents
    heard = Joined({turn: pair.turns[turn].content for turn, by in enumerate(pair.speakers) if by is not own})
    found = (text for turn in heard.matching(ADDRESSED) for text in _foreign_of(turn, pair.turns[turn]))
    return tuple({pair.turns[text.turn].content[text.start : text.end]: text for text in found}.values())


def _foreign_of(index: int, turn: Turn) -> Iterator[Foreign]:
    last = -1
    for mark in ADDRESSED.finditer(turn.content):
        if mark.start() < last or (turn.binds and not _quoted(turn.content, mark.end())):
            continue
        start = mark.end() - len(mark.group().lstrip(_BORDER))
        orders = tuple(_orders(turn.content, start, mark.end()))
        if orders:
            last = orders[-1].end
            yield Foreign(index, orders[0].start, last, orders)


def _quoted(text: str, at: int) -> bool:
    """Does somebody who binds only quote here: in quotation marks, a forwarded mail, or under another's name?"""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line.lstrip().startswith(">") or bool(left_open(line)) or bool(_RELAYED.match(line))


def _orders(text: str, start: int, end: int) -> Iterator[Sentence]:
    """The sentence that addresses a machine, the next of its line, and every order after it within reach."""
    before = text[max(0, start - AROUND) : start]
    begin = start - len(before) + max((border.end() for border in _OPENS.finditer(before)), default=0)
    closed = _CLOSES.search(text, end)
    stop = min(len(text), end + REACH, closed.start() if closed else len(text))
    line_end = text.find("\n", end)
    opened, said = "", 0
    for cut in sentences(text[begin:stop]):
        sentence = Sentence(cut.text, cut.start + begin, cut.end + begin, cut.shape, cut.heading)
        addressing = sentence.start < end and sentence.end > start
        next_one = said == 1 and 0 <= sentence.start < (line_end if line_end >= 0 else len(text))
        led_in = bool(cut.heading) and cut.heading in opened
        if sentence.end > start and sentence.text.rstrip("*_ ").endswith(":"):
            opened = sentence.text
        if addressing or (sentence.start >= end and (next_one or led_in or _is_order(sentence))):
            said += 1
            yield sentence


def _is_order(sentence: Sentence) -> bool:
    return any(map(_orders_a_machine, read(sentence)))


def _orders_a_machine(clause: Clause) -> bool:
    """What others must do is a fact: `spillways need yearly checks`."""
    spoken_to = not MACHINE.isdisjoint(clause.words)
    return clause.imperative or bool(clause.cues & _FREES) or (spoken_to and bool(clause.cues & _ORDERS))


def left_open(text: str) -> str:
    """The mark that would close a quotation which the text opens and does not close."""
    if text.count('"') % 2:
        return '"'
    return next((close for opening, close in _QUOTES if text.rfind(opening) > text.rfind(close)), "")
