"""A drill as JSON for programs, JUnit for builds, text for a terminal, and a page that needs nothing beside itself."""

from __future__ import annotations
