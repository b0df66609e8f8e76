from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0003_guards")]

    operations = [
        migrations.AddField("user", "language", models.CharField(max_length=8, default="", db_default="")),
    ]
