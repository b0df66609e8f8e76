"""Members: only a lead changes them, and a team never loses its last lead."""

from __future__ import annotations

import pytest

from reviewapp.models import AuditEntry, Membership, Team, User
from reviewapp.services.errors import Refused
from reviewapp.services.teams import members

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


def test_an_invited_stranger_gets_a_password_that_works_and_is_not_kept(team: Team, lead: User) -> None:
    invited = members.invite(team=team, user=lead, username="omar", role="reviewer")
    assert invited.password is not None
    assert invited.membership.user.check_password(invited.password)
    assert invited.password not in str(AuditEntry.objects.filter(team=team).values()) + repr(invited)


def test_an_invited_acquaintance_keeps_their_password(team: Team, lead: User) -> None:
    User.objects.create_user("omar", password="as it was")
    invited = members.invite(team=team, user=lead, username="omar", role="viewer")
    assert invited.password is None
    assert invited.membership.user.check_password("as it was")


def test_a_member_is_not_invited_twice(team: Team, lead: User) -> None:
    member(team, "omar", "viewer")
    with pytest.raises(Refused, match="already") as refusal:
        members.invite(team=team, user=lead, username="omar", role="lead")
    assert refusal.value.status == 409


@pytest.mark.parametrize(
    ("username", "role"), [("", "viewer"), ("a b", "viewer"), ("x" * 151, "viewer"), ("omar", "owner")]
)
def test_odd_names_and_roles_change_nothing(team: Team, lead: User, username: str, role: str) -> None:
    with pytest.raises(Refused) as refusal:
        members.invite(team=team, user=lead, username=username, role=role)
    assert refusal.value.status == 422
    assert Membership.objects.filter(team=team).count() == 1


@pytest.mark.parametrize("role", ["viewer", "reviewer"])
def test_only_a_lead_manages_members(team: Team, lead: User, role: str) -> None:
    other = member(team, "omar", role)
    for attempt in (
        lambda: members.invite(team=team, user=other.user, username="new", role="viewer"),
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
    invited = members.invite(team=team, user=lead, username="omar", role="viewer")
    members.change_role(team=team, user=lead, member_id=invited.membership.pk, role="reviewer")
    members.change_role(team=team, user=lead, member_id=invited.membership.pk, role="reviewer")
    members.remove(team=team, user=lead, member_id=invited.membership.pk)
    actions = AuditEntry.objects.filter(team=team, action__startswith="member.").values_list("action", flat=True)
    assert list(actions) == ["member.invite", "member.role", "member.remove"]
