"""Another team, made by a lead of this one."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from reviewapp.models import Role
from reviewapp.services.errors import Refused
from reviewapp.services.teams import founding
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_page
from reviewapp.web.forms import refuse


class TeamForm(forms.Form):
    name = forms.CharField(label=_("Name of the team"), max_length=200)
    slug = forms.SlugField(
        label=_("Its part of the addresses"),
        max_length=50,
        help_text=_("Small letters, digits, - and _; it stays as it is."),
    )


@require_http_methods(["GET", "POST"])
@team_page()
def new_team(request: TeamRequest) -> HttpResponse:
    """The form, and what it posts: the team is there at once, with its maker as the only lead."""
    form = TeamForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = founding.found_beside(team=request.team, user=request.user, **form.cleaned_data)
        except Refused as refusal:
            refuse(form, refusal)
        else:
            return layout.go(request, reverse("web:members", args=[made.team.slug]))
    context = {"form": form, "leads": request.member.role == Role.LEAD}
    status = 422 if form.is_bound else 200
    return layout.page(request, "settings/new_team.html", context, room="web:settings", status=status)
