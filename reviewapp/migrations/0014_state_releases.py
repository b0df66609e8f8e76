"""What an agent wants its state record to forbid no more: it waits for a person."""

from __future__ import annotations

import uuid

import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.models import PROTECT

REFERENCES = {"session_id": "session", "token_id": "agenttoken"}


def _key(column: str, target: str) -> migrations.RunSQL:
    name = f"staterelease_{column}_of_team"
    return migrations.RunSQL(
        f"ALTER TABLE reviewapp_staterelease ADD CONSTRAINT {name} "
        f"FOREIGN KEY (team_id, {column}) REFERENCES reviewapp_{target} (team_id, id)",
        f"ALTER TABLE reviewapp_staterelease DROP CONSTRAINT {name}",
    )


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0013_indexes")]

    operations = [
        migrations.CreateModel(
            name="StateRelease",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("field", models.CharField(max_length=20)),
                ("text", models.TextField()),
                ("state", models.CharField(default="open", max_length=8)),
                ("reason", models.TextField(blank=True)),
                ("decided_at", models.DateTimeField(null=True)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                (
                    "decided_by",
                    models.ForeignKey(null=True, on_delete=PROTECT, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_constraint=False, on_delete=PROTECT, related_name="state_releases", to="reviewapp.session"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(db_index=False, on_delete=PROTECT, related_name="+", to="reviewapp.team"),
                ),
                (
                    "token",
                    models.ForeignKey(
                        db_constraint=False, on_delete=PROTECT, related_name="+", to="reviewapp.agenttoken"
                    ),
                ),
            ],
            options={"abstract": False},
        ),
        migrations.AddConstraint(
            model_name="staterelease",
            constraint=models.UniqueConstraint(fields=("team", "id"), name="staterelease_of_team"),
        ),
        migrations.AddConstraint(
            model_name="staterelease",
            constraint=models.CheckConstraint(
                condition=models.Q(("field__in", ["forbidden_actions", "frozen_resources"])),
                name="state_release_field_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="staterelease",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_by__isnull", True), ("state", "open")),
                    models.Q(("decided_by__isnull", False), ("state__in", ["granted", "refused"])),
                    _connector="OR",
                ),
                name="state_release_decided_by_person",
            ),
        ),
        *(_key(column, target) for column, target in REFERENCES.items()),
    ]
