"""The pure engine: turns and a summary in, typed findings out. No I/O, no clock, no framework."""

from __future__ import annotations

from reviewapp.engine.analyse import analyse, check_pins
from reviewapp.engine.types import ENGINE_VERSION, Analysis, Finding, Origin, Pin, Turn

__all__ = ["ENGINE_VERSION", "Analysis", "Finding", "Origin", "Pin", "Turn", "analyse", "check_pins"]
