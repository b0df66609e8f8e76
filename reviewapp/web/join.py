"""The way into a team: a link that opens once, for who is signed in, or who makes an account with it."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from reviewapp.models import Membership, User
from reviewapp.services.errors import Refused
from reviewapp.services.teams import invitations

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@sensitive_post_parameters("password")
@never_cache
@login_not_required
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    if request.method == "GET":
        return _page(request, secret)
    try:
        membership = _joined(request, secret)
    except Refused as refusal:
        return _page(request, secret, refusal)
    return redirect(reverse("web:queue", args=[membership.team.slug]))


def _joined(request: HttpRequest, secret: str) -> Membership:
    if isinstance(request.user, User):
        return invitations.accept(secret=secret, user=request.user)
    username, password = request.POST.get("username", "").strip(), request.POST.get("password", "")
    membership = invitations.join(secret=secret, username=username, password=password)
    login(request, membership.user, backend=BACKEND)
    return membership


def _page(request: HttpRequest, secret: str, refusal: Refused | None = None) -> HttpResponse:
    """The same page for a link that is over, withdrawn or was never made."""
    invitation = invitations.opened(secret)
    context = {"invitation": invitation, "refusal": refusal, "username": request.POST.get("username", "")}
    status = refusal.status if refusal else 200 if invitation else 404
    return render(request, "account/join.html", context, status=status)
