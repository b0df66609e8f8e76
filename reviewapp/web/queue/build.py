"""From tables to the queue page: risk first, then deadline."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models.functions import Length
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from reviewapp.masking.secrets import Extract
from reviewapp.models import Analysis, Compaction, Decision, Finding, Membership, Policy, Resolution, Turn, User
from reviewapp.services.review import votes as approvals
from reviewapp.web.labels import STATE_GLYPHS, counted, duration, mark_of, people, person, tokens, word
from reviewapp.web.queue.filters import TABS, Filter, chosen, has
from reviewapp.web.queue.view_models import Queue, Row, Tab, Worst
from reviewapp.web.reads import current_analyses, current_findings, held, turns_at, worker_silence
from reviewapp.web.safe_text import excerpt
from reviewapp.web.secret_discovery import learn_sessions

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
    votes: Mapping[UUID, Sequence[User]]
    quorum: int
    deciders: dict[UUID, str]


def build_queue(member: Membership, wanted: Filter, page: int) -> Queue:
    now = timezone.now()
    listed = chosen(member, wanted, now)[(page - 1) * PAGE_SIZE : page * PAGE_SIZE + 1]
    found = list(listed.select_related("session", "holder", "token", "current_revision"))
    rows = _rows(member, found[:PAGE_SIZE], now)
    counts = {view: chosen(member, Filter(view=view), now).count() for view in TABS}
    return Queue(
        tabs=[
            Tab(v, gettext(title), counts[v], Filter(view=v).address() or "?", v == wanted.view)
            for v, title in TABS.items()
        ],
        filter=wanted,
        rows=rows,
        waiting=counts["waiting"],
        lede_more=_lede_more(member, now) if counts["waiting"] else "",
        analysing=Compaction.objects.filter(team=member.team, state__in=("received", "analysing")).count(),
        silence=worker_silence(),
        resume=_held_by(member, now),
        next_up=next((row for row in rows if not row.holder and row.status == "in_review"), None),
        never=not Compaction.objects.filter(team=member.team).exists(),
        empty_words=_empty_words(member, wanted, now),
        next_page=f"{wanted.address()}&page={page + 1}" if len(found) > PAGE_SIZE else "",
        decides=member.decides,
        seen=now.isoformat(),
    )


def _held_by(member: Membership, now: datetime) -> str:
    """The session whose proposal this person holds, the claim that ends first."""
    mine = chosen(member, Filter(view="mine"), now).filter(state="in_review", expires_at__gt=now)
    return mine.order_by("held_until").values_list("session__external_id", flat=True).first() or ""


def came_since(member: Membership, wanted: Filter, moment: datetime) -> int:
    """How many rows of this filter a page of that moment can't have shown: their analysis came later."""
    fresh = chosen(member, wanted, timezone.now()).filter(analyses__at__gt=moment, received_at__gt=moment - FRESH)
    return fresh.values("pk").distinct().count()


def _rows(member: Membership, compactions: Sequence[Compaction], now: datetime) -> list[Row]:
    facts = _facts(member, compactions)
    learn_sessions(c.session for c in compactions if c.pk in facts.worst)
    sizes = dict(
        Compaction.objects.filter(pk__in=[c.pk for c in compactions]).values_list(
            "pk", Length("current_revision__text")
        )
    )
    return [_row(member, compaction, facts, sizes.get(compaction.pk) or 0, now) for compaction in compactions]


def _facts(member: Membership, compactions: Sequence[Compaction]) -> _Facts:
    analyses = current_analyses(compactions)
    owner = {analysis.pk: compaction for compaction, analysis in analyses.items()}
    findings = list(current_findings(analyses.values()).order_by("rank"))
    resolved = _resolved(compactions)
    worst = _worst(findings, owner, resolved)
    sessions = {compaction.pk: compaction.session_id for compaction in compactions}
    places = [(sessions[pk], f.turn_seq) for pk, f in worst.items() if f.turn_seq is not None]
    counts: dict[UUID, Counter[tuple[str, str]]] = defaultdict(Counter)
    for finding in findings:
        compaction = owner[finding.analysis_id]
        if (compaction, finding.key) not in resolved:
            counts[compaction][(finding.severity, finding.kind)] += 1
    votes, quorum = approvals.so_far(compactions), Policy.objects.current(member.team).quorum
    return _Facts(analyses, counts, worst, dict(turns_at(places)), votes, quorum, _deciders(compactions))


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


def _deciders(compactions: Sequence[Compaction]) -> dict[UUID, str]:
    """Who closed it: all who approved it, who rejected it, or nobody, which is the policy."""
    final = Decision.objects.filter(compaction__in=compactions, final=True).select_related("actor")
    closed = {each.compaction_id: person(each.actor) for each in final}
    closed |= {compaction: people(voters) for compaction, voters in approvals.by_receipt(compactions).items()}
    return {compaction: names or gettext("policy") for compaction, names in closed.items()}


def _row(member: Membership, compaction: Compaction, facts: _Facts, size: int, now: datetime) -> Row:
    counts = facts.counts.get(compaction.pk, Counter())
    taken, votes = held(compaction, now), facts.votes.get(compaction.pk, ())
    mine = taken and compaction.holder_id == member.user.pk
    return Row(
        id=str(compaction.pk),
        url=reverse("web:review", args=[member.team.slug, compaction.pk]),
        risk=compaction.risk,
        session=compaction.session.external_id,
        generation=compaction.generation,
        attempt=compaction.attempt,
        level=compaction.level,
        agent=compaction.token.name,
        status=compaction.state,
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
        outcome=compaction.reason_code,
        decider=facts.deciders.get(compaction.pk, ""),
        holder=person(compaction.holder) if taken else "",
        mine=mine,
        votes=len(votes),
        voters=people(votes),
        quorum=facts.quorum,
    )


def _worst_shape(member: Membership, compaction: Compaction, facts: _Facts) -> Worst | None:
    finding = facts.worst.get(compaction.pk)
    if finding is None:
        return None
    turn = facts.turns.get((compaction.session_id, finding.turn_seq)) if finding.turn_seq is not None else None
    summary = compaction.current_revision.summary if compaction.current_revision else ""
    there = Extract(summary, finding.summary_start or 0, finding.summary_end or 0)
    quote = Extract(turn.text, finding.start or 0, finding.end or 0) if turn else there
    mark = mark_of(finding)
    url = reverse("web:review", args=[member.team.slug, compaction.pk]) + f"?key={finding.key}#finding"
    return Worst(mark, finding.severity, excerpt(quote, EXCERPT), url)


def _others(counts: Counter[tuple[str, str]]) -> str:
    """What there is beside blocking findings."""
    found = ((severity, _of(counts, severity)) for severity in ("warning", "note"))
    return ", ".join(counted(n, severity) for severity, n in found if n)


def _of(counts: Counter[tuple[str, str]], severity: str) -> int:
    return sum(n for (found, _), n in counts.items() if found == severity)


def _kinds(counts: Counter[tuple[str, str]]) -> str:
    """Counts by kind of all but notes, the most first."""
    kinds: Counter[str] = Counter()
    for (severity, kind), n in counts.items():
        if severity != "note":
            kinds[kind] += n
    return ", ".join(f"{word(kind, 'kind')}\u00a0{n}" for kind, n in kinds.most_common())


def _lede_more(member: Membership, now: datetime) -> str:
    """Of all that waits, whatever is shown: how much of it is free, or else who holds it, and until when."""
    free = chosen(member, Filter(holder="free"), now)
    if free.exists():
        n = free.filter(has(severities=("blocking",))).count()
        words = ngettext(
            "%(n)s has blocking findings and is free to take.", "%(n)s have blocking findings and are free to take.", n
        )
        return words % {"n": n}
    taken = chosen(member, Filter(), now).exclude(holder=member.user).select_related("holder").order_by("held_until")
    names = ", ".join(sorted({person(row.holder) for row in taken}))
    first = taken.first()
    if first is None or first.held_until is None:
        return gettext("All of them are yours.")
    until = f"{timezone.localtime(first.held_until):%H:%M %Z}"
    return gettext("All in review by %(names)s; the first claim ends at %(time)s.") % {"names": names, "time": until}


def _empty_words(member: Membership, wanted: Filter, now: datetime) -> str:
    if wanted.narrows:
        return gettext("Nothing here matches this filter.")
    if wanted.view in _EMPTY:
        return gettext(_EMPTY[wanted.view])
    return gettext("The queue is clear.") + _median(member, now)


_EMPTY = {
    "mine": _("You hold nothing. Review next, in the first tab, claims the first proposal for you."),
    "second": _("Nothing waits for a second approval."),
    "decided": _("Nothing has been decided yet."),
    "expired": _("Nothing has expired: every proposal was decided in time."),
}


def _median(member: Membership, now: datetime) -> str:
    """How long decisions of people took today."""
    today = Compaction.objects.filter(team=member.team, decided_at__gt=now - timedelta(days=1), decisions__final=True)
    took = sorted(c.decided_at - c.received_at for c in today.distinct() if c.decided_at)
    if not took:
        return ""
    told = gettext("Median time to a decision in the last day: %(time)s.")
    return " " + told % {"time": duration(took[len(took) // 2])}
