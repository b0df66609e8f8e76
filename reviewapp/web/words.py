"""The words and marks of findings, once for rail, slip, evidence, summary and queue.

They are marked for translation here and translated where they are shown.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from reviewapp.models import Finding, User

BADGES = {
    "dropped": _("Dropped"),
    "softened": _("Softened"),
    "inverted": _("Inverted"),
    "altered": _("Altered"),
    "added": _("Added"),
    "injection": _("Injection"),
    "missing": _("Missing"),
    "malformed": _("Malformed"),
    "inflated": _("Inflated"),
}
ACTIONS = {
    "pinned": _("pinned"),
    "restored": _("restored"),
    "struck": _("struck"),
    "dismissed": _("dismissed"),
}
STATES = {
    "received": _("Waiting for analysis"),
    "analysing": _("Being analysed"),
    "failed": _("Analysis failed"),
    "in_review": _("In review"),
    "approved": _("Approved"),
    "rejected": _("Rejected"),
    "withdrawn": _("Withdrawn"),
    "expired": _("Expired"),
    "superseded": _("Superseded"),
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
    "binding_lost": _("Binding text lost or turned round"),
    "values_wrong": _("Values wrong"),
    "injection": _("Injected text taken over"),
    "unusable": _("Unusable summary"),
    "other": _("Something else, see the note"),
}
DISMISSALS = {
    "restated": _("Restated elsewhere in the summary"),
    "obsolete": _("Obsolete, lifted in a later turn"),
    "false_alarm": _("False alarm of the detector"),
}
BYTES_PER_TOKEN = 4  # a rule of thumb, good enough to compare sizes; pages print it with a ≈


def mark_of(finding: Finding) -> str:
    """Which proof mark a finding gets: injected text is marked as such, whatever the engine calls the change."""
    return "injection" if finding.kind == "injection" else finding.change


def person(user: User | None) -> str:
    """How people see each other; nobody is nothing."""
    return (user.get_full_name() or user.get_username()) if user else ""


def tokens(size: int) -> int:
    """About how many tokens that many bytes or characters are."""
    return max(1, round(size / BYTES_PER_TOKEN)) if size else 0


def number(value: str | None) -> int | None:
    """A number out of an address or a form; None where it is none."""
    return int(value) if value and value.isascii() and value.isdecimal() and len(value) < 10 else None
