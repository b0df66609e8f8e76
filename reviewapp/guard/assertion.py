"""Is every active pin in this context, to the byte? Fails closed. Pure; standard library only.

The block counts only as the whole content of one system message at its place: the last system message before the
conversation starts, or the last but one where a state record follows it. It is compared with the block rendered from
the register, never with its own digest, so that a forged one is inert. What else is said here only explains a refusal.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reviewapp.guard.canonical import Json
from reviewapp.guard.pinned import Pinned, parse_block, render_block
from reviewapp.guard.sandwich import SYSTEM_ROLES

STATE_FRAME = "<<<STATE "


@dataclass(frozen=True, slots=True)
class Altered:
    """A pin that stands there with other bytes. `diff` has the lines of a unified diff, hidden characters escaped."""

    key: str
    diff: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """Another version than the register's; `wanted` is None where the register holds no such pin any more."""

    key: str
    found: int
    wanted: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """`block`: `present`, `missing` (no block at its place), `broken` (its frame) or `differs`; the lists say how."""

    block: str
    missing: tuple[str, ...] = ()
    altered: tuple[Altered, ...] = ()
    stale: tuple[Stale, ...] = ()

    @property
    def held(self) -> bool:
        return self.block == "present"


class PinsNotHeld(Exception):
    """A context that does not hold the register's pins must not be used. `verdict` says which and how."""

    def __init__(self, verdict: Verdict) -> None:
        named = sorted({*verdict.missing, *(a.key for a in verdict.altered), *(s.key for s in verdict.stale)})
        super().__init__(f"pinned block {verdict.block}: {', '.join(named) or 'its frame'}")
        self.verdict = verdict


def assert_pins(context: Sequence[Json] | Mapping[str, Json], pins: Sequence[Pinned]) -> None:
    """Raise PinsNotHeld unless the context holds exactly the block of these pins at its place."""
    verdict = check_pins(context, pins)
    if not verdict.held:
        raise PinsNotHeld(verdict)


def check_pins(context: Sequence[Json] | Mapping[str, Json], pins: Sequence[Pinned]) -> Verdict:
    """Compare the block at its place with the register's. What is no message in the list holds no pin.

    `context`: messages, or a request to Anthropic's API with its `system` and `messages`.
    """
    block = block_at_its_place(as_messages(context) if isinstance(context, Mapping) else context)
    if block == render_block(pins):
        return Verdict("present")
    keys = tuple(sorted(pin.key for pin in pins))
    if block is None or not block.startswith(b"<<<PINNED "):
        return Verdict("missing", missing=keys)
    found = parse_block(block)
    if found is None:
        return Verdict("broken", missing=tuple(sorted(pin.key for pin in pins if pin.entry not in block)))
    return _explain({pin.key: pin for pin in found}, {pin.key: pin for pin in pins})


def _explain(found: Mapping[str, Pinned], wanted: Mapping[str, Pinned]) -> Verdict:
    both = sorted(found.keys() & wanted.keys())
    return Verdict(
        block="differs",
        missing=tuple(sorted(wanted.keys() - found.keys())),
        altered=tuple(
            Altered(key, _diff(wanted[key], found[key]))
            for key in both
            if found[key].version == wanted[key].version and found[key] != wanted[key]
        ),
        stale=(
            *(Stale(k, found[k].version, wanted[k].version) for k in both if found[k].version != wanted[k].version),
            *(Stale(key, found[key].version, None) for key in sorted(found.keys() - wanted.keys())),
        ),
    )


def _diff(wanted: Pinned, found: Pinned) -> tuple[str, ...]:
    return tuple(difflib.unified_diff(_lines(wanted), _lines(found), "register", "context", lineterm="", n=0))


def _lines(pin: Pinned) -> list[str]:
    text = pin.entry.decode(errors="backslashreplace")
    return [ascii(line) for line in text.splitlines(keepends=True)]


def block_at_its_place(messages: Sequence[Json]) -> bytes | None:
    opening: list[str] = []
    for message in messages:
        if not isinstance(message, Mapping) or str(message.get("role")).lower() not in SYSTEM_ROLES:
            break
        opening.append(_whole_text(message.get("content")))
    if len(opening) > 1 and opening[-1].startswith(STATE_FRAME):
        opening.pop()
    return opening[-1].encode(errors="surrogatepass") if opening else None


def as_messages(request: Mapping[str, Json]) -> list[Json]:
    """A request to Anthropic's API as messages: each block of its `system` is a system message of its own."""
    system, messages = request.get("system"), request.get("messages")
    blocks = system if isinstance(system, list) else [{"type": "text", "text": system}]
    opening = [{"role": "system", "content": [block]} for block in blocks]
    return [*opening, *(messages if isinstance(messages, list) else [])]


def _whole_text(content: object) -> str:
    """The content where it is one text; a message of several parts holds no block and counts as empty."""
    if isinstance(content, list) and len(content) == 1:
        part = content[0]
        content = part.get("text") if isinstance(part, Mapping) and part.get("type") == "text" else None
    return content if isinstance(content, str) else ""
