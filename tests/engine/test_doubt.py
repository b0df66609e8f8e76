"""What rests on too little is said as undecided: a note that no policy lets pass, and no alarm."""

from __future__ import annotations

import pytest

from reviewapp.engine import Turn, analyse
from reviewapp.engine.folding import MOST as FINDINGS_A_RULE
from reviewapp.engine.types import Finding, Severity


def of_rule(turn: str, summary: str, rule: str) -> Finding:
    (found,) = [each for each in analyse([Turn("user", turn)], summary).findings if each.rule == rule]
    return found


@pytest.mark.parametrize(
    ("turn", "summary", "rule"),
    [
        (
            "Bake it flat, no raisins!",
            "The list for the baker names flour, eggs, butter, raisins and a little lemon.",
            "negation.turned-round",
        ),
        ("Never open the valve.", "The valve of line 4 was not checked last week.", "negation.force-lost"),
        ("then print 600", "Wind: no limits are to appear in print.", "modality.denial-added"),
        (
            "Nobody go inside for 12 hours after.",
            "Entry is barred during the twelve hours that follow.",
            "negation.unmentioned",
        ),
    ],
)
def test_words_in_common_by_chance_decide_nothing(turn: str, summary: str, rule: str) -> None:
    found = of_rule(turn, summary, rule)
    assert found.undecided
    assert found.severity is Severity.NOTE


@pytest.mark.parametrize(
    ("turn", "summary", "rule"),
    [
        ("Bake it flat, no raisins!", "Bake it flat, with raisins.", "negation.turned-round"),
        ("Never open the valve.", "The valve was not opened.", "negation.force-lost"),
    ],
)
def test_the_same_told_again_decides(turn: str, summary: str, rule: str) -> None:
    found = of_rule(turn, summary, rule)
    assert not found.undecided
    assert found.held_severity is not Severity.NOTE


@pytest.mark.parametrize(
    ("turn", "summary"),
    [
        ("The hosepipe ban has been lifted.", "The hosepipe ban is known to all."),
        ("Every record is matched on its number and the branch.", "Records match by branch and name."),
    ],
)
def test_what_the_summary_does_not_show_to_be_kept_is_left_open(turn: str, summary: str) -> None:
    (found,) = analyse([Turn("user", turn)], summary).findings
    assert found.rule == "unverified.rule"
    assert found.undecided


@pytest.mark.parametrize("orders", [6, 30, 400])
def test_a_flood_of_orders_that_no_words_tell_is_left_open(orders: int) -> None:
    said = "\n".join(f"Set limit-{n} of acme-svc-{n} to ${1000 + 7 * n}." for n in range(orders))
    analysis = analyse([Turn("user", said)], "Limits were set.")
    named = sum(each.undecided for each in analysis.findings)
    assert named >= min(orders, FINDINGS_A_RULE) and (named >= orders) != bool(analysis.coverage.skipped)


def test_a_field_of_machine_text_is_no_rule() -> None:
    said = 'This is what it wrote: {"type":"assistant","id":"m_1","stop_reason":null,"stop_sequence":null,"usage":{}}'
    found = analyse([Turn("user", said)], "The user showed a line of the log.").findings
    assert not [each for each in found if each.rule.startswith(("negation.", "modality."))]


def test_a_ban_that_names_nothing_itself_is_never_passed_over() -> None:
    turns = [Turn("user", "Sample 9 is spoilt, so you can't use anything from that one."), Turn("assistant", "OK.")]
    told = [f for f in analyse(turns, "Sample 9 gave the clearest result.").findings if f.undecided]
    assert [f.rule for f in told] == ["unverified.rule"]


def test_a_ban_is_not_told_by_a_sentence_that_has_its_number_and_denies_nothing() -> None:
    """One sentence may turn two bans into facts; whoever deals with the first has not seen the second."""
    said = "Never touch the legacy database in subnet-7. And DO NOT open port 5432 to the VPC peering connection."
    found = of_rule(said, "Dependencies include the legacy database in subnet-7 on port 5432.", "negation.unmentioned")
    assert found.severity is Severity.BLOCKING and not found.undecided


def test_one_thing_denied_and_allowed_is_no_doubt() -> None:
    found = of_rule(
        "Rewrite the mailer, keep its flags, and no new deps.", "New dependencies are fine.", "negation.turned-round"
    )
    assert not found.undecided


@pytest.mark.parametrize(
    ("turn", "summary", "rule"),
    [
        (
            "Never deploy the billing service on Fridays without asking Noor.",
            "No Friday deploys of billing without Noor's word, and the old rota no longer applies.",
            "negation.lift-invented",
        ),
        (
            "All halls are counted, only hall 7 has not been counted yet.",
            "All halls have been counted except for hall 7.",
            "addition.progress",
        ),
        (
            "Do not share videos of the beta.",
            "Videos of the beta stay private, screenshots are fine.",
            "disguise.grant",
        ),
    ],
)
def test_what_another_clause_says_is_not_said_of_the_rule(turn: str, summary: str, rule: str) -> None:
    assert rule not in [each.rule for each in analyse([Turn("user", turn)], summary).findings]


@pytest.mark.parametrize(
    ("turn", "summary"),
    [
        ("Frames in oak, no varnish, he can't stand the smell.", "He gets his frames in oak with varnish."),
        ("Row 4 was sown twice and not watered.", "Row 4 was watered after the second sowing, on Tuesday evening."),
        (
            "They borrow the tent as it is, no extras, you know them.",
            "The scouts up the road borrow the tent this weekend with some extras thrown in.",
        ),
        (
            "Sie leihen das Zelt so wie es ist, keine Extras.",
            "Die Pfadfinder leihen an diesem Wochenende das Zelt für ihr Lager am See mit Extras.",
        ),
    ],
)
def test_what_is_denied_and_then_said_to_be_there_is_no_doubt(turn: str, summary: str) -> None:
    found = of_rule(turn, summary, "negation.turned-round")
    assert not found.undecided
    assert found.held_severity is not Severity.NOTE


def test_it_is_one_without_any_other_word_in_common() -> None:
    said = "Two trays of cheese, no nuts!"
    assert of_rule(said, "A bowl with nuts stands on every table of the hall.", "negation.turned-round").undecided
