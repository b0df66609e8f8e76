"""Finding original turns again: by words in any order and form, by phrases in quotes, and within a budget of tokens.

PostgreSQL does the reading: an index holds each word of a turn under its stem in every language that we know. What is
no plain word (an id, a path, a phrase in quotes, a script without spaces) is looked for as it stands, in any case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from math import log
from typing import NamedTuple

from django.db import connection

from reviewapp.models import Session, Team, Turn
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.sessions.lookup import find_session

FOUND_AT_MOST = 50
LONGEST_QUERY = 200
_SAID = "(public.stet_said(b.content) COLLATE pg_c_utf8)"
_ASKED = "(lower(%s COLLATE pg_c_utf8))"
_QUOTED = re.compile(r'"([^"]+)"')
_WORD = re.compile(r"[^\W\d_]{1,100}")
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
    where, holds = _condition(wanted, any_word=any_word)
    spelled = _spelled(session, wanted, where, holds)
    counts, counted = _counts(session, wanted, spelled)
    sql = f"""
        SELECT t.seq FROM reviewapp_turn t JOIN reviewapp_turnbody b ON b.turn_id = t.id
         WHERE t.team_id = %s AND t.session_id = %s AND t.seq > %s AND ({where})
         ORDER BY (position({_ASKED} IN {_SAID}) > 0)::int + ({counts}) / ln(20 + t.size) DESC, t.seq
    """  # noqa: S608  # our own words alone; what is asked for goes by parameters
    values = [session.team_id, session.id, after_seq, *holds, wanted.query.replace('"', ""), *counted]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return Found(wanted, tuple(row[0] for row in cursor.fetchall()), tuple(one.forms for one in spelled))


def read(session: Session, seqs: Iterable[int]) -> list[Recalled]:
    """These turns in the order asked for; what is not there is left out."""
    wanted = list(seqs)
    rows = Turn.objects.filter(team_id=session.team_id, session=session, seq__in=wanted).select_related("body")
    by_seq = {row.seq: row for row in rows}
    return [recalled(by_seq[seq]) for seq in wanted if seq in by_seq]


def _condition(wanted: Wanted, *, any_word: bool) -> tuple[str, list[str]]:
    """What a body has to hold, and its parameters."""
    words = ["public.stet_words(b.content) && public.stet_stems(%s)"] * len(wanted.words)
    literals = [f"position({_ASKED} IN {_SAID}) > 0"] * len(wanted.literals)
    return (" OR " if any_word else " AND ").join([*words, *literals]), [*wanted.words, *wanted.literals]


class _Spelled(NamedTuple):
    """One word: how the turns that were found spell it, and how many turns of the session hold it."""

    forms: tuple[str, ...]
    turns: int


def _spelled(session: Session, wanted: Wanted, where: str, holds: Sequence[str]) -> tuple[_Spelled, ...]:
    if not wanted.words:
        return ()
    of = "reviewapp_turn t JOIN reviewapp_turnbody b ON b.turn_id = t.id"
    sql = f"""
        WITH runs AS MATERIALIZED (
          SELECT DISTINCT run FROM {of}, public.stet_runs(b.content) run
           WHERE t.team_id = %s AND t.session_id = %s AND ({where})
        ), stems AS MATERIALIZED (SELECT run, public.stet_stems(run) AS stems FROM runs)
        SELECT ARRAY(SELECT run FROM stems WHERE stems && public.stet_stems(word) ORDER BY run),
               (SELECT count(*) FROM {of} WHERE t.team_id = %s AND t.session_id = %s
                   AND public.stet_words(b.content) && public.stet_stems(word))
          FROM unnest(%s::text[]) WITH ORDINALITY AS asked (word, place) ORDER BY place
    """  # noqa: S608  # our own words alone; what is asked for goes by parameters
    here = (session.team_id, session.id)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*here, *holds, *here, list(wanted.words)])
        return tuple(_Spelled(tuple(forms), turns) for forms, turns in cursor.fetchall())


def _counts(session: Session, wanted: Wanted, spelled: Sequence[_Spelled]) -> tuple[str, list[str | float]]:
    """How often each part of the query stands in a turn: the second time for less than the first, and a word that
    stands in many turns for less than a rare one."""
    parts, values = ["0"], list[str | float]()
    for word in spelled:
        if word.forms:
            parts.append(f"%s * ln(1 + regexp_count({_SAID}, %s))")
            rarity = log(1 + session.last_seq / (1 + word.turns))
            values += [rarity, f"(?<![[:alpha:]])(?:{'|'.join(word.forms)})(?![[:alpha:]])"]
    for literal in wanted.literals:
        gone = f"length({_SAID}) - length(replace({_SAID}, {_ASKED}, ''))"
        parts.append(f"%s * ln(1 + ({gone}) / length(%s)::float)")
        values += [log(1 + session.last_seq), literal, literal]
    return " + ".join(parts), values
