"""The insights room: what survives, which detector is right, how long a decision takes; one team, one window.

Nothing here is a sample: every compaction received in the window counts, and a figure without a base is None, not zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from uuid import UUID

from django.db.models import Count, QuerySet

from reviewapp.engine.types import Severity
from reviewapp.guard.states import OPEN
from reviewapp.models import Action, AuditEntry, Compaction, Decision, DismissReason, Finding, Resolution, Team

SERIOUS = (Severity.BLOCKING.value, Severity.WARNING.value)
Place = tuple[UUID, str]  # a compaction and the key of a finding in it
AGES = (("hour", 1), ("quarter", 6), ("day", 24), ("days", 72))  # hours that it is younger than
OLDER = "older"


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole`; an empty label is what nobody named."""

    label: str
    part: int
    whole: int

    @property
    def permille(self) -> int | None:
        return None if not self.whole else round(1000 * self.part / self.whole)

    @property
    def percent(self) -> int | None:
        return None if self.permille is None else round(self.permille / 10)


@dataclass(frozen=True, slots=True)
class Durations:
    """Seconds; None where nothing was measured."""

    count: int
    median: int | None
    p90: int | None


@dataclass(frozen=True, slots=True)
class Insights:
    since: datetime
    compactions: int
    loss_by_kind: tuple[Share, ...]
    clean_by_summariser: tuple[Share, ...]
    clean_by_prompt: tuple[Share, ...]
    clean_by_generation: tuple[Share, ...]
    precision: tuple[Share, ...]
    dismissals: tuple[Share, ...]
    to_claim: Durations
    to_decision: Durations
    ages: tuple[Share, ...]


def read(team: Team, *, now: datetime, days: int = 30) -> Insights:
    since = now - timedelta(days=days)
    compactions = list(Compaction.objects.filter(team=team, received_at__gte=since).order_by("received_at"))
    serious = _serious_per_compaction(compactions)
    resolutions = _last_resolutions(compactions)
    to_claim, to_decision = _times(team, compactions)
    return Insights(
        since=since,
        compactions=len(compactions),
        loss_by_kind=_by_kind(compactions),
        clean_by_summariser=_clean(compactions, serious, lambda c: _of_compactor(c, "name")),
        clean_by_prompt=_clean(compactions, serious, lambda c: _of_compactor(c, "prompt_digest")[:12]),
        clean_by_generation=_clean(compactions, serious, lambda c: str(c.generation)),
        precision=precision(resolutions, _rules(compactions)),
        dismissals=dismissals(resolutions.values()),
        to_claim=to_claim,
        to_decision=to_decision,
        ages=queue_ages([now - c.received_at for c in compactions if c.state in OPEN]),
    )


def _of_compactor(compaction: Compaction, field: str) -> str:
    """What the agent said of its summariser; empty where it said nothing."""
    told = compaction.compactor if isinstance(compaction.compactor, dict) else {}
    return str(told.get(field) or "")


def _serious(compactions: Sequence[Compaction]) -> QuerySet[Finding]:
    """What the submitted summaries lost: an edit repairs a summary, it does not unsay the loss."""
    return Finding.objects.filter(
        analysis__compaction__in=compactions, analysis__revision__number=1, severity__in=SERIOUS
    )


def _serious_per_compaction(compactions: Sequence[Compaction]) -> dict[object, int]:
    rows = _serious(compactions).values_list("analysis__compaction").annotate(n=Count("key", distinct=True))
    return dict(rows)


def _by_kind(compactions: Sequence[Compaction]) -> tuple[Share, ...]:
    """In how many compactions each kind was lost at least once."""
    rows = _serious(compactions).values_list("kind").annotate(n=Count("analysis__compaction", distinct=True))
    ordered = sorted(rows, key=lambda row: (-row[1], row[0]))
    return tuple(Share(kind, n, len(compactions)) for kind, n in ordered)


def _clean(
    compactions: Sequence[Compaction], serious: Mapping[object, int], group: Callable[[Compaction], str]
) -> tuple[Share, ...]:
    """Of each group, how many summaries arrived without a serious finding."""
    total: Counter[str] = Counter()
    clean: Counter[str] = Counter()
    for compaction in compactions:
        label = group(compaction)
        total[label] += 1
        clean[label] += not serious.get(compaction.id)
    return tuple(Share(label, clean[label], total[label]) for label in sorted(total, key=lambda k: (-total[k], k)))


def _last_resolutions(compactions: Sequence[Compaction]) -> dict[Place, Resolution]:
    rows = Resolution.objects.filter(compaction__in=compactions).order_by("id")
    return {(row.compaction_id, row.finding_key): row for row in rows}


def _rules(compactions: Sequence[Compaction]) -> dict[Place, str]:
    rows = Finding.objects.filter(analysis__compaction__in=compactions)
    return {(c, key): rule for c, key, rule in rows.values_list("analysis__compaction", "key", "rule")}


def precision(resolutions: Mapping[Place, Resolution], rules: Mapping[Place, str]) -> tuple[Share, ...]:
    """Of the findings that people closed, how many were right: every closing but a dismissal as a false alarm."""
    closed: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for place, resolution in resolutions.items():
        if resolution.action == Action.REOPENED or place not in rules:
            continue
        closed[rules[place]] += 1
        right[rules[place]] += resolution.reason_code != DismissReason.FALSE_ALARM
    ordered = sorted(closed, key=lambda rule: (right[rule] / closed[rule], -closed[rule], rule))
    return tuple(Share(rule, right[rule], closed[rule]) for rule in ordered)


def dismissals(resolutions: Iterable[Resolution]) -> tuple[Share, ...]:
    """The reasons in force, the most frequent first."""
    reasons = Counter(row.reason_code for row in resolutions if row.action == Action.DISMISSED)
    return tuple(Share(reason, n, reasons.total()) for reason, n in reasons.most_common())


def _times(team: Team, compactions: Sequence[Compaction]) -> tuple[Durations, Durations]:
    received = {str(c.id): c.received_at for c in compactions}
    claims = AuditEntry.objects.filter(team=team, action="claim.taken", object_id__in=received).order_by("-seq")
    first_claim = {entry.object_id: entry.at for entry in claims}
    to_claim = [at - received[key] for key, at in first_claim.items()]
    people = Decision.objects.filter(team=team, final=True, actor__isnull=False).values_list("compaction", flat=True)
    by_people = set(people.filter(compaction__in=compactions))
    to_decide = [c.decided_at - c.received_at for c in compactions if c.decided_at and c.id in by_people]
    return durations(to_claim), durations(to_decide)


def durations(spans: Iterable[timedelta]) -> Durations:
    seconds = sorted(span.total_seconds() for span in spans)
    if not seconds:
        return Durations(0, None, None)
    p90 = seconds[min(len(seconds) - 1, len(seconds) * 9 // 10)]
    return Durations(len(seconds), round(median(seconds)), round(p90))


def queue_ages(ages: Sequence[timedelta]) -> tuple[Share, ...]:
    """How long what is open has waited."""
    counts: Counter[str] = Counter()
    for age in ages:
        hours = age.total_seconds() / 3600
        counts[next((label for label, limit in AGES if hours < limit), OLDER)] += 1
    return tuple(Share(label, counts[label], len(ages)) for label in (*(label for label, _ in AGES), OLDER))
