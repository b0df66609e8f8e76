"""A pin in other words than those of the finding that it is to answer."""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext as _

from reviewapp import engine
from reviewapp.engine.types import Severity
from reviewapp.services.compactions.judging import REWORDED, EvaluatedFinding, holds_words
from reviewapp.services.errors import Refused

LONGEST = 4_000  # characters of either side that the engine compares while a person waits
LONGEST_REASON = 4_000


class Reason(TypedDict):
    """What a resolution records of it; both empty where the pin holds the finding's words."""

    reason_code: str
    reason: str


def checked(judged: EvaluatedFinding, text: str | None, reason: str) -> Reason:
    """Refused where the text neither holds the finding's words nor, for a reason, says what they say."""
    if text is None or holds_words(text, judged.quote):
        return {"reason_code": "", "reason": ""}
    if not reason.strip():
        message = _("This pin does not hold the lost words. Keep them, or say why other words stand for them.")
        raise Refused("not_its_words", message, 422, "text")
    if len(reason) > LONGEST_REASON or "\0" in reason:
        raise Refused("too_long", _("At most %(n)s characters.") % {"n": LONGEST_REASON}, 422, "reworded")
    if not says_the_same(judged.quote, text):
        message = _("As far as can be told, these words leave out or change what the rule says. Keep the rule's words.")
        raise Refused("not_the_same", message, 422, "text")
    return {"reason_code": REWORDED, "reason": reason}


def says_the_same(rule: str, text: str) -> bool:
    """Whether the engine finds nothing lost, changed or undecided where the text is to summarise the rule."""
    if max(len(rule), len(text)) > LONGEST:
        return False
    read = engine.analyse([engine.Turn("user", rule)], text)
    held = any(found.severity is not Severity.NOTE or found.undecided for found in read.findings)
    return not held and not read.coverage.skipped
