"""How compactions end: every guard of an approval, and what each end leaves behind."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone

from reviewapp.guard import render
from reviewapp.guard.pinned import render_block
from reviewapp.guard.states import State
from reviewapp.models import AuditEntry, Compaction, ContextServe, Decision, Membership, Receipt, User
from reviewapp.services.compactions import analysis, checks, finalize
from reviewapp.services.compactions.intake import TurnIn, withdraw
from reviewapp.services.context import delivery
from reviewapp.services.receipts import receipts, signing_keys
from reviewapp.services.review import actions
from reviewapp.services.teams import policy
from tests import plain_engine
from tests.services.authority import World, make_world
from tests.services.test_register import refused

pytestmark = pytest.mark.django_db

SOON = timedelta(hours=73)


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)


@pytest.fixture
def world() -> World:
    return make_world()


def later() -> Any:
    return patch.object(finalize, "now", lambda: timezone.now() + SOON)


def unchanged(compaction: Compaction, state: State = State.IN_REVIEW) -> bool:
    compaction.refresh_from_db()
    return compaction.state == state and not Decision.objects.filter(compaction=compaction, final=True).exists()


# The guards of an approval, each with the one thing that is wrong


def test_a_viewer_and_a_stranger_do_not_decide(world: World) -> None:
    compaction = world.in_review()
    Membership.objects.filter(user=world.bob).update(role="viewer")
    with refused("role"):
        world.approve(compaction, world.bob)
    with refused("not_found"):
        world.approve(compaction, User.objects.create_user("stranger"))
    assert unchanged(compaction)


def test_another_teams_compaction_does_not_exist(world: World) -> None:
    other = make_world()
    compaction = other.in_review()
    with refused("not_found"):
        world.approve(compaction, digest="00" * 32)
    with refused("not_found"):
        delivery.context(team=world.team, token=world.token, compaction_id=compaction.id)
    assert unchanged(compaction)


@pytest.mark.parametrize("digest", ["", "00" * 32, "not hex"])
def test_only_what_was_shown_is_approved(world: World, digest: str) -> None:
    compaction = world.in_review()
    with refused("stale_manifest"):
        world.approve(compaction, digest=digest)
    assert unchanged(compaction)


def test_an_edit_voids_what_was_shown_before(world: World) -> None:
    compaction = world.in_review()
    shown = world.shown(compaction)
    actions.edit(team=world.team, user=world.bob, compaction_id=compaction.id, text="It moves to EKS.", revision=1)
    with refused("stale_manifest"):
        world.approve(compaction, digest=shown)
    world.approve(compaction)


def test_an_unresolved_loss_keeps_the_gate_shut(world: World) -> None:
    world.history.append(TurnIn("user", "Do NOT open port 5432."))
    compaction = world.in_review()
    with refused("unresolved"):
        world.approve(compaction)
    assert unchanged(compaction)


def test_an_overdue_compaction_expires_instead_of_being_approved(world: World) -> None:
    compaction = world.in_review()
    shown = world.shown(compaction)
    with later(), refused("expired"):
        world.approve(compaction, digest=shown)
    assert unchanged(compaction, State.EXPIRED)
    assert compaction.receipt is not None
    assert receipts.statement(compaction.receipt).predicate["outcome"] == "expired"
    assert world.session.epoch == 0


def test_an_overdue_compaction_is_not_rejected_either(world: World) -> None:
    compaction = world.in_review()
    with later(), refused("expired"):
        finalize.reject(team=world.team, user=world.ann, compaction_id=compaction.id, reason_code="other")
    assert unchanged(compaction, State.EXPIRED)


def test_nothing_is_approved_before_its_analysis(world: World) -> None:
    compaction = world.submit()
    with refused("not_in_review"):
        world.approve(compaction, digest="00" * 32)
    assert unchanged(compaction, State.RECEIVED)


@pytest.mark.usefixtures("rows_by_hand")
def test_an_epoch_that_moved_shuts_the_gate(world: World) -> None:
    compaction = world.in_review()
    shown = world.shown(compaction)
    type(world.session).objects.filter(id=compaction.session_id).update(epoch=5)
    with refused("epoch_moved"):
        world.approve(compaction, digest=shown)
    assert unchanged(compaction)


def test_a_context_that_lost_a_pin_on_the_way_is_neither_approved_nor_served(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.pin("k", "Never push.")
    compaction = world.in_review()
    monkeypatch.setattr(render, "render_block", lambda pins: render_block([]))
    with refused("pins_not_held"):
        world.approve(compaction)
    assert unchanged(compaction)
    monkeypatch.undo()
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    world.approve(compaction)
    monkeypatch.setattr(render, "render_block", lambda pins: render_block([]))
    with refused("pins_not_held"):
        world.serve(compaction)
    assert not ContextServe.objects.exists()


def test_without_a_key_nothing_takes_effect_but_a_rejection_does(world: World, settings: Any) -> None:
    compaction = world.in_review()
    signing_keys._loaded.clear()
    settings.STET_SIGNING_KEY_FILE = None
    with refused("signing_unavailable"):
        world.approve(compaction)
    assert unchanged(compaction)
    finalize.reject(team=world.team, user=world.ann, compaction_id=compaction.id, reason_code="other")
    compaction.refresh_from_db()
    assert (compaction.state, compaction.receipt) == (State.REJECTED, None)


def test_what_cannot_be_logged_does_not_happen(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    compaction = world.in_review()
    shown = world.shown(compaction)

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the audit chain can't be written")

    monkeypatch.setattr("reviewapp.services.compactions.transitions.audit_log.append", broken)
    with pytest.raises(RuntimeError):
        world.approve(compaction, digest=shown)
    assert unchanged(compaction)
    assert world.session.epoch == 0
    assert not Receipt.objects.filter(compaction=compaction).exists()


# Quorum and four eyes


def test_two_people_where_the_team_wants_two() -> None:
    world = make_world(quorum=2)
    compaction = world.in_review()
    world.approve(compaction, world.ann)
    assert unchanged(compaction)
    with refused("already_voted"):
        world.approve(compaction, world.ann)
    approved = world.approve(compaction, world.bob)
    assert approved.receipt is not None
    told = receipts.statement(approved.receipt).predicate
    assert [vote["actor"] for vote in told["decisions"]] == [str(world.ann.id), str(world.bob.id)]


def test_a_vote_on_another_manifest_does_not_count() -> None:
    world = make_world(quorum=2)
    compaction = world.in_review()
    world.approve(compaction, world.ann)
    actions.edit(team=world.team, user=world.bob, compaction_id=compaction.id, text="It moves to EKS.", revision=1)
    world.approve(compaction, world.bob)
    assert unchanged(compaction)


def test_the_vote_of_someone_who_may_no_longer_decide_does_not_count() -> None:
    world = make_world(quorum=2)
    compaction = world.in_review()
    world.approve(compaction, world.ann)
    Membership.objects.filter(user=world.ann).update(role="viewer")
    world.approve(compaction, world.bob)
    assert unchanged(compaction)


def test_four_eyes_bar_the_author_and_the_tokens_maker() -> None:
    world = make_world(four_eyes=True)
    compaction = world.in_review()
    with refused("four_eyes"):
        world.approve(compaction, world.lead)  # made the token
    actions.edit(team=world.team, user=world.ann, compaction_id=compaction.id, text="It moves to EKS.", revision=1)
    with refused("four_eyes"):
        world.approve(compaction, world.ann)
    world.approve(compaction, world.bob)


def test_a_new_policy_makes_the_analysis_stale(world: World) -> None:
    compaction = world.in_review()
    shown = world.shown(compaction)
    policy.change(team=world.team, user=world.lead, rules=policy.Rules(auto_approve="never", quorum=2))
    with refused("stale_analysis"):
        world.approve(compaction, digest=shown)


# By policy


def test_a_clean_summary_passes_by_policy_with_a_receipt_that_says_so() -> None:
    world = make_world(auto_approve="flagged_only")
    compaction = world.submit()
    analysis.analyse(compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.state == State.APPROVED
    assert compaction.receipt is not None
    told = receipts.statement(compaction.receipt).predicate
    assert (told["by"], told["decisions"]) == ("policy", [])
    assert Decision.objects.get(compaction=compaction).actor is None


def test_a_flagged_summary_does_not() -> None:
    world = make_world(auto_approve="flagged_only")
    world.history.append(TurnIn("user", "Do NOT open port 5432."))
    world.in_review()  # fails unless people have to decide


# Other ends


def test_a_withdrawal_leaves_a_receipt(world: World) -> None:
    compaction = world.in_review()
    withdraw(team=world.team, token=world.token, compaction_id=compaction.id)
    compaction.refresh_from_db()
    assert compaction.receipt is not None
    assert receipts.statement(compaction.receipt).predicate["outcome"] == "withdrawn"


def test_a_rejection_needs_a_reason_and_known_findings(world: World) -> None:
    compaction = world.in_review()
    end: dict[str, Any] = {"team": world.team, "user": world.ann, "compaction_id": compaction.id}
    with refused("invalid"):
        finalize.reject(**end, reason_code="")
    for reason in ("x" * 4_001, "nul\0"):
        with refused("too_long"):
            finalize.reject(**end, reason_code="losses", reason=reason)
    with refused("no_such_finding"):
        finalize.reject(**end, reason_code="losses", must_keep=["00" * 32])
    assert unchanged(compaction)


def test_every_end_stands_in_the_chain_with_its_receipt(world: World) -> None:
    compaction = world.approved()
    entry = AuditEntry.objects.get(team=world.team, action="compaction.approved")
    named = set(entry.body["receipts"])
    made = Receipt.objects.filter(compaction=compaction).values_list("digest", flat=True)
    assert named == {digest.hex() for digest in made}
