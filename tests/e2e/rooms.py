"""The addresses of every room, under the team's own. Names in braces are filled in by the test."""

from __future__ import annotations

ROOMS = (
    "queue/",
    "queue/?view=decided",
    "sessions/",
    "s/{session}/",
    "s/{session}/turns/",
    "s/{session}/generations/",
    "pins/",
    "pins/{pin}/",
    "pins/new/",
    "insights/",
    "audit/",
    "audit/?verify=1",
    "settings/",
    "settings/members/",
    "settings/tokens/",
    "keys/",
)
