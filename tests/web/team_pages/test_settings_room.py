from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from reviewapp.conf import conf
from reviewapp.models import AgentToken, AuditEntry, Invitation, Membership, Policy, Team, User
from reviewapp.services.teams import founding, tokens
from tests.web.conftest import Desk
from tests.world import World

Browser = Callable[[User], Client]


def url(world: World, name: str, *args: object) -> str:
    return reverse(f"web:{name}", args=[world.team.slug, *args])


def test_a_new_policy_is_a_new_version(world: World, browser: Browser) -> None:
    rules = {"auto_approve": "never", "quorum": "2", "four_eyes": "on", "expiry_hours": "24"}
    form = {**rules, "detectors": ["negation"], "version": "1"}
    answer = browser(world.lead).post(url(world, "change-policy"), form)
    assert answer.status_code == 302
    policy = Policy.objects.current(world.team)
    assert (policy.version, policy.quorum, policy.four_eyes, policy.expiry_hours) == (2, 2, True, 24)
    assert "negation" not in policy.disabled_detectors and "numeral" in policy.disabled_detectors


def test_a_wrong_figure_is_named_and_changes_nothing(world: World, browser: Browser) -> None:
    form = {"auto_approve": "never", "quorum": "many", "expiry_hours": "24", "version": "1"}
    answer = browser(world.lead).post(url(world, "change-policy"), form)
    assert answer.status_code == 422
    assert "Enter a whole number" in answer.content.decode()
    assert Policy.objects.current(world.team).version == 1


def test_the_preview_counts_what_would_be_hidden_and_saves_nothing(desk: Desk, browser: Browser) -> None:
    form = {
        "auto_approve": "flagged_only",
        "quorum": "1",
        "expiry_hours": "72",
        "then": "preview",
        "detectors": ["numeral"],
        "version": "1",
    }
    page = browser(desk.world.lead).post(url(desk.world, "change-policy"), form).content.decode()
    assert "2 serious findings" in page and "1 compaction" in page
    assert Policy.objects.current(desk.world.team).version == 1


@pytest.mark.parametrize("then", ["save", "preview"])
def test_a_form_of_an_older_policy_takes_nothing_back(world: World, browser: Browser, then: str) -> None:
    """It states all rules: what another lead has switched on meanwhile would be off again."""
    page = browser(world.lead).get(url(world, "settings")).content.decode()
    assert 'name="version" value="1"' in page
    world.policy(four_eyes=True)
    form = {"auto_approve": "never", "quorum": "1", "expiry_hours": "24", "version": "1", "then": then}
    answer = browser(world.lead).post(url(world, "change-policy"), form)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "this is version 2" in page and 'name="version" value="2"' in page and 'name="four_eyes" checked' in page
    assert Policy.objects.current(world.team).four_eyes


def test_an_invitation_shows_a_link_once_that_lets_one_person_in(world: World, browser: Browser) -> None:
    client = browser(world.lead)
    page = client.post(url(world, "invite"), {"name": "Omar", "role": "reviewer"}).content.decode()
    link = page.split('<code class="secret">')[1].split("<")[0]
    assert link not in (again := client.get(url(world, "members")).content.decode())
    assert "Omar" in again
    path, new = link.removeprefix(settings.PUBLIC_URL), Client()
    assert "Join Platform" in new.get(path).content.decode()
    joined = new.post(path, {"username": "omar", "password": "known to nobody else"})
    assert joined.status_code == 302
    assert new.get(joined["Location"]).status_code == 200
    assert Membership.objects.get(team=world.team, user__username="omar").role == "reviewer"
    assert "opens nothing any more" in Client().get(path).content.decode()


def test_who_is_signed_in_joins_as_they_are(world: World, browser: Browser) -> None:
    page = browser(world.lead).post(url(world, "invite"), {"name": "Omar", "role": "viewer"}).content.decode()
    path = page.split('<code class="secret">')[1].split("<")[0].removeprefix(settings.PUBLIC_URL)
    omar = User.objects.create_user("omar")
    client = browser(omar)
    assert "You are signed in as" in client.get(path).content.decode()
    assert not omar.memberships.exists()
    assert client.post(path).status_code == 302
    assert omar.memberships.get().role == "viewer"


def test_a_refused_way_in_says_why_and_keeps_the_name(world: World, browser: Browser) -> None:
    page = browser(world.lead).post(url(world, "invite"), {"name": "Omar", "role": "viewer"}).content.decode()
    path = page.split('<code class="secret">')[1].split("<")[0].removeprefix(settings.PUBLIC_URL)
    answer = Client().post(path, {"username": "omar", "password": "password"})
    assert answer.status_code == 422
    assert 'value="omar"' in answer.content.decode()


def test_an_invitation_is_withdrawn(world: World, browser: Browser) -> None:
    client = browser(world.lead)
    client.post(url(world, "invite"), {"name": "Omar", "role": "viewer"})
    done = client.post(url(world, "uninvite", Invitation.objects.get().pk), follow=True)
    assert "opens nothing any more" in done.content.decode()
    assert Invitation.objects.get().withdrawn_at is not None


def test_what_takes_something_away_asks_first(world: World, browser: Browser) -> None:
    client, member = browser(world.lead), Membership.objects.get(team=world.team, user=world.viewer)
    asked = client.post(url(world, "member", member.pk), {"then": "ask"}).content.decode()
    assert "Remove this person" in asked and 'value="remove"' in asked
    assert Membership.objects.filter(pk=member.pk).exists()
    asked = client.post(url(world, "revoke-token", world.token.pk), {"then": "ask"}).content.decode()
    assert "Agents that use it stop at once" in asked
    world.token.refresh_from_db()
    assert world.token.revoked_at is None


def test_a_token_is_replaced_and_goes_on_for_a_day(world: World, browser: Browser) -> None:
    page = browser(world.lead).post(url(world, "rotate-token", world.token.pk)).content.decode()
    secret = page.split('<code class="secret">')[1].split("<")[0]
    successor = tokens.authenticate(secret)
    world.token.refresh_from_db()
    assert successor is not None and successor.line == world.token.line
    assert world.token.expires_at is not None and world.token.revoked_at is None


def test_a_password_of_ones_own_is_changed_on_a_page_of_ours(world: World, browser: Browser) -> None:
    world.lead.set_password("as it was before")
    world.lead.save()
    client = browser(world.lead)
    assert reverse("account_change_password") in client.get(url(world, "members")).content.decode()
    page = client.get(reverse("account_change_password")).content.decode()
    assert "login.css" in page and "oldpassword" in page


def test_a_role_is_changed_and_a_member_removed(world: World, browser: Browser) -> None:
    client, member = browser(world.lead), Membership.objects.get(team=world.team, user=world.viewer)
    done = client.post(url(world, "member", member.pk), {"role": "reviewer"}, follow=True)
    assert "The role is changed." in done.content.decode()
    member.refresh_from_db()
    assert member.role == "reviewer"
    done = client.post(url(world, "member", member.pk), {"then": "remove"}, follow=True)
    assert "Removed from the team." in done.content.decode()
    assert not Membership.objects.filter(pk=member.pk).exists()


def test_a_token_is_shown_once_works_and_can_be_revoked(world: World, browser: Browser) -> None:
    client = browser(world.lead)
    page = client.post(url(world, "issue-token"), {"name": "bot", "scopes": ["submit", "read"]}).content.decode()
    secret = page.split('class="secret">')[1].split("<")[0]
    token = tokens.authenticate(secret)
    assert token is not None and token.name == "bot"
    assert secret not in client.get(url(world, "tokens")).content.decode()
    assert secret not in str(AuditEntry.objects.values_list("body", flat=True))
    done = client.post(url(world, "revoke-token", token.pk), follow=True)
    assert "bot can’t sign in with this token any more." in done.content.decode()
    assert tokens.authenticate(secret) is None


def test_a_lead_makes_another_team_that_starts_empty(
    world: World, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, form = browser(world.lead), {"name": "Second", "slug": "second"}
    made = client.post(url(world, "new-team"), form)
    assert made.status_code == 302 and made["Location"] == "/t/second/settings/members/"
    assert client.get("/t/second/queue/").status_code == 200
    team = Team.objects.get(slug="second")
    assert [m.user for m in Membership.objects.filter(team=team)] == [world.lead]
    assert AuditEntry.objects.get(team=team).action == "team.found"
    again = client.post(url(world, "new-team"), form)
    assert again.status_code == 422 and "There is a team second already." in again.content.decode()
    for name in ("", "a\u202eb", "x" * 300):
        refused = client.post(url(world, "new-team"), {"name": name, "slug": "third"})
        assert refused.status_code == 422 and 'class="error"' in refused.content.decode()
        assert 'value="third"' in refused.content.decode()
    monkeypatch.setattr(founding, "conf", replace(conf, leads_found_teams=False))
    assert client.post(url(world, "new-team"), {"name": "Third", "slug": "third"}).status_code == 422
    assert browser(world.reviewer).post(url(world, "new-team"), {"name": "T", "slug": "third"}).status_code == 422
    assert not Team.objects.filter(slug="third").exists()


def test_a_token_without_a_scope_is_refused(world: World, browser: Browser) -> None:
    before = AgentToken.objects.count()
    assert browser(world.lead).post(url(world, "issue-token"), {"name": "bot"}).status_code == 422
    assert (
        browser(world.lead)
        .post(url(world, "issue-token"), {"name": "b", "scopes": "submit", "expires": "x"})
        .status_code
        == 422
    )
    assert AgentToken.objects.count() == before
