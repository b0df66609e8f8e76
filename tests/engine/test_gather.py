"""One finding a loss, the gravest first, and risk that grows but never runs over."""

from __future__ import annotations

from dataclasses import replace

from reviewapp.engine import Turn
from reviewapp.engine.gather import MANY, gathered
from reviewapp.engine.pair import Pair, make_pair
from reviewapp.engine.rank import merged, ranked, risk
from reviewapp.engine.types import Change, Finding, Kind, Severity, Span

TEXT = "word " * 400


def pair() -> Pair:
    return make_pair([Turn("user", TEXT), Turn("tool", TEXT)], TEXT)


def finding(kind: Kind, change: Change, source: Span | None, target: Span | None = None, rule: str = "a.b") -> Finding:
    return Finding(kind, change, Severity.WARNING, rule, "why", source, target)


def test_a_token_inside_a_lost_rule_is_told_by_the_rule() -> None:
    rule = finding(Kind.NEGATION, Change.DROPPED, Span(0, 0, 50))
    token = finding(Kind.NUMERAL, Change.DROPPED, Span(0, 10, 14))
    elsewhere = finding(Kind.NUMERAL, Change.DROPPED, Span(0, 60, 64))
    assert gathered(pair(), [token, rule, elsewhere]) == [rule, elsewhere]


def test_a_token_graver_than_its_rule_stays() -> None:
    rule = replace(finding(Kind.NEGATION, Change.DROPPED, Span(0, 0, 50)), severity=Severity.NOTE)
    token = finding(Kind.NUMERAL, Change.DROPPED, Span(0, 10, 14))
    assert set(gathered(pair(), [token, rule])) == {rule, token}


def test_the_other_side_of_an_alteration_is_no_addition() -> None:
    altered = finding(Kind.IDENTIFIER, Change.ALTERED, Span(0, 0, 4), Span(None, 5, 9))
    added = finding(Kind.ADDITION, Change.ADDED, None, Span(None, 5, 9))
    assert gathered(pair(), [altered, added]) == [altered]


def test_a_token_that_was_altered_is_not_lost_as_well_wherever_it_is_said() -> None:
    said = make_pair([Turn("tool", "host 10.12.7.44"), Turn("user", "Use 10.12.7.44 first.")], "Host 10.12.7.")
    altered = finding(Kind.NUMERAL, Change.ALTERED, Span(0, 5, 15), Span(None, 5, 12))
    dropped = finding(Kind.NUMERAL, Change.DROPPED, Span(1, 4, 14))
    assert gathered(said, [altered, dropped]) == [altered]


def test_many_dropped_tokens_of_a_turn_are_windows_that_hold_each() -> None:
    tokens = [finding(Kind.IDENTIFIER, Change.DROPPED, Span(1, 100 * n, 100 * n + 4)) for n in range(MANY + 4)]
    found = gathered(pair(), tokens)
    assert len(found) == 2
    assert all(
        any(w.source and t.source and w.source.start <= t.source.start and t.source.end <= w.source.end for w in found)
        for t in tokens
    )


def test_a_few_dropped_tokens_stay_apart() -> None:
    tokens = [finding(Kind.IDENTIFIER, Change.DROPPED, Span(1, 100 * n, 100 * n + 4)) for n in range(MANY)]
    assert gathered(pair(), tokens) == tokens


def test_added_tokens_of_one_sentence_are_one_foreign_sentence() -> None:
    tokens = [finding(Kind.ADDITION, Change.ADDED, None, Span(None, 10 * n, 10 * n + 4)) for n in range(3)]
    (one,) = gathered(pair(), tokens)
    assert one.target == Span(None, 0, 24)


def test_two_rules_that_tell_of_the_same_words_are_one_finding_the_graver() -> None:
    one = finding(Kind.NUMERAL, Change.ALTERED, Span(0, 0, 4), Span(None, 0, 4))
    graver = replace(one, rule="c.d", severity=Severity.BLOCKING, target=Span(None, 5, 9))
    assert gathered(pair(), [one, graver]) == [graver]
    assert gathered(pair(), [graver, one]) == [graver]


def test_the_same_words_in_two_places_of_the_summary_are_two_additions() -> None:
    places = [finding(Kind.ADDITION, Change.ADDED, None, Span(None, start, start + 4)) for start in (0, 5)]
    assert gathered(pair(), places) == places


def test_severity_goes_before_salience() -> None:
    note = replace(finding(Kind.INJECTION, Change.ADDED, None, Span(None, 0, 4)), severity=Severity.NOTE)
    warning = finding(Kind.NUMERAL, Change.DROPPED, Span(0, 0, 4))
    assert [f.severity for f in ranked(pair(), [note, warning])] == [Severity.WARNING, Severity.NOTE]
    assert merged([note], [warning])[0] is warning


def test_what_was_turned_round_goes_before_what_is_missing() -> None:
    dropped = finding(Kind.NEGATION, Change.DROPPED, Span(0, 0, 9))
    inverted = finding(Kind.NEGATION, Change.INVERTED, Span(0, 20, 29))
    assert [f.change for f in ranked(pair(), [dropped, inverted])] == [Change.INVERTED, Change.DROPPED]


def test_risk_grows_and_stays_within_a_hundred() -> None:
    one = replace(finding(Kind.NEGATION, Change.INVERTED, Span(0, 0, 9)), severity=Severity.BLOCKING, salience=900)
    assert risk([]) == 0 < risk([one]) < risk([one] * 5) <= 100
    assert risk([replace(one, severity=Severity.NOTE)] * 50) == 0


def test_added_names_of_one_piece_of_code_are_one_finding() -> None:
    summary = "Done so far.\n```\nopenFirst()\ncloseSecond()\nmoveThird()\n```\nThe rest is open."
    names = [(summary.index(name), summary.index(name) + len(name)) for name in ("openFirst", "closeSecond", "moveT")]
    tokens = [finding(Kind.ADDITION, Change.ADDED, None, Span(None, start, end)) for start, end in names]
    (one,) = gathered(make_pair([Turn("user", TEXT)], summary), tokens)
    assert one.target == Span(None, names[0][0], names[-1][1])


def test_an_addition_among_strange_words_goes_before_one_among_known_words() -> None:
    summary = "The word is followed by wordOne. Quarterly refunds exceeded wordTwo."
    said = make_pair([Turn("user", "The word is followed by something.")], summary)
    places = [summary.index(name) for name in ("wordOne", "wordTwo")]
    tokens = [finding(Kind.ADDITION, Change.ADDED, None, Span(None, start, start + 7)) for start in places]
    first, second = ranked(said, gathered(said, tokens))
    assert (first.target, second.target) == (tokens[1].target, tokens[0].target)


def test_an_altered_name_weighs_the_same_whoever_said_the_right_one() -> None:
    said = make_pair([Turn("tool", TEXT), Turn("user", TEXT)], TEXT)
    by_tool = finding(Kind.NUMERAL, Change.ALTERED, Span(0, 0, 4), Span(None, 0, 4))
    added = finding(Kind.ADDITION, Change.ADDED, None, Span(None, 10, 14))
    assert ranked(said, [added, by_tool])[0].change is Change.ALTERED


def test_a_rule_in_a_long_paste_comes_after_one_in_the_users_own_words() -> None:
    paste = make_pair([Turn("user", "Keep it."), Turn("tool", "x"), Turn("user", TEXT)], "Nothing.")
    own, pasted = (finding(Kind.NEGATION, Change.DROPPED, Span(turn, 0, 7)) for turn in (0, 2))
    assert [f.source for f in ranked(paste, [pasted, own])] == [own.source, pasted.source]
