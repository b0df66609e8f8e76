"""One message for all that came up: by mail and to Slack-shaped webhooks, outside of quiet hours."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from json import dumps
from smtplib import SMTPException
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation

from reviewapp.conf import conf
from reviewapp.models import Notice, NoticeChoice, Team, User
from reviewapp.outbound import Limits, OutboundError, post
from reviewapp.services.errors import Refused
from reviewapp.services.locks import now, retried, transaction
from reviewapp.services.notices import waiting
from reviewapp.services.notices.wording import subject, text
from reviewapp.services.sealing import unseal

log = logging.getLogger(__name__)

RETRY = timedelta(minutes=5)
OK = 200


@dataclass(frozen=True)
class Reader:
    """A person of a team, or the team's channel."""

    team: Team
    user: User | None


def send_due() -> int:
    """Sends a digest to everybody for whom one is due. Returns how many went out."""
    waiting.settle()
    open_ones = Notice.objects.filter(sent_at=None, done_at=None, seen_at=None)
    pairs: list[tuple[int, int | None]] = list(open_ones.values_list("team", "user").distinct())
    people = User.objects.in_bulk([user for _, user in pairs if user is not None])
    teams = Team.objects.in_bulk([team for team, _ in pairs])
    return sum(_send(Reader(teams[team], people[user] if user is not None else None)) for team, user in pairs)


@retried
def _send(reader: Reader) -> bool:
    """Under the lock of the reader's choice, so that two workers don't both send."""
    with transaction():
        NoticeChoice.objects.get_or_create(team=reader.team, user=reader.user)
        rows = NoticeChoice.objects.select_for_update(skip_locked=True)
        choice = rows.filter(team=reader.team, user=reader.user).first()
        moment = now()
        if choice is None or _is_quiet(choice, moment) or (choice.retry_at and choice.retry_at > moment):
            return False
        notices = list(
            Notice.objects.filter(team=reader.team, user=reader.user, sent_at=None, done_at=None, seen_at=None)
            .exclude(kind__in=choice.muted)
            .select_related("compaction__session")
            .order_by("at", "id")
        )
        if not notices or notices[0].at > moment - timedelta(minutes=choice.digest_minutes):
            return False
        sent = _by_all_ways(reader, choice, notices)
        if sent is None:
            choice.retry_at = moment + RETRY
            choice.save(update_fields=["retry_at"])
            return False
        Notice.objects.filter(id__in=[each.id for each in notices]).update(sent_at=moment)
    return sent


def _by_all_ways(reader: Reader, choice: NoticeChoice, notices: Sequence[Notice]) -> bool | None:
    """Whether anything went out; None where a way failed and is to be tried again."""
    language = (reader.user.language if reader.user else "") or settings.LANGUAGE_CODE
    with translation.override(language):
        head, body = subject(reader.team, notices), text(reader.team, notices)
    try:
        mailed = _mail(reader, choice, head, body)
        posted = _post(choice, f"{head}\n{body}")
    except (SMTPException, OSError, OutboundError, Refused) as error:
        log.warning("a digest was not sent", extra={"team": reader.team.pk, "error": type(error).__name__})
        return None
    return mailed or posted


def _mail(reader: Reader, choice: NoticeChoice, head: str, body: str) -> bool:
    if reader.user is None or not choice.email or not reader.user.email or not settings.EMAIL_URL:
        return False
    headers = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}
    message = EmailMessage(head, body, settings.DEFAULT_FROM_EMAIL, [reader.user.email], headers=headers)
    return bool(message.send())


def _post(choice: NoticeChoice, body: str) -> bool:
    if not choice.slack_url:
        return False
    escaped = body.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    answer = post(
        unseal(choice.slack_url),
        body=dumps({"text": escaped}).encode(),
        headers={"Content-Type": "application/json"},
        allowed=conf.outbound_hosts,
        limits=Limits(answer_bytes=1_024),
    )
    if answer.status != OK:
        raise OutboundError(f"status {answer.status}")
    return True


def _is_quiet(choice: NoticeChoice, moment: datetime) -> bool:
    """Whether it is between the two hours in the reader's zone; from 22 to 7 goes over midnight."""
    if choice.quiet_from is None or choice.quiet_to is None:
        return False
    hour = moment.astimezone(UTC).astimezone(ZoneInfo(choice.zone)).hour
    if choice.quiet_from <= choice.quiet_to:
        return choice.quiet_from <= hour < choice.quiet_to
    return hour >= choice.quiet_from or hour < choice.quiet_to
