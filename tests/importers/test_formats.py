"""Each format's sample holds a rule, a tool call with its answer, a past compaction and something unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewapp.importers import FORMATS, Event, ImportedTurn, NotRead, PastCompaction, read

SAMPLES = Path(__file__).parent / "samples"
SEALED = "the summary is encrypted by the provider"

# Speaker, kind and words of each turn.
TURNS = {
    "claude-code": [
        ("user", "text", "Move the shop. Never touch the table orders."),
        ("harness", "text", "Caveat: these messages were made by a local command."),
        ("agent", "reasoning", "I look first."),
        ("agent", "text", "I look at the tables."),
        ("agent", "tool_call", 'Bash({"command":"ls"})'),
        ("tool", "tool_result", "orders customers"),
        ("user", "placeholder", "[image]"),
        ("agent", "text", "Done so far."),
    ],
    "codex": [
        ("harness", "text", "<environment_context>cwd /w</environment_context>"),
        ("user", "text", "Never push to main."),
        ("agent", "reasoning", "Look first."),
        ("agent", "tool_call", 'shell({"command":["ls"]})'),
        ("tool", "tool_result", "README"),
    ],
    "openai-chat": [
        ("system", "text", "Never refund over 100 EUR."),
        ("user", "text", "Refund me."),
        ("user", "placeholder", "[image_url]"),
        ("agent", "tool_call", 'look_up({"id": 7})'),
        ("tool", "tool_result", "paid 80 EUR"),
    ],
    "openai-responses": [
        ("user", "text", "Never call the customer."),
        ("agent", "text", "I shall write."),
        ("agent", "tool_call", "mail({})"),
        ("tool", "tool_result", "sent"),
    ],
    "anthropic": [
        ("system", "text", "Never promise a date."),
        ("user", "text", "When does it come?"),
        ("agent", "text", "I look."),
        ("agent", "tool_call", 'track({"id":7})'),
        ("tool", "tool_result", "in transit"),
        ("agent", "text", "It is on its way."),
    ],
    "langchain": [
        ("system", "text", "Never delete a file."),
        ("user", "text", "Tidy up."),
        ("agent", "text", ""),
        ("agent", "tool_call", 'ls({"path":"/"})'),
        ("tool", "tool_result", "a b c"),
        ("user", "text", "Go on."),
    ],
    "pydantic-ai": [
        ("system", "text", "Never book abroad."),
        ("user", "text", "Book a room."),
        ("agent", "reasoning", "Look."),
        ("agent", "tool_call", 'rooms({"n": 2})'),
        ("tool", "tool_result", '{"free":3}'),
    ],
    "openhands": [
        ("system", "text", "Never commit."),
        ("user", "text", "Fix the test."),
        ("agent", "text", "I run it."),
        ("agent", "tool_call", 'terminal({"command": "pytest"})'),
        ("tool", "tool_result", "1 failed"),
    ],
    "adk": [
        ("user", "text", "Never ship on Sundays."),
        ("agent", "tool_call", 'stock({"sku":7})'),
        ("tool", "tool_result", '{"left":2}'),
        ("user", "text", "And now?"),
    ],
    "pi": [
        ("user", "text", "Never use sudo."),
        ("agent", "text", "I look."),
        ("agent", "tool_call", 'bash({"command":"ls"})'),
        ("tool", "tool_result", "a b"),
        ("user", "text", "Next."),
    ],
    "plain": [
        ("system", "text", "Never sell below cost."),
        ("user", "text", "Sell this."),
        ("tool", "text", "cost 40"),
        ("memory", "text", "Remember: cash only."),
    ],
}
# Summary, why it can't be reviewed, and the words of the turns that stayed.
COMPACTIONS: dict[str, list[tuple[str, str, list[str]]]] = {
    "claude-code": [("The shop is being moved.", "", ["Done so far."])],
    "codex": [("The files were listed.", "", ["Never push to main."]), ("", SEALED, [])],
    "openai-chat": [("A refund was asked for.", "", [])],
    "openai-responses": [("", SEALED, [])],
    "anthropic": [("The parcel is in transit.", "", []), ("", SEALED, [])],
    "langchain": [("Three files.", "", [])],
    "pydantic-ai": [("A room is wanted.", "", []), ("", SEALED, [])],
    "openhands": [("A test fails.", "", ["Never commit.", "Fix the test."])],
    "adk": [("Two are left.", "", ["And now?"])],
    "pi": [("Files were listed.", "", ["Next."])],
    "plain": [("Something is to be sold.", "", ["Remember: cash only."])],
}
UNKNOWN = {
    "claude-code": [(11, "unknown type 'a-new-kind'")],
    "codex": [(10, "unknown type 'hologram'")],
    "openai-responses": [(7, "unknown type 'hologram'")],
    "langchain": [(8, "unknown type 'hologram'")],
    "pydantic-ai": [(6, "unknown part 'hologram'")],
    "openhands": [(6, "unknown kind 'HologramEvent'")],
    "pi": [(7, "type 'hologram'")],
    "plain": [(6, "unknown origin 'ghost'")],
}


def sample(name: str) -> Path:
    return next(SAMPLES.glob(f"{name}.*"))


def events(name: str, named: str | None = None) -> list[Event]:
    with sample(name).open("rb") as source:
        return list(read(source, named).events)


def turns(found: list[Event]) -> list[ImportedTurn]:
    return [each for each in found if isinstance(each, ImportedTurn)]


def test_every_format_has_a_sample() -> None:
    assert {path.stem for path in SAMPLES.iterdir()} == set(FORMATS) == set(TURNS) == set(COMPACTIONS)


@pytest.mark.parametrize("name", FORMATS)
def test_format_is_recognised(name: str) -> None:
    with sample(name).open("rb") as source:
        assert read(source).format is FORMATS[name]


@pytest.mark.parametrize("name", FORMATS)
def test_turns_with_speaker_kind_and_words(name: str) -> None:
    found = [(str(each.turn.speaker), each.kind, each.turn.content) for each in turns(events(name))]
    assert found == TURNS[name]


@pytest.mark.parametrize("name", FORMATS)
def test_past_compactions_with_what_stayed(name: str) -> None:
    found, told = events(name), []
    for at, event in enumerate(found):
        if isinstance(event, PastCompaction):
            before = turns(found[:at])
            stayed = [before[index].turn.content for index in sorted(event.kept.among(before))]
            told.append((event.summary, event.unreadable, stayed))
    assert told == COMPACTIONS[name]


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_not_known_is_told_with_its_line(name: str) -> None:
    found = [(each.line, each.reason) for each in events(name) if isinstance(each, NotRead) and not each.known]
    assert found == UNKNOWN.get(name, [])


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("plain", "openai-chat")])
def test_call_and_answer_share_an_id(name: str) -> None:
    ids = {each.kind: each.turn.tool_call_id for each in turns(events(name)) if each.kind.startswith("tool_")}
    assert ids["tool_call"] == ids["tool_result"] != ""


@pytest.mark.parametrize("name", FORMATS)
def test_lines_point_into_the_file(name: str) -> None:
    lines = sample(name).read_text().splitlines()
    for each in turns(events(name)):
        word = each.turn.content.strip("[]").split("(")[0].split()
        assert not word or word[0].strip('{"').split('"')[0] in lines[each.line - 1]
