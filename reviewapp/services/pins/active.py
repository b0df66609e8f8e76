"""Which pins are in force. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reviewapp.models import Pin, PinState, PinVersion, Register


def active_pins(*registers: Register) -> list[PinVersion]:
    """The versions in force, the first register's before the second's, each in key order."""
    order = [register.id for register in registers]
    rows = Pin.objects.filter(register__in=order, state=PinState.ACTIVE, current__isnull=False)
    return in_order((pin.current for pin in rows.select_related("current__pin") if pin.current), order)


def in_order(pins: Iterable[PinVersion], registers: Sequence[int]) -> list[PinVersion]:
    return sorted(pins, key=lambda version: (registers.index(version.pin.register_id), version.pin.key.encode()))
