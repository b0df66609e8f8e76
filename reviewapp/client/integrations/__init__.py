"""Adapters for agent frameworks, one module each. A module imports its framework; nothing else here does."""

from __future__ import annotations
