"""Tokens that take each other's place share a line, and a session knows the line that began it."""

from __future__ import annotations

import uuid

from django.contrib.postgres.functions import RandomUUID
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0004_language")]

    operations = [
        migrations.AddField(
            "agenttoken",
            "line",
            models.UUIDField(default=uuid.uuid4, db_default=RandomUUID(), editable=False),
        ),
        migrations.AddField("session", "line", models.UUIDField(null=True, editable=False)),
    ]
