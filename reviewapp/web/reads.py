"""Reads that several pages share. Findings of a compaction are those of the current revision's last analysis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from reviewapp.models import Analysis, Compaction, Finding, Heartbeat, PinCheck, Turn

WORKER_SILENT = 40  # seconds without a sign of life after which a page says so


def current_analyses(compactions: Iterable[Compaction]) -> dict[UUID, Analysis]:
    """Compaction id -> the last analysis of its current revision; of what has ended, the last before that."""
    found = Analysis.objects.in_time(compaction.current_revision_id for compaction in compactions)
    return {analysis.compaction_id: analysis for analysis in found}


def current_findings(analyses: Iterable[Analysis]) -> QuerySet[Finding]:
    """Of the text analyses and of the last pin check of each, ranked."""
    ids = [analysis.pk for analysis in analyses]
    checks = {check.analysis_id: check.pk for check in PinCheck.objects.in_time(ids)}
    return Finding.objects.filter(analysis__in=ids).filter(Q(pin_check=None) | Q(pin_check__in=checks.values()))


def turns_at(places: Iterable[tuple[UUID, int]]) -> Mapping[tuple[UUID, int], Turn]:
    """(session id, seq) -> turn with its body, in one query."""
    wanted = Q(pk__in=[])
    for session, seq in set(places):
        wanted |= Q(session=session, seq=seq)
    found = Turn.objects.filter(wanted).select_related("body")
    return {(turn.session_id, turn.seq): turn for turn in found}


def turns_of(session_id: UUID, seqs: Iterable[int]) -> dict[int, Turn]:
    """seq -> turn with its body."""
    found = Turn.objects.filter(session=session_id, seq__in=set(seqs)).select_related("body")
    return {turn.seq: turn for turn in found}


def worker_silence() -> str:
    """Why nothing is analysed, in one sentence; empty while a worker shows signs of life."""
    last = Heartbeat.objects.aggregate(at=Max("at"))["at"]
    if last is None:
        return _("No worker has been seen yet. Start one: nothing is analysed without it.")
    silent = int((timezone.now() - last).total_seconds())
    if silent <= WORKER_SILENT:
        return ""
    return _("No worker seen for %(n)s s. Start one: nothing is analysed without it.") % {"n": silent}


def held(compaction: Compaction, now: datetime) -> bool:
    return compaction.holder_id is not None and compaction.held_until is not None and compaction.held_until > now
