"""Holds findings against hand-labelled cases (the sets in `corpus.OWN`).

Kinds fold into families: a lost "at most 3" is fairly called a rule or a number. A finding hits an expected item that
names the same text at the same place; pins and structure are whole-summary judgements and need only the kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from bench.corpus import Case, Found, shown
from reviewapp.engine.types import BINDING, ORIGIN_OF_ROLE, Origin

FAMILIES = {
    "rule": ("negation", "obligation", "permission"),
    "fact": ("numeral", "identifier"),
    "added": ("addition", "injection"),
    "pin": ("pin",),
    "structure": ("structure",),
}
FAMILY = {kind: family for family, kinds in FAMILIES.items() for kind in kinds}
WHOLE = ("pin", "structure")
IN_SUMMARY = ("added", "inverted", "altered")
LOST = ("dropped", "softened", "inverted", "altered")


@dataclass
class Score:
    """Counts over some cases; `errors` are (kind of error, case, kind, change, quote)."""

    gold: int = 0
    hit: int = 0
    hard: int = 0
    hard_hit: int = 0
    exact_change: int = 0
    alarms: int = 0
    cases: int = 0
    clean: int = 0
    clean_hit: int = 0
    certified: list[tuple[str, bool, str]] = field(default_factory=list)  # id, hard, quote: lost, and nothing was said
    errors: list[tuple[str, ...]] = field(default_factory=list)
    by_kind: Counter[str] = field(default_factory=Counter)

    @property
    def hits(self) -> int:
        return self.hit + self.hard_hit


def family(finding: Case) -> str:
    if finding["change"] == "added" and finding["kind"] not in WHOLE:
        return "added"
    return FAMILY[finding["kind"]]


def summary_side(finding: Case) -> str:
    quote: str = finding.get("summary_quote") or (finding["quote"] if finding["turn"] is None else "")
    return quote or ""


def same_text(found: str, wanted: str) -> bool:
    """One holds the other without being many times longer, or they share at least half of the shorter one."""
    if not found or not wanted:
        return found == wanted
    if found in wanted or wanted in found:
        return min(len(found), len(wanted)) >= min(3, len(wanted)) and len(found) <= 4 * len(wanted) + 80
    longest = SequenceMatcher(None, found, wanted, autojunk=False).find_longest_match()
    return longest.size >= 0.5 * min(len(found), len(wanted))


def hits(wanted: Case, finding: Case) -> bool:
    if wanted["kind"] in WHOLE or wanted["kind"] == finding["kind"] == "injection":
        return bool(finding["kind"] == wanted["kind"])
    return _at_the_source(wanted, finding) or _as_addition(wanted, finding) or _at_the_summary_side(wanted, finding)


def _at_the_source(wanted: Case, finding: Case) -> bool:
    quote, mine, theirs = finding["quote"] or "", family(finding), family(wanted)
    limit_in_rule = (
        theirs == "fact" and mine == "rule" and wanted["quote"] in quote and any(map(str.isdigit, wanted["quote"]))
    )
    placed = finding["turn"] == wanted["turn"] or (wanted.get("any_turn") and finding["turn"] is not None)
    return bool(placed) and (mine == theirs or limit_in_rule) and same_text(quote, wanted["quote"])


def _as_addition(wanted: Case, finding: Case) -> bool:
    """A text that stands only in the summary, reported there or as the other side of a pair."""
    if (
        wanted["turn"] is not None
        or family(wanted) != "added"
        or family(finding) == "structure"
        or finding["change"] not in IN_SUMMARY
    ):
        return False
    quote = summary_side(finding)
    return bool(quote) and same_text(quote, wanted["quote"])


def _at_the_summary_side(wanted: Case, finding: Case) -> bool:
    other: str = wanted.get("summary_quote") or ""
    alike = finding["turn"] is None and family(finding) in (family(wanted), "added")
    return bool(other) and alike and same_text(finding["quote"] or "", other)


def forbidden(case: Case, quote: str) -> bool:
    return bool(quote) and any(
        text and (quote in text or (text in quote and 2 * len(text) >= len(quote))) for text in case["must_not_flag"]
    )


def binding_loss(case: Case, wanted: Case) -> bool:
    """Is this a rule that somebody laid down who can, and the summary lost or changed it?"""
    if wanted["turn"] is None or FAMILY[wanted["kind"]] != "rule" or wanted["change"] not in LOST:
        return False
    turn = case["turns"][wanted["turn"]]
    return (turn.get("origin") or ORIGIN_OF_ROLE.get(turn["role"], Origin.TOOL)) in BINDING


def touches(wanted: Case, finding: Case) -> bool:
    """Does the finding, whatever it is called and however folded away, point at the expected text?"""
    if finding["turn"] == wanted["turn"] and same_text(finding["quote"] or "", wanted["quote"]):
        return True
    other, seen = wanted.get("summary_quote") or "", summary_side(finding)
    return bool(other and seen) and same_text(seen, other)


def score(cases: Sequence[Case], found: Found) -> Score:
    total = Score()
    for case in cases:
        everything = found[case["id"]]
        findings = shown(everything)
        used = _expected(total, case, findings, everything)
        _unexpected(total, case, findings, used)
    return total


def _expected(total: Score, case: Case, findings: list[Case], everything: list[Case]) -> set[int]:
    used: set[int] = set()
    for wanted in case["expected"]:
        mine = {i for i, finding in enumerate(findings) if hits(wanted, finding)}
        used |= mine
        hard = bool(wanted.get("hard"))
        total.hard, total.gold = total.hard + hard, total.gold + (not hard)
        total.hard_hit, total.hit = total.hard_hit + (hard and bool(mine)), total.hit + (not hard and bool(mine))
        total.by_kind[wanted["kind"]] += 1
        changes = {findings[i]["change"] for i in mine}
        total.exact_change += wanted["change"] in changes
        if changes and wanted["change"] not in changes:
            told = f"{wanted['change']} told as {', '.join(sorted(changes))}"
            total.errors.append(("CHANGE", case["id"], wanted["kind"], told, wanted["quote"]))
        if not mine:
            total.errors.append(
                ("MISS hard" if hard else "MISS", case["id"], wanted["kind"], wanted["change"], wanted["quote"])
            )
        if binding_loss(case, wanted) and not any(hits(wanted, f) or touches(wanted, f) for f in everything):
            total.certified.append((case["id"], hard, wanted["quote"]))
    return used


def _unexpected(total: Score, case: Case, findings: list[Case], used: set[int]) -> None:
    clean = not case["expected"]
    total.cases, total.clean = total.cases + 1, total.clean + clean
    total.clean_hit += clean and bool(findings)
    for i, finding in enumerate(findings):
        quote = finding["quote"] or ""
        if clean or (i not in used and forbidden(case, quote)):
            total.alarms += 1
            total.errors.append(("ALARM", case["id"], finding["kind"], finding["change"], finding["rule"], quote))
