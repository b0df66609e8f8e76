"""Notices to people: who is told of what, and the digests that tell them."""

from __future__ import annotations
