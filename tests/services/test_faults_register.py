"""What agents write without having looked: a record that forgets bans, a proposal with the wrong span."""

from __future__ import annotations

from typing import Any

import pytest

from reviewapp.models import PinProposal
from reviewapp.services.compactions import finalize, must_keep
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.errors import Refused
from reviewapp.services.pins import proposals
from reviewapp.services.review import actions, marks
from reviewapp.services.sessions import state_record
from tests.world import PORT, RULE, World


def test_a_record_written_blindly_takes_no_ban_away(world: World) -> None:
    world.propose()
    how: dict[str, Any] = {"team": world.team, "token": world.token, "session": "s-1"}
    state_record.put(**how, record={"objective": "x", "forbidden_actions": ["drain the pond"]})
    with pytest.raises(Refused) as refused:
        state_record.put(**how, record={"objective": "y"})
    assert (refused.value.status, refused.value.field) == (428, "If-Match")
    state_record.put(**how, record={"objective": "y", "forbidden_actions": ["drain the pond", "sell the boat"]})
    assert state_record.put(**how, record={"objective": "z"}, if_match=2).version == 3


def test_a_proposal_with_the_right_span_takes_the_place_of_the_wrong_one(world: World) -> None:
    world.propose()
    how: dict[str, Any] = {
        "team": world.team,
        "token": world.token,
        "session": "s-1",
        "key": "port",
        "severity": "HARD_DENIAL",
    }
    first = proposals.propose(**how, text=PORT, turn_seq=2, start=0, end=9)
    assert first.origin_turn_seq is None
    again = proposals.propose(**how, text=PORT, turn_seq=3, start=0, end=len(PORT))
    assert (again.id, again.origin_turn_seq, again.origin_kind) == (first.id, 3, "user")
    assert PinProposal.objects.count() == 1


def test_what_is_to_be_kept_says_why_in_the_reviewers_words(world: World) -> None:
    compaction = world.in_review()
    who = world.by(world.reviewer, compaction)
    key = next(each.finding.key for each in review_state_of(compaction).findings if each.quote == RULE)
    mine = marks.add(**who, revision=1, turn_seq=1, turn_span=(0, 3), note="It names who acts.").mark
    actions.comment(**who, finding_key=key, text="Billing breaks without it.")
    done = finalize.reject(**who, reason_code="losses", must_keep=[key, mine.key])
    assert [item["reason"] for item in must_keep.must_keep(done)] == [
        "Billing breaks without it.",
        "It names who acts.",
    ]
