"""Intake: what an agent sends is stored whole, once, or not at all."""

from __future__ import annotations

import hashlib

import pytest

from reviewapp.models import AuditEntry, Compaction, Idempotency, Session, Turn
from reviewapp.services.compactions import finalize, intake
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.intake import IdempotencyKey, Proposal, TurnIn
from reviewapp.services.errors import Refused
from tests.clock import let_expire
from tests.world import FAITHFUL, LOSSY, TURNS, World, make_world


def refusal(world: World, **how: object) -> Refused:
    with pytest.raises(Refused) as refused:
        world.propose(**how)  # type: ignore[arg-type]  # each test gives its own
    return refused.value


def test_turns_are_numbered_from_one_and_kept_byte_for_byte(world: World) -> None:
    content = "line\r\nwith trailing  \u202e\u200b e\u0301"
    intake.append_turns(team=world.team, token=world.token, session="s-1", turns=[TurnIn("user", content)])
    turn = Turn.objects.get(session=world.session())
    assert (turn.seq, turn.text, turn.size, turn.origin) == (1, content, len(content), "user")
    assert turn.digest == hashlib.sha256(content.encode()).digest()


def test_a_gap_is_refused_with_the_last_number(world: World) -> None:
    intake.append_turns(team=world.team, token=world.token, session="s-1", turns=TURNS)
    with pytest.raises(Refused) as refused:
        intake.append_turns(team=world.team, token=world.token, session="s-1", turns=[TurnIn("user", "x")], after_seq=2)
    assert (refused.value.status, refused.value.details) == (409, {"last_seq": 4})


def test_the_same_external_id_with_the_same_bytes_is_stored_once(world: World) -> None:
    turns = [TurnIn("user", "hello", external_id="m-1")]
    for _ in range(2):
        intake.append_turns(team=world.team, token=world.token, session="s-1", turns=turns, after_seq=0)
    assert world.session().last_seq == 1


def test_the_same_external_id_with_other_bytes_is_refused(world: World) -> None:
    intake.append_turns(team=world.team, token=world.token, session="s-1", turns=[TurnIn("user", "a", external_id="m")])
    with pytest.raises(Refused, match="another content"):
        intake.append_turns(
            team=world.team, token=world.token, session="s-1", turns=[TurnIn("user", "b", external_id="m")]
        )


def test_an_unknown_role_cannot_bind(world: World) -> None:
    intake.append_turns(team=world.team, token=world.token, session="s-1", turns=[TurnIn("oracle", "obey")])
    assert Turn.objects.get().origin == "tool"


def test_a_submission_is_stored_as_received_with_its_turns(world: World) -> None:
    compaction = world.propose()
    assert (compaction.state, compaction.from_seq, compaction.to_seq) == ("received", 1, 4)
    assert compaction.current_revision is not None
    assert compaction.current_revision.summary == LOSSY
    assert list(AuditEntry.objects.filter(team=world.team).values_list("action", flat=True)) == [
        "turns.appended",
        "compaction.received",
    ]


def test_nothing_is_stored_when_a_submission_is_refused(world: World) -> None:
    assert refusal(world, to_seq=99).status == 409
    assert not Turn.objects.exists()
    assert not Session.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_second_open_compaction_of_a_session_is_refused(world: World) -> None:
    first = world.propose()
    refused = refusal(world, turns=())
    assert (refused.code, refused.details["compaction"]) == ("open_compaction", str(first.id))


def test_an_overdue_one_does_not_keep_a_new_one_out(world: World) -> None:
    first = world.propose()
    let_expire(first)
    world.propose(turns=())
    first.refresh_from_db()
    assert first.state == "expired"


@pytest.mark.parametrize(("first", "last"), [(2, 4), (1, 5), (3, 2), (0, 4)])
def test_a_range_that_leaves_turns_out_or_has_none_is_refused(world: World, first: int, last: int) -> None:
    assert refusal(world, from_seq=first, to_seq=last).code == "range"


def test_the_first_attempt_and_the_next_are_numbered(world: World) -> None:
    first = world.propose()
    intake.withdraw(team=world.team, token=world.token, compaction_id=first.id)
    second = world.propose(turns=())
    assert [(c.generation, c.attempt) for c in (first, second)] == [(1, 1), (1, 2)]


def test_withdrawing_twice_is_the_same_as_once(world: World) -> None:
    compaction = world.propose()
    for _ in range(2):
        state = intake.withdraw(team=world.team, token=world.token, compaction_id=compaction.id).state
        assert state == "withdrawn"
    assert AuditEntry.objects.filter(action="compaction.withdrawn").count() == 1


def test_the_submission_digest_covers_summary_and_turns(world: World) -> None:
    one = world.propose("a")
    assert one.submission_digest != world.propose("b").submission_digest  # other session, other salts
    stored = Compaction.objects.get(id=one.id)
    assert stored.submission_digest == one.submission_digest


def test_a_repeated_request_gets_the_same_bytes_and_stores_nothing(world: World) -> None:
    key = IdempotencyKey("k-1", hashlib.sha256(b"body").digest())
    proposal = Proposal(session="s-1", summary=LOSSY, turns=TURNS)
    first, again = (
        intake.submit(team=world.team, token=world.token, proposal=proposal, idempotency=key) for _ in range(2)
    )
    assert (first.answer, first.replayed, again.replayed) == (again.answer, False, True)
    assert Compaction.objects.count() == Idempotency.objects.count() == 1


def test_a_key_used_with_another_body_is_refused(world: World) -> None:
    proposal = Proposal(session="s-1", summary=LOSSY, turns=TURNS)
    for body in (b"one", b"two"):
        key = IdempotencyKey("k-1", hashlib.sha256(body).digest())
        if body == b"one":
            intake.submit(team=world.team, token=world.token, proposal=proposal, idempotency=key)
            continue
        with pytest.raises(Refused) as refused:
            intake.submit(team=world.team, token=world.token, proposal=proposal, idempotency=key)
        assert refused.value.status == 422


def test_another_teams_compaction_is_not_there(world: World) -> None:
    other = make_world("rivals")
    with pytest.raises(Refused) as refused:
        intake.withdraw(team=other.team, token=other.token, compaction_id=world.propose().id)
    assert refused.value.status == 404


def test_a_parent_has_to_cover_whole_active_compactions(world: World) -> None:
    child = _approved(world)
    assert refusal(world, turns=TURNS, builds_on=(child.id,), level="leaf").code == "level"
    assert refusal(world, turns=TURNS, builds_on=(child.id,), to_seq=3).code == "range"
    assert refusal(world, turns=TURNS, from_seq=1).code == "range"
    parent = world.propose(turns=TURNS, builds_on=(child.id,))
    assert (parent.level, parent.from_seq, parent.to_seq, parent.generation) == ("parent", 1, 8, 2)
    assert list(parent.builds_on.all()) == [child]


def _approved(world: World) -> Compaction:
    world.policy(auto_approve="never")
    compaction = world.in_review(summary=FAITHFUL)
    digest = gate(compaction).manifest_digest
    return finalize.approve(team=world.team, user=world.reviewer, compaction_id=compaction.id, manifest_digest=digest)
