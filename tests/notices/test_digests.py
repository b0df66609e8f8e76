"""What a person receives: one mail for many things, none for what is done, none at night."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from django.conf import LazySettings

from reviewapp.mailserver import mail_server
from reviewapp.models import Notice, NoticeChoice
from reviewapp.services.compactions import finalize
from reviewapp.services.errors import Refused
from reviewapp.services.locks import now
from reviewapp.services.notices import choices, digests
from reviewapp.services.notices.choices import Wish
from reviewapp.services.review import actions
from tests.notices.conftest import Post, let_pass, tell
from tests.outbound.servers import says, serving
from tests.world import LOSSY, PORT, RULE, World


def test_forty_proposals_in_ten_minutes_are_one_mail(world: World, post_office: Post) -> None:
    for number in range(40):
        world.in_review(f"agent-{number}")
        if number % 4 == 3:
            let_pass(minutes=1)
            tell()  # the workers come by all the while
    assert post_office.taken == []
    let_pass(minutes=5)
    tell()
    let_pass(hours=1)
    tell()
    for user in (world.lead, world.reviewer):
        (mail,) = post_office.of(user)
        assert mail["Subject"] == "[Stet] Platform: 40 things wait for you"
        body = mail.get_content()
        assert "New reviews (40)" in body and "and 30 more" in body and body.count("/c/") <= 10
    assert post_office.of(world.viewer) == []


def test_a_mail_holds_no_text_of_the_session(world: World, post_office: Post) -> None:
    compaction = world.in_review()
    note = f"@{world.lead.username} what of the canary?"
    actions.comment(**world.by(world.reviewer, compaction), text=note)
    tell()
    let_pass(minutes=16)
    tell()
    (mail,) = post_office.of(world.lead)
    assert "You are mentioned in a note (1)" in mail.get_content()
    for text in (RULE, PORT, LOSSY, "canary"):
        assert text not in str(mail)


def test_what_is_decided_meanwhile_is_not_told(world: World, post_office: Post) -> None:
    compaction = world.in_review()
    tell()
    finalize.reject(**world.by(world.reviewer, compaction), reason_code="incomplete")
    let_pass(hours=1)
    assert tell() == 0 and post_office.taken == []


def test_what_was_read_on_the_page_is_not_mailed(world: World, post_office: Post) -> None:
    world.in_review()
    tell()
    choices.read_all(team=world.team, user=world.reviewer)
    let_pass(hours=1)
    tell()
    assert post_office.of(world.reviewer) == [] and len(post_office.of(world.lead)) == 1


def test_quiet_hours_hold_a_digest_back_until_they_are_over(world: World, post_office: Post) -> None:
    world.in_review()
    tell()
    let_pass(hours=1)
    all_day_but_one = Wish(quiet_from=0, quiet_to=23)
    hour = now().hour
    quiet = replace(all_day_but_one, quiet_from=hour, quiet_to=(hour + 2) % 24)
    choices.choose(team=world.team, user=world.reviewer, wish=quiet)
    tell()
    assert post_office.of(world.reviewer) == []
    choices.choose(team=world.team, user=world.reviewer, wish=replace(quiet, quiet_from=None, quiet_to=None))
    tell()
    assert len(post_office.of(world.reviewer)) == 1


def test_muted_kinds_and_no_mail_are_respected(world: World, post_office: Post) -> None:
    world.in_review()
    tell()
    let_pass(hours=1)
    choices.choose(team=world.team, user=world.reviewer, wish=Wish(muted=["flagged"]))
    choices.choose(team=world.team, user=world.lead, wish=Wish(email=False))
    assert tell() == 0 and post_office.taken == []


def test_a_server_that_says_later_is_asked_later_and_nothing_is_lost(world: World, post_office: Post) -> None:
    world.in_review()
    tell()
    let_pass(hours=1)
    post_office.refuses = True
    assert tell() == 0 and Notice.objects.filter(sent_at=None).count() == 2
    post_office.refuses = False
    assert tell() == 0, "not at once again"
    NoticeChoice.objects.update(retry_at=None)
    assert tell() == 2


def test_a_digest_is_in_the_language_of_the_person(world: World, post_office: Post) -> None:
    world.reviewer.language = "de"
    world.reviewer.save()
    world.in_review()
    tell()
    let_pass(hours=1)
    tell()
    assert "wartet" in post_office.of(world.reviewer)[0]["Subject"]


def test_a_channel_is_told_in_slacks_form(world: World, post_office: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(says("200 OK", b"ok")) as server:
        for module in (choices, digests):
            monkeypatch.setattr(module, "conf", replace(module.conf, outbound_hosts=frozenset({server.host})))
        channel = Wish(slack_url=server.url("/hook"), digest_minutes=5)
        choices.choose_for_team(team=world.team, user=world.lead, wish=channel)
        world.team.name = "A <b> & co"
        world.team.save()
        world.in_review()
        tell()
        let_pass(minutes=6)
        tell()
    (request,) = server.requests
    told = json.loads(request.partition(b"\r\n\r\n")[2])
    assert set(told) == {"text"} and "A &lt;b&gt; &amp; co: 1 thing waits" in told["text"]
    choice = NoticeChoice.objects.get(user=None)
    assert choice.slack_url and b"127.0.0.1" not in choice.slack_url


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        (Wish(muted=["x"]), "kinds"),
        (Wish(digest_minutes=1), "digest_minutes"),
        (Wish(quiet_from=3), "quiet_from"),
        (Wish(quiet_from=3, quiet_to=24), "quiet_from"),
        (Wish(zone="Mars"), "zone"),
        (Wish(slack_url="http://127.0.0.1/"), "slack_url"),
    ],
)
def test_a_wish_that_cannot_be_met_is_refused(world: World, wish: Wish, field: str) -> None:
    with pytest.raises(Refused) as refused:
        choices.choose(team=world.team, user=world.reviewer, wish=wish)
    assert refused.value.field == field and not NoticeChoice.objects.exists()


def test_only_a_lead_changes_the_channel(world: World) -> None:
    with pytest.raises(Refused) as refused:
        choices.choose_for_team(team=world.team, user=world.reviewer, wish=Wish())
    assert refused.value.status == 403


def test_a_name_with_a_line_break_makes_no_header(world: World, post_office: Post, settings: LazySettings) -> None:
    world.team.name = "X\nBcc: evil@example.com"
    world.team.save()
    world.in_review()
    tell()
    let_pass(hours=1)
    assert tell() == 2 and {to for to, _ in post_office.taken} == {world.lead.email, world.reviewer.email}


@pytest.mark.parametrize(
    ("url", "host", "port", "user", "ssl", "starttls"),
    [
        ("", "", 25, "", False, False),
        ("smtp://u%40x:p%3A@mail.example", "mail.example", 587, "u@x", False, True),
        ("smtps://mail.example:4465", "mail.example", 4465, "", True, False),
        ("smtp+plain://localhost", "localhost", 25, "", False, False),
    ],
)
def test_a_mail_server_is_named_by_a_url(url: str, host: str, port: int, user: str, ssl: bool, starttls: bool) -> None:
    made = mail_server(url)
    assert (made.host, made.port, made.user, made.ssl, made.starttls) == (host, port, user, ssl, starttls)
    assert "p:" not in repr(made)


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://", "smtp://h/path", "smtp://h?tls=1"])
def test_another_url_stops_the_start(url: str) -> None:
    with pytest.raises(ValueError):
        mail_server(url)
