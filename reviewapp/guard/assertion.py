"""Is every active pin in this context, to the byte, and what the state record forbids? Fails closed. Pure.

The block counts only as the whole content of one system message at its place: the last system message before the
conversation starts, or the last but one where a state record follows it. It is compared with the block rendered from
the register, never with its own digest, so that a forged one is inert. What else is said here only explains a refusal.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reviewapp.guard.canonical import Json
from reviewapp.guard.pinned import Pinned, parse_block, render_block
from reviewapp.guard.sandwich import SYSTEM_ROLES
from reviewapp.guard.state import STATE_FRAME, StateRecord, state_stands


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
    """`block`: `present`, `missing` (no block at its place), `broken` (its frame) or `differs`; the lists say how.

    `state`: the same of the state record's block, or `none` where no record was asked for that binds.
    """

    block: str
    missing: tuple[str, ...] = ()
    altered: tuple[Altered, ...] = ()
    stale: tuple[Stale, ...] = ()
    state: str = "none"

    @property
    def held(self) -> bool:
        return self.block == "present" and self.state in ("present", "none")


class PinsNotHeld(Exception):
    """A context that does not hold the register's pins must not be used. `verdict` says which and how."""

    def __init__(self, verdict: Verdict) -> None:
        named = sorted({*verdict.missing, *(a.key for a in verdict.altered), *(s.key for s in verdict.stale)})
        pins = f"pinned block {verdict.block}: {', '.join(named) or 'its frame'}"
        super().__init__(pins if verdict.block != "present" else f"state record {verdict.state}")
        self.verdict = verdict


def assert_pins(
    context: Sequence[Json] | Mapping[str, Json], pins: Sequence[Pinned], state: StateRecord | None = None
) -> None:
    """Raise PinsNotHeld unless the context holds exactly the block of these pins at its place, and that of a state
    record which forbids or freezes anything right after it."""
    verdict = check_pins(context, pins, state)
    if not verdict.held:
        raise PinsNotHeld(verdict)


def check_pins(
    context: Sequence[Json] | Mapping[str, Json], pins: Sequence[Pinned], state: StateRecord | None = None
) -> Verdict:
    """Compare the blocks at their places with the register's and the record's. What is no message holds nothing.

    `context`: messages, or a request to Anthropic's API with its `system` and `messages`.
    """
    opening = _opening(as_messages(context) if isinstance(context, Mapping) else context)
    return replace(_of_pins(_pinned_in(opening), pins), state=_of_state(opening, state))


def _of_state(opening: Sequence[str], state: StateRecord | None) -> str:
    if state is None or not state.binds:
        return "none"
    if len(opening) < 2 or not opening[-1].startswith(STATE_FRAME):
        return "missing"
    return "present" if state_stands(opening[-1], state) else "differs"


def _of_pins(block: bytes | None, pins: Sequence[Pinned]) -> Verdict:
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
    return _pinned_in(_opening(messages))


def _opening(messages: Sequence[Json]) -> list[str]:
    """The texts of the system messages that the conversation begins with."""
    opening: list[str] = []
    for message in messages:
        if not isinstance(message, Mapping) or str(message.get("role")).lower() not in SYSTEM_ROLES:
            break
        opening.append(_whole_text(message.get("content")))
    return opening


def _pinned_in(opening: Sequence[str]) -> bytes | None:
    followed = len(opening) > 1 and opening[-1].startswith(STATE_FRAME)
    texts = opening[:-1] if followed else opening
    return texts[-1].encode(errors="surrogatepass") if texts else None


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
