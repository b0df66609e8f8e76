"""What the detectors of values and names say of a pair: who said it, whether it still holds, where it is told again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewapp.engine.detectors import identifiers, numerals
from reviewapp.engine.pair import make_pair
from reviewapp.engine.types import Change, Finding, Severity, Turn
from tests.engine import names_told
from tests.engine.values_told import OTHER, SAME, pairs

Said = list[tuple[str, str]]


def findings(said: Said, summary: str, previous: str | None = None) -> list[Finding]:
    pair = make_pair([Turn(role, content) for role, content in said], summary, previous=previous)
    return [*numerals.detect(pair), *identifiers.detect(pair)]


def alarms(said: Said, summary: str, previous: str | None = None) -> list[tuple[Change, str, str]]:
    """(change, quote of the turn, quote of the summary) of what is a warning or worse."""
    found = [f for f in findings(said, summary, previous) if f.severity is not Severity.NOTE]
    sides = [(f.source, f.target) for f in found]
    texts = [content for _, content in said]
    source = [texts[span.turn][span.start : span.end] if span and span.turn is not None else "" for span, _ in sides]
    target = [summary[span.start : span.end] if span else "" for _, span in sides]
    return list(zip([f.change for f in found], source, target, strict=True))


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        ([("user", "We have 48 chairs. Make that 52.")], "There are 52 chairs."),
        ([("user", "The deadline is 1 June."), ("user", "The deadline moves to 15 June.")], "Deadline: 15 June."),
        ([("user", "Use port 5433, not 5432.")], "The port is 5433."),
        ([("user", "Ticket MCP-108, sorry, ENT-108 is the right one.")], "The ticket is ENT-108."),
        ([("user", "Doors open at 9.")], "Doors open at 9:00."),
        ([("user", "Treffen um halb neun.")], "Meeting at 8:30."),
        ([("user", "The rate is 83.95 %, that is 84 %.")], "The rate is 83.95 %."),
        (
            [("user", "Pay on the 17th of December, January and February.")],
            "Payments: 17 December, 17 January, 17 February.",
        ),
    ],
)
def test_what_was_corrected_restated_or_is_equal_is_no_loss(said: Said, summary: str) -> None:
    assert alarms(said, summary) == []


@pytest.mark.parametrize(
    ("said", "summary", "quote"),
    [
        (
            [("user", "Budget 40,000 EUR."), ("user", "The budget is cut to 32,000 EUR.")],
            "Budget €40,000.",
            "32,000 EUR",
        ),
        ([("user", "Order 46 chairs."), ("user", "Sorry, 48 not 46.")], "Order 46 to 48 chairs.", "48 not 46"),
        ([("user", "Lösche nach 90 Tagen.")], "Delete after 9 days.", "90 Tagen"),
        ([("user", "Call me at 15:00 CET.")], "The user wants a call at 15:00 PST.", "15:00 CET"),
        ([("user", "Never exceed 512 MiB of heap.")], "The heap never exceeds 512 MB.", "512 MiB"),
        ([("user", "Allow 10.20.0.0/16 only.")], "Only 10.20.0.0/24 is allowed.", "10.20.0.0/16"),
        ([("user", "I need 12 rooms from 3 to 9 May.")], "12 rooms are needed from 3 to 10 May.", "9 May"),
        ([("user", "REPLICAS=5, DB_POOL=20.")], "REPLICAS=20, DB_POOL=5.", "REPLICAS=5"),
    ],
)
def test_another_value_names_the_one_it_stands_for(said: Said, summary: str, quote: str) -> None:
    assert (Change.ALTERED, quote) in [(change, source) for change, source, _ in alarms(said, summary)]


@pytest.mark.parametrize(("said", "summary"), [*pairs(SAME), *pairs(names_told.SAME)])
def test_a_value_told_in_another_way_is_kept(said: str, summary: str) -> None:
    assert alarms([("user", said)], summary) == []


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        ("Prize giving is at 16:30 – no, 17:00, the mayor is late.", "Prize giving is at 17:00."),
        ("Order 46, sorry, 48 chairs for the hall.", "48 chairs are ordered for the hall."),
        ("Das Fest beginnt um 16:30, nein, 17:00.", "Das Fest beginnt um 17:00."),
    ],
)
def test_a_value_taken_back_in_the_same_breath_is_no_loss(said: str, summary: str) -> None:
    assert alarms([("user", said)], summary) == []


@pytest.mark.parametrize(("said", "summary"), [*pairs(OTHER), *pairs(names_told.OTHER)])
def test_another_value_in_the_same_clothes_is_told(said: str, summary: str) -> None:
    assert alarms([("user", said)], summary)


@pytest.mark.parametrize(("said", "summary"), pairs(names_told.SHORTER)[::2])
def test_a_name_cut_where_that_is_unambiguous_is_kept(said: str, summary: str) -> None:
    assert alarms([("user", said)], summary) == []


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        ("She comes between 4 and 6 if she can.", "She comes from 16:00 to 18:00 if she can."),
        ("Zwischen 8 und 10 kommt jemand.", "Von 8 bis 10 Uhr kommt jemand."),
        ("The roast goes in at 10.45.", "The roast goes in at 10:45."),
        ("They want to eat by half past, and come at 1.", "They come at 13:00 and eat at 13:30."),
        ("Оплатить до 15 декабря.", "Срок оплаты: 15.12."),
        ("The slot is 10:00-12:30.", "The slot begins at 10 am and lasts two and a half hours."),
    ],
)
def test_hours_and_days_are_read_as_people_say_them(said: str, summary: str) -> None:
    assert alarms([("user", said)], summary) == []


def test_a_value_that_an_agent_only_asks_about_is_no_loss() -> None:
    said = [("assistant", "Feeding once daily, 17:00?"), ("user", "5 in the morning, please.")]
    assert alarms(said, "Feeding once daily at 05:00.") == []


def test_the_number_of_a_count_that_another_noun_took_is_lost() -> None:
    said = [("user", "Run it."), ("tool", "212 passed, 0 failed, 3 skipped")]
    changes = {(change, quote) for change, quote, _ in alarms(said, "212 passed, 3 failed.")}
    assert changes == {(Change.ALTERED, "0 failed"), (Change.DROPPED, "3 skipped")}


def test_a_long_number_with_a_digit_less_names_the_one_it_was() -> None:
    said = [("user", "Make the checkout stable."), ("tool", "run 55021883: five failures")]
    assert alarms(said, "The checkout fails in run 5502188.") == [(Change.ALTERED, "55021883", "5502188")]


def test_a_value_of_an_earlier_summary_is_no_invention() -> None:
    said = [("user", "Go on with the next batch.")]
    assert alarms(said, "The limit is 4,500 rows.", previous="Rows are limited to 4500.") == []
    assert [change for change, *_ in alarms(said, "The limit is 4,500 rows.")] == [Change.ADDED]


def test_what_a_cited_turn_holds_is_within_reach() -> None:
    said = [("user", "Hello."), ("user", "Retention is 45 days for bucket logs-eu-7.")]
    assert len(alarms(said, "Retention was agreed.")) == 2
    cited = findings(said, "Retention was agreed [[turn:1]].")
    assert [finding.severity for finding in cited] == [Severity.NOTE, Severity.NOTE]


def test_a_turn_is_called_by_its_number_in_the_session() -> None:
    turns = [Turn("user", content) for content in ("Hello.", "Use src/queue/worker.py and logs on 10.12.7.44.")]
    pair = make_pair(turns, "Use src/queue/workers.py and logs on 10.12.7.", first_seq=8)
    reasons = [finding.why for finding in (*numerals.detect(pair), *identifiers.detect(pair))]
    assert len([why for why in reasons if "turn 9" in why]) == 2 and not [why for why in reasons if "turn 1 " in why]


def test_a_citation_before_the_turns_own_words_brings_those_alone() -> None:
    """A reviewer who restores one sentence of a turn has not dealt with the rest of it."""
    said = [("user", "Hello."), ("user", "Keep it for 45 days in bucket logs-eu-7. Ask Mara first.")]
    restored = alarms(said, "Retention was agreed.\n\n[[turn:1]] Ask Mara first.")
    assert {quote for _, quote, _ in restored} == {"45 days", "logs-eu-7"}


def test_tool_text_and_pasted_documents_may_be_left_out() -> None:
    log = "\n".join(f"step {n}: copied 10{n} rows to part-{n}.csv in {n}3 ms" for n in range(40))
    assert alarms([("user", "Copy it."), ("tool", log)], "Everything was copied.") == []
    assert alarms([("user", f"This is what I see:\n{log}"), ("tool", "ok")], "The user pasted a log.") == []


def test_the_keys_of_a_summary_in_json_are_no_invented_names() -> None:
    said = [("user", "Stop after 30 seconds, and never call the billing API.")]
    assert alarms(said, '{"forbidden_actions": ["call the billing API"], "timeout_s": 30}') == []


def test_one_value_that_nobody_said_is_told_once() -> None:
    summary = "Version 7.31.2 is out. Install 7.31.2, since 7.31.2 is safe."
    assert len(alarms([("user", "Is there a new version?")], summary)) == 1


def test_the_severities_are_honest() -> None:
    (changed,) = findings([("user", "Refunds above 250 EUR need a second signature.")], "Above 350 EUR, sign twice.")
    assert changed.severity is Severity.BLOCKING
    (lost,) = findings([("user", "Refunds above 250 EUR need a second signature.")], "Refunds need a second signature.")
    assert lost.severity is Severity.WARNING


words = st.sampled_from(
    [
        "the",
        "a",
        "lot",
        "3",
        "12,5",
        "48",
        "h",
        "$4,100",
        "15:00",
        "2026-10-24",
        "v1.2.3",
        "src/a.py",
        "--force",
        "TXN-88120",
        "x_y",
        "é",
        "月",
        "24日",
    ]
)
sentences = st.lists(words, min_size=1, max_size=25).map(" ".join)


@settings(max_examples=80, deadline=None)
@given(st.lists(sentences, min_size=1, max_size=4))
def test_a_summary_that_repeats_everything_raises_nothing(texts: list[str]) -> None:
    assert alarms([("user", text) for text in texts], "\n".join(texts)) == []


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=300), st.text(max_size=200))
def test_any_text_is_read_and_every_span_lies_inside_it(said: str, summary: str) -> None:
    for finding in findings([("user", said)], summary):
        for span, text in ((finding.source, said), (finding.target, summary)):
            assert span is None or 0 <= span.start < span.end <= len(text)


def test_a_code_holds_its_number_and_a_day_may_stand_apart_from_its_month() -> None:
    said = [("user", "Badge KX-0917 is new. Leave 0919 blocked. Frost is likely until 15 May.")]
    kept = "Badge KX-0917 is new, KX-0919 stays blocked. Frost is likely until mid-May (the 15th)."
    assert not [found for found in alarms(said, kept) if found[1] in ("0919", "15 May")]
    lost = "Badge KX-0917 is new, KX-0991 stays blocked. Frost is likely until mid-May (the 16th)."
    told = " ".join(quote for _, quote, _ in alarms(said, lost))
    assert "0919" in told and "until 15" in told


def test_all_is_a_hundred_percent_and_a_tag_frames_the_summary() -> None:
    said = [("user", "Canary 5%, 25%, 100%."), ("assistant", "OK.")]
    assert alarms(said, "<summary>Canary 5 %, then 25 %, then all.</summary>") == []
    assert alarms(said, "<summary>Canary 5 %, then 25 %.</summary>") != []
