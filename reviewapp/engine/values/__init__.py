"""Numbers, amounts, days and times: found, read into canonical forms, paired."""

from __future__ import annotations
