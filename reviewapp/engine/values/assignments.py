"""Settings: `ask=off`, `mode: strict`. The same key with another word is another setting."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from reviewapp.engine.names.idents import fold_ident
from reviewapp.engine.values.facts import Facts
from reviewapp.engine.values.spelling import parse

_SETTING = re.compile(r"(?<![\w=?&])([A-Za-z_][\w.-]{1,60})=([A-Za-z][\w./:-]{0,80})(?![\w=])")


@dataclass(frozen=True, slots=True)
class Setting:
    """`key=word` at `start`..`end`; `turn` None is the summary."""

    turn: int | None
    start: int
    end: int
    key: str
    word: str


def changed(facts: Facts) -> Iterator[tuple[Setting, Setting]]:
    """(what a turn sets, what the summary sets instead), for keys whose word no brief turn gives them."""
    said: defaultdict[str, list[Setting]] = defaultdict(list)
    for turn in facts.brief:
        for setting in _settings(facts.pair.turns[turn].content, turn):
            said[setting.key].append(setting)
    for stated in _settings(facts.pair.summary, None):
        same = said.get(stated.key, [])
        if same and all(setting.word != stated.word for setting in same):
            yield same[-1], stated


def _settings(text: str, turn: int | None) -> Iterator[Setting]:
    for match in _SETTING.finditer(text) if "=" in text else ():
        word = match[2].rstrip(".:-/")
        if parse(word) is None:
            yield Setting(turn, match.start(), match.start(2) + len(word), fold_ident(match[1]), fold_ident(word))
