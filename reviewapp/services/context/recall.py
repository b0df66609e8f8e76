"""Finding original turns again: by words in any order and form, by phrases in quotes, and within a budget of tokens.

The turns of a session are read as they are asked for: an index of all words was weighed, and would have cost each
submission four times what else it costs. What is no plain word (an id, a path, a phrase in quotes, a script without
spaces) is looked for as it stands, in any case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, reduce
from math import log
from operator import or_
from typing import NamedTuple

from django.db.models import Func, Q, Sum, TextField

from reviewapp.models import Session, Team, Turn
from reviewapp.services.context.stems import stems
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.sessions.lookup import find_session

FOUND_AT_MOST = 50
LONGEST_QUERY = 200
LONGEST_WORD = 100
READ_WHOLE = 2_000_000  # code points of a session
_QUOTED = re.compile(r'"([^"]+)"')
_RUN = re.compile(r"[^\W\d_]+")
_WORD = re.compile(rf"[^\W\d_]{{1,{LONGEST_WORD}}}")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\U0010ffff]")  # scripts that write no spaces


@dataclass(frozen=True)
class Recalled:
    """One raw turn. `text` is None once erased; the digest (hex, SHA-256 of the original bytes) stays."""

    turn: Turn
    text: str | None
    digest: str
    erased_at: datetime | None


@dataclass(frozen=True)
class Wanted:
    """What a query asks for: `words` in any form, and `literals` as they stand. All in lower case."""

    query: str
    words: tuple[str, ...]
    literals: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """Turn numbers, best first. `forms`: for each word, how the turns spell it."""

    wanted: Wanted
    seqs: tuple[int, ...]
    forms: tuple[tuple[str, ...], ...]

    @cached_property
    def _parts(self) -> tuple[re.Pattern[str], ...]:
        """One for each word, in all its forms, and for each literal."""
        longest = (sorted(forms, key=len, reverse=True) for forms in self.forms)
        words = (rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, forms))})(?![^\W\d_])" for forms in longest if forms)
        literals = (re.escape(lower(literal)) for literal in self.wanted.literals)
        return tuple(map(re.compile, (*literals, *words)))

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where the words stand in one of the turns: code points, half-open, in order, none within another."""
        said, found = lower(text), list[tuple[int, int]]()
        for start, end in sorted(hit.span() for part in self._parts for hit in part.finditer(said)):
            if not found or start >= found[-1][1]:
                found.append((start, end))
        return found

    def stands_in(self, text: str) -> bool:
        """Whether a text holds all that was asked for: of a turn, what is shown of it, say."""
        said = lower(text)
        return all(part.search(said) for part in self._parts)


def lower(text: str) -> str:
    """Letter by letter, as the database does it: `İ` becomes one `i`, so that places stay where they are."""
    if "İ" not in text:  # the one letter that becomes two otherwise
        return text.lower()
    return "".join(letter.lower()[0] for letter in text)


def read_query(query: str) -> Wanted:
    """Raises Refused 422 where there is nothing to look for, or too much."""
    if not query.strip() or len(query) > LONGEST_QUERY or "\0" in query:
        raise Refused("invalid", f"Search for 1 to {LONGEST_QUERY} characters.", 422, "q")
    phrases = [phrase for phrase in _QUOTED.findall(query) if phrase.strip()]
    loose = _QUOTED.sub(" ", query).split()
    words = [word for word in loose if _WORD.fullmatch(word) and not _UNSPACED.search(word)]
    literals = [*phrases, *(one for one in loose if one not in words)]
    return Wanted(query.strip(), tuple(map(lower, dict.fromkeys(words))), tuple(dict.fromkeys(literals)))


def turn(*, team: Team, session: str, seq: int) -> Recalled:
    """One turn as received, by the number that a summary cites as `[[turn:N]]`."""
    rows = Turn.objects.filter(team=team, session=find_session(team, session), seq=seq)
    found = rows.select_related("body").first()
    if found is None:
        raise not_found("turn")
    return recalled(found)


def recalled(row: Turn) -> Recalled:
    erased = row.body.erased_at
    return Recalled(row, None if erased else row.text, row.digest.hex(), erased)


def search(session: Session, query: str, *, after_seq: int = 0, any_word: bool = False) -> Found:
    """The turns that hold everything that the query asks for (or, with `any_word`, some of it), best first."""
    wanted = read_query(query)
    forms = Forms(wanted.words)
    some = list(_hits(session, wanted, forms))
    turns = [sum(map(bool, counts)) for counts in zip(*(hit.counts for hit in some), strict=True)]
    rarity = [log(1 + session.last_seq / (1 + many)) for many in turns]
    hits = some if any_word else [hit for hit in some if all(hit.counts)]
    hits.sort(key=lambda hit: (-hit.rank(rarity), hit.seq))
    return Found(wanted, tuple(hit.seq for hit in hits if hit.seq > after_seq), forms.seen())


def read(session: Session, seqs: Iterable[int]) -> list[Recalled]:
    """These turns in the order asked for; what is not there is left out."""
    wanted = list(seqs)
    rows = Turn.objects.filter(team_id=session.team_id, session=session, seq__in=wanted).select_related("body")
    by_seq = {row.seq: row for row in rows}
    return [recalled(by_seq[seq]) for seq in wanted if seq in by_seq]


class Forms:
    """Which runs of letters are forms of which words of a query; each run is judged once."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = [stems(word) for word in words]
        self._of: dict[str, tuple[int, ...]] = {}

    def of(self, run: str) -> tuple[int, ...]:
        """The places in the query of the words that this run is a form of."""
        if run not in self._of:
            mine = stems(run) if len(run) <= LONGEST_WORD else frozenset[str]()
            self._of[run] = tuple(place for place, word in enumerate(self._words) if mine & word)
        return self._of[run]

    def seen(self) -> tuple[tuple[str, ...], ...]:
        """For each word of the query the forms that were met."""
        return tuple(tuple(sorted(run for run, of in self._of.items() if n in of)) for n in range(len(self._words)))


class _Hit(NamedTuple):
    """A turn that holds some of what was asked for: how often it holds each word and each literal, and whether it holds
    the whole query as it was typed."""

    seq: int
    size: int
    counts: tuple[int, ...]
    whole: bool

    def rank(self, rarity: Sequence[float]) -> float:
        """The second time counts for less than the first, a word of many turns for less than a rare one, and a long
        turn has to hold more of them."""
        told = sum(rare * log(1 + count) for rare, count in zip(rarity, self.counts, strict=True))
        return self.whole + told / log(20 + self.size)


def _hits(session: Session, wanted: Wanted, forms: Forms) -> Iterator[_Hit]:
    literals, query = [lower(one) for one in wanted.literals], lower(wanted.query.replace('"', ""))
    for seq, size, content in _bodies(session, wanted):
        said = lower((content or b"").decode())
        counts = [0] * len(wanted.words)
        if counts:
            runs = _RUN.findall(said)
            for run in set(runs):
                for place in forms.of(run):
                    counts[place] += runs.count(run)
        counts += [said.count(one) for one in literals]
        if any(counts):
            yield _Hit(seq, size, tuple(counts), query in said)


def _bodies(session: Session, wanted: Wanted) -> Iterator[tuple[int, int, bytes | None]]:
    """Number, size and content of the turns to look at: all of them, but in a session too long to be read in a moment
    those that hold a part of the query, or a word's stem, as letters. There a form that changes its stem is missed."""
    rows = Turn.objects.filter(team_id=session.team_id, session=session, body__erased_at=None)
    if (rows.aggregate(total=Sum("size"))["total"] or 0) > READ_WHOLE:
        asked = [*wanted.literals, *{stem for word in wanted.words for stem in stems(word)}]
        rows = rows.annotate(said=_Said("body__content")).filter(
            reduce(or_, (Q(said__contains=lower(one)) for one in asked))
        )
    return rows.order_by("seq").values_list("seq", "size", "body__content").iterator(chunk_size=1_000)


class _Said(Func):
    """A body in lower case, as `lower` gives it."""

    function = "public.stet_said"
    output_field = TextField()
