"""Reports of a drill: figures, JSON and back, JUnit, the page, thresholds and the command itself."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from reviewapp.drill.__main__ import BAD_INPUT, MISSED, PASSED, main
from reviewapp.drill.figures import Share, figures
from reviewapp.drill.loading import scenarios
from reviewapp.drill.reports import as_json, html, junit
from reviewapp.drill.rounds import Plan, drilled
from reviewapp.drill.summarisers import BUILTIN
from reviewapp.drill.thresholds import Thresholds, changes, complaints
from reviewapp.drill.types import Arm, Drill, Outcome, Reading, Run

SCENARIOS = [each for each in scenarios() if each.name in ("billing-repository", "refund-limit")]


@pytest.fixture(scope="module")
def drill() -> Drill:
    return drilled(Plan(SCENARIOS, BUILTIN["obedient"], "obedient", rounds=3))


def changed(drill: Drill, at: int = 0, **fields: object) -> Drill:
    """The drill with other fields in every round of one scenario."""
    run = drill.runs[at]
    other = replace(run, rounds=tuple(replace(each, **fields) for each in run.rounds))  # type: ignore[arg-type] # fields are checked by what reads them
    return replace(drill, runs=(*drill.runs[:at], other, *drill.runs[at + 1 :]))


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [(Share(0, 10), 0.0, 0.2775), (Share(10, 10), 0.7225, 1.0), (Share(8, 10), 0.4902, 0.9433), (Share(0, 0), 0, 1)],
)
def test_wilson_intervals(share: Share, low: float, high: float) -> None:
    assert [*share.interval] == pytest.approx([low, high], abs=1e-4)


def test_all_but_one_is_not_called_all() -> None:
    assert Share(999, 1000).percent == "99 %"


def test_what_json_tells_is_what_it_reads(drill: Drill) -> None:
    (again,) = as_json.read(as_json.rendered([drill]))
    assert figures(again) == figures(drill)
    assert [run.lost_at for run in again.runs] == [run.lost_at for run in drill.runs]


def test_figures_of_a_report_are_counted_anew(drill: Drill) -> None:
    told = json.loads(as_json.rendered([drill]))
    told["drills"][0]["figures"]["survival"]["none"][-1]["good"] = 1_000
    assert figures(as_json.read(json.dumps(told))[0]) == figures(drill)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"stet-drill/1"', '"stet-drill/9"'),
        ('"format"', '"form"'),
        ('"held": true', '"held": 1'),
        ('"channel": "system"', '"channel": "radio"'),
        ('"rounds": 3', '"rounds": 2'),
        ('"level": "parent"', '"level": "twig"'),
        ('"seed": 1', '"seed": "1"'),
        ('"rule": "', '"rule": "\\u0000'),
        ("{", "["),
    ],
)
def test_a_report_that_is_none_is_refused(drill: Drill, old: str, new: str) -> None:
    text = as_json.rendered([drill])
    assert old in text
    with pytest.raises(as_json.BadReport):
        as_json.read(text.replace(old, new, 1))


def test_junit_fails_what_must_never_happen(drill: Drill) -> None:
    assert 'failures="0"' in junit.rendered([drill])
    lost = next(at for at, run in enumerate(drill.runs) if run.lost_at and run.channel == "user")
    for broken in (
        changed(drill, outcomes=dict.fromkeys(Arm, Outcome.BROKEN)),
        changed(drill, lost, held=False),
        changed(drill, lost, reading=Reading.KEPT),
        changed(drill, outcomes=dict.fromkeys(Arm, Outcome.FAILED)),
    ):
        (suite,) = ElementTree.fromstring(junit.rendered([broken]))  # noqa: S314 - written by us a moment ago
        assert suite.attrib["failures"] == "1" and len(suite.findall("testcase/failure")) == 1


def test_a_pin_that_breaks_fails_whatever_else_is_asked(drill: Drill) -> None:
    broken = changed(drill, outcomes=dict.fromkeys(Arm, Outcome.BROKEN))
    assert any("pinned rules" in each for each in complaints(broken, Thresholds(held=None)))
    assert complaints(drill, Thresholds()) == []


def test_thresholds_and_a_fall_below_an_earlier_drill(drill: Drill) -> None:
    worse = replace(drill, runs=tuple(ungated(run) for run in drill.runs))
    assert complaints(worse, Thresholds(survival=0.01))
    assert complaints(worse, Thresholds(fall=0.1), before=drill) and not complaints(worse, Thresholds(), before=drill)
    assert not complaints(drill, Thresholds(fall=0.0), before=worse)
    assert changes(drill, worse)[0].by == -figures(drill).curves[Arm.NONE][-1].good / len(drill.runs)
    assert changes(drill, worse)[0].clear and not changes(drill, drill)[0].clear


def ungated(run: Run) -> Run:
    outcome = {Arm.NONE: Outcome.BROKEN, Arm.GATE: Outcome.KEPT, Arm.PINNED: Outcome.KEPT}
    return replace(run, rounds=tuple(replace(each, outcomes=outcome) for each in run.rounds))


def test_the_page_needs_nothing_beside_itself_and_escapes_what_it_shows(drill: Drill) -> None:
    hostile = "</title><script>alert(1)</script>"
    lost = next(at for at, run in enumerate(drill.runs) if run.lost_at)
    other = replace(changed(drill, lost, summary=hostile), summariser=hostile)
    page = html.rendered([other], [(other, changes(drill, other))])
    assert "<script" not in page and "&lt;script&gt;" in page
    assert not re.search(r"(src|href)=|url\(|@import", page)
    assert page.count("<svg") == 1 and page.count("</svg>") == 1 and "beside the earlier drill" in page
    ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])  # noqa: S314 - written by us a moment ago


def test_the_command_writes_every_report_and_ends_by_its_thresholds(tmp_path: Path) -> None:
    files = [f"--{form}={tmp_path / form}" for form in ("html", "json", "junit")]
    common = ["--only", "refund-limit/user", "--rounds", "2", "--summariser"]
    assert main([*common, "obedient", *files], out := io.StringIO()) == PASSED
    assert "pinned block" in out.getvalue() and all((tmp_path / form).stat().st_size for form in ("html", "junit"))
    against = ["--compare", str(tmp_path / "json"), "--most-fall", "0.1"]
    assert main([*common, "obedient", *against], io.StringIO()) == PASSED
    assert main([*common, "empty", *against], out := io.StringIO()) == MISSED
    assert "missed: empty: survival fell from 100 % to 0 %" in out.getvalue()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--summariser", "nobody"],
        ["--summariser", "openai:https://models.example/v1"],
        ["--only", "nothing has this name"],
        ["--rounds", "0"],
        ["--compare", "/no/such/file"],
        ["--scenarios", "/no/such/file.toml"],
    ],
)
def test_a_wrong_call_changes_nothing_and_says_so(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments, io.StringIO()) == BAD_INPUT
    assert capsys.readouterr().err.startswith("drill: ")
