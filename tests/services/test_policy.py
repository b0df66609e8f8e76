"""Policies: versions by a lead, and what no policy may switch off."""

from __future__ import annotations

import pytest

from reviewapp.models import AuditEntry, Policy
from reviewapp.services.errors import Refused
from reviewapp.services.teams import policy
from reviewapp.services.teams.policy import Rules
from tests.world import World


def test_a_change_is_a_new_version_and_the_old_one_stays(world: World) -> None:
    policy.change(team=world.team, user=world.lead, rules=Rules(quorum=2, four_eyes=True))
    versions = list(Policy.objects.filter(team=world.team).order_by("version").values_list("version", "quorum"))
    assert versions == [(1, 1), (2, 2)]
    assert Policy.objects.current(world.team).four_eyes
    assert AuditEntry.objects.get().action == "policy.changed"


@pytest.mark.parametrize("kind", ["pin", "structure", "injection", "weather"])
def test_some_detectors_stay_on(world: World, kind: str) -> None:
    with pytest.raises(Refused) as refused:
        policy.change(team=world.team, user=world.lead, rules=Rules(disabled_detectors=(kind,)))
    assert refused.value.field == "disabled_detectors"


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        (Rules(quorum=0), "quorum"),
        (Rules(quorum=3), "quorum"),
        (Rules(expiry_hours=0), "expiry_hours"),
        (Rules(auto_approve="always"), "auto_approve"),
    ],
)
def test_rules_that_no_team_can_keep_are_refused(world: World, rules: Rules, field: str) -> None:
    with pytest.raises(Refused) as refused:
        policy.change(team=world.team, user=world.lead, rules=rules)
    assert (refused.value.status, refused.value.field) == (422, field)


def test_only_a_lead_changes_it(world: World) -> None:
    with pytest.raises(Refused) as refused:
        policy.change(team=world.team, user=world.reviewer, rules=Rules())
    assert refused.value.status == 403
