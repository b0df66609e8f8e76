"""Which raw turns stay verbatim around the approved summaries, and in which order all of it stands. Pure.

Above: system turns and the first `keep_head` others. Below: what no active summary covers, and the last `keep_tail`
turns of the last covered range. A tool call never loses its result, nor a message one of its parts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

SYSTEM_ROLES = frozenset({"system", "developer"})


class TurnKind(StrEnum):
    """What one turn holds. `tool_call`: the arguments as JSON text; `placeholder`: a part that is not text."""

    TEXT = "text"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    REASONING = "reasoning"
    PLACEHOLDER = "placeholder"


@dataclass(frozen=True, slots=True)
class RawTurn:
    """One turn as received. `content` may be left empty where only the places matter."""

    seq: int
    role: str
    content: str = ""
    kind: str = TurnKind.TEXT
    tool_call_id: str = ""
    tool_name: str = ""
    is_error: bool = False
    message_index: int | None = None
    part: int | None = None
    origin: str = ""  # empty: what the role says

    @property
    def is_system(self) -> bool:
        return self.role.lower() in SYSTEM_ROLES and self.origin in ("", "system")

    @property
    def voice(self) -> str:
        """The role to repeat it in: what its agent declared to be less than a system message is a user's again."""
        return "user" if self.role.lower() in SYSTEM_ROLES and not self.is_system else self.role


@dataclass(frozen=True, slots=True)
class Summary:
    """The approved summary of an active compaction, in force for the turns `from_seq`..`to_seq`."""

    from_seq: int
    to_seq: int
    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """`system` and `head` in turn order; `body` holds summaries and the seqs of verbatim turns, in turn order."""

    system: tuple[int, ...]
    head: tuple[int, ...]
    body: tuple[Summary | int, ...]

    @property
    def seqs(self) -> frozenset[int]:
        return frozenset((*self.system, *self.head, *(item for item in self.body if isinstance(item, int))))


def lay_out(turns: Sequence[RawTurn], summaries: Sequence[Summary], keep_head: int, keep_tail: int) -> Layout:
    """Place the turns (in seq order) and the summaries of ranges that don't overlap."""
    ordered = sorted(summaries, key=lambda summary: summary.from_seq)
    system = _system(turns, ordered)
    others = [turn for turn in turns if turn.seq not in system]
    kin = _Kin(others)
    head = kin.close(turn.seq for turn in others[: max(keep_head, 0)])
    uncovered = [turn.seq for turn in others if _covering(turn.seq, ordered) is None]
    body = kin.close([*uncovered, *_tail(others, ordered, keep_tail)]) - head
    return Layout(tuple(sorted(system)), tuple(sorted(head)), tuple(_in_order(body, ordered)))


def _system(turns: Sequence[RawTurn], summaries: Sequence[Summary]) -> frozenset[int]:
    """The system turns that open the session and those that a summary would otherwise stand for."""
    opening = 0
    while opening < len(turns) and turns[opening].is_system:
        opening += 1
    covered = (turn for turn in turns[opening:] if turn.is_system and _covering(turn.seq, summaries))
    return frozenset(turn.seq for turn in (*turns[:opening], *covered))


def _tail(turns: Sequence[RawTurn], summaries: Sequence[Summary], keep_tail: int) -> list[int]:
    if not summaries or keep_tail <= 0:
        return []
    last = summaries[-1]
    return [turn.seq for turn in turns if last.from_seq <= turn.seq <= last.to_seq][-keep_tail:]


def _covering(seq: int, summaries: Sequence[Summary]) -> Summary | None:
    """The summary whose range holds `seq`; the ranges are in order and don't overlap."""
    at = bisect_right(summaries, seq, key=lambda summary: summary.from_seq) - 1
    return summaries[at] if at >= 0 and seq <= summaries[at].to_seq else None


def _in_order(seqs: Iterable[int], summaries: Sequence[Summary]) -> Iterator[Summary | int]:
    """Summaries and turns in turn order; a covered turn that stays comes right after the summary of its range."""
    placed: list[tuple[int, int, Summary | int]] = [(summary.to_seq, 0, summary) for summary in summaries]
    for seq in seqs:
        cover = _covering(seq, summaries)
        placed.append((cover.to_seq if cover else seq, seq, seq))
    return (item for _, _, item in sorted(placed, key=lambda place: place[:2]))


class _Kin:
    """Turns that belong together: the parts of one message, a tool call and its result, and what hangs on those."""

    def __init__(self, turns: Sequence[RawTurn]) -> None:
        self._ties: defaultdict[int, set[int]] = defaultdict(set)
        for partners in (_messages(turns), _calls(turns)):
            for first, second in partners:
                self._ties[first].add(second)
                self._ties[second].add(first)

    def close(self, seqs: Iterable[int]) -> frozenset[int]:
        """The given turns and everything tied to them."""
        waiting = list(seqs)
        found = set(waiting)
        while waiting:
            fresh = self._ties[waiting.pop()] - found
            found |= fresh
            waiting.extend(fresh)
        return frozenset(found)


def _messages(turns: Sequence[RawTurn]) -> Iterator[tuple[int, int]]:
    return ((left.seq, right.seq) for left, right in pairwise(turns) if same_message(left, right))


def same_message(left: RawTurn, right: RawTurn) -> bool:
    """Whether two neighbouring turns are parts of one message."""
    if left.message_index is None or left.message_index != right.message_index:
        return False
    return right.seq == left.seq + 1 and (right.part or 0) > (left.part or 0)


def _calls(turns: Sequence[RawTurn]) -> Iterator[tuple[int, int]]:
    """Each tool result with its call: the latest one before it of that id, since agents count ids anew."""
    return ((call, result) for result, call in answered(turns).items())


def answered(turns: Iterable[RawTurn]) -> dict[int, int]:
    """Seq of each tool result -> seq of the call it answers; a result without a call is left out."""
    calls: dict[str, int] = {}
    answers: dict[int, int] = {}
    for turn in turns:
        if turn.kind == TurnKind.TOOL_CALL and turn.tool_call_id:
            calls[turn.tool_call_id] = turn.seq
        elif turn.kind == TurnKind.TOOL_RESULT and turn.tool_call_id in calls:
            answers[turn.seq] = calls[turn.tool_call_id]
    return answers
