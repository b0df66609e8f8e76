"""What a drill compacts with: built-in ones, ones that fail, a Python callable, a command, a chat endpoint."""

from __future__ import annotations

from reviewapp.drill.summarisers.asked import Asked, Summarise, SummariserFailed
from reviewapp.drill.summarisers.builtin import BUILTIN
from reviewapp.drill.summarisers.failing import FAILING

__all__ = ["BUILTIN", "FAILING", "Asked", "Summarise", "SummariserFailed"]
