"""Tokens are made and ended by a lead of the team, and nobody can read one back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from reviewapp.models import AgentToken, AuditEntry, Membership, Role, Scope, User
from reviewapp.services.errors import Refused
from reviewapp.services.teams import tokens
from tests.api.agents import People


def create(by: People, **changed: object) -> tokens.Issued:
    given: dict[str, object] = {"team": by.team, "user": by.lead, "name": "agent", "scopes": [Scope.READ], **changed}
    return tokens.create(**given)  # type: ignore[arg-type]  # the table of refusals breaks the types on purpose


def refusal(by: People, **changed: object) -> Refused:
    with pytest.raises(Refused) as caught:
        create(by, **changed)
    return caught.value


def test_a_new_token_opens_and_is_told_in_the_audit_chain(ours: People) -> None:
    issued = create(ours)
    assert tokens.authenticate(issued.secret) == issued.token
    entry = AuditEntry.objects.get(action="token.created")
    assert (entry.object_id, entry.body) == (str(issued.token.id), {"scopes": ["read"]})


def test_the_secret_is_in_no_row_and_no_repr(ours: People) -> None:
    issued = create(ours)
    secret = issued.secret.rsplit("_", 1)[1]
    row = AgentToken.objects.values().get()
    assert secret not in repr(row)
    assert secret not in repr(issued)
    assert secret not in repr(AuditEntry.objects.values().get())


@pytest.mark.parametrize("role", [Role.VIEWER, Role.REVIEWER])
def test_only_a_lead_makes_one(ours: People, role: Role) -> None:
    other = User.objects.create_user("other")
    Membership.objects.create(team=ours.team, user=other, role=role)
    assert refusal(ours, user=other).status == 403


def test_a_lead_of_another_team_makes_none(ours: People, theirs: People) -> None:
    """To strangers a team does not exist."""
    assert refusal(ours, user=theirs.lead).status == 404


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", " "),
        ("name", "n" * 101),
        ("name", "a\0"),
        ("name", "a\nb"),
        ("name", "a\u202eb"),
        ("name", "a\u200bb"),
        ("name", "a\u3164b"),
        ("name", "a\ud800"),
        ("scopes", []),
        ("scopes", ["decide"]),
        ("expires_at", timezone.now() - timedelta(days=1)),
    ],
)
def test_it_refuses_what_makes_no_token(ours: People, field: str, value: object) -> None:
    refused = refusal(ours, **{field: value})
    assert (refused.status, refused.field) == (422, field)


def test_revoking_twice_changes_nothing_more(ours: People) -> None:
    issued = create(ours)
    first = tokens.revoke(team=ours.team, user=ours.lead, token_id=issued.token.id)
    again = tokens.revoke(team=ours.team, user=ours.lead, token_id=issued.token.id)
    assert first.revoked_at == again.revoked_at
    assert AuditEntry.objects.filter(action="token.revoked").count() == 1


def test_another_teams_token_is_not_found(ours: People, theirs: People) -> None:
    issued = create(theirs)
    with pytest.raises(Refused) as caught:
        tokens.revoke(team=ours.team, user=ours.lead, token_id=issued.token.id)
    assert caught.value.status == 404
    assert tokens.authenticate(issued.secret) is not None
