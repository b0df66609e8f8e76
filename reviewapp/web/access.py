"""Who may open a team's page. Another team's object is missing, like one that never was."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from reviewapp.masking.labelled_secrets import forgetting
from reviewapp.models import Membership, Team, User
from reviewapp.services.errors import Refused
from reviewapp.web import errors


class TeamRequest(HttpRequest):
    """A request of a member, in one of the member's teams."""

    user: User
    htmx: HtmxDetails
    member: Membership
    team: Team


View = Callable[..., HttpResponseBase]


def team_page(*, decides: bool = False) -> Callable[[View], View]:
    """Pages under `/t/<team>/`. With `decides`, viewers are told that their role only reads."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: TeamRequest, team: str, **kwargs: Any) -> HttpResponseBase:
            request.member = _membership(request.user, team)
            request.team = request.member.team
            if decides and not request.member.decides:
                raise PermissionDenied(_("Your role in this team only reads. A lead can make you a reviewer."))
            _without_nul(request, kwargs)
            with forgetting():
                return _private(_answered(view, request, kwargs))

        return guarded

    return decorate


def team_action(page: str, *, decides: bool = True) -> Callable[[View], View]:
    """What a form posts to. Its address by itself (a bookmark, a login in between, a link of a refused form) leads to
    `page` and does nothing. `page` is relative, with the values of the route in braces."""

    def decorate(view: View) -> View:
        act = require_POST(team_page(decides=decides)(view))

        @team_page()
        def lead(request: TeamRequest, **kwargs: Any) -> HttpResponseBase:
            return HttpResponseRedirect(_address(page, request.META["QUERY_STRING"], kwargs))

        @wraps(view)
        def either(request: TeamRequest, **kwargs: Any) -> HttpResponseBase:
            return (lead if request.method == "GET" else act)(request, **kwargs)

        return either

    return decorate


def _address(page: str, query: str, values: dict[str, Any]) -> str:
    """A query that was asked for goes before the page's own: links of a page that came with a refusal are no more."""
    if query:
        return f"{page.partition('?')[0]}?{query}"
    return page.format(**{name: quote(str(value), safe="") for name, value in values.items()})


def _answered(view: View, request: TeamRequest, values: dict[str, Any]) -> HttpResponseBase:
    """A refusal that the view did not expect (a role taken away meanwhile, a row that others change) is no crash."""
    try:
        return view(request, **values)
    except Refused as refused:
        if refused.status == HTTPStatus.NOT_FOUND:
            raise Http404(refused.message) from refused
        return errors.refused(request, refused.status, refused.message)


def _without_nul(request: HttpRequest, values: dict[str, Any]) -> None:
    """No form and no address of a page has a NUL in it, and a text column can't hold one."""
    sent = [*values.values(), *(value for values in request.POST.lists() for value in values[1])]
    if any(isinstance(value, str) and "\0" in value for value in sent):
        raise BadRequest(_("The form holds a NUL character."))


def _membership(user: User, slug: str) -> Membership:
    try:
        return user.memberships.select_related("team", "user").get(team__slug=slug)
    except Membership.DoesNotExist:
        raise Http404("no such team") from None


def _private(response: HttpResponseBase) -> HttpResponseBase:
    """Turns must not stay in a cache, and a fragment must not be taken for its page."""
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, ["HX-Request", "HX-Target", "Cookie"])
    return response
