"""People join by a link that opens once: no lead knows a password, or learns who has an account."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from reviewapp.models import AuditEntry, Invitation, Membership, Role, Team, User
from reviewapp.services.errors import Refused
from reviewapp.services.teams import founding, invitations

pytestmark = pytest.mark.django_db
PASSWORD = "known to nobody else"


@pytest.fixture
def team() -> Team:
    return Team.objects.create(slug="platform", name="Platform")


@pytest.fixture
def lead(team: Team) -> User:
    user = User.objects.create_user("lena")
    Membership.objects.create(team=team, user=user, role="lead")
    return user


@pytest.fixture
def secret(team: Team, lead: User) -> str:
    return invitations.invite(team=team, user=lead, name="Omar from accounting", role="reviewer").secret


def test_who_opens_it_makes_an_account_with_a_password_of_their_own(team: Team, lead: User, secret: str) -> None:
    joined = invitations.join(secret=secret, username="omar", password=PASSWORD)
    assert (joined.team, joined.role, joined.user.check_password(PASSWORD)) == (team, "reviewer", True)
    told = list(AuditEntry.objects.filter(team=team).order_by("seq").values_list("action", "actor_id"))
    assert told == [("member.invited", str(lead.pk)), ("member.joined", str(joined.user_id))]


def test_nothing_that_is_kept_opens_it(team: Team, lead: User) -> None:
    invited = invitations.invite(team=team, user=lead, name="Omar", role="viewer")
    kept = [*Invitation.objects.values(), *AuditEntry.objects.values()]
    assert invited.secret not in str(kept) + repr(invited)


def test_an_account_joins_only_by_its_own_doing(team: Team, secret: str) -> None:
    omar = User.objects.create_user("omar", password="as it was")
    assert not omar.memberships.exists()
    invitations.accept(secret=secret, user=omar)
    assert omar.memberships.get().role == "reviewer"
    assert omar.check_password("as it was")


def test_a_lead_gets_the_same_answer_whether_an_account_exists(team: Team, lead: User) -> None:
    User.objects.create_user("omar")
    known, unknown = (invitations.invite(team=team, user=lead, name=name, role="viewer") for name in ("omar", "nobody"))
    assert vars(known).keys() == vars(unknown).keys()
    assert Membership.objects.filter(team=team).count() == 1


def test_it_opens_once(team: Team, lead: User, secret: str) -> None:
    invitations.join(secret=secret, username="omar", password=PASSWORD)
    assert invitations.opened(secret) is None
    with pytest.raises(Refused) as used:
        invitations.join(secret=secret, username="olga", password=PASSWORD)
    assert (used.value.code, User.objects.filter(username="olga").exists()) == ("link_over", False)


def test_a_link_that_was_withdrawn_or_is_old_opens_nothing(team: Team, lead: User, secret: str) -> None:
    withdrawn = invitations.invite(team=team, user=lead, name="Olga", role="viewer")
    for _ in range(2):
        invitations.withdraw(team=team, user=lead, invitation_id=withdrawn.invitation.pk)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE reviewapp_invitation DISABLE TRIGGER USER")
    Invitation.objects.filter(name__startswith="Omar").update(expires_at=withdrawn.invitation.at - timedelta(seconds=1))
    for over in (withdrawn.secret, secret, "never made"):
        with pytest.raises(Refused) as refused:
            invitations.accept(secret=over, user=User.objects.create_user(over[:20]))
        assert refused.value.code == "link_over"


@pytest.mark.parametrize(
    "name",
    ["", "a b", "x" * 151, "\uff4d\uff41\uff52\uff41", "m\u0430ra", "mara\u200b", "mara\u00a0"],
)
def test_a_user_name_is_seen_as_it_is(secret: str, name: str) -> None:
    with pytest.raises(Refused) as refused:
        invitations.join(secret=secret, username=name, password=PASSWORD)
    assert (refused.value.status, refused.value.field) == (422, "username")
    assert invitations.opened(secret) is not None


@pytest.mark.parametrize("name", ["LENA", "Iena", "1ena", "lena"])
def test_a_name_that_looks_like_a_members_is_refused(secret: str, lead: User, name: str) -> None:
    User.objects.filter(pk=lead.pk).update(username="lena")
    with pytest.raises(Refused) as refused:
        invitations.join(secret=secret, username=name, password=PASSWORD)
    assert refused.value.code == "name_alike"


def test_a_name_of_another_team_is_taken_all_the_same(secret: str) -> None:
    User.objects.create_user("omar")
    with pytest.raises(Refused) as refused:
        invitations.join(secret=secret, username="omar", password=PASSWORD)
    assert (refused.value.code, refused.value.field) == ("name_taken", "username")
    assert invitations.opened(secret) is not None


def test_a_poor_password_is_refused(secret: str) -> None:
    with pytest.raises(Refused) as refused:
        invitations.join(secret=secret, username="omar", password="password")
    assert (refused.value.status, refused.value.field) == (422, "password")


@pytest.mark.parametrize(
    ("name", "role"), [("", "viewer"), ("x" * 101, "viewer"), ("a\u200bb", "viewer"), ("a", "owner")]
)
def test_odd_invitations_are_refused(team: Team, lead: User, name: str, role: str) -> None:
    with pytest.raises(Refused) as refused:
        invitations.invite(team=team, user=lead, name=name, role=role)
    assert refused.value.status == 422


def test_only_a_lead_invites_and_withdraws(team: Team, lead: User, secret: str) -> None:
    reviewer = invitations.accept(secret=secret, user=User.objects.create_user("omar")).user
    other = invitations.invite(team=team, user=lead, name="Olga", role="viewer").invitation
    with pytest.raises(Refused) as inviting:
        invitations.invite(team=team, user=reviewer, name="Own", role="lead")
    with pytest.raises(Refused) as withdrawing:
        invitations.withdraw(team=team, user=reviewer, invitation_id=other.pk)
    assert (inviting.value.status, withdrawing.value.status) == (403, 403)


def test_the_command_line_enrols_and_names_are_read_there_too(team: Team) -> None:
    enrolled = founding.enrol(team=team, username="omar", role=Role.VIEWER)
    assert enrolled.password is not None
    assert enrolled.membership.user.check_password(enrolled.password)
    with pytest.raises(Refused):
        founding.enrol(team=team, username="\uff4d\uff41\uff52\uff41", role=Role.VIEWER)
