"""People come to a team by a link that opens once."""

from __future__ import annotations

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import reviewapp.models.base

PERSON = {"on_delete": django.db.models.deletion.PROTECT, "related_name": "+", "to": settings.AUTH_USER_MODEL}
GUARDS = """
CREATE TRIGGER content BEFORE UPDATE ON reviewapp_invitation FOR EACH ROW
  EXECUTE FUNCTION stet_only_columns('accepted_by_id', 'accepted_at', 'withdrawn_at');
CREATE TRIGGER once BEFORE UPDATE ON reviewapp_invitation FOR EACH ROW
  EXECUTE FUNCTION stet_once('accepted_by_id', 'accepted_at', 'withdrawn_at');
"""


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0008_marks")]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=100)),
                ("role", models.CharField(max_length=8)),
                ("digest", reviewapp.models.base.DigestField(unique=True)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ("expires_at", models.DateTimeField()),
                ("accepted_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                ("accepted_by", models.ForeignKey(null=True, **PERSON)),
                ("invited_by", models.ForeignKey(**PERSON)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviewapp.team"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            "invitation", models.UniqueConstraint(fields=("team", "id"), name="invitation_of_team")
        ),
        migrations.AddConstraint(
            "invitation",
            models.CheckConstraint(
                condition=models.Q(role__in=["lead", "reviewer", "viewer"]), name="invitation_role_known"
            ),
        ),
        migrations.RunSQL(GUARDS, "DROP TRIGGER content ON reviewapp_invitation; DROP TRIGGER once ON reviewapp_invitation"),
    ]
