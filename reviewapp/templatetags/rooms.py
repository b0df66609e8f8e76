"""Template words of the rooms beside the desk."""

from __future__ import annotations

import re
from datetime import timedelta

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from reviewapp.masking.secrets import Extract
from reviewapp.templatetags.stet import shown_pieces, thousands
from reviewapp.web import safe_text
from reviewapp.web.labels import duration, tokens, weight
from reviewapp.web.safe_text import pieces

register = template.Library()

_DIGEST = re.compile(r"[0-9a-f]{64}")
EXCERPT = 240  # code points of a quote in a table; the page behind the link has all of it


@register.filter
def inert(text: str | Extract) -> SafeString:
    """Untrusted text, whole: escaped, and what can't be seen as a chip."""
    return shown_pieces(pieces(text))


@register.filter
def breakable(name: str) -> SafeString:
    """A dotted name that may break after its dots and dashes, and nowhere else."""
    return format_html_join("", "{}<wbr>", ((part,) for part in re.split(r"(?<=[.-])", name)))


@register.filter
def excerpt(text: str | Extract) -> SafeString:
    """The beginning of an untrusted text, with a sign where more follows."""
    return shown_pieces(safe_text.excerpt(Extract.of(text) if isinstance(text, str) else text, EXCERPT))


@register.filter
def as_tokens(size: int) -> str:
    return thousands(tokens(size))


@register.filter(name="weight")
def weighed(salience: int) -> int:
    return weight(salience)


@register.filter
def seconds(value: int | None) -> str:
    """A length of time as people say it; a dash where nothing was measured."""
    return "–" if value is None else duration(timedelta(seconds=value))


@register.filter
def logged(value: object) -> SafeString:
    """A value of an audit entry's body: digests shortened for the eye, lists as words."""
    values = value if isinstance(value, list) else [value]
    return inert(", ".join(_brief(str(each)) for each in values))


def _brief(text: str) -> str:
    return f"{text[:8]}…{text[-4:]}" if _DIGEST.fullmatch(text) else text
