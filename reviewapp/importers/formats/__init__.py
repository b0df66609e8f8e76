"""One module a format. The order is that of recognition: where marks tie, the first wins."""

from __future__ import annotations

from reviewapp.importers.formats.adk import GoogleADK
from reviewapp.importers.formats.anthropic import Anthropic
from reviewapp.importers.formats.claude_code import ClaudeCode
from reviewapp.importers.formats.codex import Codex
from reviewapp.importers.formats.langchain import LangChain
from reviewapp.importers.formats.openai_chat import OpenAIChat
from reviewapp.importers.formats.openai_responses import OpenAIResponses
from reviewapp.importers.formats.openhands import OpenHands
from reviewapp.importers.formats.pi import Pi
from reviewapp.importers.formats.plain import Plain
from reviewapp.importers.formats.pydantic_ai import PydanticAI
from reviewapp.importers.types import Format

FORMATS: dict[str, type[Format]] = {
    each.name: each
    for each in (
        ClaudeCode, Codex, Pi, GoogleADK, OpenHands, PydanticAI, LangChain, Anthropic, OpenAIResponses, Plain,
        OpenAIChat,
    )
}  # fmt: skip
