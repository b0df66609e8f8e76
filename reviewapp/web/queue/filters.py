"""What of the queue is shown, as the address says it. Words of the address choose among lookups; none becomes one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from django.db.models import Exists, F, OrderBy, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop as _

from reviewapp.engine.types import Kind, Severity
from reviewapp.models import Compaction, Decision, Finding, Membership
from reviewapp.web.labels import number

TABS = {
    "waiting": _("Needs review"),
    "mine": _("Mine"),
    "second": _("Awaiting second"),
    "decided": _("Decided"),
    "expired": _("Expired"),
}
SORTS = {
    "ended": _("Last ended first"),
    "risk": _("Risk, then deadline"),
    "due": _("Deadline"),
    "newest": _("Newest first"),
    "oldest": _("Oldest first"),
    "session": _("Session"),
}
HOLDERS = {"": _("anyone or nobody"), "free": _("nobody"), "others": _("others")}
KINDS = tuple(kind.value for kind in Kind)
ENDED = ("decided", "expired")  # views of what nobody can decide any more
DECIDED = ("approved", "rejected", "withdrawn", "superseded")
_SERIOUS = (Severity.BLOCKING.value, Severity.WARNING.value)
_ORDERS: dict[str, tuple[OrderBy | str, ...]] = {
    "ended": (F("decided_at").desc(nulls_last=True), "-received_at"),
    "risk": (F("risk").desc(nulls_last=True), "expires_at", "id"),
    "due": ("expires_at", "id"),
    "newest": ("-received_at", "id"),
    "oldest": ("received_at", "id"),
    "session": ("session__external_id", "generation", "attempt"),
}


@dataclass(frozen=True, slots=True)
class Filter:
    """Empty fields filter nothing; an empty `sort` is the usual order of the view. `risk` is the least risk shown."""

    view: str = "waiting"
    session: str = ""
    agent: str = ""
    kind: str = ""
    risk: int = 0
    holder: str = ""
    sort: str = ""

    @property
    def order(self) -> str:
        return self.sort or _usual_order(self.view)

    @property
    def count(self) -> int:
        """How many filters are set; an order is none."""
        return sum(map(bool, (self.session, self.agent, self.kind, self.risk, self.holder)))

    @property
    def narrows(self) -> bool:
        return self.count > 0

    def address(self, **changes: str) -> str:
        """The query string of this filter, or of a changed one; what is as usual is left out."""
        wanted = replace(self, **changes)  # type: ignore[arg-type]  # names and texts come from this module's callers
        usual = Filter()
        named = {name: getattr(wanted, name) for name in self.__slots__}
        return "?" + urlencode({name: value for name, value in named.items() if value != getattr(usual, name)})


def parse(query: Mapping[str, str]) -> Filter:
    """Unknown words are as if they were not there: an old address still shows a queue."""

    def one_of(name: str, known: Mapping[str, object] | tuple[str, ...], usual: str = "") -> str:
        value = query.get(name, "")
        return value if value in known else usual

    view, sort = one_of("view", TABS, "waiting"), one_of("sort", SORTS)
    return Filter(
        view=view,
        session=query.get("session", "").replace("\0", "")[:200],
        agent=query.get("agent", "").replace("\0", "")[:200],
        kind=one_of("kind", KINDS),
        risk=min(number(query.get("risk")) or 0, 100),
        holder=one_of("holder", HOLDERS),
        sort="" if sort == _usual_order(view) else sort,
    )


def chosen(member: Membership, wanted: Filter, now: datetime) -> QuerySet[Compaction]:
    """The compactions of the member's team that the filter shows, in its order."""
    rows = Compaction.objects.filter(team=member.team).filter(_in_view(member, wanted.view, now))
    return rows.filter(narrowing(wanted, now)).order_by(*order_of(wanted))


def order_of(wanted: Filter) -> tuple[OrderBy | str, ...]:
    return _ORDERS[wanted.order]


def sorts(view: str) -> dict[str, str]:
    """The orders to choose from: what is open has not ended."""
    return {name: words for name, words in SORTS.items() if view in ENDED or name != "ended"}


def _usual_order(view: str) -> str:
    return "ended" if view in ENDED else "risk"


def narrowing(wanted: Filter, now: datetime) -> Q:
    asked = Q()
    if wanted.session:
        asked &= Q(session__external_id__icontains=wanted.session)
    if wanted.agent:
        asked &= Q(token__name=wanted.agent)
    if wanted.risk:
        asked &= Q(risk__gte=wanted.risk)
    if wanted.kind:
        asked &= Q(has(kind=wanted.kind))
    if wanted.holder:
        free = Q(holder=None) | Q(held_until__lte=now)
        asked &= free if wanted.holder == "free" else ~free
    return asked


def _in_view(member: Membership, view: str, now: datetime) -> Q:
    if view == "decided":
        return Q(state__in=DECIDED)
    if view == "expired":
        return Q(state="expired")
    in_work = Q(state__in=("in_review", "failed"))
    if view == "mine":
        return in_work & Q(holder=member.user, held_until__gt=now)
    return in_work & Q(_voted_for()) if view == "second" else in_work


def _voted_for() -> Exists:
    """An approval that still counts."""
    return Exists(Decision.objects.counting().filter(compaction=OuterRef("pk")))


def has(*, kind: str = "", severities: Sequence[str] = _SERIOUS) -> Exists:
    """A finding of such a severity, and of that kind where one is named, in the current summary."""
    found = Finding.objects.filter(analysis__revision=OuterRef("current_revision"), severity__in=severities)
    return Exists(found.filter(kind=kind) if kind else found)
