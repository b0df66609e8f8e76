"""Is this a summary at all, or empty, cut off, an error, tool protocol, thinking aloud, larger than its source?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from reviewapp.engine.claims.calls import cut_apart
from reviewapp.engine.claims.truncation import why_cut
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import fold, words
from reviewapp.engine.types import Change, Example, Finding, Kind, Origin, Rule, Severity, Span

EMPTY = Rule("structure.empty", "The summary holds no text")
PLACEHOLDER = Rule("structure.placeholder", "A placeholder or an error stands where the summary should be")
PROTOCOL = Rule("structure.protocol", "Tool protocol or thinking aloud stands where the summary should be")
TRUNCATED = Rule("structure.truncated", "The summary stops in the middle")
STATE = Rule("structure.state", "A state record in the summary can't be read")
INFLATED = Rule("structure.inflated", "The summary is larger than what it replaces")
SPLIT_CALL = Rule("structure.split-call", "The range cuts a tool call from its result")
RULES: tuple[Rule, ...] = (EMPTY, PLACEHOLDER, PROTOCOL, TRUNCATED, STATE, INFLATED, SPLIT_CALL)

SHORT = 400  # characters: a placeholder or an error message is no longer than this
EDGE = 200  # characters of the summary's beginning or end that are quoted
HEAD = 2_000  # characters in which protocol and thinking aloud show themselves

_PLACEHOLDER = re.compile(
    r"""(?ix)
    \W*(?:
        (?:to\ be\ (?:added|filled|written|done)|tbd|todo|n/?a|none|null|nil|undefined|nan|placeholder|summary|\.{3,})
      | lorem\ ipsum\b.*
      | (?:insert|your|the|session|chat)?\s*summary\s*(?:goes)?\s*(?:here|text|placeholder|pending|unavailable)
      | no\ (?:summary|content|text|output|response)\b.{0,60}
      | .{0,80}\btoo\ (?:long|large|big)\ (?:to|for)\b.{0,40}\b(?:summar|compact|process|context)\w*.{0,40}
      | .{0,60}\b(?:could\ not|couldn't|cannot|can't|unable\ to|failed\ to|not\ able\ to|not\ possible\ to)\s+(?:be\s+)?
        (?:\w+\s+){0,3}?(?:summar\w+|compact\w*)\b.{0,120}
      | (?:previous|earlier|prior)?\s*(?:conversation|messages?|history|context|content|turns?)\s+
        (?:(?:was|were|has\ been|have\ been)\s+)?
        (?:truncated|omitted|removed|compacted|summari[sz]ed|cleared|elided)\b.{0,40}
    )\W*\Z"""
)
_ERROR = re.compile(
    r"""(?ix)
    \W*(?:
        [\w.]{0,40}(?:error|exception|traceback)\b[^:(\n]{0,30}[:(]
      | \{\s*"(?:error|detail|message|status)"\s*:
      | (?:http\s*)?[45][0-9]{2}\s+(?:too\ many|bad|internal|service|gateway|unauthori|forbidden|request|payload|rate)
      | (?:rate\ limit|context\ (?:length|window)|maximum\ context|prompt\ is\ too\ long|quota\ exceeded|overloaded)
      | (?:request\ (?:timed\ out|too\ large)|internal\ server\ error|service\ unavailable)
    )"""
)
_REFUSAL = re.compile(r"(?i)\W*(?:i'm|i am|i)\s+(?:sorry|unable|afraid|cannot|can't|can not|apologi[sz]e)\b")
_PROTOCOL = re.compile(
    r"""(?ix)
    \s*(?:```\w*\s*)?(?:
        </?(?:\w+:)?(?:tool_?calls?|function_?calls?|tool_?use|tool_?result|invoke|function|think|thinking|reasoning|scratchpad)\b
      | <\|?(?:im_start|channel|python_tag|tool|assistant|start_header)\b
      | \[(?:tool_?calls?|function_?calls?|tool_?use)\b
      | \[?\s*\{\s*"(?:tool_calls?|function_call|tool_use|tool)"\s*:
      | \[?\s*\{\s*"type"\s*:\s*"(?:function|function_call|tool_use|tool_call|tool_result|thinking|reasoning)"
      | \[?\s*\{\s*"(?:name|id|function)"\s*:[^{}]{0,200}"(?:arguments|input|parameters)"\s*:
      | (?:assistant\s+)?to=(?:functions?|container|python)\b
      | action\s*:\s*\S.{0,80}\n\s*action\ input\s*:
    )"""
)
_ALOUD = re.compile(
    r"""(?ix)
    \W*(?:(?:ok(?:ay)?|alright|right|hmm+|so|well|now|first)\b[,.\s]*)*
    (?:let\ me|let's|i\ (?:need|have|should|must|will|am\ going)|i'll|i'm\ (?:going|asked)|we\ (?:need|have|should|must)
      |the\ user\ (?:wants|asks|asked)\ me|my\ task\ is)\b
    [^.\n]{0,80}?\b(?:summar\w+|compact\w*|condens\w+|think|figure\ out|write\ (?:a|the)\ (?:handoff|recap))\b"""
)
_STATE_KEYS = (
    "objective",
    "forbidden_actions",
    "frozen_resources",
    "verified_entities",
    "completed",
    "pending",
    "state_delta",
    "evicted_keys",
)
_FENCED = re.compile(r"```(?:json|state)?[ \t]*\n(.*?)(?:\n```|\Z)", re.S)
_WIDE_RUN = re.compile("[\u2e80-\U0010ffff]+")
WIDE = 3  # an ideograph or a syllable says about as much as three letters
SMALL = 120  # letters by which a summary may exceed a tiny source
MUCH = 1.5  # times: rewording with names and dates spelled out stays below


def detect(pair: Pair) -> Iterator[Finding]:
    if not pair.summary.strip():
        if any(turn.content.strip() for turn in pair.turns):
            yield _finding(
                EMPTY,
                Change.MISSING,
                Span(None, 0, 0),
                "There is a conversation, and nothing to replace it.",
            )
        return
    odd = [*(_not_a_summary(pair) or _cut_off(pair)), *_bad_state(pair)]
    if odd and not _verbatim(pair):
        yield from odd
    yield from _inflated(pair)
    yield from _split_calls(pair)


def _verbatim(pair: Pair) -> bool:
    """Every line was said like this in some turn: then its odd shape is the conversation's own."""
    said = {line.strip() for turn in pair.turns for line in turn.content.splitlines()}
    return all(line.strip() in said for line in pair.summary.splitlines() if line.strip())


def _not_a_summary(pair: Pair) -> list[Finding]:
    text = pair.summary
    head = text.lstrip()[:HEAD]
    whole = Span(None, *_bounds(text, 0, min(len(text), EDGE)))
    if _PROTOCOL.match(head) or _ALOUD.match(head):
        return [
            _finding(
                PROTOCOL, Change.MALFORMED, whole, "The text is a call, a result or a train of thought, not a summary."
            )
        ]
    says_none = len(head) <= SHORT and any(pattern.match(head) for pattern in (_PLACEHOLDER, _ERROR, _REFUSAL))
    if says_none and not _about_the_conversation(pair):
        return [_finding(PLACEHOLDER, Change.MALFORMED, whole, "The text says that there is no summary.")]
    return []


def _about_the_conversation(pair: Pair) -> bool:
    """Do most of its longer words come from the turns? Then an error was the topic, and is only told of."""
    telling = {word for word in words(pair.folded) if len(word) > 3 or word.isdigit()}
    said = {word for turn in pair.turns for word in words(fold(turn.content))} if telling else set()
    return 2 * len(telling & said) > len(telling)


def _cut_off(pair: Pair) -> list[Finding]:
    why = why_cut(pair)
    if not why:
        return []
    text = pair.summary.rstrip()
    start = max(text.rfind("\n") + 1, len(text) - EDGE, pair.sentences[-1].start if pair.sentences else 0)
    return [_finding(TRUNCATED, Change.MALFORMED, Span(None, *_bounds(text, start, len(text))), why)]


def _bad_state(pair: Pair) -> Iterator[Finding]:
    """JSON that nobody can read back: the whole summary, or a block in it that names fields of the state record."""
    text = pair.summary
    for start, end in _json_blocks(text):
        broken = _why_unreadable(text[start:end])
        if broken:
            yield _finding(STATE, Change.MALFORMED, Span(None, *_bounds(text, start, min(end, start + EDGE))), broken)


def _json_blocks(text: str) -> Iterator[tuple[int, int]]:
    start, end = _bounds(text, 0, len(text))
    if text.startswith(("{", "["), start) and text[start + 1 : start + 12].lstrip()[:1] in ('"', "{", "}"):
        yield start, end
        return
    for block in _FENCED.finditer(text):
        if block[1].lstrip().startswith("{") and any(f'"{key}"' in block[1] for key in _STATE_KEYS):
            yield block.span(1)


def _why_unreadable(block: str) -> str:
    try:
        json.loads(block, object_pairs_hook=_without_doubles)
    except RecursionError:
        return "The record is nested too deeply to be read."
    except json.JSONDecodeError as error:
        return f"The record is not JSON: {error.msg}."
    except ValueError as error:
        return str(error)
    return ""


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("The record names a field twice.")
    return record


def _inflated(pair: Pair) -> Iterator[Finding]:
    source = sum(_size(turn.content) for turn in pair.turns) + sum(map(_size, pair.previous))
    size = _size(pair.summary)
    if source and size > MUCH * source and size > source + SMALL:
        whole = Span(None, *_bounds(pair.summary, 0, min(len(pair.summary), EDGE)))
        why = f"It is {size / source:.1f} times as long as the conversation it replaces."
        yield Finding(Kind.STRUCTURE, Change.INFLATED, Severity.WARNING, INFLATED.id, why, target=whole)


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text) + (WIDE - 1) * sum(map(len, _WIDE_RUN.findall(text)))


def _split_calls(pair: Pair) -> Iterator[Finding]:
    """Calls and results that do not pair by their ids, and a range that begins with a result which has none."""
    parted = dict(cut_apart(pair))
    yield from (_split(span, why, Severity.WARNING) for span, why in sorted(parted.items(), key=_by_place))
    first = pair.turns[0] if pair.turns else None
    if first and first.speaker is Origin.TOOL and first.content.strip() and not any(s.turn == 0 for s in parted):
        place = Span(0, *_bounds(first.content, 0, EDGE))
        yield _split(place, "The range begins with a result whose call lies before it.", Severity.NOTE)


def _by_place(parted: tuple[Span, str]) -> tuple[int, int]:
    return parted[0].turn or 0, parted[0].start


def _split(source: Span, why: str, severity: Severity) -> Finding:
    return Finding(Kind.STRUCTURE, Change.MALFORMED, severity, SPLIT_CALL.id, why, source=source)


def _bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """The same stretch without white space at its ends."""
    cut = text[start:end]
    return start + len(cut) - len(cut.lstrip()), start + len(cut.rstrip())


def _finding(rule: Rule, change: Change, target: Span, why: str) -> Finding:
    return Finding(Kind.STRUCTURE, change, Severity.BLOCKING, rule.id, why, target=target)


_TALK = (
    ("user", "Port the scheduler to tokio 1.38 and keep the public API."),
    ("assistant", "Plan: update six call sites of `delay_for`, then run the tests."),
)
_CALL = '{"type":"tool_use","id":"toolu_01","name":"read"}'
_RESULT = '{"tool_use_id":"toolu_01","content":"x"}'
_LONG = "The user asked for a theme with light text on a dark ground" + ", which is called a dark theme" * 4 + "."


def _malformed(summary: str, quote: str = "") -> Example:
    return Example(_TALK, summary, ((Kind.STRUCTURE, Change.MALFORMED, quote or summary),))


EXAMPLES: tuple[Example, ...] = (
    Example((("user", "Add a dark theme."),), _LONG, ((Kind.STRUCTURE, Change.INFLATED, _LONG),)),
    Example(_TALK, " \n ", ((Kind.STRUCTURE, Change.MISSING, ""),)),
    _malformed("Previous conversation was too long to summarize."),
    _malformed("Error: context_length_exceeded"),
    _malformed('<tool_call>{"name": "search"}</tool_call>'),
    _malformed("Okay, let me summarize what we did so far."),
    _malformed("The scheduler moves to tokio 1.38. The public API has to be", "The public API has to be"),
    _malformed("Scheduler to tokio 1.38.\n1. Update the six call sites of `dela", "Update the six call sites of `dela"),
    _malformed('{"objective": "port the scheduler",, "pending": []}'),
    Example(
        (("assistant", _CALL), ("tool", _RESULT), ("assistant", _CALL.replace("01", "02"))),
        "A file was read.",
        ((Kind.STRUCTURE, Change.MALFORMED, "toolu_02"),),
    ),
    Example((("assistant", _CALL), ("tool", _RESULT)), "One file was read."),
    Example(_TALK, "The scheduler moves to tokio 1.38, API unchanged; six call sites of `delay_for`, then tests."),
    Example(_TALK, '{"objective": "scheduler to tokio 1.38, API kept", "pending": ["six call sites of delay_for"]}'),
    Example(
        (("user", "Why does it say Error: quota exceeded?"), ("assistant", "The disk quota is exceeded.")),
        "Error: quota exceeded was explained: the disk quota is full.",
    ),
)
