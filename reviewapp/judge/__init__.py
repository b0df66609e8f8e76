"""A second reader: a model that is asked about one rule at a time, and whose answers are checked in code. Pure."""

from __future__ import annotations
