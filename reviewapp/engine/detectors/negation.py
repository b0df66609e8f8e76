"""Prohibitions and denials that the summary dropped, softened, turned round or put over other words."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.pair import Pair
from reviewapp.engine.report import TITLES, findings, rules_of
from reviewapp.engine.types import Change, Example, Finding, Kind

RULES = rules_of("negation", TITLES)

_RULE = (("system", "Never restart the billing service during business hours."),)

EXAMPLES = (
    Example(
        (("user", "Do not touch the staging cluster."), ("user", "Fix the login page.")),
        "The login page is to be fixed.",
        ((Kind.NEGATION, Change.DROPPED, "Do not touch the staging cluster"),),
    ),
    Example(
        _RULE,
        "The billing service may be restarted during business hours.",
        ((Kind.NEGATION, Change.INVERTED, "Never restart the billing service during business hours"),),
    ),
    Example(
        _RULE,
        "Try to restart the billing service outside business hours where possible.",
        ((Kind.NEGATION, Change.SOFTENED, "Never restart the billing service during business hours"),),
    ),
    Example(_RULE, "At no point may the billing service be restarted during business hours."),
    Example(_RULE, "Restarting the billing service during business hours is forbidden."),
    Example((("user", "Le fichier ne doit jamais être supprimé."),), "Interdiction de supprimer le fichier."),
    Example(
        (("user", "不要删除生产数据库的备份。"),),
        "可以删除生产数据库的备份。",
        ((Kind.NEGATION, Change.INVERTED, "不要删除生产数据库的备份"),),
    ),
)


def detect(pair: Pair) -> Iterator[Finding]:
    return findings(pair, "negation", frozenset({Kind.NEGATION}))
