"""A team's policy: changed by a lead as a new version, never in place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from reviewapp.engine.types import Kind
from reviewapp.models import AutoApprove, Membership, Policy, Team, User
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused
from reviewapp.services.locks import retried, transaction

ALWAYS_ON = frozenset({Kind.PIN, Kind.STRUCTURE, Kind.INJECTION})
SWITCHABLE = tuple(kind for kind in Kind if kind not in ALWAYS_ON)


@dataclass(frozen=True)
class Rules:
    """What a lead may set. `disabled_detectors` names kinds of findings that no longer hold a compaction up."""

    auto_approve: str = AutoApprove.FLAGGED_ONLY
    quorum: int = 1
    four_eyes: bool = False
    expiry_hours: int = 72
    disabled_detectors: tuple[str, ...] = ()


@retried
def change(*, team: Team, user: User, rules: Rules, shown: int | None = None) -> Policy:
    """The team's next policy version. Open compactions are judged by it from now on. `shown`: the version that was
    looked at, where somebody looked at one."""
    with transaction():
        roles.lead(team, user)
        _check(team, rules)
        Team.objects.select_for_update(no_key=True).get(id=team.id)  # two leads at once get two versions
        must_be_current(team, shown)
        policy = Policy.objects.create(
            team=team,
            version=Policy.objects.current(team).version + 1,
            auto_approve=rules.auto_approve,
            quorum=rules.quorum,
            four_eyes=rules.four_eyes,
            expiry_hours=rules.expiry_hours,
            disabled_detectors=sorted(set(rules.disabled_detectors)),
            created_by=user,
        )
        audit_log.append(team, "policy.changed", user, policy, {"version": policy.version})
    return policy


def must_be_current(team: Team, shown: int | None) -> None:
    """A form states all rules: sent from an older page, it would take back what another lead has changed since."""
    current = Policy.objects.current(team).version
    if shown is not None and shown != current:
        message = _("Another lead has changed the policy: this is version %(n)s. Look at it, then change it.")
        raise Refused("stale_policy", message % {"n": current}, 409)


def _check(team: Team, rules: Rules) -> None:
    if rules.auto_approve not in tuple(AutoApprove):
        raise Refused("invalid", _("Choose one of %(names)s.") % {"names": ", ".join(AutoApprove)}, 422, "auto_approve")
    _check_quorum(team, rules)
    if not 1 <= rules.expiry_hours <= 24 * 365:
        raise Refused("invalid", _("A compaction expires after one hour to one year."), 422, "expiry_hours")
    _check_detectors(rules.disabled_detectors)


def _check_quorum(team: Team, rules: Rules) -> None:
    deciders = Membership.objects.filter(team=team, role__in=roles.DECIDERS).count()
    if not 1 <= rules.quorum <= max(deciders, 1):
        raise Refused("invalid", _("People of the team who may decide: %(n)s.") % {"n": deciders}, 422, "quorum")


def _check_detectors(names: Iterable[str]) -> None:
    unknown = set(names) - set(SWITCHABLE)
    if unknown:
        raise Refused(
            "invalid",
            _("Only these can be switched off: %(names)s.") % {"names": ", ".join(SWITCHABLE)},
            422,
            "disabled_detectors",
        )
