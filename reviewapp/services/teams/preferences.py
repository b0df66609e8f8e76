"""What a person wants of the pages: no rule of the product depends on it."""

from __future__ import annotations

from reviewapp.models import User


def set_theme(*, user: User, theme: str) -> None:
    User.objects.filter(pk=user.pk).update(theme=theme)


def set_language(*, user: User, language: str) -> None:
    """Empty: as the browser asks."""
    User.objects.filter(pk=user.pk).update(language=language)


def set_hotkeys(*, user: User, on: bool) -> None:
    User.objects.filter(pk=user.pk).update(hotkeys_off=not on)
