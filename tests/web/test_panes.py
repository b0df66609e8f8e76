"""The right-hand pane: what changed since the last proposal, the state record, the context as it would be served."""

from __future__ import annotations

import re
from typing import Any

from reviewapp.models import Compaction, StateRecord
from reviewapp.services.compactions import finalize, intake
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.review import actions
from tests.web.conftest import Browser, Desk
from tests.world import LOSSY, RULE


def _pane(desk: Desk, browser: Browser, tab: str) -> str:
    page = browser(desk.world.reviewer).get(f"{desk.url}?tab={tab}").content.decode()
    return str(page.split('id="summary"')[1])


def _again(desk: Desk, summary: str) -> Desk:
    """The agent's next proposal for the same turns, after a rejection."""
    team, user = desk.world.team, desk.world.lead
    finalize.reject(team=team, user=user, compaction_id=desk.compaction.pk, reason_code="unusable")
    return Desk(desk.world, desk.world.in_review(summary=summary, turns=(), from_seq=1, to_seq=4))


def test_the_first_proposal_of_a_session_has_nothing_to_compare(desk: Desk, browser: Browser) -> None:
    assert "This is the first proposal of its session." in _pane(desk, browser, "since")


def test_a_second_attempt_shows_its_words_against_the_first(desk: Desk, browser: Browser) -> None:
    key = desk.finding("5432")
    actions.dismiss(
        team=desk.world.team, user=desk.world.reviewer, compaction_id=desk.compaction.pk, finding_key=key,
        reason_code="obsolete",
    )  # fmt: skip
    second = _again(desk, f"{LOSSY}\n{RULE}")
    pane = _pane(second, browser, "since")
    assert "generation 1, attempt 1" in pane and "rejected" in pane
    assert "<ins>" in pane and "Aurora" in pane
    assert "Carried over, since the words did not change" in pane
    assert "dismissed, carried over" in pane


def test_the_state_record_and_what_would_change_in_it(desk: Desk, browser: Browser) -> None:
    assert "keeps no state record" in _pane(desk, browser, "state")
    body = {
        "own-field": "kept too",
        "verified_entities": {"db": "10.0.0.7"},
        "forbidden_actions": ["drop_table", {"tool": "rm"}],
        "objective": "Move <b>billing</b>",
    }
    StateRecord.objects.create(
        team=desk.world.team, session=desk.compaction.session, version=3, body=body, token=desk.world.token
    )
    pane = _pane(desk, browser, "state")
    assert "version 3" in pane and "drop_table" in pane
    assert pane.index("Objective") < pane.index("Forbidden actions") < pane.index("own-field")
    assert '<li class="words">db: 10.0.0.7</li>' in pane
    assert "Move &lt;b&gt;billing&lt;/b&gt;" in pane and "{&quot;tool&quot;: &quot;rm&quot;}" in pane


def test_a_proposed_change_of_the_state_is_shown(desk: Desk, browser: Browser) -> None:
    finalize.reject(
        team=desk.world.team, user=desk.world.lead, compaction_id=desk.compaction.pk, reason_code="unusable"
    )
    asked: dict[str, Any] = {"state_delta": {"pending": ["tell finance"]}, "evicted_keys": ["old-plan"]}
    second: Compaction = desk.world.in_review(turns=(), from_seq=1, to_seq=4, **asked)
    pane = _pane(Desk(desk.world, second), browser, "state")
    assert "tell finance" in pane and "old-plan" in pane


def test_the_context_tells_what_it_costs(desk: Desk, browser: Browser) -> None:
    pane = _pane(desk, browser, "context")
    assert "What the agent’s model would read" in pane
    assert "&lt;&lt;&lt;PINNED n=0" in pane and "&lt;&lt;&lt;SUMMARY turns=1-4" in pane


def test_a_long_context_shows_its_ends_and_opens_the_rest_on_demand(desk: Desk, browser: Browser) -> None:
    """What is not shown is counted where it stands, and a link shows it: nothing is cut silently."""
    tail = [TurnIn("user", f"Uncovered words {n}.") for n in range(200)]
    world = desk.world
    intake.append_turns(team=world.team, token=world.token, session="s-1", turns=tail)
    pane = _pane(desk, browser, "context")
    seen = re.findall(r"Uncovered words (\d+)\.", pane)
    fold = re.search(r"Show messages (\d+) to (\d+): (\d+) of them", pane)
    count = re.search(r"([\d,]+) messages, ≈", pane)
    assert fold is not None and count is not None
    first, last, folded = map(int, fold.groups())
    assert folded == last - first + 1 and folded + pane.count('<li class="message"') == int(count[1])
    assert {"0", "199"} <= set(seen)
    more = browser(world.reviewer).get(f"{desk.url}?tab=context&message={first}").content.decode()
    wanted = [str(n) for n in range(200) if str(n) not in seen][:100]
    assert re.findall(r"Uncovered words (\d+)\.", more.split('id="summary"')[1]) == wanted
