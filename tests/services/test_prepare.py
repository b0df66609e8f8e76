"""Before a compaction: what its compactor may see, what the state says, and what it may claim."""

from __future__ import annotations

import json

import pytest

from reviewapp.guard.digest import sha256
from reviewapp.guard.receipts import ReceiptKind
from reviewapp.models import Assurance, PinProposal, Receipt, StateRecord, Turn
from reviewapp.services.compactions import checks, prepare, state_delta
from reviewapp.services.compactions.refresh import bring_up_to_date
from reviewapp.services.context import recall
from reviewapp.services.errors import Refused
from reviewapp.services.pins.pinning import Origin
from reviewapp.services.receipts import receipts
from reviewapp.services.sessions import state_record
from tests import plain_engine
from tests.services.authority import World, make_world
from tests.services.test_register import refused

pytestmark = pytest.mark.django_db

RULE = "Never touch the legacy Aurora instance."
PORT = "Never open port 5432."


@pytest.fixture
def world() -> World:
    made = make_world()
    made.append(("user", f"Hello. {RULE} Thanks."), ("assistant", f"Noted: {RULE}"), ("user", "Never open port 5432."))
    return made


def prepared(world: World) -> prepare.Prepared:
    return prepare.prepare(team=world.team, token=world.token, session="s-1")


def test_pinned_spans_are_cut_out_wherever_they_stand(world: World) -> None:
    world.pin("aurora", RULE)
    made = prepared(world)
    assert [turn["content"] for turn in made.turns] == [
        "Hello. [PINNED aurora] Thanks.",
        "Noted: [PINNED aurora]",
        "Never open port 5432.",
    ]
    assert RULE not in made.input
    assert [(cut.seq, cut.start, cut.end) for cut in made.excluded] == [(1, 7, 46), (2, 7, 46)]


def test_constraints_that_no_pin_holds_are_named(world: World) -> None:
    assert {RULE.rstrip("."), "Never open port 5432"} <= {one.quote.rstrip(".") for one in prepared(world).untagged}
    world.pin("aurora", RULE)
    assert RULE.rstrip(".") not in {one.quote.rstrip(".") for one in prepared(world).untagged}


def test_a_constraint_far_from_the_narrative_diverges_more(world: World) -> None:
    world.append(*[("assistant", "Styling the buttons of the settings dialog.")] * 3)
    world.pin("far", "Never rotate customer encryption certificates.")
    world.pin("near", "Never restyle the buttons of the settings dialog.")
    pins = prepared(world).pins
    assert pins["far"] > pins["near"]


def assured(world: World, given: str, last: int = 3) -> Assurance:
    return prepare.assurance(world.session, 1, last, sha256(given.encode()))


def test_the_assurance_is_what_was_recomputed(world: World) -> None:
    world.pin("aurora", RULE)
    given = prepared(world).input
    assert assured(world, given) is Assurance.RECOMPUTED
    assert assured(world, given + " ") is Assurance.DECLARED
    assert assured(world, given, last=2) is Assurance.DECLARED
    assert prepare.assurance(world.session, 1, 3, None) is Assurance.DECLARED
    leaking = json.dumps([turn | {"content": RULE} for turn in json.loads(given)])
    assert assured(world, leaking) is Assurance.DECLARED


def test_a_new_pin_makes_an_earlier_input_a_mere_declaration(world: World) -> None:
    given = prepared(world).input
    world.pin("port", "Never open port 5432.")
    assert assured(world, given) is Assurance.DECLARED


@pytest.mark.parametrize(("late", "assurance"), [(None, "recomputed"), (PORT, "declared")])
def test_a_bypass_receipt_says_nothing_of_a_pin_that_the_input_held(
    world: World, late: str | None, assurance: str
) -> None:
    compaction = world.in_review(f"{RULE} {PORT}", turns=(), compactor_input=prepared(world).input)
    assert compaction.assurance == "recomputed"
    if late:
        world.pin("late", late)
        bring_up_to_date(compaction)
    world.approve(compaction)
    bypass = Receipt.objects.get(compaction=compaction, kind=ReceiptKind.BYPASS)
    assert receipts.statement(bypass).predicate["assurance"] == assurance


@pytest.mark.parametrize("sent", [True, False])
def test_a_span_was_left_out_only_where_an_input_without_it_was_sent(world: World, sent: bool) -> None:
    world.pin("early", RULE, origin=_origin(world, RULE))
    given = {"compactor_input": prepared(world).input} if sent else {}
    compaction = world.in_review(f"{RULE} {PORT}", turns=(), **given)
    world.approve(compaction)
    bypass = Receipt.objects.get(compaction=compaction, kind=ReceiptKind.BYPASS)
    named = [span["key"] for span in receipts.statement(bypass).predicate["excluded_spans"]]
    assert named == (["early"] if sent else [])


def test_no_span_of_a_later_pin_was_left_out(world: World) -> None:
    compaction = world.in_review(f"{RULE} {PORT}", turns=(), compactor_input=prepared(world).input)
    world.pin("late", PORT, origin=_origin(world, PORT))
    bring_up_to_date(compaction)
    world.approve(compaction)
    bypass = Receipt.objects.get(compaction=compaction, kind=ReceiptKind.BYPASS)
    assert receipts.statement(bypass).predicate["excluded_spans"] == []


def _origin(world: World, words: str) -> Origin:
    turn = next(turn for turn in Turn.objects.filter(session=world.session).order_by("seq") if words in turn.text)
    return Origin(world.session, turn.seq, turn.text.index(words), turn.text.index(words) + len(words))


# The state record


def test_the_state_is_versioned(world: World) -> None:
    first = put(world, {"objective": "Move to EKS", "forbidden_actions": ["touch Aurora"]}, 0)
    assert (first.version, first.body["pending"]) == (1, [])
    with refused("version"):
        put(world, {"objective": "Other"}, 0)
    assert put(world, {"objective": "Other"}, 1).version == 2
    assert put(world, {"objective": "Other"}).version == 2  # the same again is the same


def put(world: World, record: dict[str, object], if_match: int | None = None) -> StateRecord:
    return state_record.put(team=world.team, token=world.token, session="s-1", record=record, if_match=if_match)


@pytest.mark.parametrize(
    "record",
    [
        {"mood": "good"},
        {"pending": "text"},
        {"pending": [1]},
        {"pending": [""]},
        {"pending": ["nul\0"]},
        {"objective": None},
        {"verified_entities": ["a"]},
        {"verified_entities": {"a": 1}},
        {"objective": "half \ud800"},
        {"pending": ["x"] * 1001},
    ],
)
def test_what_is_no_state_is_refused(world: World, record: dict[str, object]) -> None:
    with pytest.raises(Refused) as error:
        put(world, record)
    assert error.value.status == 422
    assert state_record.get(team=world.team, session="s-1") is None


def test_the_state_is_served_as_data_between_pins_and_dialogue() -> None:
    world = make_world()
    compaction = world.approved()
    put(world, {"objective": "Move to EKS"})
    messages = world.serve(compaction).messages
    assert [message["kind"] for message in messages] == ["text", "pinned", "state", "text", "summary"]
    assert '[GOAL] "Move to EKS"' in messages[2]["content"]


# What a compaction claims


def test_a_negation_that_a_turn_holds_is_proposed_as_a_pin(world: World) -> None:
    claims = {"explicit_user_negations": ["Never open port 5432.", "Never breathe."]}
    compaction = world.submit(turns=[], state_delta=claims)
    state_delta.propose_negations(compaction)
    state_delta.propose_negations(compaction)
    proposal = PinProposal.objects.get(team=world.team)
    assert (proposal.text, proposal.origin_turn_seq, proposal.origin_kind) == (b"Never open port 5432.", 3, "user")
    [finding] = state_delta.of_delta(compaction)
    assert finding.why.endswith("explicit_user_negations 2.")


@pytest.mark.parametrize("claims", [{"explicit_user_negations": "x"}, {"other": []}, {"completed_subtasks": [None]}])
def test_a_delta_that_cannot_be_read_is_a_finding(world: World, claims: dict[str, object]) -> None:
    compaction = world.submit(turns=[], state_delta=claims)
    assert [finding.rule for finding in state_delta.of_delta(compaction)] == ["structure.delta"]
    assert state_delta.propose_negations(compaction) == []


def test_an_entity_that_no_turn_names_is_a_finding(world: World) -> None:
    claims = {"discovered_entity_ids": {"port": "5432", "volume": "vol-0aa"}}
    [finding] = state_delta.of_delta(world.submit(turns=[], state_delta=claims))
    assert "discovered_entity_ids 2" in finding.why


# Recall


def test_a_cited_turn_comes_back_as_it_was(world: World) -> None:
    found = recall.turn(team=world.team, session="s-1", seq=2)
    assert found.text == f"Noted: {RULE}"
    with refused("not_found"):
        recall.turn(team=world.team, session="s-1", seq=4)
    with refused("not_found"):
        recall.turn(team=make_world().team, session="s-1", seq=2)


def test_an_approved_delta_goes_into_the_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    world = make_world()
    world.append(("user", "Use port 5432."))
    put(world, {"objective": "Move", "pending": ["Ask about ports", "Which port?"]})
    claims = {
        "completed_subtasks": ["Which port?", "Moved"],
        "pending_user_questions": ["Which region?"],
        "discovered_entity_ids": {"port": "5432"},
    }
    world.approved("It moves.", turns=[], state_delta=claims)
    body = StateRecord.objects.filter(team=world.team).latest("version").body
    assert (body["completed"], body["pending"]) == (["Which port?", "Moved"], ["Ask about ports", "Which region?"])
    assert (body["objective"], body["verified_entities"]) == ("Move", {"port": "5432"})


def test_an_agent_can_say_that_its_compactor_failed(world: World) -> None:
    compaction = world.submit("", turns=[], compactor={"name": "tiny", "error": "out of memory"})
    assert [finding.rule for finding in state_delta.of_delta(compaction)] == ["structure.compactor"]


def test_each_turn_is_kept_as_its_class_says(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    world.append(("assistant", "The region is eu-west-3."), ("assistant", "Nice weather."))
    world.pin("aurora", RULE)
    put(world, {"verified_entities": {"region": "eu-west-3"}})
    world.approved("Ports are settled [[turn:3]].", turns=[])
    made = prepare.prepare(team=world.team, token=world.token, session="s-1", from_seq=1, to_seq=5)
    assert made.fidelity == {1: "authority", 2: "authority", 3: "evidence", 4: "state", 5: "narrative"}
