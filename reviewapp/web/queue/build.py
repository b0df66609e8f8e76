"""From tables to the queue page: risk first, then deadline."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, F, Q
from django.db.models.functions import Length
from django.urls import reverse
from django.utils import timezone

from reviewapp.models import Analysis, Compaction, Finding, Membership, Resolution, Turn, Verdict
from reviewapp.web.glyphs import pieces
from reviewapp.web.queue.filters import TABS, Filter, chosen
from reviewapp.web.queue.shapes import Queue, Row, Tab, Worst
from reviewapp.web.reads import current_analyses, current_findings, held, turns_at, worker_silence
from reviewapp.web.words import BADGES, STATE_GLYPHS, STATES, mark_of, tokens

PAGE_SIZE = 50
URGENT = timedelta(hours=1)
EXCERPT = 160  # code points of a quote in the table; the review page shows all of it
FRESH = timedelta(hours=1)  # an analysis of an older row is one of an edit, not of something new


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the rows of one page need, read in a handful of queries."""

    analyses: dict[UUID, Analysis]
    counts: dict[UUID, Counter[tuple[str, str]]]
    worst: dict[UUID, Finding]
    turns: dict[tuple[UUID, int], Turn]
    votes: dict[UUID, int]


def build_queue(member: Membership, wanted: Filter, page: int) -> Queue:
    now = timezone.now()
    listed = chosen(member, wanted, now)[(page - 1) * PAGE_SIZE : page * PAGE_SIZE + 1]
    found = list(listed.select_related("session", "holder", "token", "policy", "current_revision"))
    rows = _rows(member, found[:PAGE_SIZE], now)
    counts = {view: chosen(member, Filter(view=view), now).count() for view in TABS}
    return Queue(
        tabs=[
            Tab(v, str(title), counts[v], Filter(view=v).address() or "?", v == wanted.view)
            for v, title in TABS.items()
        ],
        filter=wanted,
        rows=rows,
        lede=_plural(counts["waiting"], "proposal waits", "proposals wait"),
        lede_more=_lede_more(rows, found[:PAGE_SIZE]),
        analysing=Compaction.objects.filter(team=member.team, state__in=("received", "analysing")).count(),
        silence=worker_silence(),
        next_up=next((row for row in rows if not row.holder and row.status == "in_review"), None),
        never=not Compaction.objects.filter(team=member.team).exists(),
        empty_words=_empty_words(member, wanted, now),
        next_page=f"{wanted.address()}&page={page + 1}" if len(found) > PAGE_SIZE else "",
        decides=member.decides,
        seen=now.isoformat(),
    )


def came_since(member: Membership, wanted: Filter, moment: datetime) -> int:
    """How many rows of this filter a page of that moment can't have shown: their analysis came later."""
    fresh = chosen(member, wanted, timezone.now()).filter(analyses__at__gt=moment, received_at__gt=moment - FRESH)
    return fresh.values("pk").distinct().count()


def _rows(member: Membership, compactions: Sequence[Compaction], now: datetime) -> list[Row]:
    facts = _facts(compactions)
    sizes = dict(
        Compaction.objects.filter(pk__in=[c.pk for c in compactions]).values_list(
            "pk", Length("current_revision__text")
        )
    )
    return [_row(member, compaction, facts, sizes.get(compaction.pk) or 0, now) for compaction in compactions]


def _facts(compactions: Sequence[Compaction]) -> _Facts:
    analyses = current_analyses(compactions)
    owner = {analysis.pk: compaction for compaction, analysis in analyses.items()}
    findings = list(current_findings(analyses.values()).order_by("rank"))
    worst = _worst(findings, owner, _resolved(compactions))
    sessions = {compaction.pk: compaction.session_id for compaction in compactions}
    places = [(sessions[pk], f.turn_seq) for pk, f in worst.items() if f.turn_seq is not None]
    counts: dict[UUID, Counter[tuple[str, str]]] = defaultdict(Counter)
    for finding in findings:
        counts[owner[finding.analysis_id]][(finding.severity, finding.kind)] += 1
    return _Facts(analyses, counts, worst, dict(turns_at(places)), _votes(compactions))


def _worst(findings: Iterable[Finding], owner: dict[int, UUID], resolved: set[tuple[UUID, str]]) -> dict[UUID, Finding]:
    """The first open finding of each compaction, or its first where all are resolved."""
    order = {"blocking": 0, "warning": 1, "note": 2}
    best: dict[UUID, Finding] = {}
    ranked = sorted(findings, key=lambda f: ((owner[f.analysis_id], f.key) in resolved, order[f.severity], f.rank))
    for finding in ranked:
        best.setdefault(owner[finding.analysis_id], finding)
    return best


def _resolved(compactions: Sequence[Compaction]) -> set[tuple[UUID, str]]:
    rows = Resolution.objects.filter(compaction__in=compactions).order_by("id")
    latest = {(row.compaction_id, row.finding_key): row.action for row in rows}
    return {place for place, action in latest.items() if action != "reopened"}


def _votes(compactions: Sequence[Compaction]) -> dict[UUID, int]:
    """Approvals that still stand: those on the digest that the row has now."""
    standing = Q(decisions__verdict=Verdict.APPROVE, decisions__manifest_digest=F("manifest_digest"))
    counted = Compaction.objects.filter(pk__in=[c.pk for c in compactions]).annotate(votes=Count("decisions", standing))
    return dict(counted.values_list("pk", "votes"))


def _row(member: Membership, compaction: Compaction, facts: _Facts, size: int, now: datetime) -> Row:
    counts = facts.counts.get(compaction.pk, Counter())
    taken = held(compaction, now)
    mine = taken and compaction.holder_id == member.user.pk
    return Row(
        id=str(compaction.pk),
        url=reverse("web:review", args=[member.team.slug, compaction.pk]),
        risk=compaction.risk,
        session=compaction.session.external_id,
        generation=f"generation {compaction.generation}, {compaction.level}",
        agent=compaction.token.name,
        status=compaction.state,
        status_word=STATES[compaction.state],
        status_glyph=STATE_GLYPHS[compaction.state],
        worst=_worst_shape(member, compaction, facts),
        blocking=_of(counts, "blocking"),
        others=_others(counts),
        kinds=_kinds(counts),
        source_tokens=tokens(compaction.source_chars),
        summary_tokens=tokens(size),
        received_at=compaction.received_at,
        due=compaction.expires_at,
        urgent=compaction.expires_at - now < URGENT,
        decided_at=compaction.decided_at,
        outcome=compaction.reason_code.replace("_", " "),
        holder=_name(compaction) if taken else "",
        mine=mine,
        approvals=_approvals(facts.votes.get(compaction.pk, 0), compaction.policy.quorum),
    )


def _approvals(votes: int, quorum: int) -> str:
    """Said only where one approval is not enough."""
    return f"{votes} of {quorum} approved" if quorum > 1 else ""


def _worst_shape(member: Membership, compaction: Compaction, facts: _Facts) -> Worst | None:
    finding = facts.worst.get(compaction.pk)
    if finding is None:
        return None
    turn = facts.turns.get((compaction.session_id, finding.turn_seq)) if finding.turn_seq is not None else None
    summary = compaction.current_revision.summary if compaction.current_revision else ""
    quote = finding.quote(turn.text) if turn else finding.summary_quote(summary)
    shown = quote if len(quote) <= EXCERPT else quote[:EXCERPT] + "…"
    mark = mark_of(finding)
    url = reverse("web:review", args=[member.team.slug, compaction.pk]) + f"?key={finding.key}#finding"
    return Worst(mark, BADGES[mark], finding.severity, pieces(shown), url)


def _others(counts: Counter[tuple[str, str]]) -> str:
    warnings, notes = _of(counts, "warning"), _of(counts, "note")
    return f"{_plural(warnings, 'warning', 'warnings')}, {_plural(notes, 'note', 'notes')}"


def _of(counts: Counter[tuple[str, str]], severity: str) -> int:
    return sum(n for (found, _), n in counts.items() if found == severity)


def _kinds(counts: Counter[tuple[str, str]]) -> str:
    """Counts by kind of all but notes, the most first."""
    kinds: Counter[str] = Counter()
    for (severity, kind), n in counts.items():
        if severity != "note":
            kinds[kind] += n
    return ", ".join(f"{n} {kind}" for kind, n in kinds.most_common())


def _name(compaction: Compaction) -> str:
    return (compaction.holder.get_full_name() or compaction.holder.get_username()) if compaction.holder else ""


def _plural(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _lede_more(rows: Sequence[Row], compactions: Sequence[Compaction]) -> str:
    """Taken by others is not the same as done: say by whom, and until when."""
    free = sum(1 for row in rows if row.blocking and not row.holder)
    if rows and all(row.holder and not row.mine for row in rows):
        names = ", ".join(sorted({row.holder for row in rows}))
        first = min(c.held_until for c in compactions if c.held_until)
        return f"All in review by {names}; the first claim ends at {timezone.localtime(first):%H:%M}. "
    return f"{free} of them blocking and free. " if free else ""


def _empty_words(member: Membership, wanted: Filter, now: datetime) -> str:
    if wanted.narrows:
        return "Nothing here matches this filter."
    words = {
        "mine": "You hold nothing. Review next claims the first proposal of the queue for you.",
        "second": "Nothing waits for a second approval.",
        "decided": "Nothing has been decided yet.",
        "expired": "Nothing has expired: every proposal was decided in time.",
    }
    return words.get(wanted.view) or f"The queue is clear.{_median(member, now)}"


def _median(member: Membership, now: datetime) -> str:
    """How long decisions of people took today."""
    today = Compaction.objects.filter(team=member.team, decided_at__gt=now - timedelta(days=1), decisions__final=True)
    took = sorted(c.decided_at - c.received_at for c in today.distinct() if c.decided_at)
    if not took:
        return ""
    return f" Median time to a decision in the last day: {int(took[len(took) // 2].total_seconds() // 60)} min."
