"""Findings of a compaction over all its revisions: one number each for good, and the state that people gave them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from reviewapp.masking.secrets import Extract
from reviewapp.models import Analysis, Compaction, Finding, Resolution, Revision, Turn
from reviewapp.services.compactions.judging import LOST, EvaluatedFinding
from reviewapp.services.compactions.review_state import ReviewState, same_words
from reviewapp.web.labels import ACTIONS, BADGES, mark_of
from reviewapp.web.reads import turns_of
from reviewapp.web.review.view_models import GROUPS, MARKS, FindingView
from reviewapp.web.rules import title_beside

SEVERITIES = ("blocking", "warning", "note")
RULES = ("negation", "obligation", "permission")
Place = tuple[int | None, bytes]  # the same words of the same turn: lost in one way before an edit, or in another after


@dataclass(frozen=True, slots=True)
class Found:
    """A finding with all that is known of it. `current` is false once the present summary no longer has it."""

    view: FindingView
    finding: Finding
    quote: str
    summary_quote: str
    summary_source: Extract  # the same words, as a part of the summary that they were found in
    current: bool
    resolution: Resolution | None


@dataclass(frozen=True, slots=True)
class Findings:
    """Worst first, with the turns they point at. `analysed` is false until the current revision was."""

    all: Sequence[Found]
    turns: Mapping[int, Turn]
    analysed: bool
    met: Sequence[_Met] = ()

    def numbered(self, number: int) -> Found | None:
        return next((found for found in self.all if found.view.number == number), None)

    def keyed(self, key: str) -> Found | None:
        return next((found for found in self.all if found.view.key == key), None)

    def foremost(self, count: int) -> list[Found]:
        """Of each severity above a note, and of what could not be told, the first. By the engine's severity and by
        number, which no action changes."""
        graver = [f for f in self.all if f.finding.severity != "note"]
        unclear = [f for f in self.all if f.finding.severity == "note" and f.finding.undecided]
        groups = (*([f for f in graver if f.finding.severity == severity] for severity in SEVERITIES[:-1]), unclear)
        return [found for group in groups for found in sorted(group, key=lambda f: f.view.number)[:count]]

    def left_of(self, struck: Found) -> FindingView | None:
        """The open loss of the words that the summary said wrongly until they were struck: it says nothing now."""
        return next((found.view for found in self.open if _is_left(found, struck)), None)

    def struck_for(self, lost: Found) -> FindingView | None:
        """The other way round: what was struck and left this loss."""
        return next((found.view for found in self.all if _is_left(lost, found)), None)

    @property
    def open(self) -> list[Found]:
        return [found for found in self.all if found.view.is_open]


def _is_left(lost: Found, struck: Found) -> bool:
    if struck.view.state != "struck" or lost.view.severity == "note" or not (lost.current and lost.view.is_open):
        return False
    return lost.finding.change in LOST and same_words(lost.finding, struck.finding)


def load_findings(compaction: Compaction, standing: ReviewState, *, later: Findings | None = None) -> Findings:
    """Those of the current revision as they stand, and those of earlier ones that were dealt with.

    `later`: what an action made of them, where it has ended this standing, which knows nothing of later analyses.
    """
    met = _before(later.met, standing.analysis) if later else _as_met(compaction)
    numbers = {**_numbers(met, standing), **{mark.key: MARKS + mark.number for mark in standing.marks}}
    gone = _gone(met, numbers, standing)
    elsewhere = {f.turn_seq for f in gone if f.turn_seq is not None} - set(standing.turns)
    turns = {**standing.turns, **(turns_of(compaction.session_id, elsewhere) if elsewhere else {})}
    texts = {seq: turn.text for seq, turn in turns.items()}  # one copy each, shared by the quotes
    summary = compaction.current_revision.summary if compaction.current_revision else ""
    current = [_current(judged, numbers[key], texts, summary) for key, judged in _one_a_key(standing.findings).items()]
    past = [_past(finding, numbers[finding.key], texts, before, standing) for finding, before in _with_summaries(gone)]
    worst_first = sorted([*current, *past], key=lambda f: (GROUPS.index(f.view.group), f.view.number))
    return Findings(tuple(worst_first), turns, standing.analysis is not None, met)


def quote_of(compaction: Compaction, key: str) -> str | None:
    """The raw words of one finding; None where it stands in the summary alone, or there is none."""
    rows = Finding.objects.filter(analysis__compaction=compaction, key=key, turn_seq__isnull=False)
    finding = rows.order_by("pk").last()
    if finding is None or finding.turn_seq is None:
        return None
    return finding.quote(turns_of(compaction.session_id, [finding.turn_seq])[finding.turn_seq].text)


def _one_a_key(findings: Sequence[EvaluatedFinding]) -> dict[str, EvaluatedFinding]:
    """A loss that two rules tell of is one loss to a reader, and as grave as the graver says."""
    mildest_first = sorted(findings, key=lambda judged: -SEVERITIES.index(judged.finding.severity))
    return {judged.finding.key: judged for judged in mildest_first}


class _Met(NamedTuple):
    """One finding of one check, as people met it."""

    pk: int
    key: str
    analysis: int
    pin_check: int | None
    severity: str
    kind: str
    rank: int
    turn_seq: int | None
    quote_digest: bytes

    @property
    def check(self) -> tuple[int, int | None]:
        return self.analysis, self.pin_check

    @property
    def place(self) -> Place:
        return self.turn_seq, bytes(self.quote_digest)


def _before(met: Sequence[_Met], latest: Analysis | None) -> Sequence[_Met]:
    return [row for row in met if row.analysis <= latest.pk] if latest else met


def _as_met(compaction: Compaction) -> list[_Met]:
    """Every finding there was, in the order in which people first saw them: check by check, worst first, and of equal
    severity what was forbidden, demanded or allowed before values."""
    columns = ("pk", "key", "analysis_id", "pin_check_id", "severity", "kind", "rank", "turn_seq", "quote_digest")
    found = Finding.objects.filter(analysis__compaction=compaction)
    rows = [_Met(*row) for row in found.order_by("pk").values_list(*columns)]
    began: dict[tuple[int, int | None], int] = {}
    for row in rows:
        began.setdefault(row.check, row.pk)
    worst = sorted(rows, key=lambda row: (SEVERITIES.index(row.severity), row.kind not in RULES, row.rank))
    return sorted(worst, key=lambda row: began[row.check])


def _numbers(met: Sequence[_Met], standing: ReviewState) -> dict[str, int]:
    """Key -> number. Words that an edit made lost in another way keep the number under which people know them, unless
    somebody dealt with them as they were: then that stays in the list beside it. Each key uses up a number of its own,
    so that what one inherits moves no other."""
    numbers: dict[str, int] = {}
    at: defaultdict[Place, list[str]] = defaultdict(list)  # keys of text analyses; a pin's finding stands beside them
    fresh = count(1)
    for check, rows in groupby(met, key=lambda row: row.check):
        pin_check, here = check[1], {row.key: row.place for row in rows}
        taken = {numbers[key] for key in here if key in numbers}
        for key in (key for key in here if key not in numbers):
            own = next(fresh)
            before = () if pin_check else (old for old in at[here[key]] if old not in here)
            heirlooms = (numbers[old] for old in before if not _dealt_with(old, standing))
            numbers[key] = next((number for number in heirlooms if number not in taken), own)
            taken.add(numbers[key])
        for key, place in here.items():
            if not pin_check:
                at[place].append(key)
    return numbers


def _dealt_with(key: str, standing: ReviewState) -> bool:
    row = standing.resolutions.get(key)
    return row is not None and row.action != "reopened"


def _gone(met: Sequence[_Met], numbers: Mapping[str, int], standing: ReviewState) -> list[Finding]:
    """The last of each key that is no longer found: what was restored, struck or edited away, and stays in place."""
    if standing.analysis is None:
        return []
    present = {judged.finding.key for judged in standing.findings}
    named = {numbers[key] for key in present}
    lost_anew = {_place(judged.finding) for judged in standing.findings}
    last = {row.key: row.pk for row in met}
    rows = Finding.objects.filter(pk__in=[pk for key, pk in last.items() if numbers[key] not in named])
    version = standing.analysis.engine_version
    return [
        finding
        for finding in rows.select_related("analysis")
        if finding.key in standing.resolutions
        or (
            finding.analysis.engine_version == version and not finding.pin_check_id and _place(finding) not in lost_anew
        )
    ]


def _place(finding: Finding) -> Place:
    return finding.turn_seq, bytes(finding.quote_digest)


def _with_summaries(findings: Sequence[Finding]) -> Iterator[tuple[Finding, str]]:
    """Each with the summary that it was found in."""
    revisions = Revision.objects.in_bulk({finding.analysis.revision_id for finding in findings})
    for finding in findings:
        yield finding, revisions[finding.analysis.revision_id].summary


def _current(judged: EvaluatedFinding, number: int, texts: Mapping[int, str], summary: str) -> Found:
    finding, resolution = judged.finding, judged.resolution
    state, word = "open", _("open")
    if judged.resolved and resolution is not None:
        state, word = resolution.action, _word(resolution)
    elif judged.resolved:  # the marked words are gone from the summary
        state, word = "kept", _("kept now")
    elif judged.covered_by:
        state, word = "pinned", _("in a pin")
    severity = judged.severity.value
    if resolution is not None:  # a pin made it a note: it stays where people know it
        severity = min(severity, finding.severity, key=SEVERITIES.index)
    words = _words(finding, judged.quote, judged.summary_quote, texts, summary)
    view = _view(finding, number, (state, word), words, severity)
    there = _there(finding, summary)
    return Found(view, finding, judged.quote, judged.summary_quote, there, current=True, resolution=resolution)


def _past(finding: Finding, number: int, texts: Mapping[int, str], summary: str, standing: ReviewState) -> Found:
    row = standing.resolutions.get(finding.key)
    resolution = row if row is not None and row.action != "reopened" else None
    text = texts.get(finding.turn_seq, "") if finding.turn_seq is not None else ""
    quote, summary_quote = finding.quote(text), finding.summary_quote(summary)
    state = (resolution.action, _word(resolution)) if resolution else ("kept", _("kept now"))
    words = _words(finding, quote, summary_quote, texts, summary)
    view = _view(finding, number, state, words, finding.severity, current=False)
    there = _there(finding, summary)
    return Found(view, finding, quote, summary_quote, there, current=False, resolution=resolution)


def _words(finding: Finding, quote: str, summary_quote: str, texts: Mapping[int, str], summary: str) -> Extract:
    """The quote as a part of the text that it is of; else, as of a pin that no turn says, the words alone."""
    turn = Extract(texts.get(finding.turn_seq or 0, ""), finding.start or 0, finding.end or 0)
    own = turn if quote else _there(finding, summary)
    told = quote or summary_quote or title_beside(finding.rule) or finding.why
    return own if own and own.text == (quote or summary_quote) else Extract.of(told)


def _there(finding: Finding, summary: str) -> Extract:
    return Extract(summary, finding.summary_start or 0, finding.summary_end or 0)


def _view(
    finding: Finding, number: int, state: tuple[str, str], words: Extract, severity: str, *, current: bool = True
) -> FindingView:
    mark = mark_of(finding)
    return FindingView(
        number=number,
        key=finding.key,
        mark=mark,
        word=_(BADGES[mark]),
        kind=finding.kind,
        severity=severity,
        state=state[0],
        state_word=state[1],
        ref=_("turn %(seq)s") % {"seq": finding.turn_seq} if finding.turn_seq is not None else _("summary"),
        words=words,
        turn_seq=finding.turn_seq,
        has_summary_side=current and finding.summary_start is not None,
        undecided=finding.undecided,
        url=f"?f={number}",
    )


def _word(resolution: Resolution) -> str:
    word = _(ACTIONS[resolution.action])
    return _("%(action)s, carried over") % {"action": word} if resolution.carried_from_id is not None else word
