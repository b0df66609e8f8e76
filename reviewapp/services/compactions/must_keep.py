"""What a rejection asks the next summary to keep: stored as spans, read as words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from reviewapp.guard.canonical import Json
from reviewapp.models import Comment, Compaction, Finding, Turn
from reviewapp.services.compactions import marked
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
    words = {row.finding_key: row.text for row in _words_on(compaction, keys)}
    by_key = {judged.finding.key: judged.finding for judged in found if judged.finding.turn_seq is not None}
    for key in dict.fromkeys(keys):
        if key not in by_key:
            raise Refused("no_such_finding", _("Only a loss from the turns can be asked to be kept."), 422, "must_keep")
        yield _span(by_key[key], words.get(key, ""))


def _words_on(compaction: Compaction, keys: Sequence[str]) -> QuerySet[Comment]:
    """What people said of these findings, the latest last."""
    rows = Comment.objects.filter(team_id=compaction.team_id, compaction=compaction, finding_key__in=keys)
    return rows.order_by("id")


def _span(finding: Finding, said: str) -> dict[str, Json]:
    """The reason is a person's words where there are any: of a note on the finding, or of their own mark."""
    return {
        "turn_seq": finding.turn_seq,
        "start": finding.start,
        "end": finding.end,
        "kind": str(finding.kind),
        "reason": said or (finding.why if marked.is_mark(finding) else "") or finding.rule,
        "finding_key": finding.key,
    }


def _texts(compaction: Compaction, seqs: Iterable[int]) -> dict[int, str]:
    turns = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id, seq__in=set(seqs))
    return {turn.seq: turn.text for turn in turns.select_related("body")}
