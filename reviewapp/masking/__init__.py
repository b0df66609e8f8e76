"""Secrets in texts: what has a known form, and what a label tells. Pure."""

from __future__ import annotations
