"""What all rooms share: the masthead, the theme, the keys, and how a page, a fragment or a move is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from django_htmx.http import HttpResponseClientRedirect

from reviewapp.models import Compaction, Notice, Team, User
from reviewapp.services import pulse
from reviewapp.web.access import TeamRequest
from reviewapp.web.keymap import sheet


@dataclass(frozen=True, slots=True)
class Room:
    """One entry of the masthead: the name of its url (which takes the team's slug), what it is called, its key."""

    url_name: str
    title: str
    key: str


ROOMS = (
    Room("web:queue", _("Queue"), "go-queue"),
    Room("web:sessions", _("Sessions"), "go-sessions"),
    Room("web:pins", _("Register"), "go-register"),
    Room("web:insights", _("Insights"), "go-insights"),
    Room("web:audit", _("Audit"), "go-audit"),
    Room("web:settings", _("Team"), "go-team"),
)
THEMES = (("system", _("System")), ("light", _("Light")), ("dark", _("Dark")))
LANGUAGES = (("", _("As the browser asks")), *settings.LANGUAGES)  # each by its own name


def page(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, room: str = "", status: int = 200
) -> HttpResponse:
    """A whole page. `room` is the url name of the masthead entry that it belongs to."""
    shared = {**_person(request), **(_masthead(request, room) if _in_team(request) else {})}
    return render(request, template, {**shared, **context}, status=status)


def fragment(request: HttpRequest, template: str, context: Mapping[str, Any], *, status: int = 200) -> HttpResponse:
    """A piece of a page for htmx; what it changes elsewhere stands in it out of band."""
    return render(request, template, {**_person(request), **context}, status=status)


def go(request: HttpRequest, url: str) -> HttpResponse:
    """On to another page, after a form with or without htmx."""
    return HttpResponseClientRedirect(url) if request.headers.get("HX-Request") else redirect(url)


def waiting(team: Team) -> int:
    """The figure beside the queue in the masthead."""
    return Compaction.objects.filter(team=team, state="in_review").count()


def bell(request: TeamRequest) -> int:
    """How much waits for this person in this team, and was not read."""
    return Notice.objects.filter(team=request.team, user=request.user, done_at=None, seen_at=None).count()


def _person(request: HttpRequest) -> dict[str, Any]:
    """What every template may ask for: who looks at it, and in which team."""
    user = getattr(request, "user", None)
    person = user if isinstance(user, User) else User()
    shared = {"theme": person.theme, "hotkeys_off": person.hotkeys_off, "chosen_language": person.language}
    return {**shared, "team": request.team, "member": request.member} if _in_team(request) else shared


def _in_team(request: HttpRequest) -> TypeGuard[TeamRequest]:
    return hasattr(request, "member")


def _masthead(request: TeamRequest, room: str) -> dict[str, Any]:
    """What only a whole page needs."""
    slug = request.team.slug
    return {
        "room": room,
        "rooms": [(entry, reverse(entry.url_name, args=[slug])) for entry in ROOMS],
        "teams": Team.objects.filter(pk__in=request.user.memberships.values("team")).order_by("name"),
        "waiting": waiting(request.team),
        "bell": bell(request),
        "unworked": pulse.silent_for() is not None,
        "themes": THEMES,
        "languages": LANGUAGES,
        "key_sheet": tuple(sheet()),
    }
