"""How a person, or the team's channel, wants to be told; and what a person has read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from reviewapp.conf import conf
from reviewapp.models import Notice, NoticeChoice, NoticeKind, Team, User
from reviewapp.outbound.addresses import Forbidden, target
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused
from reviewapp.services.locks import now, retried, transaction
from reviewapp.services.sealing import seal

DIGESTS = (5, 15, 60, 240, 1440)  # minutes


@dataclass(frozen=True)
class Wish:
    """`slack_url` None leaves the stored one as it is, "" takes it away. Both quiet hours or none."""

    email: bool = True
    slack_url: str | None = None
    muted: Sequence[str] = ()
    digest_minutes: int = 15
    quiet_from: int | None = None
    quiet_to: int | None = None
    zone: str = "UTC"


@retried
def choose(*, team: Team, user: User, wish: Wish, address: str | None = None) -> NoticeChoice:
    """For oneself. `address`: the person's mail address, where it is to change."""
    _check(wish)
    if address:
        _check_address(address)
    with transaction():
        choice = _changed(team, user, wish)
        if address is not None:
            User.objects.filter(pk=user.pk).update(email=address)
    return choice


@retried
def choose_for_team(*, team: Team, user: User, wish: Wish) -> NoticeChoice:
    """For the team's channel, by a lead."""
    _check(wish)
    with transaction():
        roles.lead(team, user)
        choice = _changed(team, None, wish)
        audit_log.append(team, "notices.changed", user, choice, {"channel": choice.slack_url is not None})
    return choice


@retried
def read_all(*, team: Team, user: User) -> int:
    """All that waits for the person is read: the bell is still, and no digest repeats it."""
    with transaction():
        return Notice.objects.filter(team=team, user=user, seen_at=None).update(seen_at=now())


def _changed(team: Team, user: User | None, wish: Wish) -> NoticeChoice:
    values = {
        "email": wish.email,
        "muted": sorted(set(wish.muted)),
        "digest_minutes": wish.digest_minutes,
        "quiet_from": wish.quiet_from,
        "quiet_to": wish.quiet_to,
        "zone": wish.zone,
        "retry_at": None,
    }
    if wish.slack_url is not None:
        values["slack_url"] = seal(wish.slack_url) if wish.slack_url else None
    return NoticeChoice.objects.update_or_create(team=team, user=user, defaults=values)[0]


def _check(wish: Wish) -> None:
    if not set(NoticeKind).issuperset(wish.muted):
        raise Refused("invalid", _("Choose among the notices that there are."), 422, "kinds")
    if wish.digest_minutes not in DIGESTS:
        raise Refused("invalid", _("Choose how often from the list."), 422, "digest_minutes")
    hours = (wish.quiet_from, wish.quiet_to)
    if (None in hours and hours != (None, None)) or any(each is not None and not 0 <= each < 24 for each in hours):
        raise Refused("invalid", _("Give both quiet hours, 0 to 23, or none."), 422, "quiet_from")
    if wish.zone not in available_timezones():
        raise Refused("invalid", _("Give a time zone like Europe/Berlin."), 422, "zone")
    if wish.slack_url:
        try:
            target(wish.slack_url, conf.outbound_hosts)
        except Forbidden as error:
            message = _("Give an https address on port 443 or 8443. For a private host, see STET_OUTBOUND_HOSTS.")
            raise Refused("invalid", message, 422, "slack_url") from error


def _check_address(address: str) -> None:
    try:
        validate_email(address)
    except ValidationError as error:
        raise Refused("invalid", _("This is no mail address."), 422, "address") from error
