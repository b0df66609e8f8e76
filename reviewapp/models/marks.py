"""What people find that no analysis names: their marks are findings like others."""

from __future__ import annotations

from django.db import models

from reviewapp.engine.types import Severity
from reviewapp.models.base import DigestField, TeamOwned, one_of, written_at
from reviewapp.models.compactions import Compaction, Revision
from reviewapp.models.people import User


class Mark(TeamOwned):
    """Words of a turn that a summary lost, words of a summary that are wrong, or both, found by a person. Immutable.

    It belongs to the compaction and outlives every analysis. `turn_seq, start, end`: code points of that turn;
    `summary_start, summary_end`: code points of the summary of `revision`, the one that was looked at. No text is
    stored but the author's note.
    """

    compaction = models.ForeignKey(
        Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="marks", db_index=False
    )
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, db_constraint=False, related_name="+")
    turn_seq = models.PositiveIntegerField(null=True)
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    summary_start = models.PositiveIntegerField(null=True)
    summary_end = models.PositiveIntegerField(null=True)
    quote_digest = DigestField()
    severity = models.CharField(max_length=8)
    note = models.TextField(blank=True)
    at = written_at()

    class Meta(TeamOwned.Meta):
        ordering = ["number"]
        constraints = [
            *TeamOwned.Meta.constraints,
            one_of("severity", Severity, name="mark_severity_known"),
            models.UniqueConstraint(fields=["compaction", "number"], name="marks_are_numbered"),
            models.UniqueConstraint(fields=["compaction", "key"], name="one_mark_per_key"),
            models.CheckConstraint(
                condition=models.Q(turn_seq__isnull=True, start__isnull=True, end__isnull=True)
                | models.Q(turn_seq__isnull=False, start__isnull=False, end__isnull=False, end__gt=models.F("start")),
                name="mark_span_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(summary_start__isnull=True, summary_end__isnull=True)
                | models.Q(
                    summary_start__isnull=False, summary_end__isnull=False, summary_end__gt=models.F("summary_start")
                ),
                name="mark_summary_span_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(turn_seq__isnull=False) | models.Q(summary_start__isnull=False),
                name="mark_has_words",
            ),
        ]
