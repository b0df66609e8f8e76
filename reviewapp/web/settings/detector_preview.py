"""What a set of detectors would have done on the last sessions, before a lead switches any of them off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from reviewapp.engine.types import Severity
from reviewapp.models import Compaction, Finding, Session, Team
from reviewapp.web.reads import current_analyses

SESSIONS = 20
SERIOUS = (Severity.BLOCKING.value, Severity.WARNING.value)


@dataclass(frozen=True, slots=True)
class Seen:
    """One compaction: serious findings as they are, and as they would be."""

    session: str
    compaction: Compaction
    now: int
    then: int

    @property
    def would_pass(self) -> bool:
        """Nothing serious would be left, so the policy could approve it without a person."""
        return bool(self.now) and not self.then


@dataclass(frozen=True, slots=True)
class Preview:
    disabled: tuple[str, ...]
    rows: tuple[Seen, ...]

    @property
    def hidden(self) -> int:
        return sum(row.now - row.then for row in self.rows)

    @property
    def would_pass(self) -> int:
        return sum(row.would_pass for row in self.rows)


def preview(team: Team, disabled: Collection[str]) -> Preview:
    """The newest compaction of each of the last sessions."""
    sessions = Session.objects.filter(team=team).order_by("-created_at")[:SESSIONS]
    newest: dict[object, Compaction] = {}
    for compaction in (
        Compaction.objects.filter(session__in=list(sessions)).select_related("session").order_by("received_at")
    ):
        newest[compaction.session_id] = compaction
    kinds = _serious_kinds(list(newest.values()))
    rows = tuple(_seen(compaction, kinds[compaction.id], disabled) for compaction in newest.values())
    return Preview(tuple(sorted(disabled)), rows)


def _serious_kinds(compactions: list[Compaction]) -> dict[object, list[str]]:
    owner = {analysis.pk: compaction for compaction, analysis in current_analyses(compactions).items()}
    kinds: dict[object, list[str]] = defaultdict(list)
    for finding in Finding.objects.filter(analysis__in=owner, pin_check=None, severity__in=SERIOUS):
        kinds[owner[finding.analysis_id]].append(finding.kind)
    return kinds


def _seen(compaction: Compaction, kinds: list[str], disabled: Collection[str]) -> Seen:
    left = sum(kind not in disabled for kind in kinds)
    return Seen(compaction.session.external_id, compaction, len(kinds), left)
