"""What the summary says that the turns do not, or say otherwise."""

from __future__ import annotations
