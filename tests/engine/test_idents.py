"""Names: found by their form, equal in other clothes, kept by a shortening that misleads nobody, damaged otherwise."""

from __future__ import annotations

from itertools import combinations

import pytest

from reviewapp.engine.names.idents import find_identifiers, fold_ident
from reviewapp.engine.names.known import Names
from reviewapp.engine.pair import make_pair
from reviewapp.engine.types import Turn
from tests.engine.ident_table import DIFFERENT, SAME, rows

AT_LEAST = 100


def names(said: str, summary: str) -> Names:
    return make_pair([Turn("user", said)], summary).once(Names)


def test_clothes_do_not_make_another_name() -> None:
    pairs = [pair for row in rows(SAME) for pair in combinations(row, 2)]
    assert len(pairs) >= AT_LEAST
    assert [pair for pair in pairs if fold_ident(pair[0]) != fold_ident(pair[1])] == []


def test_other_letters_do() -> None:
    unequal = [(a, b) for one, other in combinations(rows(SAME), 2) for a in one for b in other]
    unequal += [(a, b) for a, b in rows(DIFFERENT)]
    assert len(unequal) >= AT_LEAST
    assert [pair for pair in unequal if fold_ident(pair[0]) == fold_ident(pair[1])] == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("cmd/entire/cli/rewind.go", "path"),
        ("C:\\Users\\ann\\report.xlsx", "path"),
        ("./build/out.js", "path"),
        ("@quay/ui", "path"),
        ("ab8c5aa0-e11b-4b16-9be3-c470a9483829", "uuid"),
        ("d719ff868f74214a369b8c2bef7a73957fc7f9de", "hash"),
        ("73a1340", "hash"),
        ("TXN-994182", "code"),
        ("#W9502127", "code"),
        ("27DE0000000M1842", "code"),
        ("https://docs.example/cli?tab=jobs#limits", "url"),
        ("gs://nimbus-cold-7", "url"),
        ("chen.johnson@example.com", "email"),
        ("write:admin", "scope"),
        ("--no-verify", "flag"),
        ("--since=15m", "flag"),
        ("MAX_JOBS", "name"),
        ("addPlaylist", "name"),
        ("Temporal.ZonedDateTime.from", "name"),
        ("wingman.go:265", "code"),
        ("arn:aws:iam::123456789012:role/deploy", "path"),
        ("asia-south2", "code"),
        ("kv/dp/prod", "path"),
        ("tz.ts", "dotted"),
    ],
)
def test_a_name_is_found_by_its_form(text: str, kind: str) -> None:
    said = f"See {text}, please."
    found = find_identifiers(said)
    assert [(said[ident.start : ident.end].lstrip("#"), ident.kind) for ident in found] == [(text.lstrip("#"), kind)]
    assert found[0].strong


def test_a_path_with_spaces_is_one_name() -> None:
    assert [ident.text for ident in find_identifiers('Open "C:\\Program Files\\App\\x.exe" now')] == [
        "C:\\Program Files\\App\\x.exe"
    ]


@pytest.mark.parametrize(
    "text",
    ["Don't worry, e.g. this and/or that.", "It took 5MB, 48 h and $4,100 on 2026-10-24T09:40Z (v1.2.3).", "Ask Anna!"],
)
def test_words_and_values_are_no_names(text: str) -> None:
    assert find_identifiers(text) == []


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        ("It is in src/billing/ledger.go.", "See ledger.go."),
        ("It is in src/billing/ledger.go.", "See billing/ledger.go."),
        ("Base is 4c81d0fe2ab97733d15e0b6c8a9917f4420ee1b5.", "Base is 4c81d0fe."),
        ("Call agentName().", "`agent_name` is called."),
        ("INS-90217은 접수되었습니다.", "INS-90217 접수"),
        ("Tests in TestResume_SwitchBranchWithSession.", "Tests in `TestResume_SwitchBranch`."),
    ],
)
def test_a_kept_name_is_neither_strange_nor_lost(said: str, summary: str) -> None:
    held = names(said, summary)
    assert [ident.text for ident in held.novel if not held.shortens(ident)] == []
    assert [ident.text for ident in held.dropped(0)] == []


@pytest.mark.parametrize(
    ("said", "summary"),
    [
        ("The tenant is 7c9e6679-7425-40de-944b-e07fc1f90ae7.", "The tenant is 7c9e6679."),
        ("Run cmd/entire/cli/rewind.go.", "Run cmd/entire/cli/rewin.go."),
        ("Run cmd/entire/cli/paths/paths.go.", "Run cmd/cli/paths/paths.go."),
        ("Edit session_state_test.go.", "Edit session_test.go."),
        ("Pay TXN-994182.", "Pay TXN-994128."),
        ("Merge feat/phase-12-mfa.", "Merge feat/phase-18-mfa."),
        ("Ask chen.johnson@example.com.", "Ask chen.jonson@example.com."),
        ("Commit a76f0ea30b28 broke it.", "Commit a76f0ea30b78 broke it."),
    ],
)
def test_a_damaged_name_is_traced_to_the_one_it_was(said: str, summary: str) -> None:
    held = names(said, summary)
    (strange,) = held.novel
    turn, origin = held.origins[strange.canonical]
    assert said[origin.start : origin.end] == origin.text
    assert turn == 0
