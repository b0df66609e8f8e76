"""The notices of a person, and how each wants to be told."""

from __future__ import annotations
