"""How often a promise is tried: as often as it was given with `STET_STRESS=full`, a tenth of that otherwise."""

from __future__ import annotations

import os
import random

FULL = os.environ.get("STET_STRESS") == "full"
SEED = int(os.environ.get("STET_SEED") or random.SystemRandom().randrange(2**32))


def times(promised: int) -> int:
    return promised if FULL else max(1, promised // 10)


def dice(name: str) -> random.Random:
    """Random numbers of a seed that is printed, so that a failure can be tried again with `STET_SEED`."""
    print(f"STET_SEED={SEED}")
    return random.Random(f"{SEED}/{name}")
