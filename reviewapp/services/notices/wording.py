"""The words of a digest: how much waits, of what kind, and where. No text of a turn, a summary, a pin or a note."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from reviewapp.models import Notice, NoticeKind, Team
from reviewapp.services.webhooks.payload import address

NAMED = 10  # of one kind; the rest is counted

HEADINGS = {
    NoticeKind.ASSIGNED: gettext_lazy("Assigned to you"),
    NoticeKind.MENTIONED: gettext_lazy("You are mentioned in a note"),
    NoticeKind.DEADLINE: gettext_lazy("The time for a decision is nearly over"),
    NoticeKind.SECOND_APPROVAL: gettext_lazy("One approval is given, another is needed"),
    NoticeKind.FLAGGED: gettext_lazy("New reviews"),
    NoticeKind.STALE: gettext_lazy("Reviews that nobody looks at"),
    NoticeKind.RETIREMENT: gettext_lazy("Somebody asks to retire a pin"),
    NoticeKind.PIN_PROPOSED: gettext_lazy("An agent asks for a pin"),
    NoticeKind.PIN_EXPIRING: gettext_lazy("Pins about to expire"),
}


def subject(team: Team, notices: Sequence[Notice]) -> str:
    things = {(each.compaction_id or each.object_id) for each in notices}
    told = ngettext("%(team)s: %(n)s thing waits for you", "%(team)s: %(n)s things wait for you", len(things))
    name = " ".join(team.name.split())  # a header has one line
    return f"[Stet] {told % {'team': name, 'n': len(things)}}"


def text(team: Team, notices: Sequence[Notice]) -> str:
    groups: dict[str, list[Notice]] = defaultdict(list)
    for notice in notices:
        groups[notice.kind].append(notice)
    parts = ["\n".join(_group(team, kind, groups[kind])) for kind in HEADINGS if kind in groups]
    foot = _("How you are told: %(url)s") % {"url": address("web:notices", team)}
    return "\n\n".join([*parts, foot]) + "\n"


def _group(team: Team, kind: NoticeKind, notices: Sequence[Notice]) -> Iterator[str]:
    yield f"{HEADINGS[kind]} ({len(notices)})"
    for notice in notices[:NAMED]:
        yield f"- {line(team, notice)}"
    if len(notices) > NAMED:
        yield "- " + _("and %(n)s more: %(url)s") % {"n": len(notices) - NAMED, "url": address("web:queue", team)}


def line(team: Team, notice: Notice) -> str:
    if notice.compaction is None:
        return place(team, notice)
    return f"{notice.compaction.session.external_id}: {place(team, notice)}"


def place(team: Team, notice: Notice) -> str:
    """The address of the page on which it can be done."""
    if notice.compaction is not None:
        return address("web:review", team, notice.compaction.id)
    return address("web:queue" if notice.kind == NoticeKind.STALE else "web:pins", team)
