"""What a label tells in one text is masked wherever it recurs: in other turns, in the summary, in pins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reviewapp.masking.labelled_secrets import Known, forgetting, learn
from reviewapp.masking.secrets import find_secrets, labelled
from reviewapp.models import Pin, Session
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.locks import transaction
from reviewapp.services.pins import proposals, register
from reviewapp.services.pins.pinning import Origin
from reviewapp.services.review import actions
from reviewapp.services.sessions import turns
from reviewapp.web import secret_discovery
from reviewapp.web.safe_text import pieces
from tests.web.conftest import Browser, Desk
from tests.world import RULE, World

VALUE = "Tr0ub4dor&3xyz"
LABELLED = f"Never share the credential password: {VALUE} with anybody."
BARE = f"Never send {VALUE} to the billing team, and never write it into a ticket."


@pytest.fixture(autouse=True)
def request_scope() -> Iterator[None]:
    with forgetting():
        yield


def _shown(text: str) -> str:
    return "".join(piece.shown for piece in pieces(text))


@pytest.mark.parametrize(
    "text",
    [
        f"it is {VALUE}",
        f"({VALUE}).",
        f"“{VALUE}”",
        f"**{VALUE}**",
        f"admin:{VALUE}@db.internal",
        f"X={VALUE}",
        f"`{VALUE}`, again",
    ],
)
def test_a_value_is_masked_where_it_stands_bare(text: str) -> None:
    learn(Known.of({VALUE: "password"}))
    assert "Tr0ub" not in _shown(text) and "•••• password" in _shown(text)
    assert "".join(piece.text for piece in pieces(text)) == text


def test_the_sign_at_its_end_is_a_part_of_it() -> None:
    learn(Known.of({"hunter2!": "password"}))
    assert _shown("so hunter2! it is, hunter2") == "so •••• password it is, •••• password"


@pytest.mark.parametrize("value", ["settings.SECRET_KEY", "required", "/srv/app/current", "v1.2"])
def test_ordinary_words_behind_a_label_hide_nothing_elsewhere(value: str) -> None:
    learn(Known.of({value: "password"}))
    assert _shown(f"see {value} there") == f"see {value} there"
    assert value not in _shown(f" {value}\n"), "yet a text that is nothing else is it"


def test_a_form_and_a_known_value_stand_beside_each_other() -> None:
    learn(Known.of({VALUE: "password"}))
    token = "ghp_" + "a1B2" * 9
    assert _shown(f"{VALUE} {token} {VALUE}") == "•••• password •••• GitHub token •••• password"


def test_only_what_a_label_tells_is_to_be_known() -> None:
    assert dict(labelled(f"{LABELLED} AKIAIOSFODNN7EXAMPLE")) == {VALUE: "password"}


def test_what_is_learnt_is_forgotten_with_the_request() -> None:
    with forgetting():
        learn(Known.of({VALUE: "password"}))
        assert find_secrets(VALUE)
    assert find_secrets(VALUE) == ()


def test_a_hundred_thousand_known_values_are_looked_up_in_one_pass() -> None:
    """An alternation of them would not compile, and a look for each would not end."""
    values = [f"Tr0ub4dor&{n}x" for n in range(100_000)]
    learn(Known.of(dict.fromkeys(values, "password")))
    assert len(find_secrets(" ".join(values))) == len(values)
    assert find_secrets("Tr0ub4dor&" * 100_000) == ()
    assert find_secrets("a:b=" * 250_000 + "!" * 100_000) == ()


@pytest.fixture
def torn(world: World) -> Desk:
    """The label stands in one turn; another turn and the summary have the value alone."""
    said = (TurnIn("user", LABELLED), TurnIn("user", BARE), TurnIn("user", RULE))
    return Desk(world, world.in_review(turns=said, summary=f"Nothing was shared. {VALUE} came up."))


@pytest.fixture
def pinned(torn: Desk) -> Desk:
    """Two pins: the bare value, and a sentence about it."""
    for key, text, seq, at in (("credential", VALUE, 1, LABELLED.index(VALUE)), ("no-sending", BARE, 2, 0)):
        origin = Origin(torn.world.session(), seq, at, at + len(text))
        register.pin(
            team=torn.world.team, user=torn.world.reviewer, key=key, text=text, severity="ADVISORY", origin=origin
        )
    return torn


@pytest.mark.parametrize("tab", ["summary", "since", "context", "pins", "state"])
def test_no_pane_of_a_review_shows_it(pinned: Desk, browser: Browser, tab: str) -> None:
    client = browser(pinned.world.viewer)
    first = client.get(f"{pinned.url}?tab={tab}").content.decode()
    numbers = first.count('<li class="finding"')
    pages = [first, *(client.get(f"{pinned.url}?tab={tab}&f={n}").content.decode() for n in range(1, numbers + 1))]
    assert numbers and "Tr0ub" not in "".join(pages)


def test_no_room_shows_it(pinned: Desk, browser: Browser) -> None:
    world = pinned.world
    client, session = browser(world.viewer), pinned.compaction.session_id
    addresses = ["queue/", "pins/", "pins/?q=credential", f"pins/?session={world.session().external_id}"]
    addresses += [f"s/{session}/", f"s/{session}/turns/", f"s/{session}/turns/?from=2", f"s/{session}/turns/?q=billing"]
    addresses += [f"pins/{pin.pk}/" for pin in Pin.objects.filter(team=world.team)]
    assert len(addresses) == 10
    for address in addresses:
        response = client.get(f"/t/{world.team.slug}/{address}")
        assert response.status_code == 200 and "Tr0ub" not in response.content.decode(), address


def test_no_search_tells_a_secret_letter_by_letter(pinned: Desk, browser: Browser) -> None:
    """Of what is masked, nothing is found; of the words around it, all."""
    world, where = pinned.world, f"/t/{pinned.world.team.slug}"
    client, turns_of = browser(world.viewer), f"{where}/s/{pinned.compaction.session_id}/turns/"
    for guess in ("Tr0", "tr0ub4dor", "send Tr0"):
        assert "0 turns contain" in client.get(turns_of, {"q": guess}).content.decode()
        assert 'class="pin"' not in client.get(f"{where}/pins/", {"q": guess}).content.decode()
    assert "2 turns contain" in client.get(turns_of, {"q": '"NEVER S"'}).content.decode()
    assert 'id="no-sending"' in client.get(f"{where}/pins/", {"q": "BILLING"}).content.decode()


def test_the_queue_masks_the_loss_of_a_turn_that_does_not_label_it(world: World, browser: Browser) -> None:
    said = (TurnIn("user", LABELLED), TurnIn("user", f"Do not use {VALUE} on the staging cluster."))
    world.in_review(turns=said, summary=LABELLED)
    page = browser(world.viewer).get(f"/t/{world.team.slug}/queue/").content.decode()
    assert "on the staging cluster" in page and "Tr0ub" not in page


def test_a_pin_of_another_session_is_masked_by_the_turn_it_came_from(pinned: Desk, browser: Browser) -> None:
    other = pinned.world.in_review("s-2")
    page = browser(pinned.world.viewer).get(f"/t/{pinned.world.team.slug}/c/{other.pk}/?tab=pins")
    assert page.status_code == 200 and "credential" in page.content.decode() and "Tr0ub" not in page.content.decode()


@pytest.mark.parametrize("turn_seq", [1, None])
def test_proposals_are_masked_too(torn: Desk, browser: Browser, turn_seq: int | None) -> None:
    """Of a turn, or in the agent's own words about its session."""
    world, at = torn.world, LABELLED.index(VALUE)
    proposals.propose(
        team=world.team,
        token=world.token,
        session="s-1",
        key="again",
        text=VALUE,
        severity="ADVISORY",
        turn_seq=turn_seq,
        start=at,
        end=at + len(VALUE),
    )
    page = browser(world.viewer).get(f"/t/{world.team.slug}/pins/?view=proposed").content.decode()
    assert "again" in page and "Tr0ub" not in page


def test_a_reveal_shows_the_value_in_the_turn_that_has_it_bare(torn: Desk, browser: Browser) -> None:
    client, where = browser(torn.world.reviewer), f"/t/{torn.world.team.slug}/s/{torn.compaction.session_id}/turns/"
    assert "Reveal 1 secret" in client.get(f"{where}?from=2").content.decode()
    revealed = client.post(f"{where}2/reveal/").content.decode()
    assert BARE.replace("&", "&amp;") in revealed


def test_a_session_is_read_once_and_then_what_is_new(torn: Desk) -> None:
    session = Session.objects.get(pk=torn.compaction.session_id)
    secret_discovery.learn_session(session)
    assert find_secrets(VALUE)
    before = secret_discovery._told[session.pk]
    assert (before.turn, before.revision > 0) == (3, True)
    with CaptureQueriesContext(connection) as asked:
        secret_discovery.learn_session(session)
    assert secret_discovery._told[session.pk] == before and find_secrets(VALUE)
    assert not any("turnbody" in query["sql"] for query in asked.captured_queries)
    said = (TurnIn("user", "The password is swordfish9."),)
    with transaction():
        turns.append(turns.open_session(torn.world.team, "s-1", torn.world.token), said, token=torn.world.token)
    secret_discovery.learn_session(Session.objects.get(pk=session.pk))
    assert find_secrets(VALUE) and find_secrets("swordfish9.")


def test_labels_are_joined_once_a_reading_and_not_once_a_text(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of a session grows with it: copied for each text, a long session would take for ever."""
    said = tuple(TurnIn("user", f"password: Tr0ub4dor{n:04d}") for n in range(50))
    session = Session.objects.get(pk=world.in_review(turns=said, summary="Fifty of them.").session_id)
    joined: list[int] = []
    join = Known.joined

    def counted(parts: Iterable[Known]) -> Known:
        joined.append(1)
        return join(parts)

    monkeypatch.setattr(Known, "joined", counted)
    secret_discovery._told.clear()
    secret_discovery.learn_session(session)
    assert len(joined) == 2, "with what was known of the session, and with what stands beside it"
    assert all(find_secrets(f"it is Tr0ub4dor{n:04d}") for n in range(50))


def test_what_is_remembered_is_bounded_by_what_it_holds(torn: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    other = torn.world.in_review("s-2", turns=(TurnIn("user", "password: swordfish99"), TurnIn("user", RULE)))
    monkeypatch.setattr(secret_discovery, "_VALUES", 1)
    secret_discovery._told.clear()
    for session in (torn.compaction.session_id, other.session_id):
        secret_discovery.learn_session(Session.objects.get(pk=session))
    assert list(secret_discovery._told) == [other.session_id]


def test_a_state_delta_labels_too(world: World, browser: Browser) -> None:
    """It stands in no record before its compaction is approved."""
    delta = {"base_version": 0, "set": {"goal": [f"The password: {VALUE}"]}}
    desk = Desk(world, world.in_review(summary=f"Nothing. {VALUE} came up.", state_delta=delta))
    page = browser(world.viewer).get(desk.url).content.decode()
    assert "came up" in page and "Tr0ub" not in page


def test_a_pin_that_stands_in_the_way_is_quoted_masked(pinned: Desk, browser: Browser) -> None:
    """On a page of no session, and on one of another session."""
    world, client = pinned.world, browser(pinned.world.reviewer)
    typed = {"key": "no-sending", "text": f"{RULE} At night too.", "severity": "ADVISORY", "revision": 1}
    other = Desk(world, world.in_review("s-2"))
    places = [f"/t/{world.team.slug}/pins/new/", f"{other.url}f/{other.finding('Aurora')}/pin/"]
    for place in places:
        answer = client.post(place, {**typed, "scope": "team" if place in places[1:] else ""})
        assert answer.status_code == 409 and "billing team" in answer.content.decode(), place
        assert "Tr0ub" not in answer.content.decode(), place


def test_the_reason_of_a_dismissal_is_masked(torn: Desk, browser: Browser) -> None:
    actions.dismiss(
        **torn.world.by(torn.world.reviewer, torn.compaction),
        finding_key=torn.finding("Aurora"),
        reason_code="false_alarm",
        reason=f"Only {VALUE} counts.",
    )
    page = browser(torn.world.viewer).get(f"{torn.url}?key={torn.finding('Aurora')}").content.decode()
    assert "counts." in page and "Tr0ub" not in page
