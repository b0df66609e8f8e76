"""What leaves the house holds no secret: keys and tokens of known forms, and values that a label told anywhere."""

from __future__ import annotations

from collections.abc import Iterable

from reviewapp.masking.labelled_secrets import SHORTEST
from reviewapp.masking.secrets import find_secrets, labelled

SIGN = "[secret]"


def told_values(texts: Iterable[str]) -> frozenset[str]:
    """Values that stand behind `password:` and the like in any of these texts."""
    return frozenset(value for text in texts for value, _ in labelled(text) if len(value) >= SHORTEST)


def mask(text: str, values: Iterable[str]) -> str:
    parts, at = [], 0
    for secret in find_secrets(text):
        parts += [text[at : secret.start], SIGN]
        at = secret.end
    masked = "".join([*parts, text[at:]])
    for value in sorted(values, key=len, reverse=True):
        masked = masked.replace(value, SIGN)
    return masked
