"""How a pin leaves the register: by evidence and votes, by an undo in time, by a confirmed expiry. Never otherwise."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from reviewapp.models import Membership, Receipt, Register, RetirementVote, Role, Session, Team, User
from reviewapp.services.context import delivery
from reviewapp.services.pins import pinning, register, retirement
from reviewapp.services.receipts import receipts
from tests.services.authority import World, make_world
from tests.services.test_register import RULE, in_force, refused

pytestmark = pytest.mark.django_db

EVIDENCE = "The instance was deleted on 12 March, change 4711."


@pytest.fixture
def world() -> World:
    return make_world()


def test_a_grave_pin_needs_two_others_one_of_them_a_lead(world: World) -> None:
    pin = world.pin("k", RULE, "HARD_DENIAL").pin
    asked = retirement.request_retirement(team=world.team, user=world.ann, pin_id=pin.id, evidence=EVIDENCE)
    with refused("own_request"):
        retirement.vote_retirement(team=world.team, user=world.ann, retirement_id=asked.id)
    retirement.vote_retirement(team=world.team, user=world.bob, retirement_id=asked.id)
    assert in_force(world)
    with refused("already_voted"):
        retirement.vote_retirement(team=world.team, user=world.bob, retirement_id=asked.id)
    done = retirement.vote_retirement(team=world.team, user=world.lead, retirement_id=asked.id)
    assert not in_force(world)
    assert done.receipt is not None
    told = receipts.statement(done.receipt).predicate
    assert told["approvers"] == [str(world.bob.id), str(world.lead.id)]
    assert told["requester"] == str(world.ann.id)
    assert told["register"]["after"]["version"] == told["register"]["before"]["version"] + 1


def test_a_lead_alone_is_not_two_people(world: World) -> None:
    pin = world.pin("k", RULE, "HARD_DENIAL").pin
    asked = retirement.request_retirement(team=world.team, user=world.ann, pin_id=pin.id, evidence=EVIDENCE)
    retirement.vote_retirement(team=world.team, user=world.lead, retirement_id=asked.id)
    assert in_force(world)


def test_two_votes_without_a_lead_are_not_enough(world: World) -> None:
    carl = User.objects.create_user("carl")
    Membership.objects.create(team=world.team, user=carl, role=Role.REVIEWER)
    pin = world.pin("k", RULE, "HARD_DENIAL").pin
    asked = retirement.request_retirement(team=world.team, user=world.ann, pin_id=pin.id, evidence=EVIDENCE)
    for voter in (world.bob, carl):
        retirement.vote_retirement(team=world.team, user=voter, retirement_id=asked.id)
    assert in_force(world)
    retirement.vote_retirement(team=world.team, user=world.lead, retirement_id=asked.id)
    assert not in_force(world)


def test_a_team_without_another_lead_is_told_so(world: World) -> None:
    pin = world.pin("k", RULE, "FATAL_FALSIFICATION").pin
    with refused("too_few_people"):
        retirement.request_retirement(team=world.team, user=world.lead, pin_id=pin.id, evidence=EVIDENCE)


def test_a_vote_of_someone_who_left_does_not_count(world: World) -> None:
    pin = world.pin("k", RULE, "HARD_DENIAL").pin
    asked = retirement.request_retirement(team=world.team, user=world.ann, pin_id=pin.id, evidence=EVIDENCE)
    retirement.vote_retirement(team=world.team, user=world.bob, retirement_id=asked.id)
    Membership.objects.filter(team=world.team, user=world.bob).update(role="viewer")
    retirement.vote_retirement(team=world.team, user=world.lead, retirement_id=asked.id)
    assert in_force(world)


def test_an_advisory_pin_needs_one_other(world: World) -> None:
    pin = world.pin("k", RULE).pin
    asked = retirement.request_retirement(team=world.team, user=world.ann, pin_id=pin.id, evidence=EVIDENCE)
    retirement.vote_retirement(team=world.team, user=world.bob, retirement_id=asked.id)
    assert not in_force(world)
    assert RetirementVote.objects.count() == 1


def test_evidence_is_asked_for(world: World) -> None:
    pin = world.pin("k", RULE).pin
    with refused("invalid"):
        retirement.request_retirement(team=world.team, user=world.ann, pin_id=pin.id, evidence="because")


# Undo


def test_an_author_takes_a_pin_back_until_it_was_served(world: World) -> None:
    compaction = world.approved()
    pin = world.pin("k", RULE).pin
    with refused("not_the_author"):
        register.undo_pin(team=world.team, user=world.bob, pin_id=pin.id)
    register.undo_pin(team=world.team, user=world.ann, pin_id=pin.id)
    assert not in_force(world)
    pin = world.pin("k", RULE).pin
    world.serve(compaction)
    with refused("pin_served"):
        register.undo_pin(team=world.team, user=world.ann, pin_id=pin.id)


def test_asking_for_the_pins_counts_as_a_serve(world: World) -> None:
    pin = world.pin("k", RULE).pin
    delivery.pins(team=world.team, token=world.token, session=None)
    with refused("pin_served"):
        register.undo_pin(team=world.team, user=world.ann, pin_id=pin.id)


# Expiry


@pytest.mark.usefixtures("rows_by_hand")  # the database's own clock says that nothing is over
def test_an_overdue_pin_stays_in_force_until_the_sweeper_retires_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.pin("k", RULE, expires_at=timezone.now() + timedelta(hours=1))
    grave = world.pin("g", "Never push.", "HARD_DENIAL", expires_at=timezone.now() + timedelta(hours=1))
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(retirement, "now", lambda: later)
    assert in_force(world).keys() == {"k", "g"}
    assert register.expire_due() == 1
    assert in_force(world).keys() == {"g"}  # nobody confirmed that one
    with refused("second_person"):
        register.confirm_expiry(team=world.team, user=world.ann, pin_id=grave.pin_id)
    register.confirm_expiry(team=world.team, user=world.bob, pin_id=grave.pin_id)
    assert register.expire_due() == 1
    assert not in_force(world)
    assert Receipt.objects.filter(team=world.team, kind="pin-invalidation").count() == 2


def test_a_receipt_names_those_whose_votes_counted(world: World) -> None:
    pin = world.pin("k", RULE, "HARD_DENIAL").pin
    asked = retirement.request_retirement(team=world.team, user=world.ann, pin_id=pin.id, evidence=EVIDENCE)
    carl = User.objects.create_user("carl")
    member = Membership.objects.create(team=world.team, user=carl, role=Role.REVIEWER)
    retirement.vote_retirement(team=world.team, user=carl, retirement_id=asked.id)
    member.delete()
    for voter in (world.bob, world.lead):
        done = retirement.vote_retirement(team=world.team, user=voter, retirement_id=asked.id)
    assert done.receipt is not None
    assert receipts.statement(done.receipt).predicate["approvers"] == [str(world.bob.id), str(world.lead.id)]


def test_a_new_version_needs_a_second_person_anew(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    soon = timezone.now() + timedelta(hours=1)
    grave = world.pin("g", RULE, "HARD_DENIAL", expires_at=soon)
    register.confirm_expiry(team=world.team, user=world.bob, pin_id=grave.pin_id)
    world.pin("g", RULE, "FATAL_FALSIFICATION", expires_at=soon, user=world.bob)
    monkeypatch.setattr(retirement, "now", lambda: soon + timedelta(hours=1))
    assert register.expire_due() == 0
    with refused("second_person"):
        register.confirm_expiry(team=world.team, user=world.bob, pin_id=grave.pin_id)
    assert in_force(world)


def test_a_pin_without_an_end_has_none_to_confirm(world: World) -> None:
    pin = world.pin("k", RULE, "HARD_DENIAL").pin
    with refused("no_expiry"):
        register.confirm_expiry(team=world.team, user=world.bob, pin_id=pin.id)


def test_a_pin_with_a_past_is_not_undone(world: World) -> None:
    """What stood before, perhaps for years, would be gone with the newest version."""
    world.pin("k", RULE)
    pin = world.pin("k", RULE, "HARD_DENIAL").pin
    with refused("pin_has_history"):
        register.undo_pin(team=world.team, user=world.ann, pin_id=pin.id)
    with refused("not_the_author"):
        register.undo_pin(team=world.team, user=world.bob, pin_id=pin.id)


def test_a_pin_that_is_sent_twice_is_one_version_and_can_be_undone(world: World) -> None:
    first, again = (world.pin("k", RULE, "HARD_DENIAL", enforced_below="scp-12") for _ in range(2))
    assert first.id == again.id
    assert Register.objects.get(team=world.team, session=None).version == 1
    register.undo_pin(team=world.team, user=world.ann, pin_id=first.pin_id)
    world.pin("k", RULE, "HARD_DENIAL", enforced_below="scp-12")
    assert world.pin("k", RULE, "HARD_DENIAL", enforced_below="scp-13").n == 3


def test_a_retirement_is_asked_for_once_and_withdrawn_by_who_asked(world: World) -> None:
    pin = world.pin("k", RULE, "HARD_DENIAL").pin
    asked = retirement.request_retirement(team=world.team, user=world.ann, pin_id=pin.id, evidence=EVIDENCE)
    with refused("already_requested"):
        retirement.request_retirement(team=world.team, user=world.bob, pin_id=pin.id, evidence=EVIDENCE)
    with refused("not_yours"):
        retirement.withdraw_retirement(team=world.team, user=world.lead, retirement_id=asked.id)
    retirement.withdraw_retirement(team=world.team, user=world.ann, retirement_id=asked.id)
    with refused("not_yours"):
        retirement.withdraw_retirement(team=world.team, user=world.ann, retirement_id=asked.id)
    with refused("decided"):
        retirement.vote_retirement(team=world.team, user=world.bob, retirement_id=asked.id)
    assert in_force(world)


def test_an_expiry_that_was_met_leaves_the_version_that_came_since(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the sweeper's look and its lock, somebody has made the pin last."""
    world.pin("k", RULE, expires_at=timezone.now() + timedelta(hours=1))
    monkeypatch.setattr(retirement, "now", lambda: timezone.now() + timedelta(hours=2))
    lock_scope = pinning.lock_scope

    def later(team: Team, session: Session | None) -> Register:
        monkeypatch.setattr(retirement, "lock_scope", lock_scope)
        world.pin("k", RULE)
        return lock_scope(team, session)

    monkeypatch.setattr(retirement, "lock_scope", later)
    assert register.expire_due() == 0
    assert in_force(world)
