"""Obligations, restrictions and permissions that the summary dropped, softened, turned or freed of a condition."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.binding.report import findings, rules_of
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Change, Example, Finding, Kind

RULES = rules_of(
    "modality",
    "unmentioned denial-lost turned-round hedged force-lost condition-lost denial-added duty-denied duty-laid-down "
    "permission-denied lift-ignored lift-invented once-standing opened-up exception-made swapped opposite",
)

_DUTY = "Every release must be signed by the security team."
_TIED = "You may delete old snapshots, unless the auditor has flagged them."
_ONLY = "Only Farida signs off on payroll changes."
_FREE = "There is no need to translate the appendix."
_MERGE = "You may merge into the release branch again"


def _case(said: str, summary: str, change: Change, kind: Kind = Kind.OBLIGATION) -> Example:
    return Example((("user", said),), summary, ((kind, change, said.rstrip(".")),))


def _allowed(said: str, summary: str, change: Change) -> Example:
    return _case(said, summary, change, Kind.PERMISSION)


def _kept(said: str, summary: str) -> Example:
    return Example((("user", said),), summary)


EXAMPLES = (
    _case(_DUTY, "A changelog is being prepared.", Change.DROPPED),
    _case(_ONLY, "Farida looked at the payroll.", Change.DROPPED),
    _case(_ONLY, "Payroll changes are signed off by Omar.", Change.INVERTED),
    _case(_DUTY, "Releases should ideally be signed by the security team.", Change.SOFTENED),
    _case(
        "Visitors must hand in badge and key at the front desk.", "Visitors saw the badge on the desk.", Change.SOFTENED
    ),
    _case(_DUTY, "Releases need not be signed by the security team.", Change.INVERTED),
    _case("Refunds above 200 must be approved by Hana.", "Refunds must not be approved by Hana.", Change.INVERTED),
    _case(_DUTY, "The rule that releases are signed by the security team no longer applies.", Change.INVERTED),
    _case("The audit must include the archive.", "The audit must exclude the archive.", Change.INVERTED),
    _case("Run the smoke test before the restart.", "Run the restart before the smoke test.", Change.INVERTED),
    _case("Send invoices by post instead of email.", "Invoices are sent by email instead of post.", Change.INVERTED),
    _case("Access to the vault is limited to the founders.", "Anyone may have access to the vault.", Change.INVERTED),
    _allowed(_TIED, "Old snapshots may be deleted.", Change.ALTERED),
    _allowed(_FREE, "The appendix must be translated.", Change.INVERTED),
    _allowed("You may delete old snapshots without asking.", "Ask before deleting old snapshots.", Change.INVERTED),
    _allowed("Just for today you may skip the licence scan.", "The licence scan may be skipped.", Change.ALTERED),
    Example(
        (("user", "Do not merge into the release branch."), ("user", f"{_MERGE}.")),
        "Do not merge into the release branch.",
        ((Kind.PERMISSION, Change.INVERTED, _MERGE),),
    ),
    _allowed("Photos are allowed in the lobby.", "Photos are forbidden in the lobby.", Change.INVERTED),
    _allowed("Anyone can book the seminar room.", "Only staff can book the seminar room.", Change.INVERTED),
    _allowed("You may delete old snapshots without asking.", "Deleting old snapshots needs approval.", Change.INVERTED),
    _kept("You may delete old snapshots without asking.", "Old snapshots can be deleted, no approval needed."),
    _kept("Photos are allowed in the lobby.", "Photos in the lobby are fine."),
    _allowed("Guests may swim, even small children.", "Guests may swim, except small children.", Change.ALTERED),
    _kept(_DUTY, "The security team is required to sign each release."),
    _kept(_ONLY, "Nobody except Farida may approve changes to payroll."),
    _kept(_TIED, "Old snapshots can be deleted, except those flagged by the auditor."),
    _kept(_FREE, "The appendix doesn't have to be translated."),
    _kept("所有合同必须由法务审核。", "合同须经法务审核。"),
    _kept("Todos los informes deben llevar la firma de la directora.", "La directora tiene que firmar los informes."),
)


def detect(pair: Pair) -> Iterator[Finding]:
    return findings(pair, "modality", frozenset({Kind.OBLIGATION, Kind.PERMISSION}))
