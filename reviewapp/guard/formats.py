"""Messages in three forms: our own, OpenAI's and Anthropic's. Contents are never rewritten, only wrapped. Pure.

Every form is one list whose first messages are `system`. For Anthropic's API, `anthropic_request` moves those to the
`system` parameter; a system message that stands later becomes user text that says what it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import Any

from reviewapp.guard.canonical import canonical_json, strict_json
from reviewapp.guard.sandwich import RawTurn, TurnKind, answered, same_message

Message = dict[str, Any]


class Format(StrEnum):
    STET = "stet"
    OPENAI = "openai"
    ANTHROPIC = "anthropic"


_SPEAKERS = {
    **dict.fromkeys(("system", "developer"), "system"),
    **dict.fromkeys(("assistant", "agent", "ai", "model"), "assistant"),
}


def speaker(role: str) -> str:
    """`system`, `assistant` or `user`: who may say it in a chat API. An unknown role is a user's."""
    return _SPEAKERS.get(role.lower(), "user")


def framed(form: Format, role: str, text: str, **about: Any) -> Message:
    """A message of ours: pinned block, state record or summary. `about` is told in our own form alone."""
    if form is Format.STET:
        return {"role": role, "content": text, **about}
    return {"role": role, "content": _content(form, text)}


def _content(form: Format, text: str) -> Any:
    return [{"type": "text", "text": text}] if form is Format.ANTHROPIC else text


def raw(form: Format, turns: Sequence[RawTurn], *, last: bool = True) -> list[Message]:
    """A run of verbatim turns, in order, as messages; `last` if nothing follows it but what the agent adds itself."""
    if form is Format.STET:
        return [_as_stet(turn) for turn in turns]
    paired = _paired(turns, _is_object if form is Format.ANTHROPIC else bool, last=last)
    render = _as_anthropic if form is Format.ANTHROPIC else _as_openai
    return [message for group in _grouped(turns) for message in render(group, paired)]


def _as_stet(turn: RawTurn) -> Message:
    told = {"tool_call_id": turn.tool_call_id, "tool_name": turn.tool_name, "is_error": turn.is_error}
    about = {name: value for name, value in told.items() if value}
    return {"role": turn.voice, "content": turn.content, "kind": turn.kind, "seq": turn.seq, **about}


def _paired(turns: Sequence[RawTurn], usable: Callable[[str], bool], *, last: bool) -> frozenset[int]:
    """Seqs of the calls and results that may use an API's tool protocol: both are here, or the call still waits.
    The rest becomes text, since the APIs refuse a call without its result and a result without its call."""
    answers = answered(turns)
    calls = {turn.seq for turn in turns if turn.kind == TurnKind.TOOL_CALL and usable(turn.content)}
    good = calls & {*answers.values(), *(_waiting(turns) if last else ())}
    return frozenset(good | {result for result, call in answers.items() if call in good})


def _waiting(turns: Sequence[RawTurn]) -> set[int]:
    """Seqs of the calls at the very end, which the agent's next results answer."""
    protocol = (TurnKind.TOOL_CALL, TurnKind.TOOL_RESULT)
    return {turn.seq for turn in takewhile(lambda turn: turn.kind in protocol, reversed(turns))}


def _is_object(arguments: str) -> bool:
    """Whether the arguments survive as a JSON object: parsed and printed again they say the same."""
    try:
        parsed = strict_json(arguments)
        canonical_json(parsed, floats=True)
    except ValueError:
        return False
    return isinstance(parsed, dict)


def _grouped(turns: Sequence[RawTurn]) -> Iterable[list[RawTurn]]:
    groups: list[list[RawTurn]] = []
    for turn in turns:
        if groups and same_message(groups[-1][-1], turn) and _sayer(groups[-1][-1]) == _sayer(turn):
            groups[-1].append(turn)
        else:
            groups.append([turn])
    return groups


def _sayer(turn: RawTurn) -> str:
    """Who says it to an API: a result is never the assistant's, also where its agent kept it in the same message."""
    return "user" if turn.kind == TurnKind.TOOL_RESULT else speaker(turn.voice)


def _as_text(turn: RawTurn) -> str:
    """The content, under a heading where the tool protocol could not carry it."""
    if turn.kind == TurnKind.TOOL_CALL:
        return f"[tool call {turn.tool_name} {turn.tool_call_id}]\n{turn.content}"
    if turn.kind == TurnKind.TOOL_RESULT or turn.role.lower() in ("tool", "function"):
        return f"[tool result {turn.tool_name or turn.tool_call_id}]\n{turn.content}"
    return turn.content


def _as_openai(group: list[RawTurn], paired: frozenset[int]) -> list[Message]:
    results = [_openai_result(turn) for turn in group if turn.kind == TurnKind.TOOL_RESULT and turn.seq in paired]
    calls = [_openai_call(turn) for turn in group if turn.kind == TurnKind.TOOL_CALL and turn.seq in paired]
    texts = [_as_text(turn) for turn in group if turn.seq not in paired]
    if not calls and not texts:
        return results
    content = [{"type": "text", "text": text} for text in texts] if len(texts) > 1 else "".join(texts)
    message: Message = {"role": "assistant" if calls else _sayer(group[0]), "content": content}
    return [*results, {**message, "tool_calls": calls} if calls else message]


def _openai_call(turn: RawTurn) -> Message:
    function = {"name": turn.tool_name, "arguments": turn.content}
    return {"id": turn.tool_call_id, "type": "function", "function": function}


def _openai_result(turn: RawTurn) -> Message:
    return {"role": "tool", "tool_call_id": turn.tool_call_id, "content": turn.content}


def _as_anthropic(group: list[RawTurn], paired: frozenset[int]) -> list[Message]:
    role = "assistant" if any(_is_call(turn, paired) for turn in group) else _sayer(group[0])
    blocks = [_anthropic_block(turn) if turn.seq in paired else _text_block(turn) for turn in group]
    return [{"role": role, "content": blocks}]


def _is_call(turn: RawTurn, paired: frozenset[int]) -> bool:
    return turn.kind == TurnKind.TOOL_CALL and turn.seq in paired


def _text_block(turn: RawTurn) -> Message:
    return {"type": "text", "text": _as_text(turn)}


def _anthropic_block(turn: RawTurn) -> Message:
    if turn.kind == TurnKind.TOOL_CALL:
        return {"type": "tool_use", "id": turn.tool_call_id, "name": turn.tool_name, "input": json.loads(turn.content)}
    block: Message = {"type": "tool_result", "tool_use_id": turn.tool_call_id, "content": turn.content}
    return {**block, "is_error": True} if turn.is_error else block


def anthropic_request(messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """`system` and `messages` as Anthropic's API takes them: the leading system messages become the parameter."""
    opening = 0
    while opening < len(messages) and messages[opening]["role"] == "system":
        opening += 1
    system = [block for message in messages[:opening] for block in message["content"]]
    return {"system": system, "messages": [_as_user(message) for message in messages[opening:]]}


def _as_user(message: Mapping[str, Any]) -> dict[str, Any]:
    if message["role"] != "system":
        return dict(message)
    marked = [{**block, "text": f"[system message]\n{block['text']}"} for block in message["content"]]
    return {"role": "user", "content": marked}
