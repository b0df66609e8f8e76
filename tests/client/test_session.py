"""A session of an agent, from its first turns to the context that it runs on."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest

from reviewapp.client import (
    Client,
    HistoryStays,
    NotReached,
    PinsNotHeld,
    Refused,
    Request,
    Response,
    StillOpen,
)
from reviewapp.guard.pinned import render_block
from reviewapp.models import Compaction, Turn
from reviewapp.services.compactions import analysis
from reviewapp.services.pins import register
from tests.api.agents import Agent, People
from tests.api.flow import LOSSY, RULE, TURNS, analysed, approved, reject
from tests.client.conftest import ThroughDjango


class LosesTheFirstAnswer(ThroughDjango):
    def __call__(self, request: Request) -> Response:
        answer = super().__call__(request)
        if len(self.sent) == 1:
            raise NotReached("the line went dead")
        return answer


def test_turns_are_stored_once_though_the_answer_was_lost(connect: Callable[..., Client]) -> None:
    send = LosesTheFirstAnswer()
    connect(send=send).append_turns("s-1", TURNS)
    assert len(send.sent) == 2
    assert Turn.objects.count() == len(TURNS)


def test_a_submission_is_stored_once_though_the_answer_was_lost(connect: Callable[..., Client]) -> None:
    send = LosesTheFirstAnswer()
    submission = connect(send=send).submit("s-1", LOSSY, turns=TURNS)
    assert (len(send.sent), submission.id) == (2, str(Compaction.objects.get().id))


def test_the_same_key_gives_the_same_compaction(client: Client) -> None:
    first = client.submit("s-1", LOSSY, turns=TURNS, idempotency_key="k")
    again = client.submit("s-1", LOSSY, turns=TURNS, idempotency_key="k")
    assert first == again
    assert Compaction.objects.count() == 1


def test_it_tells_what_was_found(client: Client) -> None:
    submission = client.submit("s-1", LOSSY, turns=TURNS)
    analysis.analyse(compaction_id=UUID(submission.id))
    status = client.status(submission.id)
    assert status.is_open
    assert any(finding.quote in RULE and finding.turn_seq == 2 for finding in status.findings)


def test_a_wait_ends_with_the_decision(client: Client, agent: Agent, ours: People) -> None:
    compaction = analysed(agent)
    reject(ours, compaction)
    status = client.wait(str(compaction.id), timeout=60)
    assert (status.state, status.approved, status.reason) == ("rejected", False, "Say the rule.")
    assert any(kept.quote in RULE for kept in status.must_keep)


def test_a_wait_without_a_decision_says_so(connect: Callable[..., Client]) -> None:
    now = iter(range(1_000))
    client = connect(clock=lambda: next(now))
    submission = client.submit("s-1", LOSSY, turns=TURNS)
    with pytest.raises(StillOpen):
        client.wait(submission.id, timeout=30)


def test_it_waits_at_most_as_long_as_the_server_holds_a_request(
    connect: Callable[..., Client], send: ThroughDjango
) -> None:
    now = iter(range(0, 100_000, 20))
    client = connect(clock=lambda: next(now))
    submission = client.submit("s-1", LOSSY, turns=TURNS)
    with pytest.raises(StillOpen):
        client.wait(submission.id, timeout=200)
    waits = {request.url.split("wait=")[1] for request in send.sent if "wait=" in request.url}
    assert waits <= {str(seconds) for seconds in range(26)}


@pytest.mark.parametrize("form", ["stet", "openai", "anthropic"])
def test_an_approved_context_is_verified_and_applied(client: Client, agent: Agent, ours: People, form: str) -> None:
    compaction = approved(ours, agent)
    context = client.context(str(compaction.id), format=form)
    assert (context.session, context.epoch, context.through_seq, context.signed) == ("s-1", 1, 4, True)
    client.applied(context)
    assert Compaction.objects.get().applied_digest == bytes.fromhex(context.digest)


def test_until_then_the_history_stays(client: Client, agent: Agent) -> None:
    with pytest.raises(HistoryStays) as caught:
        client.context(str(analysed(agent).id))
    assert (caught.value.status, caught.value.code) == (409, "history_stays")


def test_the_old_history_is_given_back_on_any_failure(client: Client, agent: Agent) -> None:
    history = list(TURNS)
    replaced = client.replaced(history, str(analysed(agent).id), sent=2)
    assert replaced.messages is history
    assert not replaced.changed
    assert isinstance(replaced.error, HistoryStays)


def test_the_new_history_is_the_context_and_what_came_later(client: Client, agent: Agent, ours: People) -> None:
    later = {"role": "user", "content": "More."}
    replaced = client.replaced([*TURNS, later], str(approved(ours, agent).id), sent=len(TURNS))
    assert replaced.changed
    assert replaced.context is not None
    assert list(replaced.messages) == [*replaced.context.messages, later]


def test_pins_are_asserted_before_an_act(client: Client, agent: Agent, ours: People) -> None:
    context = client.context(str(approved(ours, agent).id))
    client.assert_pinned("s-1", context.messages)
    with pytest.raises(PinsNotHeld) as caught:
        client.assert_pinned("s-1", TURNS)
    assert caught.value.verdict["missing"] == ["rule"]


def test_a_proposal_is_taken_back(client: Client) -> None:
    submission = client.submit("s-1", LOSSY, turns=TURNS)
    assert client.withdraw(submission.id).state == "withdrawn"


def test_a_closed_session_voids_what_was_open_and_takes_no_more(client: Client) -> None:
    submission = client.submit("s-1", LOSSY, turns=TURNS)
    client.close("s-1")
    client.close("s-1")
    assert client.status(submission.id).state == "superseded"
    with pytest.raises(Refused) as refused:
        client.append_turns("s-1", [{"role": "user", "content": "One more."}])
    assert refused.value.code == "session_closed"


def test_turns_receipts_and_pins_can_be_read_again(client: Client, agent: Agent, ours: People) -> None:
    compaction = approved(ours, agent)
    assert client.turn("s-1", 2)["content"] == TURNS[1]["content"]
    assert client.recall("s-1", "aurora")["hits"][0]["seq"] == 2
    assert RULE.removesuffix(".") in client.pins("s-1").block
    assert b"payloadType" in client.receipt(str(compaction.receipt_id))


def test_the_compactor_sees_no_pin_and_the_receipt_can_say_so(client: Client, ours: People) -> None:
    client.append_turns("s-1", TURNS)
    register.pin(team=ours.team, user=ours.lead, key="aurora", text=RULE, severity="HARD_DENIAL")
    prepared = client.prepare("s-1")
    assert RULE not in prepared.input
    submission = client.submit("s-1", LOSSY, compactor_input=prepared.input)
    assert client.status(submission.id).answer["assurance"] == "recomputed"


def test_a_pin_is_proposed_with_its_place(client: Client) -> None:
    client.append_turns("s-1", TURNS)
    told = client.propose_pin("cluster", "Move the cluster", session="s-1", turn_seq=2, start=0, end=16)
    assert told["state"] == "open"


def test_the_state_is_written_from_the_version_that_was_read(client: Client) -> None:
    client.append_turns("s-1", TURNS)
    before = client.state("s-1")
    after = client.write_state("s-1", {**before.record, "objective": "Move."}, version=before.version)
    assert (after.version, after.record["objective"]) == (1, "Move.")
    with pytest.raises(Refused) as caught:
        client.write_state("s-1", {}, version=before.version)
    assert caught.value.status == 412


def test_a_refusal_says_where(client: Client) -> None:
    with pytest.raises(Refused) as caught:
        client.submit("s-1", LOSSY, turns=[{"role": "king", "content": "x"}])
    assert (caught.value.status, caught.value.field) == (422, "/turns/0/role")


def test_a_session_name_is_quoted(client: Client, send: ThroughDjango) -> None:
    with pytest.raises(Refused):
        client.append_turns("a/b?c", TURNS)
    assert "/sessions/a%2Fb%3Fc/turns" in send.sent[0].url


def test_the_token_is_in_no_repr(client: Client, secret: str) -> None:
    assert secret not in repr(client)
    assert secret not in repr(vars(client.checks))


def test_an_empty_register_has_a_block_too(client: Client, agent: Agent) -> None:
    analysed(agent)
    assert client.pins("s-1").block == render_block([]).decode()
