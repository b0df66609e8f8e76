"""Secrets that only a label tells, such as a password, wherever else their values stand: "the password is X" in one
turn makes a bare X in another one a secret too. What a request knows is set once for it, as its language is.

Linear: a text is cut into runs once, and each is looked up. How many values are known costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import NamedTuple

SHORTEST = 6  # code points of a value looked for everywhere: shorter ones are figures and codes of other things too
_RUN = re.compile(rf"[^\s\"',;]{{{SHORTEST},}}")
_PART = re.compile(rf"[^:=@/]{{{SHORTEST},}}")  # of a run such as `user:password@host`
_CORE = re.compile(r"\w(?:.*\w)?")  # without what may be the punctuation around it
# Words, names of settings and paths stand behind such labels as often: `secret = settings.SECRET_KEY`, `pwd: /srv/app`.
# Masked wherever they recur, they would hide what has to be read.
_ORDINARY = re.compile(r"[^\W\d_]+(?:[._]+[^\W\d_]+)*|[~.]{0,2}(?:/[\w.@-]+)+/?")


class Place(NamedTuple):
    start: int
    end: int
    label: str


class _Value(NamedTuple):
    text: str
    offset: int  # of its core
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """`labels`: what each value is called. A text that is nothing but one of them is secret even if it is a word."""

    labels: Mapping[str, str]
    cores: Mapping[str, _Value]

    @classmethod
    def of(cls, labels: Mapping[str, str]) -> Known:
        cores = {}
        for text, label in labels.items():
            core = None if _ORDINARY.fullmatch(text) else _CORE.search(text)
            if core and len(core.group()) >= SHORTEST:
                cores[core.group()] = _Value(text, core.start(), label)
        return cls(labels, cores)

    @classmethod
    def joined(cls, parts: Iterable[Known]) -> Known:
        labels: dict[str, str] = {}
        cores: dict[str, _Value] = {}
        for part in parts:
            labels.update(part.labels)
            cores.update(part.cores)
        return cls(labels, cores)

    def find(self, text: str) -> Iterator[Place]:
        """Every known value in a text, in order."""
        said = text.strip()
        if said in self.labels:
            at = text.index(said)
            yield Place(at, at + len(said), self.labels[said])
        elif self.cores:
            for run in _RUN.finditer(text):
                yield from self._in_run(run.group(), run.start())

    def _in_run(self, run: str, start: int) -> Iterator[Place]:
        """The run is one, or its parts may be."""
        whole = self._as_value(run, start)
        if whole:
            yield whole
        else:
            parts = (self._as_value(part.group(), start + part.start()) for part in _PART.finditer(run))
            yield from filter(None, parts)

    def _as_value(self, part: str, start: int) -> Place | None:
        core = _CORE.search(part)
        value = self.cores.get(core.group()) if core else None
        if core is None or value is None:
            return None
        first = core.start() - value.offset
        if first >= 0 and part.startswith(value.text, first):
            return Place(start + first, start + first + len(value.text), value.label)
        return Place(start + core.start(), start + core.end(), value.label)


NOTHING = Known.of({})
_known: ContextVar[Known] = ContextVar("known", default=NOTHING)


def known() -> Known:
    return _known.get()


def learn(known: Known) -> None:
    """For the rest of the request, in place of what was known before."""
    _known.set(known)


@contextmanager
def forgetting() -> Iterator[None]:
    """What is learnt within is forgotten after it: the thread goes on to the request of somebody else."""
    token = _known.set(NOTHING)
    try:
        yield
    finally:
        _known.reset(token)
