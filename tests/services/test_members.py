"""Members: only a lead changes them, and a team never loses its last lead."""

from __future__ import annotations

import pytest

from reviewapp.models import AuditEntry, Membership, Team, User
from reviewapp.services.errors import Refused
from reviewapp.services.teams import invitations, members

pytestmark = pytest.mark.django_db


@pytest.fixture
def team() -> Team:
    return Team.objects.create(slug="platform", name="Platform")


@pytest.fixture
def lead(team: Team) -> User:
    user = User.objects.create_user("lena")
    Membership.objects.create(team=team, user=user, role="lead")
    return user


def member(team: Team, name: str, role: str) -> Membership:
    return Membership.objects.create(team=team, user=User.objects.create_user(name), role=role)


@pytest.mark.parametrize("role", ["viewer", "reviewer"])
def test_only_a_lead_manages_members(team: Team, lead: User, role: str) -> None:
    other = member(team, "omar", role)
    for attempt in (
        lambda: invitations.invite(team=team, user=other.user, name="New", role="viewer"),
        lambda: members.change_role(team=team, user=other.user, member_id=other.pk, role="lead"),
        lambda: members.remove(team=team, user=other.user, member_id=other.pk),
    ):
        with pytest.raises(Refused) as refusal:
            attempt()
        assert refusal.value.status == 403


def test_the_last_lead_stays(team: Team, lead: User) -> None:
    own = Membership.objects.get(team=team, user=lead)
    for attempt in (
        lambda: members.change_role(team=team, user=lead, member_id=own.pk, role="viewer"),
        lambda: members.remove(team=team, user=lead, member_id=own.pk),
    ):
        with pytest.raises(Refused, match="at least one lead"):
            attempt()
    member(team, "omar", "lead")
    members.remove(team=team, user=lead, member_id=own.pk)
    assert not Membership.objects.filter(pk=own.pk).exists()


def test_a_member_of_another_team_is_missing(team: Team, lead: User) -> None:
    stranger = member(Team.objects.create(slug="other", name="Other"), "omar", "viewer")
    with pytest.raises(Refused) as refusal:
        members.remove(team=team, user=lead, member_id=stranger.pk)
    assert refusal.value.status == 404
    assert Membership.objects.filter(pk=stranger.pk).exists()


def test_each_change_is_on_record(team: Team, lead: User) -> None:
    secret = invitations.invite(team=team, user=lead, name="Omar", role="viewer").secret
    joined = invitations.accept(secret=secret, user=User.objects.create_user("omar"))
    members.change_role(team=team, user=lead, member_id=joined.pk, role="reviewer")
    members.change_role(team=team, user=lead, member_id=joined.pk, role="reviewer")
    members.remove(team=team, user=lead, member_id=joined.pk)
    actions = AuditEntry.objects.filter(team=team, action__startswith="member.").values_list("action", flat=True)
    assert list(actions) == ["member.invited", "member.joined", "member.role", "member.remove"]
