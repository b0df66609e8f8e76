"""What the form of a pin is filled with before anybody edits it."""

from __future__ import annotations

import re

from reviewapp.masking.secrets import Extract
from reviewapp.models import PinSeverity
from reviewapp.web.review.findings import Found
from reviewapp.web.review.view_models import PinForm
from reviewapp.web.safe_text import pieces

KEY_WORDS = 5
_SMALL_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and any are at be circumstances for in is it must of on or our please should so that the this to under "
        "we will with you your",
    )
)


def prefill(found: Found, around: Extract | None) -> PinForm:
    words = found.view.words if found.quote else Extract.of("")
    return PinForm(suggested_key(words), around.text if around else found.quote, _severity(found), "session")


def _severity(found: Found) -> str:
    if "falsified" in found.finding.rule:
        return PinSeverity.FATAL_FALSIFICATION.value
    return (PinSeverity.HARD_DENIAL if found.finding.kind == "negation" else PinSeverity.ADVISORY).value


def suggested_key(quote: Extract) -> str:
    """The first words that carry meaning, as a key: `do-not-open-port-5432`. Keys are public: no secret goes in."""
    said = " ".join(piece.text for piece in pieces(quote) if not piece.secret)
    words = [word.strip(".:-") for word in re.findall(r"[a-z0-9][a-z0-9._:-]*", said.lower())]
    telling = list(dict.fromkeys(word for word in words if word and word not in _SMALL_WORDS))[:KEY_WORDS]
    return "-".join(telling)[:100].strip(".:-") or "pin"
