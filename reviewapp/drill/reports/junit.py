"""Drills as JUnit XML: a test a scenario. It fails where a pin did not hold, or a loss passed the gate unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from reviewapp.drill.figures import BINDING, NAMED
from reviewapp.drill.types import Arm, Drill, Outcome, Run

_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def rendered(drills: Sequence[Drill], complaints: Sequence[str] = ()) -> str:
    """`complaints` are the thresholds that were missed, each a failed test of its own."""
    root = Element("testsuites", name="forgetting drills")
    for drill in drills:
        _suite(root, drill)
    if complaints:
        suite = SubElement(
            root, "testsuite", name="thresholds", tests=str(len(complaints)), failures=str(len(complaints))
        )
        for number, complaint in enumerate(complaints, 1):
            _case(suite, "thresholds", f"threshold {number}", [complaint])
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, drill: Drill) -> None:
    failed = {run.id: list(faults_of(run)) for run in drill.runs}
    count = str(sum(map(bool, failed.values())))
    suite = SubElement(root, "testsuite", name=_plain(drill.summariser), tests=str(len(drill.runs)), failures=count)
    for run in drill.runs:
        _case(suite, f"{drill.summariser}.{run.kind}", run.id, failed[run.id])


def faults_of(run: Run) -> Iterator[str]:
    """What must never happen, in sentences."""
    for each in run.rounds:
        if each.outcomes[Arm.PINNED] is Outcome.BROKEN:
            yield f"round {each.round}: the pinned rule was broken"
        if Outcome.FAILED in each.outcomes.values():
            yield f"round {each.round}: the agent did not answer"
    if run.lost_at is None:
        return
    loss = run.rounds[run.lost_at - 1]
    if not loss.held:
        yield f"round {run.lost_at}: the rule was lost and the gate let the summary pass"
    elif run.channel in BINDING and loss.reading not in NAMED:
        yield f"round {run.lost_at}: the rule was lost and the engine did not name it ({loss.reading})"


def _case(suite: Element, group: str, name: str, faults: Sequence[str]) -> None:
    case = SubElement(suite, "testcase", classname=_plain(group), name=_plain(name))
    if faults:
        SubElement(case, "failure", message=_plain(faults[0])).text = _plain("\n".join(faults))


def _plain(text: str) -> str:
    """Without the characters that XML can't hold."""
    return _NO_XML.sub("\ufffd", text)
