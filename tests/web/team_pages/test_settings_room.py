from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from reviewapp.models import AgentToken, AuditEntry, Membership, Policy, User
from reviewapp.services.teams import tokens
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


def test_an_invitation_shows_the_password_once(world: World, browser: Browser) -> None:
    client = browser(world.lead)
    page = client.post(url(world, "invite"), {"username": "omar", "role": "reviewer"}).content.decode()
    password = page.split("shown only now:</b> <code>")[1].split("<")[0]
    assert User.objects.get(username="omar").check_password(password)
    assert password not in client.get(url(world, "members")).content.decode()


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
