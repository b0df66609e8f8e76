"""Untrusted text with its findings marked. In Python, since a page has thousands of these parts and a template that
decides about each costs more than all else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from reviewapp.templatetags.stet import glyph, joined, shown_pieces
from reviewapp.web.review.view_models import FindingView
from reviewapp.web.segments import Segment

register = template.Library()


@register.simple_tag
def to_finding(url: str) -> SafeString:
    """The attributes of a link that brings a finding into the slip."""
    return format_html(
        'href="{0}#finding" hx-get="{0}" hx-target="#finding" hx-swap="outerHTML" hx-sync="#main:queue last"', url
    )


@register.simple_tag
def marked(segments: Iterable[Segment[FindingView]], side: str) -> SafeString:
    """`side` tells the anchors in the turns (`e`) from those in the summary (`s`)."""
    return joined([part for segment in segments for part in _segment(segment, side)])


def _segment(segment: Segment[FindingView], side: str) -> Iterator[SafeString]:
    """The first of its marks decides how it looks."""
    text = shown_pieces(segment.pieces)
    if not segment.marks:
        yield text
        return
    lead = segment.marks[0]
    yield format_html(
        '<mark class="span" data-of="{}" {}>{}<a {}>{}{}</a>{}</mark>',
        " ".join(str(view.number) for view in segment.marks),
        _look(lead.mark, lead.severity, lead.state),
        format_html_join("", '<span id="{}-{}"></span>', ((side, view.number) for view in segment.opens)),
        to_finding(lead.url),
        _said(lead) if any(view is lead for view in segment.opens) else "",
        text,
        _numbers(segment),
    )
    yield from (_marginal(view) for view in segment.named if not view.is_open_note)


@cache
def _look(mark: str, severity: str, state: str) -> SafeString:
    return format_html('data-change="{}" data-severity="{}" data-state="{}"', mark, severity, state)


def _said(view: FindingView) -> SafeString:
    """What it is, in words for who does not see how it looks."""
    told = {"state_word": view.state_word, "word": view.word.lower(), "number": view.number}
    words = _("%(state_word)s %(word)s, finding %(number)s:") % told
    return format_html('<span class="vh">{} </span>{}', words, glyph(view.mark if view.is_open else view.state))


def _numbers(segment: Segment[FindingView]) -> SafeString:
    more = [f"+{segment.unnamed}"] if segment.unnamed else []
    return format_html_join("", "<sup>{}</sup>", ((each,) for each in (*(view.label for view in segment.named), *more)))


def _marginal(view: FindingView) -> SafeString:
    name, word = (view.mark, view.word.lower()) if view.is_open else (view.state, _(view.state))
    return format_html(
        '<small class="marginal" {} aria-hidden="true"><b>{}</b>{}{}</small>',
        _look(view.mark, view.severity, view.state),
        view.label,
        glyph(name),
        word,
    )
