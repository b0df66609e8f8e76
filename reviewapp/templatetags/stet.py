"""What every template says the same way: a glyph, a key, a size, a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from reviewapp.guard import hidden
from reviewapp.masking.secrets import Extract
from reviewapp.web.glossary import TERMS
from reviewapp.web.keymap import KEYS
from reviewapp.web.labels import counted, duration, word
from reviewapp.web.safe_text import Piece, folded, pieces

register = template.Library()


@register.simple_tag
@cache
def glyph(name: str) -> SafeString:
    """A proof mark of `marks.svg`; it never stands alone, so it is hidden from screen readers."""
    return format_html('<svg class="g" aria-hidden="true"><use href="{}#{}"/></svg>', static("img/marks.svg"), name)


@register.simple_tag
def wordmark() -> SafeString:
    return format_html('<svg role="img" aria-label="Stet"><use href="{}#wordmark"/></svg>', static("img/marks.svg"))


@register.simple_tag(takes_context=True)
def hotkey(context: dict[str, Any], name: str) -> SafeString:
    """The attribute that binds a control to its key; nothing for who switched keys off."""
    key = KEYS[name]
    if context.get("hotkeys_off"):
        return SafeString("")
    return format_html('data-hotkey="{}" aria-keyshortcuts="{}"', key.hotkey, key.hotkey.split(",")[0])


@register.simple_tag(takes_context=True)
def key(context: dict[str, Any], name: str) -> SafeString:
    """The label of a key beside the words of its button."""
    if context.get("hotkeys_off"):
        return SafeString("")
    return format_html('<kbd aria-hidden="true">{}</kbd>', KEYS[name].label)


@register.filter
def spelled_out(name: str) -> str:
    """A name where no markup may stand: its hidden characters as ‹U+XXXX›."""
    return hidden.spelled_out(name)


@register.filter(name="word")
def worded(value: object, table: str) -> str:
    return word(value, table)


@register.filter(name="counted")
def count_of(n: int, severity: str) -> str:
    return counted(n, severity)


@register.filter
def thousands(value: int) -> str:
    return number_format(value, force_grouping=True)


@register.filter
def tok(tokens: int) -> str:
    return _("≈ %(tokens)s tok") % {"tokens": thousands(tokens)}


@register.filter
def kilobytes(value: int) -> str:
    """Bytes as people say them: 412 B, 9.4 kB, 2.1 MB."""
    for unit, size in (("MB", 1_000_000), ("kB", 1_000)):
        if value >= size:
            return f"{number_format(value / size, 1 if value < 10 * size else 0, force_grouping=True)} {unit}"
    return f"{value} B"


@register.filter
def short(digest: bytes | str | None) -> str:
    """First and last of a digest, enough to compare by eye."""
    text = bytes(digest).hex() if isinstance(digest, bytes | memoryview) else (digest or "")
    return f"{text[:8]}…{text[-4:]}" if len(text) > 16 else text


@register.simple_tag
def clock(moment: datetime) -> SafeString:
    """The time of day, for a list of one day's turns."""
    exact = moment.isoformat()
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', exact, exact, f"{timezone.localtime(moment):%H:%M:%S %Z}"
    )


@register.filter
def ago(moment: datetime) -> SafeString:
    return _when(moment, _("%(time)s ago") % {"time": duration(timezone.now() - moment)})


@register.filter
def age(moment: datetime) -> SafeString:
    """How long ago, without the word."""
    return _when(moment, duration(timezone.now() - moment))


@register.filter
def left(moment: datetime) -> SafeString:
    """Time until a deadline, or that it is over."""
    remaining = moment - timezone.now()
    return _when(moment, _("over") if remaining <= timedelta(0) else duration(remaining))


def _when(moment: datetime, words: str) -> SafeString:
    exact = timezone.localtime(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        exact.isoformat(timespec="seconds"),
        exact.strftime("%Y-%m-%d %H:%M:%S %Z"),
        words,
    )


@register.simple_tag
def copy(of: str) -> SafeString:
    """A button that copies the text of the element with this id; without script it is not there."""
    return format_html(
        '<button class="button quiet copy" type="button" data-copy="{}" data-copied="{}" hidden>{}</button>',
        of,
        _("Copied."),
        _("Copy"),
    )


@register.simple_tag
def term(name: str) -> SafeString:
    """A word of our own, explained where it stands: opened by a click or a key, without script too."""
    named = _(name)
    return format_html(
        '<details class="menu term"><summary aria-label="{}">?</summary>'
        '<p class="menu-sheet"><b>{}</b> {}</p></details>',
        _("What does “%(word)s” mean?") % {"word": named},
        named,
        _(TERMS[name]),
    )


@register.simple_tag(name="pieces")
def shown_pieces(text: str | Extract | Iterable[Piece], *, fold: bool = False) -> SafeString:
    """Untrusted text: each part escaped, and what can't be seen as a chip. `fold`: long runs without a space too."""
    parts = pieces(text) if isinstance(text, str | Extract) else text
    return joined([_shown(part) for part in (folded(parts) if fold else parts)])


def joined(parts: Sequence[str]) -> SafeString:
    """One after the other, each escaped unless it is markup of ours."""
    first, *more = parts or ("",)
    return format_html_join("", "{}", ((part,) for part in (first, *more))) if more else conditional_escape(first)


def _shown(part: Piece) -> str | SafeString:
    if not part.chip:
        return part.shown
    return format_html(
        '<span class="unseen" title="{}"><span class="vh">[</span>{}<span class="vh">]</span></span>',
        part.title,
        part.shown,
    )
