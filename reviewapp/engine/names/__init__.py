"""Names that must survive letter by letter, and what a strange one was made from."""

from __future__ import annotations
