from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class ReviewAppConfig(AppConfig):
    name = "reviewapp"
    label = "reviewapp"
    verbose_name = "Stet"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.db.models.signals import post_migrate

        from reviewapp import checks  # noqa: F401  # importing registers them

        post_migrate.connect(_grant, sender=self)


def _grant(**told: Any) -> None:
    from reviewapp import grants

    grants.grant(**told)
