"""Forgetting drills: does a rule still bind after its conversation was compacted N times? Pure of Django."""

from __future__ import annotations
