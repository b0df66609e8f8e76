"""The pin that stands in the way of another: a refusal quotes it and leads to it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from reviewapp.models import Pin, Team
from reviewapp.services.errors import Refused
from reviewapp.web.safe_text import Piece, pieces
from reviewapp.web.secret_discovery import learn_besides


@dataclass(frozen=True, slots=True)
class Clash:
    key: str
    severity: str
    url: str
    text: tuple[Piece, ...]


def clash_of(team: Team, refused: Refused | None) -> Clash | None:
    """Of a refusal that names a pin in force."""
    named = refused.details.get("pin") if refused else None
    found = Pin.objects.filter(team=team, pk=named).select_related("current__origin_session").first() if named else None
    if found is None or found.current is None:
        return None
    learn_besides(found.current)
    text = pieces(bytes(found.current.text).decode())
    return Clash(found.key, found.current.severity, reverse("web:pin", args=[team.slug, found.pk]), text)
