"""The demo team's register: pins with a history, a retirement that is done and one that waits, open proposals."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone

from reviewapp.demo.play import Cast
from reviewapp.models import Pin, PinState, Turn
from reviewapp.services.pins import proposals, register, retirement


def fill(cast: Cast, told: Mapping[str, Any]) -> None:
    for pin in told["pins"]:
        _pin(cast, pin)
    for asked in told["retirements"]:
        _retire(cast, asked)


def propose(cast: Cast, told: Mapping[str, Any]) -> None:
    """After the stories, since a proposal quotes a turn."""
    for asked in told["proposals"]:
        session, seq, text = asked.get("session"), asked.get("turn"), asked["text"]
        span: dict[str, Any] = {}
        if seq:
            turn = Turn.objects.get(team=cast.team, session__external_id=session, seq=seq)
            start = turn.text.index(text)
            span = {"turn_seq": seq, "start": start, "end": start + len(text)}
        who: dict[str, Any] = {"team": cast.team, "token": cast.agents[asked["agent"]], "session": session}
        proposals.propose(**who, key=asked["key"], text=text, severity=asked["severity"], **span)


def _pin(cast: Cast, pin: Mapping[str, Any]) -> None:
    register.pin(
        team=cast.team,
        user=cast.people[pin["by"]],
        key=pin["key"],
        text=pin["text"],
        severity=pin["severity"],
        enforced_below=pin.get("enforced_below", ""),
        expires_at=timezone.now() + timedelta(days=pin["days"]) if "days" in pin else None,
    )


def _retire(cast: Cast, asked: Mapping[str, Any]) -> None:
    pin = Pin.objects.get(team=cast.team, key=asked["key"], state=PinState.ACTIVE)
    requested = retirement.request_retirement(
        team=cast.team, user=cast.people[asked["by"]], pin_id=pin.id, evidence=asked["evidence"]
    )
    for voter in asked["votes"]:
        retirement.vote_retirement(team=cast.team, user=cast.people[voter], retirement_id=requested.id)
