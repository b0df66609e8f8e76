"""What a rejection asks the next summary to keep: stored as spans, read as words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from reviewapp.guard.canonical import Json
from reviewapp.models import Compaction, Finding, Turn
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.errors import Refused


def must_keep(compaction: Compaction) -> list[dict[str, Json]]:
    """What a rejected summary has to keep, with the quotes cut from the turns as they are now."""
    texts = _texts(compaction, {item["turn_seq"] for item in compaction.must_keep})
    return [
        {
            "turn_seq": item["turn_seq"],
            "quote": texts.get(item["turn_seq"], "")[item["start"] : item["end"]],
            "kind": item["kind"],
            "reason": item["reason"],
            "finding_key": item["finding_key"],
        }
        for item in compaction.must_keep
    ]


def asked_to_keep(compaction: Compaction, keys: Sequence[str]) -> Iterable[dict[str, Json]]:
    """Spans, not quotes: turn text lives in one place."""
    found = gate(compaction).standing.findings
    by_key = {judged.finding.key: judged.finding for judged in found if judged.finding.turn_seq is not None}
    for key in dict.fromkeys(keys):
        if key not in by_key:
            raise Refused("no_such_finding", _("Only a loss from the turns can be asked to be kept."), 422, "must_keep")
        yield _span(by_key[key])


def _span(finding: Finding) -> dict[str, Json]:
    return {
        "turn_seq": finding.turn_seq,
        "start": finding.start,
        "end": finding.end,
        "kind": str(finding.kind),
        "reason": finding.rule,
        "finding_key": finding.key,
    }


def _texts(compaction: Compaction, seqs: Iterable[int]) -> dict[int, str]:
    turns = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id, seq__in=set(seqs))
    return {turn.seq: turn.text for turn in turns.select_related("body")}
