"""The words and marks of findings, once for rail, slip, evidence, summary and queue."""

from __future__ import annotations

from reviewapp.models import Finding

BADGES = {
    "dropped": "Dropped",
    "softened": "Softened",
    "inverted": "Inverted",
    "altered": "Altered",
    "added": "Added",
    "injection": "Injection",
    "missing": "Missing",
    "malformed": "Malformed",
    "inflated": "Inflated",
}
STATES = {
    "received": "Waiting for analysis",
    "analysing": "Being analysed",
    "failed": "Analysis failed",
    "in_review": "In review",
    "approved": "Approved",
    "rejected": "Rejected",
    "withdrawn": "Withdrawn",
    "expired": "Expired",
    "superseded": "Superseded",
}
STATE_GLYPHS = {
    "received": "clock",
    "analysing": "again",
    "failed": "no",
    "in_review": "open",
    "approved": "kept",
    "rejected": "no",
    "withdrawn": "none",
    "expired": "clock",
    "superseded": "next",
}
REJECTIONS = {
    "binding_lost": "Binding text lost or turned round",
    "values_wrong": "Values wrong",
    "injection": "Injected text taken over",
    "unusable": "Unusable summary",
    "other": "Something else, see the note",
}
DISMISSALS = {
    "restated": "Restated elsewhere in the summary",
    "obsolete": "Obsolete, lifted in a later turn",
    "false_alarm": "False alarm of the detector",
}
BYTES_PER_TOKEN = 4  # a rule of thumb, good enough to compare sizes; pages print it with a ≈


def mark_of(finding: Finding) -> str:
    """Which proof mark a finding gets: injected text is marked as such, whatever the engine calls the change."""
    return "injection" if finding.kind == "injection" else finding.change


def tokens(size: int) -> int:
    """About how many tokens that many bytes or characters are."""
    return max(1, round(size / BYTES_PER_TOKEN)) if size else 0


def number(value: str | None) -> int | None:
    """A number out of an address or a form; None where it is none."""
    return int(value) if value and value.isascii() and value.isdecimal() and len(value) < 10 else None
