"""The queue: tabs, filters in the address, views that a team keeps, one action on many rows."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from reviewapp.models import Compaction, Decision, Membership, Role, SavedView, User
from reviewapp.services.compactions import checks, finalize
from reviewapp.services.review import leases
from reviewapp.web.queue import filters
from tests import plain_engine
from tests.web.conftest import Desk
from tests.world import FAITHFUL, World, make_world

Browser = Callable[[User], Client]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)


def url(world: World, name: str = "queue", *args: object) -> str:
    return reverse(f"web:{name}", args=[world.team.slug, *args])


def shown(client: Client, world: World, query: str = "") -> list[str]:
    page = client.get(url(world) + query).content.decode()
    return [name for name in ("alpha", "beta", "gamma") if f">{name}</a>" in page]


@pytest.fixture
def three(world: World) -> dict[str, Compaction]:
    rows = {name: world.in_review(name) for name in ("alpha", "beta", "gamma")}
    for name, risk in (("alpha", 90), ("beta", 50), ("gamma", 10)):
        Compaction.objects.filter(pk=rows[name].pk).update(risk=risk)
    return rows


def test_review_next_goes_on_with_what_one_holds(world: World, browser: Browser, three: dict[str, Compaction]) -> None:
    client = browser(world.reviewer)
    assert "Review next" in client.get(url(world)).content.decode()
    client.post(reverse("web:claim", args=[world.team.slug, three["gamma"].pk]))
    page = client.get(url(world)).content.decode()
    assert "Go on with yours" in page and "<b>gamma</b>, claimed by you" in page
    there = reverse("web:review", args=[world.team.slug, three["gamma"].pk])
    assert client.post(url(world, "next"), {"risk": "60"})["Location"] == there
    skipped = client.post(reverse("web:skip", args=[world.team.slug, three["gamma"].pk]))
    assert skipped["Location"] == reverse("web:review", args=[world.team.slug, three["alpha"].pk])


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["alpha", "beta", "gamma"]),
        ("?session=ET", ["beta"]),
        ("?risk=50", ["alpha", "beta"]),
        ("?kind=negation", ["alpha", "beta", "gamma"]),
        ("?kind=identifier", []),
        ("?agent=agent", ["alpha", "beta", "gamma"]),
        ("?agent=nobody", []),
        ("?view=decided", []),
        ("?view=nonsense&sort=password&kind=__class__", ["alpha", "beta", "gamma"]),
    ],
)
def test_the_address_says_what_is_shown(
    world: World, three: dict[str, Compaction], browser: Browser, query: str, expected: list[str]
) -> None:
    assert shown(browser(world.viewer), world, query) == expected


def test_held_rows_are_told_apart(world: World, three: dict[str, Compaction], browser: Browser) -> None:
    leases.claim(**world.by(world.lead, three["alpha"]))
    client = browser(world.reviewer)
    assert shown(client, world, "?holder=free") == ["beta", "gamma"]
    assert shown(client, world, "?holder=others") == ["alpha"]
    assert shown(browser(world.lead), world, "?view=mine") == ["alpha"]


def test_the_lede_counts_what_waits_whatever_is_shown(
    world: World, three: dict[str, Compaction], browser: Browser
) -> None:
    leases.claim(**world.by(world.lead, three["alpha"]))
    for query in ("", "?view=decided", "?view=mine", "?session=nothing"):
        assert (
            "2 have blocking findings and are free to take."
            in browser(world.viewer).get(url(world) + query).content.decode()
        )


def test_all_that_is_held_names_who_holds_it(world: World, three: dict[str, Compaction], browser: Browser) -> None:
    for row in three.values():
        leases.claim(**world.by(world.lead, row))
    assert "All in review by lead-of-platform; the first claim ends at" in (
        browser(world.viewer).get(url(world) + "?view=decided").content.decode()
    )
    assert "All of them are yours." in browser(world.lead).get(url(world)).content.decode()


def test_a_decided_row_says_by_whom_and_why_in_words(
    world: World, three: dict[str, Compaction], browser: Browser
) -> None:
    finalize.reject(team=world.team, user=world.lead, compaction_id=three["beta"].pk, reason_code="values_wrong")
    page = browser(world.viewer).get(url(world) + "?view=decided").content.decode()
    assert "by lead-of-platform" in page and "Values wrong" in page


def test_one_of_a_thing_is_one(world: World, browser: Browser) -> None:
    world.in_review("single")
    page = browser(world.viewer).get(url(world)).content.decode()
    assert "1 proposal waits." in page
    assert not re.search(r"\b1 (notes|warnings|proposals|versions|turns)\b|\b0 (notes|warnings)\b", page)


def test_a_first_of_two_approvals_waits_for_a_second(desk: Desk, browser: Browser) -> None:
    world, row = desk.world, desk.fresh()
    assert row.manifest_digest is not None
    vote = {"verdict": "approve", "manifest_digest": row.manifest_digest}
    Decision.objects.create(team=world.team, compaction=row, actor=world.lead, **vote)
    client = browser(world.reviewer)
    assert "s-1</a>" in client.get(url(world) + "?view=second").content.decode()
    Compaction.objects.filter(pk=row.pk).update(manifest_digest=bytes(32))  # an edit: the vote is void
    assert "Nothing waits for a second approval" in client.get(url(world) + "?view=second").content.decode()


def test_review_next_takes_the_top_of_the_filter(world: World, three: dict[str, Compaction], browser: Browser) -> None:
    answer = browser(world.reviewer).post(url(world, "next"), {"session": "gamma"})
    assert str(three["gamma"].pk) in answer["Location"]
    answer = browser(world.lead).post(url(world, "next"), {"sort": "risk"})
    assert str(three["alpha"].pk) in answer["Location"]


def test_review_next_comes_back_to_the_filter_where_nothing_is_free(world: World, browser: Browser) -> None:
    answer = browser(world.reviewer).post(url(world, "next"), {"session": "gamma"})
    assert answer["Location"].endswith("?session=gamma")


def test_news_are_a_line_and_never_rows(world: World, three: dict[str, Compaction], browser: Browser) -> None:
    client = browser(world.viewer)
    before = (timezone.now() - timedelta(minutes=5)).isoformat()
    line = client.get(url(world, "queue-news"), {"seen": before}).content.decode()
    assert "3 new: refresh" in line and "<tr" not in line
    now = client.get(url(world, "queue-news"), {"seen": timezone.now().isoformat()}).content.decode()
    assert "new: refresh" not in now


NO_TIMES = ["2026-13-45T00:00:00Z", "0001-01-01T00:00:00+23:59"]


@pytest.mark.parametrize("seen", ["", "yesterday", "2026-01-01", "x" * 200, "2026-01-01T00:00:00", *NO_TIMES])
def test_news_without_a_moment_are_no_news(world: World, browser: Browser, seen: str) -> None:
    assert browser(world.viewer).get(url(world, "queue-news"), {"seen": seen}).status_code == 204


def test_news_since_a_moment_in_any_zone(world: World, browser: Browser) -> None:
    seen = "2026-01-01T00:00:00+23:59"
    assert browser(world.viewer).get(url(world, "queue-news"), {"seen": seen}).status_code == 200


def test_a_view_is_kept_for_the_team(world: World, three: dict[str, Compaction], browser: Browser) -> None:
    browser(world.reviewer).post(url(world, "save-view"), {"name": "Hot", "risk": "50", "evil": "1"})
    view = SavedView.objects.get()
    assert view.query == "?risk=50"
    assert ">Hot</a>" in browser(world.viewer).get(url(world)).content.decode()
    browser(world.viewer).post(url(world, "drop-view", view.pk))
    assert SavedView.objects.exists()
    browser(world.lead).post(url(world, "drop-view", view.pk))
    assert not SavedView.objects.exists()


@pytest.mark.parametrize("hidden", ["\u202e", "\u200b", "\u3164", "\n", "\x1b", "\x00"])
def test_a_view_has_a_name_that_is_seen_as_it_is(world: World, browser: Browser, hidden: str) -> None:
    browser(world.reviewer).post(url(world, "save-view"), {"name": f"Hot{hidden}ter", "risk": "50"})
    assert not SavedView.objects.exists()


def test_another_teams_view_stays(world: World, browser: Browser) -> None:
    other = make_world("other")
    view = SavedView.objects.create(team=other.team, user=other.lead, name="x", query="?")
    browser(world.lead).post(url(world, "drop-view", view.pk))
    assert SavedView.objects.filter(pk=view.pk).exists()


def test_ticked_rows_are_rejected_and_the_reason_of_the_others_is_said(
    world: World, three: dict[str, Compaction], browser: Browser
) -> None:
    finalize.reject(team=world.team, user=world.lead, compaction_id=three["beta"].pk, reason_code="unusable")
    form = {"do": "reject", "reason_code": "unusable", "ids": [three["alpha"].pk, three["beta"].pk], "risk": "5"}
    client = browser(world.reviewer)
    asked = client.post(url(world, "queue-many"), form).content.decode()
    assert "Reject 1 summary?" in asked and str(three["alpha"].pk) in asked and str(three["beta"].pk) not in asked
    assert Compaction.objects.get(pk=three["alpha"].pk).state == "in_review"
    told = {**form, "sure": "1", "reason": "The port is gone."}
    page = client.post(url(world, "queue-many"), told, follow=True)
    text = page.content.decode()
    assert "Done to 1 of 2 rows." in text and "1 row left as it was" in text
    assert page.redirect_chain[0][0].endswith("?risk=5")
    rejected = Compaction.objects.get(pk=three["alpha"].pk)
    assert (rejected.state, rejected.reason) == ("rejected", "The port is gone.")


def test_an_approval_of_many_says_before_and_after_how_many_it_is(world: World, browser: Browser) -> None:
    world.policy(auto_approve="never")
    rows = [world.in_review("clean", summary=FAITHFUL), world.in_review("lossy"), world.in_review("other")]
    client, form = browser(world.lead), {"do": "approve", "ids": [row.pk for row in rows], "sort": "due"}
    page = client.post(url(world, "queue-many"), form).content.decode()
    assert "1 of 3 selected can be approved" in page and "2 are left as they are" in page
    assert set(Compaction.objects.values_list("state", flat=True)) == {"in_review"}
    done = client.post(url(world, "queue-many"), {**form, "sure": "1"}, follow=True).content.decode()
    assert "Done to 1 of 3 rows." in done and "2 rows left as they were" in done
    assert Compaction.objects.get(pk=rows[0].pk).state == "approved"
    page = client.post(url(world, "queue-many"), {**form, "ids": [rows[1].pk]}).content.decode()
    assert "0 of 1 selected can be approved" in page and 'value="approve"' not in page


@pytest.mark.parametrize("form", [{}, {"do": "delete", "ids": "x"}, {"do": "reject", "ids": "x"}, {"do": "approve"}])
def test_an_odd_form_does_nothing(
    world: World, three: dict[str, Compaction], browser: Browser, form: dict[str, str]
) -> None:
    assert browser(world.lead).post(url(world, "queue-many"), form).status_code == 302
    assert set(Compaction.objects.values_list("state", flat=True)) == {"in_review"}


def test_what_has_ended_comes_last_ended_first_and_says_so(
    world: World, three: dict[str, Compaction], browser: Browser
) -> None:
    def page_of(query: str) -> str:
        return browser(world.viewer).get(url(world) + query).content.decode()

    for name in ("alpha", "gamma", "beta"):
        finalize.reject(**world.by(world.lead, three[name]), reason_code="unusable")
    page = page_of("?view=decided")
    assert '<option value="ended" selected>Last ended first' in page
    assert sorted(three, key=lambda name: page.index(f">{name}</a>")) == ["beta", "gamma", "alpha"]
    page = page_of("?view=decided&sort=risk")
    assert sorted(three, key=lambda name: page.index(f">{name}</a>")) == ["alpha", "beta", "gamma"]
    assert "Last ended first" not in page_of("")


def test_the_address_of_a_filter_reads_back_as_itself() -> None:
    wanted = filters.Filter(view="mine", session="a&b=c", kind="pin", risk=7, holder="free", sort="due")
    assert filters.parse(QueryDict(wanted.address()[1:])) == wanted
    assert filters.Filter().address() == "?"


def test_a_view_is_taken_away_by_who_saved_it_and_its_name_is_taken_once(world: World, browser: Browser) -> None:
    other = User.objects.create_user("other")
    Membership.objects.create(team=world.team, user=other, role=Role.REVIEWER)
    for person in (other, world.reviewer):
        browser(person).post(url(world, "save-view"), {"name": "Hot", "risk": "50"})
    view = SavedView.objects.get()
    assert view.user == other
    browser(world.reviewer).post(url(world, "drop-view", view.pk))
    assert SavedView.objects.exists()
    browser(other).post(url(world, "drop-view", view.pk))
    assert not SavedView.objects.exists()
