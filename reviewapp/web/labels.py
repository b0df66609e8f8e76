"""The words and marks of findings, once for rail, slip, evidence, summary and queue.

They are marked for translation here and translated where they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.utils.translation import gettext, ngettext
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
    "corrected": _("corrected"),
    "withdrawn": _("taken back"),
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
KINDS = {
    "negation": _("negation"),
    "obligation": _("obligation"),
    "permission": _("permission"),
    "numeral": _("number"),
    "identifier": _("identifier"),
    "addition": _("addition"),
    "injection": _("injection"),
    "pin": _("pin"),
    "structure": _("structure"),
    "mark": _("marked by a person"),
}
KINDS_TOLD = {
    "negation": _("prohibitions, denials and exceptions"),
    "obligation": _("what has to be done, and its conditions"),
    "permission": _("what is allowed, and how far"),
    "numeral": _("amounts, limits, dates, times, versions"),
    "identifier": _("paths, ids, hashes, addresses, names of functions"),
    "addition": _("what no turn says"),
    "injection": _("instructions out of a tool or a page"),
    "pin": _("pins contradicted or quoted with other words"),
    "structure": _("empty, cut off or malformed summaries"),
}
SEVERITIES = {"blocking": _("blocking"), "warning": _("warning"), "note": _("note")}
PIN_SEVERITIES = {
    "ADVISORY": _("Guideline"),
    "HARD_DENIAL": _("Never do"),
    "FATAL_FALSIFICATION": _("Tried and failed"),
}
LEVELS = {"leaf": _("first summary"), "parent": _("later summary"), "root": _("root")}
ORIGINS = {
    "user": _("user"),
    "system": _("system"),
    "agent": _("agent"),
    "tool": _("tool"),
    "memory": _("memory"),
    "harness": _("harness"),
    "summary": _("summary"),
    "person": _("a person"),
}
FATES = {
    "said": _("said"),
    "not yet": _("not yet"),
    "kept": _("kept"),
    "dropped": _("dropped"),
    "softened": _("softened"),
    "inverted": _("inverted"),
    "altered": _("altered"),
    "added": _("added"),
    "injection": _("injection"),
    "missing": _("missing"),
    "malformed": _("malformed"),
    "inflated": _("inflated"),
    **ACTIONS,
    "held": _("held by its pin"),
    "not found": _("not found"),
    "never": _("never"),
}
ROLES = {"viewer": _("viewer"), "reviewer": _("reviewer"), "lead": _("lead")}
RECEIPTS = {
    "bypass": _("What the summariser saw"),
    "approval": _("Approval"),
    "rejection": _("Rejection"),
    "pin-invalidation": _("Retired pin"),
    "context": _("Context served"),
    "checkpoint": _("Checkpoint"),
}
STATE_FIELDS = {
    "objective": _("Objective"),
    "forbidden_actions": _("Forbidden actions"),
    "frozen_resources": _("Frozen resources"),
    "verified_entities": _("Verified entities"),
    "completed": _("Completed"),
    "pending": _("Pending"),
}
FIDELITIES = {
    "authority": _("authority: pinned, exact in every context"),
    "evidence": _("evidence: cited, recalled by its number"),
    "state": _("state: stands in the state record"),
    "narrative": _("narrative: as the summary tells it"),
}
REJECTIONS = {
    "binding_lost": _("Instructions lost or turned round"),
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
OUTCOMES = {
    **REJECTIONS,
    "withdrawn": _("Taken back by the agent"),
    "expired": _("Nobody decided in time"),
    "epoch_moved": _("Another compaction took effect"),
    "session_closed": _("The session was closed"),
}
AGES = {
    "hour": _("under 1 h"),
    "quarter": _("1 to 6 h"),
    "day": _("6 to 24 h"),
    "days": _("1 to 3 days"),
    "older": _("over 3 days"),
}
# What a template names a table by.
TABLES: Mapping[str, Mapping[str, str]] = {
    "age": AGES,
    "badge": BADGES,
    "dismissal": DISMISSALS,
    "fate": FATES,
    "fidelity": FIDELITIES,
    "field": STATE_FIELDS,
    "kind": KINDS,
    "kind-told": KINDS_TOLD,
    "level": LEVELS,
    "origin": ORIGINS,
    "outcome": OUTCOMES,
    "pin-severity": PIN_SEVERITIES,
    "receipt": RECEIPTS,
    "role": ROLES,
    "severity": SEVERITIES,
    "state": STATES,
}
BYTES_PER_TOKEN = 4  # a rule of thumb, good enough to compare sizes; pages print it with a ≈


def word(value: object, table: str) -> str:
    """A value of the database in words of the reader's language; what no table knows is said as it stands."""
    told = TABLES[table].get(str(value))
    return str(value) if told is None else gettext(told)


def counted(n: int, severity: str) -> str:
    """So many findings of a severity."""
    forms = {
        "blocking": ngettext("%(n)s blocking", "%(n)s blocking", n),
        "warning": ngettext("%(n)s warning", "%(n)s warnings", n),
        "note": ngettext("%(n)s note", "%(n)s notes", n),
    }
    return forms[severity] % {"n": n}


def mark_of(finding: Finding) -> str:
    """Which proof mark a finding gets: injected text is marked as such, whatever the engine calls the change."""
    return "injection" if finding.kind == "injection" else finding.change


def person(user: User | None) -> str:
    """How people see each other; nobody is nothing."""
    return (user.get_full_name() or str(user)) if user else ""


def people(users: Iterable[User]) -> str:
    return ", ".join(map(person, users))


def weight(salience: int) -> int:
    """The engine's thousandths as people read them: out of 100."""
    return round(salience / 10)


def tokens(size: int) -> int:
    """About how many tokens that many bytes or characters are."""
    return max(1, round(size / BYTES_PER_TOKEN)) if size else 0


def duration(span: timedelta) -> str:
    """Two units at most: 40 s, 12 min, 2 h 05, 3 d."""
    seconds = max(0, int(span.total_seconds()))
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if minutes < 1:
        return gettext("%(n)s s") % {"n": seconds}
    if hours < 1:
        return gettext("%(n)s min") % {"n": minutes}
    if hours < 48:
        return gettext("%(hours)s h %(minutes)s") % {"hours": hours, "minutes": f"{minutes % 60:02}"}
    return gettext("%(n)s d") % {"n": days}


def number(value: str | None) -> int | None:
    """A number out of an address or a form; None where it is none."""
    return int(value) if value and value.isascii() and value.isdecimal() and len(value) < 10 else None
