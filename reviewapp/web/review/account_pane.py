"""The pane of the account: what became of everything that counts, and what is left for a person to settle at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from reviewapp.engine.account import Line, State, Unit
from reviewapp.masking.secrets import Extract
from reviewapp.models import Compaction, Turn
from reviewapp.services.compactions import accounts
from reviewapp.services.compactions.looked_at import Group
from reviewapp.services.compactions.review_state import ReviewState
from reviewapp.web.labels import person
from reviewapp.web.safe_text import Piece, excerpt

SHOWN = 100  # lines of one state; the API tells all of them
LONGEST = 400  # code points of a line
UNITS = {
    Unit.SENTENCE: gettext_noop("Sentences"),
    Unit.NUMBER: gettext_noop("Numbers"),
    Unit.IDENTIFIER: gettext_noop("Identifiers"),
}
STATES = {
    State.MISSING: gettext_noop("Missing"),
    State.CHANGED: gettext_noop("Changed"),
    State.UNDECIDED: gettext_noop("Undecided"),
    State.KEPT: gettext_noop("Kept"),
}
_OF = {
    "turns": gettext_noop("said by who may give instructions"),
    "summary": gettext_noop("said by the summary alone"),
    "coverage": gettext_noop("not read by the rules"),
}


@dataclass(frozen=True, slots=True)
class GroupView:
    """Lines of one kind. `settled`: by whom and why, empty while nobody has."""

    key: str
    title: str
    count: int
    settled: str


@dataclass(frozen=True, slots=True)
class LineView:
    """`turn` is None for what the summary alone says."""

    pieces: Sequence[Piece]
    turn: int | None


@dataclass(frozen=True, slots=True)
class StateLines:
    """Lines of one state among the turns shown; `more` were left out."""

    title: str
    lines: Sequence[LineView]
    more: int


@dataclass(frozen=True, slots=True)
class AccountView:
    """`rows`: for each unit the counts of `heads`, in that order, over the whole compaction. `states`: lines of turns
    `first` to `last`; `following` is the first turn of the next page, if there is one."""

    version: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[int]]]
    groups: Sequence[GroupView]
    states: Sequence[StateLines]
    first: int
    last: int
    following: int | None


def build_account(
    compaction: Compaction, standing: ReviewState, groups: Sequence[Group], first: int | None
) -> AccountView | None:
    """None where there is no account: nothing is analysed yet, or an older engine did."""
    analysis = standing.analysis
    if analysis is None or analysis.account_digest is None:
        return None
    start = first if first and compaction.from_seq <= first <= compaction.to_seq else compaction.from_seq
    page = accounts.page_of(compaction, analysis, start, None)
    counts = analysis.account_counts or {}
    return AccountView(
        version=analysis.engine_version,
        heads=[_(title) for title in STATES.values()],
        rows=[
            (_(title), [counts.get(unit.value, {}).get(s.value, 0) for s in STATES]) for unit, title in UNITS.items()
        ],
        groups=[_group(group) for group in groups],
        states=list(_states(compaction, page.lines)),
        first=page.from_seq,
        last=page.to_seq,
        following=page.next_seq,
    )


def _group(group: Group) -> GroupView:
    parts = [_(UNITS[Unit(group.unit)]) if group.unit else "", _(STATES[State(group.state)]) if group.state else ""]
    title = " · ".join([*filter(None, parts), _(_OF[group.of])])
    row = group.resolution
    return GroupView(group.key, title, group.count, f"{person(row.user)}: {row.reason}" if row else "")


def _states(compaction: Compaction, lines: Sequence[Line]) -> Iterator[StateLines]:
    texts = _texts(compaction, lines)
    for state, title in STATES.items():
        of_state = [line for line in lines if line.state is state]
        if of_state:
            shown = [_line(line, texts) for line in of_state[:SHOWN]]
            yield StateLines(_(title), shown, len(of_state) - len(shown))


def _texts(compaction: Compaction, lines: Sequence[Line]) -> dict[int | None, str]:
    """Of the turns that the lines are of, and of the summary."""
    seqs = {line.turn for line in lines if line.turn is not None}
    turns = Turn.objects.filter(session_id=compaction.session_id, seq__in=seqs).select_related("body")
    revision = compaction.current_revision
    return {**{turn.seq: turn.text for turn in turns}, None: revision.summary if revision else ""}


def _line(line: Line, texts: dict[int | None, str]) -> LineView:
    start, end = (line.summary_start, line.summary_end) if line.turn is None else (line.start, line.end)
    return LineView(excerpt(Extract(texts.get(line.turn, ""), start or 0, end or 0), LONGEST), line.turn)
