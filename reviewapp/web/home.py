"""The way in, and what a person sets for themselves."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_http_methods

from reviewapp.models import User
from reviewapp.services.teams import preferences
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_page


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The queue of the first team; who is in none is told so."""
    membership = _user(request).memberships.select_related("team").order_by("team__name").first()
    if membership is None:
        return layout.page(request, "desk/no_team.html", {})
    return redirect("web:queue", membership.team.slug)


@require_GET
@team_page()
def keys(request: TeamRequest) -> HttpResponse:
    return layout.page(request, "desk/keys.html", {})


@require_http_methods(["GET", "POST"])
def theme(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("theme", "")
    if chosen in dict(layout.THEMES):
        preferences.set_theme(user=_user(request), theme=chosen)
    return _back(request)


@require_http_methods(["GET", "POST"])
def language(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("language")
    if chosen in dict(layout.LANGUAGES):
        preferences.set_language(user=_user(request), language=chosen)
    return _back(request)


@require_http_methods(["GET", "POST"])
def hotkeys(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        preferences.set_hotkeys(user=_user(request), on=request.POST.get("hotkeys") == "on")
    return _back(request)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # every page but the login asks for one
    return request.user


def _back(request: HttpRequest) -> HttpResponse:
    """To the page that the form stood on, if that is one of ours; else to the first, as for who enters the address."""
    url = request.POST.get("back", "/")
    own = url_has_allowed_host_and_scheme(url, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(url if own else "/")  # `redirect` would read a word as the name of a page
