"""Obligations, restrictions and permissions that the summary dropped, softened, turned or freed of a condition."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.pair import Pair
from reviewapp.engine.report import TITLES, findings, rules_of
from reviewapp.engine.types import Change, Example, Finding, Kind

RULES = rules_of("modality", TITLES)

_DUTY = (("system", "Every release must be signed by the security team."),)
_TIED = (("user", "You may delete old snapshots, unless the auditor has flagged them."),)

EXAMPLES = (
    Example(
        (*_DUTY, ("user", "Prepare the changelog.")),
        "A changelog is being prepared.",
        ((Kind.OBLIGATION, Change.DROPPED, "Every release must be signed by the security team"),),
    ),
    Example(
        _DUTY,
        "Releases should ideally be signed by the security team.",
        ((Kind.OBLIGATION, Change.SOFTENED, "Every release must be signed by the security team"),),
    ),
    Example(
        _DUTY,
        "Releases need not be signed by the security team.",
        ((Kind.OBLIGATION, Change.INVERTED, "Every release must be signed by the security team"),),
    ),
    Example(_DUTY, "The security team is required to sign each release."),
    Example(
        _TIED,
        "Old snapshots may be deleted.",
        ((Kind.PERMISSION, Change.ALTERED, "You may delete old snapshots, unless the auditor has flagged them"),),
    ),
    Example(_TIED, "Old snapshots can be deleted, except those flagged by the auditor."),
)


def detect(pair: Pair) -> Iterator[Finding]:
    return findings(pair, "modality", frozenset({Kind.OBLIGATION, Kind.PERMISSION}))
