"""A proposal and its first revision name each other, so the reference to the revision is checked at the commit."""

from __future__ import annotations

from django.db import migrations

ALTER = "ALTER TABLE reviewapp_compaction ALTER CONSTRAINT compaction_current_revision_id_of_team"
LATER = f"{ALTER} DEFERRABLE INITIALLY DEFERRED;"
AT_ONCE = f"{ALTER} NOT DEFERRABLE;"


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0011_words")]

    operations = [migrations.RunSQL(LATER, AT_ONCE)]
