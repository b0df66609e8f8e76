"""The right-hand pane: summary, pins, effective context, notes. A request builds the one that its address names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from reviewapp.models import Comment, Compaction, Revision, StateRecord, Turn
from reviewapp.services.compactions.judging import restored_paragraph
from reviewapp.services.compactions.review_state import ReviewState
from reviewapp.services.context import delivery
from reviewapp.web.labels import STATE_FIELDS, STATES, person, tokens
from reviewapp.web.review.findings import Findings, Found
from reviewapp.web.review.side_panel_models import (
    Fold,
    Manuscript,
    Message,
    Note,
    PinRow,
    Preview,
    Revised,
    Since,
    StateView,
    Tab,
)
from reviewapp.web.review.view_models import FindingView
from reviewapp.web.safe_text import has_long_run, pieces
from reviewapp.web.segments import Marked, any_folded, segments
from reviewapp.web.sessions.compare import Passage, compare

TABS = {
    "summary": gettext_noop("Summary"),
    "pins": gettext_noop("Pins"),
    "account": gettext_noop("Account"),
    "since": gettext_noop("Changes"),
    "state": gettext_noop("State"),
    "context": gettext_noop("Context"),
    "notes": gettext_noop("Notes"),
}
EDGE = 30  # messages shown at each end of a long context, beside those that Stet writes itself
LONG = 50_000  # code points of a summary whose direction is found once, not line by line: that takes browsers seconds
RUN = 100  # messages that a fold opens at once
_OURS = ("pinned", "state", "summary")
_FATES = {
    "altered": gettext_noop("other bytes in the summary"),
    "inverted": gettext_noop("contradicted in the summary"),
    "kept": gettext_noop("not contradicted"),
}


def build_tabs(compaction: Compaction, standing: ReviewState, current: str) -> list[Tab]:
    counts = {"pins": len(standing.pins), "notes": Comment.objects.filter(compaction=compaction).count()}
    return [
        Tab(name, _(title), counts.get(name), f"?tab={name}#summary", name == current) for name, title in TABS.items()
    ]


def manuscript(
    compaction: Compaction, found: Sequence[Found], turns: Mapping[int, Turn], *, whole: bool = False
) -> Manuscript:
    """The summary as it stands, with what is still lost in it and what was put back."""
    revision = compaction.current_revision
    if revision is None:
        return Manuscript(())
    text = revision.summary
    marks = [mark for each in found if (mark := _mark(text, each, revision, turns))]
    shown = segments(text, sorted(marks, key=lambda m: (not m.mark.is_open, m.mark.number)), fold=not whole)
    return Manuscript(shown, len(text) if any_folded(shown) else 0, len(text) > LONG)


def _mark(text: str, found: Found, revision: Revision, turns: Mapping[int, Turn]) -> Marked[FindingView] | None:
    finding = found.finding
    if found.view.state == "restored":
        words = restored_paragraph(finding, found.quote, revision, turns)
        at = text.find(words)
        return Marked(at, at + len(words), found.view) if at >= 0 else None
    if not found.current or finding.summary_start is None or finding.summary_end is None:
        return None
    return Marked(finding.summary_start, finding.summary_end, found.view)


def revised(compaction: Compaction) -> Revised | None:
    """The difference to what the agent sent; None while nobody has edited."""
    now = compaction.current_revision
    if now is None or now.number == 1:
        return None
    sent = Revision.objects.get(compaction=compaction, number=1)
    by = Revision.objects.select_related("author").get(pk=now.pk).author
    passages = compare(sent.summary, now.summary)
    return Revised(now.number, person(by) or _("the agent"), passages, _folds(passages))


def _folds(passages: Sequence[Passage]) -> bool:
    return any(has_long_run(side.text) for passage in passages for side in (passage.before, passage.after))


def since(compaction: Compaction, findings: Findings) -> Since | None:
    """Against the proposal before it, decided or not; None for the first of a session."""
    earlier = Compaction.objects.filter(session=compaction.session_id, received_at__lt=compaction.received_at)
    last = earlier.select_related("current_revision", "team").order_by("-received_at").first()
    if last is None or last.current_revision is None or compaction.current_revision is None:
        return None
    passages = compare(last.current_revision.summary, compaction.current_revision.summary)
    carried = [f.view for f in findings.all if f.resolution is not None and f.resolution.carried_from_id is not None]
    return Since(
        url=reverse("web:review", args=[last.team.slug, last.pk]),
        name=_("generation %(generation)s, attempt %(attempt)s")
        % {"generation": last.generation, "attempt": last.attempt},
        status=_(STATES[last.state]),
        passages=passages,
        folds=_folds(passages),
        carried=carried,
    )


def state(compaction: Compaction) -> StateView:
    last = StateRecord.objects.filter(session=compaction.session_id).order_by("-version").first()
    return StateView(
        version=last.version if last else 0,
        at=last.at if last else None,
        record=_fields(last.body if last else None),
        delta=_fields(compaction.state_delta),
        evicted=[str(key) for key in compaction.evicted_keys],
    )


def _fields(document: Any) -> list[tuple[str, list[str]]]:
    """JSON as people read it: each field with its lines, the usual fields in their order. What is deeper stays JSON."""
    if document is None:
        return []
    fields = document if isinstance(document, dict) else {"": document}
    usual = filter(fields.__contains__, STATE_FIELDS)
    return [(name, _lines(fields[name])) for name in dict.fromkeys([*usual, *fields])]


def _lines(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [f"{name}: {_told(each)}" for name, each in value.items()]
    return [_told(each) for each in (value if isinstance(value, list) else [value])]


def _told(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def pin_rows(standing: ReviewState, findings: Findings) -> list[PinRow]:
    """Every pin in force here, and whether the summary speaks against it. It need not repeat them."""
    broken = {found.quote: found.view.mark for found in findings.all if found.finding.kind == "pin" and found.current}
    rows = []
    for version in standing.pins:
        text = bytes(version.text).decode()
        scope = "team" if version.pin.register_id == standing.team_register.id else "session"
        fate = broken.get(text, "kept" if standing.pin_check else "none")
        word = _(_FATES.get(fate, gettext_noop("not checked yet")))
        rows.append(PinRow(version.pin.key, version.n, version.severity, scope, fate, word, pieces(text)))
    return sorted(rows, key=lambda row: (row.fate == "kept", row.key))


def preview(compaction: Compaction, first: int | None = None) -> Preview:
    """The messages that the agent's model would see, and what they cost. Of many, both ends and all that Stet writes,
    or a run of them from the `first`; the rest is folded where it stands."""
    messages = delivery.preview(compaction=compaction).messages
    sizes = [tokens(len(_content(raw).encode())) for raw in messages]
    shown = _run(len(messages), first) if first else _ends(messages)
    return Preview(
        items=list(_with_folds(messages, sizes, sorted(shown))),
        count=len(messages),
        tokens=sum(sizes),
        added=sum(size for raw, size in zip(messages, sizes, strict=True) if raw.get("kind") in _OURS),
        pinned_tokens=sum(size for raw, size in zip(messages, sizes, strict=True) if raw.get("kind") == "pinned"),
    )


def _run(count: int, first: int) -> set[int]:
    return {*range(min(first, count) - 1, min(first - 1 + RUN, count))}


def _ends(messages: Sequence[dict[str, Any]]) -> set[int]:
    ours = [i for i, raw in enumerate(messages) if raw.get("kind") in _OURS]
    return {i for i in (*range(EDGE), *ours, *range(len(messages) - EDGE, len(messages))) if 0 <= i < len(messages)}


def _with_folds(
    messages: Sequence[dict[str, Any]], sizes: Sequence[int], shown: Sequence[int]
) -> Iterator[Message | Fold]:
    """The shown ones, and between them how many are not and what they cost."""
    for before, at in pairwise([-1, *shown, len(messages)]):
        if at > before + 1:
            yield Fold(before + 2, at, sum(sizes[before + 1 : at]))
        if at < len(messages):
            yield _message(messages[at], sizes[at])


def _message(raw: dict[str, Any], size: int) -> Message:
    kind = str(raw.get("kind", "text"))
    what = kind if kind in _OURS else f"turn {raw['seq']}" if "seq" in raw else kind
    return Message(str(raw["role"]), what, size, pieces(_content(raw)))


def _content(raw: dict[str, Any]) -> str:
    content = raw["content"]
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def notes(compaction: Compaction, findings: Findings) -> list[Note]:
    found = Comment.objects.filter(compaction=compaction).order_by("id").select_related("user")
    return [_note(comment, findings.all) for comment in found]


def _note(comment: Comment, findings: Sequence[Found]) -> Note:
    about = next((f.view.number for f in findings if f.view.key == comment.finding_key), None)
    return Note(person(comment.user), comment.at, about, pieces(comment.text))
