"""Asks `stet mcp` what a model may ask it: its tools, and the pinned block of a session: `ask.py SESSION`."""

from __future__ import annotations

import asyncio
import os
import sys

from mcp import Client, StdioServerParameters

SERVER = StdioServerParameters(command=sys.executable, args=["-m", "reviewapp.cli", "mcp"], env=dict(os.environ))


async def main() -> None:
    async with Client(SERVER) as client:
        print(*[tool.name for tool in (await client.list_tools()).tools], sep="\n")
        answer = await client.call_tool("read_pinned_block", {"session": sys.argv[1]})
        print(answer.content[0].text)


asyncio.run(main())
