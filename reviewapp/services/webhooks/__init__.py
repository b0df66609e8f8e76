"""Webhooks: endpoints of a team, what is sent to them, and the sending."""

from __future__ import annotations
