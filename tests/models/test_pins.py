"""Pins, votes, decisions and keys by plain SQL."""

from __future__ import annotations

import pytest

from reviewapp.models import (
    Analysis,
    Build,
    Decision,
    Finding,
    Idempotency,
    Membership,
    Pin,
    PinCheck,
    PinVersion,
    Policy,
    Register,
    Resolution,
    Retirement,
    Revision,
    StateRecord,
    Turn,
)
from tests.models.rows import fill
from tests.models.sql import allowed, copy_of, refused, run
from tests.world import World


@pytest.fixture
def pin(world: World) -> Pin:
    fill(world)
    return Pin.objects.get()


def test_a_register_version_never_falls(pin: Pin) -> None:
    Register.objects.filter(session=None).update(version=3)
    refused("UPDATE reviewapp_register SET version = 2 WHERE session_id IS NULL", because="version never falls")


def test_a_register_keeps_its_scope(pin: Pin) -> None:
    move = "UPDATE reviewapp_register SET session_id = NULL WHERE session_id IS NOT NULL"
    refused(move, because="only .* may change|one_register_per_team")


def test_one_active_pin_a_key(pin: Pin) -> None:
    refused(copy_of(Pin), because="one_active_pin_per_key")
    allowed(copy_of(Pin, state="'retired'"))


def test_a_retired_pin_stays_retired(pin: Pin) -> None:
    allowed("UPDATE reviewapp_pin SET state = 'retired'")
    refused("UPDATE reviewapp_pin SET state = 'active'", because="stays retired")


def test_a_pin_keeps_its_key(pin: Pin) -> None:
    refused("UPDATE reviewapp_pin SET key = 'other'", because="only .* may change")


def test_a_pin_version_is_known_by_its_number(pin: Pin) -> None:
    refused(copy_of(PinVersion), because="one_pin_version_per_number")
    refused(copy_of(PinVersion, n="2", severity="'MILD'"), because="pin_severity_known")
    refused(copy_of(PinVersion, n="2", origin_turn_seq="3"), because="pinversion_origin_whole")


def test_who_asks_to_retire_a_pin_does_not_vote(pin: Pin) -> None:
    asked = Retirement.objects.get()
    vote = "INSERT INTO reviewapp_retirementvote (team_id, retirement_id, voter_id) VALUES (%s, %s, %s)"
    refused(vote, pin.team_id, asked.id, asked.requested_by_id, because="has no vote on it")


def test_one_vote_a_person(world: World, pin: Pin) -> None:
    again = "INSERT INTO reviewapp_retirementvote (team_id, retirement_id, voter_id) VALUES (%s, %s, %s)"
    refused(again, pin.team_id, Retirement.objects.get().id, world.reviewer.id, because="one_vote_per_person")


def test_one_open_retirement_a_pin_and_done_only_with_a_receipt(pin: Pin) -> None:
    refused(copy_of(Retirement), because="one_open_retirement_per_pin")
    refused("UPDATE reviewapp_retirement SET state = 'done'", because="retirement_has_receipt")


def test_a_proposal_is_decided_by_a_person(pin: Pin) -> None:
    refused("UPDATE reviewapp_pinproposal SET state = 'accepted'", because="pin_proposal_decided_by_person")


def test_two_final_decisions(world: World, pin: Pin) -> None:
    second = copy_of(Decision, "actor_id IS NOT NULL", actor_id=str(world.lead.id), verdict="'reject'")
    refused(second, because="one_final_decision")


def test_two_votes_of_one_person_on_one_manifest(pin: Pin) -> None:
    refused(copy_of(Decision, "actor_id IS NOT NULL", final="false"), because="one_vote_per_manifest")


def test_one_active_signing_key(db: None) -> None:
    key = (
        "INSERT INTO reviewapp_signingkey (keyid, public_pem, state, reason) VALUES (md5(random()::text), '', '{}', '')"
    )
    run("UPDATE reviewapp_signingkey SET state = 'retired' WHERE state = 'active'")
    allowed(key.format("active"))
    refused(key.format("active"), because="one_active_signing_key")
    refused(key.format("lost"), because="signing_key_state_known")
    refused("UPDATE reviewapp_signingkey SET public_pem = 'x'", because="only .* may change")


def test_a_served_context_stays_on_record(world: World, pin: Pin) -> None:
    refused("UPDATE reviewapp_contextserve SET team_register_version = 9", because="only .* may change")


ONLY_ONCE_OR_WHOLE = [
    ("UPDATE reviewapp_membership SET role = 'owner'", "membership_role_known"),
    (copy_of(Membership), "one_role_per_member"),
    (copy_of(Idempotency), "one_answer_per_key"),
    (copy_of(Analysis), "one_analysis_per_key"),
    (copy_of(PinCheck), "one_pin_check_per_registers"),
    (copy_of(Policy), "one_policy_per_version"),
    (copy_of(Policy, version="2", quorum="0"), "policy_quorum_positive"),
    (copy_of(Policy, version="2", expiry_hours="0"), "policy_expiry_positive"),
    (copy_of(Revision), "one_revision_per_number"),
    (copy_of(Build), "one_build_per_child"),
    (copy_of(Build, child_id="compaction_id"), "build_on_another"),
    (copy_of(StateRecord), "one_state_record_per_version"),
    (copy_of(Turn, external_id="'x'"), "one_turn_per_seq"),
    (copy_of(Turn, seq="99", origin="'oracle'"), "turn_origin_known"),
    (copy_of(Resolution, reason_code="''"), "dismissal_has_reason"),
    (copy_of(Resolution, action="'pinned'"), "pinned_names_pin"),
    (copy_of(Finding, start="NULL"), "finding_span_whole"),
    (copy_of(Finding, severity="'mild'"), "finding_severity_known"),
]


def test_what_stands_only_once_or_whole(pin: Pin, subtests: pytest.Subtests) -> None:
    for sql, because in ONLY_ONCE_OR_WHOLE:
        with subtests.test(because):
            refused(sql, because=because)
