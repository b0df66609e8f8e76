"""What became of everything: one line for each binding sentence, number and identifier of the range."""

from __future__ import annotations

from reviewapp.engine.account.blocks import BadBlock, Block, digest, joined, pack, unpack
from reviewapp.engine.account.holds import Hold, holds
from reviewapp.engine.account.lines import Account, Line, State, Unit

__all__ = [
    "Account", "BadBlock", "Block", "Hold", "Line", "State", "Unit", "digest", "holds", "joined", "pack", "unpack",
]  # fmt: skip
