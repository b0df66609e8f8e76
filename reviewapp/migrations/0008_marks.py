"""Findings by people, corrections as resolutions, and the account of an analysis."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import migrations, models
from django.db.models import PROTECT
from django.db.models.functions import Now

from reviewapp.models.base import BytesField, DigestField

REFERENCES: tuple[tuple[str, dict[str, str]], ...] = (
    ("mark", {"compaction_id": "compaction", "revision_id": "revision"}),
    ("accountblock", {"analysis_id": "analysis"}),
)


def _key(table: str, column: str, target: str) -> migrations.RunSQL:
    name = f"{table}_{column}_of_team"
    return migrations.RunSQL(
        f"ALTER TABLE reviewapp_{table} ADD CONSTRAINT {name} "
        f"FOREIGN KEY (team_id, {column}) REFERENCES reviewapp_{target} (team_id, id)",
        f"ALTER TABLE reviewapp_{table} DROP CONSTRAINT {name}",
    )


def _append_only(table: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON reviewapp_{table} FOR EACH ROW "
        f"EXECUTE FUNCTION stet_refuse('its rows are append-only');",
        f"DROP TRIGGER append_only ON reviewapp_{table};",
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("reviewapp", "0007_authority"),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="AccountBlock",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("first", models.PositiveIntegerField(null=True)),
                ("lines", models.PositiveIntegerField()),
                ("data", BytesField()),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Mark",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("turn_seq", models.PositiveIntegerField(null=True)),
                ("start", models.PositiveIntegerField(null=True)),
                ("end", models.PositiveIntegerField(null=True)),
                ("summary_start", models.PositiveIntegerField(null=True)),
                ("summary_end", models.PositiveIntegerField(null=True)),
                ("quote_digest", DigestField()),
                ("severity", models.CharField(max_length=8)),
                ("note", models.TextField(blank=True)),
                ("at", models.DateTimeField(db_default=Now(), editable=False)),
            ],
            options={
                "ordering": ["number"],
                "abstract": False,
            },
        ),
        migrations.RemoveConstraint(
            model_name="resolution",
            name="resolution_action_known",
        ),
        migrations.AddField(
            model_name="analysis",
            name="account_counts",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="analysis",
            name="account_digest",
            field=DigestField(null=True),
        ),
        migrations.AddField(
            model_name="analysis",
            name="account_holds",
            field=models.JSONField(null=True),
        ),
        migrations.AddConstraint(
            model_name="resolution",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("action__in", ["corrected", "dismissed", "pinned", "reopened", "restored", "struck", "withdrawn"])
                ),
                name="resolution_action_known",
            ),
        ),
        migrations.AddField(
            model_name="accountblock",
            name="analysis",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=PROTECT,
                related_name="account",
                to="reviewapp.analysis",
            ),
        ),
        migrations.AddField(
            model_name="accountblock",
            name="team",
            field=models.ForeignKey(on_delete=PROTECT, related_name="+", to="reviewapp.team"),
        ),
        migrations.AddField(
            model_name="mark",
            name="author",
            field=models.ForeignKey(on_delete=PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name="mark",
            name="compaction",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=PROTECT,
                related_name="marks",
                to="reviewapp.compaction",
            ),
        ),
        migrations.AddField(
            model_name="mark",
            name="revision",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=PROTECT,
                related_name="+",
                to="reviewapp.revision",
            ),
        ),
        migrations.AddField(
            model_name="mark",
            name="team",
            field=models.ForeignKey(on_delete=PROTECT, related_name="+", to="reviewapp.team"),
        ),
        migrations.AddConstraint(
            model_name="accountblock",
            constraint=models.UniqueConstraint(fields=("team", "id"), name="accountblock_of_team"),
        ),
        migrations.AddConstraint(
            model_name="accountblock",
            constraint=models.UniqueConstraint(
                fields=("analysis", "first"), name="one_account_block_per_turns", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="mark",
            constraint=models.UniqueConstraint(fields=("team", "id"), name="mark_of_team"),
        ),
        migrations.AddConstraint(
            model_name="mark",
            constraint=models.CheckConstraint(
                condition=models.Q(("severity__in", ["blocking", "note", "warning"])), name="mark_severity_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="mark",
            constraint=models.UniqueConstraint(fields=("compaction", "number"), name="marks_are_numbered"),
        ),
        migrations.AddConstraint(
            model_name="mark",
            constraint=models.UniqueConstraint(fields=("compaction", "key"), name="one_mark_per_key"),
        ),
        migrations.AddConstraint(
            model_name="mark",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("end__isnull", True), ("start__isnull", True), ("turn_seq__isnull", True)),
                    models.Q(
                        ("end__gt", models.F("start")),
                        ("end__isnull", False),
                        ("start__isnull", False),
                        ("turn_seq__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="mark_span_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="mark",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("summary_end__isnull", True), ("summary_start__isnull", True)),
                    models.Q(
                        ("summary_end__gt", models.F("summary_start")),
                        ("summary_end__isnull", False),
                        ("summary_start__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="mark_summary_span_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="mark",
            constraint=models.CheckConstraint(
                condition=models.Q(("turn_seq__isnull", False), ("summary_start__isnull", False), _connector="OR"),
                name="mark_has_words",
            ),
        ),
        *(_key(table, column, target) for table, columns in REFERENCES for column, target in columns.items()),
        *(_append_only(table) for table, _ in REFERENCES),
    ]
