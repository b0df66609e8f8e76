"""`stet mcp` as a model's program runs it: the official client over standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from mcp import Client as McpClient
from mcp import StdioServerParameters

from reviewapp.client import Client
from reviewapp.models import PinProposal
from tests.api.flow import RULE, TURNS
from tests.client.cli.conftest import Stet

Calls = list[tuple[str, dict[str, Any]]]


def asked(url: str, secret: str, state: Path, calls: Calls) -> tuple[set[str], str, list[Any]]:
    """The names of the tools, what the server says of itself, and the answer to each call."""
    env = {**os.environ, "STET_URL": url, "STET_TOKEN": secret, "XDG_STATE_HOME": str(state)}
    server = StdioServerParameters(command=sys.executable, args=["-m", "reviewapp.cli", "mcp"], env=env)

    async def run() -> tuple[set[str], str, list[Any]]:
        async with McpClient(server) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            answers = [await client.call_tool(name, arguments) for name, arguments in calls]
            return names, client.instructions or "", answers

    return asyncio.run(run())


def test_a_model_reads_proposes_recalls_and_checks(server: str, secret: str, tmp_path: Path) -> None:
    client = Client(server, secret)
    client.append_turns("s-1", TURNS)
    block = client.pins("s-1").block
    names, instructions, answers = asked(
        server,
        secret,
        tmp_path,
        [
            ("read_pinned_block", {"session": "s-1"}),
            ("propose_pin", {"session": "s-1", "key": "aurora", "text": RULE, "severity": "HARD_DENIAL"}),
            ("recall_turn", {"session": "s-1", "turn": 2}),
            ("recall_words", {"session": "s-1", "words": "Aurora"}),
            ("check_pinned", {"session": "s-1", "messages": [{"role": "system", "content": block}]}),
            ("check_pinned", {"session": "s-1", "messages": [{"role": "user", "content": "Go on."}]}),
            ("recall_turn", {"session": "s-1", "turn": 99}),
        ],
    )
    assert names == {"read_pinned_block", "propose_pin", "recall_turn", "recall_words", "check_pinned"}
    assert "enforce" in instructions
    read, _proposed, turn, words, held, lost, missing = answers
    assert read.content[0].text == block
    assert bytes(PinProposal.objects.get().text).decode() == RULE
    assert turn.structured_content["content"] == TURNS[1]["content"]
    assert [hit["seq"] for hit in words.structured_content["hits"]] == [2]
    assert held.structured_content["held"] is True
    assert (lost.structured_content["held"], lost.structured_content["block"]) == (False, "missing")
    assert missing.is_error
    assert "404" in missing.content[0].text


def test_without_its_settings_it_says_which(stet: Stet) -> None:
    done = stet("mcp")
    assert done.returncode == 2
    assert "STET_TOKEN" in done.stderr
