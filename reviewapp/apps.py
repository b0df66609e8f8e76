from __future__ import annotations

from django.apps import AppConfig


class ReviewAppConfig(AppConfig):
    name = "reviewapp"
    label = "reviewapp"
    verbose_name = "Stet"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from reviewapp import checks  # noqa: F401  # importing registers them
