"""The list of findings: an address can't ask for more rows than a browser lays out, and none is out of reach."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from reviewapp.masking.secrets import Extract
from reviewapp.web.review.finding_list import AT_ONCE, MOST, Filter, build_rail
from reviewapp.web.review.findings import Findings, Found
from reviewapp.web.review.view_models import FindingView


def found(number: int, severity: str) -> Found:
    words = Extract.of("12 pods")
    view = FindingView(
        number=number, key=str(number), mark="dropped", word="Dropped", kind="numeral", severity=severity, state="open",
        state_word="open", ref="turn 1", words=words, turn_seq=1, has_summary_side=False, undecided=False, url="?f=1",
    )  # fmt: skip
    return cast(Found, SimpleNamespace(view=view))


@pytest.mark.parametrize("severity", ["note", "warning"])
def test_an_address_asks_for_no_more_rows_than_a_page_holds(severity: str) -> None:
    total = 3 * MOST
    findings = Findings([found(n, severity) for n in range(total)], {}, analysed=True)
    wanted = Filter.of("all", "", notes=999_999_999, rows=999_999_999)
    (group,) = build_rail(findings, wanted).groups
    assert len(group.findings) == MOST and group.findings[-1].number == total - 1
    assert group.before == total - MOST and group.earlier and group.left == 0


def test_notes_come_when_they_are_asked_for_a_portion_at_a_time() -> None:
    findings = Findings([found(n, "note") for n in range(2 * AT_ONCE)], {}, analysed=True)
    (none,) = build_rail(findings, Filter()).groups
    assert list(none.findings) == [] and none.left == 2 * AT_ONCE and f"notes={AT_ONCE}" in none.more
    (some,) = build_rail(findings, Filter.of("all", "", AT_ONCE, AT_ONCE)).groups
    assert len(some.findings) == AT_ONCE and some.left == AT_ONCE
