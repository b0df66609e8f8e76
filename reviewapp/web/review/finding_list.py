"""The rail: every finding once, worst first, filtered by what the address says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from reviewapp.web.labels import word
from reviewapp.web.review.findings import Findings
from reviewapp.web.review.view_models import GROUPS, Chip, FindingView, Group, Rail

AT_ONCE = 200  # rows of one group, and findings of one severity that the texts mark, until more are asked for
MOST = 5 * AT_ONCE  # rows of one group on one page, however many the address asks for: a browser has to lay them out
SHOWS = ("all", "open", "done")
_TITLES = {
    "blocking": gettext_noop("Blocking"),
    "unclear": gettext_noop("Couldn’t tell: check these"),
    "warning": gettext_noop("Warnings"),
    "note": gettext_noop("Notes"),
}


@dataclass(frozen=True, slots=True)
class Filter:
    """`show` is open, done or all; `kind` is one kind of finding or empty; `notes` and `rows` are how many notes, and
    how many of each graver group, are wanted."""

    show: str = "all"
    kind: str = ""
    notes: int = 0
    rows: int = AT_ONCE

    @classmethod
    def of(cls, show: str, kind: str, notes: int, rows: int) -> Filter:
        return cls(show if show in SHOWS else "all", kind, notes, max(rows, AT_ONCE))

    def __call__(self, finding: FindingView) -> bool:
        return (self.show == "all" or finding.is_open == (self.show == "open")) and self.kind in ("", finding.kind)

    @property
    def narrows(self) -> bool:
        return self != Filter()

    @property
    def query(self) -> str:
        return f"show={self.show}&kind={self.kind}&rows={self.rows}&notes={self.notes}"


def build_rail(findings: Findings, wanted: Filter) -> Rail:
    views = [found.view for found in findings.all]
    blocking = [view for view in views if view.severity == "blocking"]
    return Rail(
        groups=[group for name in GROUPS if (group := _group(name, views, wanted)).total],
        total=len(views),
        blocking=len(blocking),
        blocking_done=sum(1 for view in blocking if not view.is_open),
        chips=_chips(views, wanted),
        kinds=_kinds(views, wanted),
    )


def _group(name: str, views: Sequence[FindingView], wanted: Filter) -> Group:
    ours = [view for view in views if view.group == name]
    title, chosen = _(_TITLES[name]), [view for view in ours if wanted(view)]
    if name == "note":
        return _notes(title, ours, chosen, wanted)
    first, last = _portion(wanted.rows, len(chosen))
    links = _links(first, len(chosen) - last, replace(wanted, rows=first), replace(wanted, rows=last + AT_ONCE))
    return Group(title, folded=False, findings=chosen[first:last], total=len(ours), **links)


def _notes(title: str, ours: Sequence[FindingView], chosen: Sequence[FindingView], wanted: Filter) -> Group:
    """Those that were dealt with, and of the open ones as many as were asked for: at first none."""
    done = [view for view in chosen if not view.is_open][: min(wanted.rows, MOST)]
    still_open = [view for view in chosen if view.is_open]
    first, last = _portion(wanted.notes, len(still_open))
    left = len(chosen) - len(done) - last
    links = _links(first, left, replace(wanted, notes=first), replace(wanted, notes=last + AT_ONCE))
    return Group(title, folded=True, findings=[*done, *still_open[first:last]], total=len(ours), **links)


def _portion(asked: int, there: int) -> tuple[int, int]:
    """From where to where: the last of those asked for, as many as a page holds."""
    last = min(asked, there)
    return max(0, last - MOST), last


def _links(before: int, left: int, earlier: Filter, grown: Filter) -> dict[str, Any]:
    back = {"before": before, "earlier": f"?{earlier.query}" if before else ""}
    return {**back, "left": left, "next": min(left, AT_ONCE), "more": f"?{grown.query}" if left else ""}


def _chips(views: Sequence[FindingView], wanted: Filter) -> list[Chip]:
    titles = {"all": _("All"), "open": _("Open"), "done": _("Done")}
    counts = {show: sum(map(Filter(show), views)) for show in titles}
    return [
        Chip(title, counts[show], f"?{replace(wanted, show=show).query}", show == wanted.show)
        for show, title in titles.items()
    ]


def _kinds(views: Sequence[FindingView], wanted: Filter) -> list[Chip]:
    counts = Counter(view.kind for view in views)
    every = [Chip(_("every kind"), len(views), f"?{replace(wanted, kind='').query}", not wanted.kind)]
    return every + [
        Chip(word(kind, "kind"), count, f"?{replace(wanted, kind=kind).query}", kind == wanted.kind)
        for kind, count in counts.most_common()
    ]
