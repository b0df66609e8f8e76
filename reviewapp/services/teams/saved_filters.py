"""Views of the queue that a team keeps under a name. Who saved one or leads the team may take it away."""

from __future__ import annotations

from django.utils.translation import gettext as _

from reviewapp.guard.hidden import is_plain_line
from reviewapp.models import Role, SavedView, Team, User
from reviewapp.services import roles
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import retried, take_turns, transaction


@retried
def save(*, team: Team, user: User, name: str, query: str) -> SavedView:
    """`query` is the query string of the queue's address, as that page writes it."""
    name = name.strip()
    if not 1 <= len(name) <= 60 or not is_plain_line(name):
        raise Refused("invalid", _("A view needs a name of 1 to 60 characters, all of them visible."), 422, "name")
    if len(query) > 1_000:
        raise Refused("invalid", _("This filter is too long to keep."), 422, "query")
    with transaction():
        roles.decider(team, user)
        take_turns(f"{team.pk}/views")
        if SavedView.objects.filter(team=team, name=name).exists():
            raise Refused("name_taken", _("The team has a view of this name. Choose another."), 409, "name")
        return SavedView.objects.create(team=team, user=user, name=name, query=query)


@retried
def remove(*, team: Team, user: User, view_id: int) -> None:
    with transaction():
        member = roles.decider(team, user)
        view = SavedView.objects.filter(team=team, id=view_id).first()
        if view is None:
            raise not_found("view")
        if view.user_id != user.pk and member.role != Role.LEAD:
            raise Refused("not_yours", _("Only who saved a view, or a lead, removes it."), 403)
        view.delete()
