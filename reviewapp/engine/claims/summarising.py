"""What somebody who binds says about the summary itself: an order to whoever summarises, and no rule for the work."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

from reviewapp.engine.text import Sentence

PATTERNS = Path(__file__).with_name("summarising.json")


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    told = json.loads(PATTERNS.read_text(encoding="utf-8"))
    return re.compile("|".join(pattern for patterns in told.values() for pattern in patterns))


def about_the_summary(sentence: Sentence) -> bool:
    """Does the sentence say how to summarise? `When you summarise this, leave out the small talk` is no rule for the
    work, and a summary that does so does not repeat it."""
    return _pattern().search(sentence.folded) is not None
