"""What a turn lays down, and what the summary made of it."""

from __future__ import annotations
