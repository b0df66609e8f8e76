"""The selected finding: what was said, what became of it, who said it, and what can be done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC
from typing import NamedTuple

from django.utils.translation import gettext as _

from reviewapp.engine.types import BINDING
from reviewapp.guard.hidden import hidden_characters
from reviewapp.masking.secrets import Extract, find_quoted
from reviewapp.models import Action, Compaction, PinVersion, Turn
from reviewapp.services.compactions.marked import is_mark
from reviewapp.services.context.context_turns import stays
from reviewapp.services.review.correction_spans import suggested
from reviewapp.services.review.strike_spans import BARE, cut, is_false, seam, sentence_around, struck_span
from reviewapp.web.labels import ACTIONS, DISMISSALS, person, weight, word
from reviewapp.web.review.finding_list import Filter
from reviewapp.web.review.findings import Findings, Found
from reviewapp.web.review.passages import Passage, passage
from reviewapp.web.review.prefill import prefill
from reviewapp.web.review.view_models import FindingView, PinForm, Slip, Suggested
from reviewapp.web.rules import adds_nothing, title_beside
from reviewapp.web.safe_text import Piece, excerpt, pieces, with_masks
from reviewapp.web.worddiff import Change, Diff, as_is, word_diff

_PARAGRAPH = re.compile(r"\n\s*\n")
LONGEST_SENTENCE = 1_000  # code points; a longer one is for the editor, not for a button


def build_slip(
    compaction: Compaction,
    findings: Findings,
    number: int | None,
    wanted: Filter,
    *,
    pin: PinForm | None = None,
    error: str = "",
) -> Slip | None:
    """The finding of that number, or the first open one; None where nothing was found at all. One steps from it through
    what is `wanted` in the list."""
    found = findings.numbered(number) if number else None
    found = found or next(iter(findings.open or findings.all), None)
    if found is None:
        return None
    turn = findings.turns.get(found.finding.turn_seq or 0)
    strike, sentence, around = _Strike.of(found, compaction), _sentence(found, turn), _around(found, turn)
    prefilled = pin or prefill(found, around)
    can_strike = bool(strike.cuts) and not strike.empties
    return Slip(
        finding=found.view,
        title=title_beside(found.finding.rule),
        why=_why(found, turn, compaction),
        rule=found.finding.rule,
        weight=weight(found.finding.salience),
        speaker=_speaker(turn),
        authority=_authority(turn),
        place=_place(found, compaction),
        diff=_diff(found, turn, compaction),
        elsewhere=_elsewhere(found, findings),
        stays=turn is not None and stays(compaction, turn),
        previous=step(findings, found, -1, wanted),
        next=step(findings, found, 1, wanted),
        correction=_correction(found, turn, compaction),
        can_pin=_can_pin(found),
        can_restore=_can_pin(found) and found.view.is_open,
        sentence=sentence,
        is_false=is_false(found.finding),
        can_strike=can_strike,
        cuts=excerpt(strike.cuts, LONGEST_SENTENCE),
        leaves=strike.leaves,
        strikes_sentence=len(strike.cuts.text) > len(found.summary_quote),
        empties=strike.empties,
        pin_strikes=can_strike and found.view.mark == "inverted",
        suspect=turn.origin if turn is not None and turn.origin not in BINDING else "",
        asks_hidden=bool(hidden_characters(prefilled.text)),
        pin=prefilled,
        pin_keeps=excerpt(around if around and prefilled.text == around.text else found.view.words, LONGEST_SENTENCE),
        can_undo=_can_undo(found),
        left=findings.left_of(found),
        struck=findings.struck_for(found),
        done=_done(found),
        done_at=found.resolution.at if found.resolution else None,
        error=error,
    )


def _why(found: Found, turn: Turn | None, compaction: Compaction) -> tuple[Piece, ...]:
    """In the engine's words, which quote the texts without what tells a secret there; of a mark, in its author's."""
    if is_mark(found.finding):
        return pieces(found.finding.why or _("Marked by a person."))
    if title_beside(found.finding.rule) and adds_nothing(found.finding.rule, found.finding.why):
        return ()
    summary = compaction.current_revision.summary if compaction.current_revision else ""
    sources = (found.view.words.whole, turn.text if turn else "", summary)
    return with_masks(found.finding.why, find_quoted(found.finding.why, sources))


def _can_pin(found: Found) -> bool:
    """What the summary invented can only be cut; a pin that it misquotes stands already."""
    return bool(found.quote) and found.finding.kind not in ("addition", "injection", "pin", "structure")


def _correction(found: Found, turn: Turn | None, compaction: Compaction) -> Suggested | None:
    """What one key puts right: where the summary says something else than a turn, or says it with less force."""
    wrongly = found.view.is_open and found.current and found.view.mark in ("altered", "inverted", "softened")
    if not wrongly or turn is None or compaction.current_revision is None:
        return None
    summary = compaction.current_revision.summary
    made = suggested(found.finding, summary, turn.text)
    if made is None:
        return None
    around = passage(summary, made.start, made.end)
    return Suggested(
        before=(*pieces(around.head), *pieces(Extract(summary, around.start, made.start))),
        wrong=pieces(Extract(summary, made.start, made.end)),
        right=pieces(Extract(turn.text, made.turn_start, made.turn_end)),
        after=(*pieces(Extract(summary, made.end, around.end)), *pieces(around.tail)),
    )


def _can_strike(found: Found) -> bool:
    """Beside a dropped span stands what comes nearest to it, and nothing is wrong with that."""
    return found.view.has_summary_side and found.view.mark not in ("dropped", "missing")


class _Strike(NamedTuple):
    """What a strike, or a restore in place of something false, `cuts` from the summary, and `leaves` of a sentence."""

    cuts: Extract
    leaves: tuple[Piece, ...]
    empties: bool

    @classmethod
    def of(cls, found: Found, compaction: Compaction) -> _Strike:
        text = compaction.current_revision.summary if compaction.current_revision else ""
        span = struck_span(found.finding, text) if found.current and _can_strike(found) else None
        if span is None:
            return cls(Extract.of(""), (), empties=False)
        return cls(Extract(text, *span), _left(text, span), empties=not cut(text, *span))


def _left(text: str, span: tuple[int, int]) -> tuple[Piece, ...]:
    low, high, mark = seam(text, *span)
    first, last = sentence_around(text, low, high)
    if (first, last) == (low, high):
        return ()
    before, after = Extract(text, first, low), Extract(text, high, last)
    return (*excerpt(before, LONGEST_SENTENCE), *pieces(mark or "…"), *excerpt(after, LONGEST_SENTENCE))


def _can_undo(found: Found) -> bool:
    """A dismissal of what the summary has no more means nothing; what changed a text or a register still does."""
    row = found.resolution
    return not found.view.is_open and row is not None and (found.current or row.action != Action.DISMISSED)


def _sentence(found: Found, turn: Turn | None) -> tuple[Piece, ...]:
    """Of a value or a name, the sentence that says what it is of."""
    finding = found.finding
    if turn is None or finding.start is None or finding.end is None or finding.kind not in BARE:
        return ()
    start, end = sentence_around(turn.text, finding.start, finding.end)
    longer = (start, end) != (finding.start, finding.end) and end - start <= LONGEST_SENTENCE
    return pieces(Extract(turn.text, start, end)) if longer else ()


def _speaker(turn: Turn | None) -> str:
    return f"{word(turn.origin, 'origin')} {turn.tool_name}".rstrip() if turn else ""


def _authority(turn: Turn | None) -> str:
    if turn is None:
        return ""
    return _("counts as an instruction") if turn.origin in BINDING else _("doesn’t count as an instruction")


def _place(found: Found, compaction: Compaction) -> str:
    start = found.finding.summary_start
    if not found.current or start is None or compaction.current_revision is None:
        return _("nowhere") if found.current else _("as it was sent")
    before = compaction.current_revision.summary[:start]
    return _("paragraph %(n)s") % {"n": len(_PARAGRAPH.findall(before)) + 1}


def _diff(found: Found, turn: Turn | None, compaction: Compaction) -> Diff:
    """Both passages by words where there are two; else the one side, with its quote marked."""
    finding = found.finding
    if not found.current or finding.summary_start is None or compaction.current_revision is None:
        return Diff(_one_side(turn, found, "cut"), as_is("new", found.summary_source))
    summary = compaction.current_revision.summary
    there = passage(summary, finding.summary_start, finding.summary_end or 0)
    if turn is None or finding.start is None:
        return Diff((), _marked(summary, there, finding.summary_start, finding.summary_end or 0, "new"))
    here = passage(turn.text, finding.start, finding.end or 0)
    diff = word_diff(Extract(turn.text, here.start, here.end), Extract(summary, there.start, there.end))
    return Diff(here.dress(diff.raw), there.dress(diff.summary))


def _one_side(turn: Turn | None, found: Found, op: str) -> tuple[Change, ...]:
    if turn is None or found.finding.start is None or found.finding.end is None:
        return ()
    around = passage(turn.text, found.finding.start, found.finding.end)
    return _marked(turn.text, around, found.finding.start, found.finding.end, op)


def _marked(text: str, around: Passage, start: int, end: int, op: str) -> tuple[Change, ...]:
    before, after = Extract(text, around.start, start), Extract(text, end, around.end)
    return around.dress((*as_is("same", before), *as_is(op, Extract(text, start, end)), *as_is("same", after)))


def _elsewhere(found: Found, findings: Findings) -> list[int]:
    """Other turns with findings that hold the same words."""
    if not found.quote:
        return []
    return [
        seq for seq, turn in sorted(findings.turns.items()) if seq != found.view.turn_seq and found.quote in turn.text
    ]


def step(findings: Findings, found: Found, direction: int, wanted: Filter) -> FindingView | None:
    """The next open finding in that direction (1 or -1), round the end, of the kind that the list shows: one order
    through all of them, notes last."""
    order = findings.all
    at = order.index(found)
    round_trip: Sequence[Found] = [*order[at + 1 :], *order[:at]][::direction]
    return next((f.view for f in round_trip if f.view.is_open and wanted.kind in ("", f.view.kind)), None)


def _around(found: Found, turn: Turn | None) -> Extract | None:
    """The sentence of a quote that is a part of one. A pin stands alone in every later context, where `and never the
    live one` says nothing. Not where it is long, shows a secret beside the quote, or has line ends a form can't carry.
    """
    finding = found.finding
    if turn is None or finding.start is None or finding.end is None or not found.quote:
        return None
    start, end = sentence_around(turn.text, finding.start, finding.end)
    sentence = Extract(turn.text, start, end)
    if end - start > LONGEST_SENTENCE or "\r" in sentence.text or any(sentence.secrets):
        return None
    return sentence if (start, end) != (finding.start, finding.end) else None


def _pinned(version: PinVersion, told: dict[str, str]) -> str:
    told = {**told, "key": version.pin.key}
    if version.expires_at is None:
        return _("%(action)s as %(key)s by %(who)s") % told
    told["end"] = f"{version.expires_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return _("%(action)s as %(key)s by %(who)s, expires %(end)s") % told


def _done(found: Found) -> str:
    """Who resolved it and how, in one line."""
    row = found.resolution
    if row is None:
        return "" if found.current else _("The summary as it stands no longer loses this.")
    told = {"action": _(ACTIONS[row.action]).capitalize(), "who": person(row.user)}
    if row.pin_version is not None:
        return _pinned(row.pin_version, told)
    why = [_(DISMISSALS[row.reason_code]) if row.reason_code else "", row.reason]
    return ": ".join([_("%(action)s by %(who)s") % told, *filter(None, why)])
