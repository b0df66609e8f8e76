"""A quote, a passage, a run of a diff and an excerpt are masked by the text that they are cut out of."""

from __future__ import annotations

import pytest
from django.test import Client

from reviewapp.masking.secrets import Extract, find_quoted
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.web.review.prefill import suggested_key
from reviewapp.web.safe_text import Piece, excerpt
from reviewapp.web.sessions.compare import compare
from reviewapp.web.worddiff import word_diff
from tests.web.conftest import Browser, Desk
from tests.world import World

OLD, NEW = "Tr0ub4dor&3xyz", "Tr0ub4dor&4xyz"
SAID = f"Never share the credential password: {OLD} with anybody."
TOLD = f"Never share the credential password: {NEW} with anybody."
TOKEN = "ghp_" + "a1B2" * 9


@pytest.fixture
def told(world: World) -> Desk:
    turns = (
        TurnIn("system", "You migrate the billing service."),
        TurnIn("user", SAID),
        TurnIn("user", f"Use {TOKEN}."),
    )
    return Desk(world, world.in_review(turns=turns, summary=TOLD))


def _shown(pieces: tuple[Piece, ...]) -> str:
    return "".join(piece.shown for piece in pieces)


def test_a_quote_that_is_the_secret_alone_is_masked() -> None:
    start = SAID.index(OLD)
    assert "Tr0ub" not in _shown(excerpt(Extract(SAID, start, start + len(OLD)), 200))


def test_an_excerpt_that_ends_within_a_token_shows_no_part_of_it() -> None:
    text = "word " * 39 + TOKEN
    assert "ghp_" not in _shown(excerpt(Extract.of(text), 200))


def test_a_diff_masks_on_both_sides_what_its_runs_tear_apart() -> None:
    diff = word_diff(Extract.of(SAID), Extract.of(TOLD))
    assert not any("Tr0ub" in _shown(change.pieces) for change in (*diff.raw, *diff.summary))
    assert "".join(change.text for change in diff.raw) == SAID


def test_paragraphs_of_two_generations_are_masked_by_the_whole() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nMIIBOgIBAAJB\nAKj34Gkx\n-----END PRIVATE KEY-----"
    changed = [one for one in compare(f"a\n{key}\nb", f"a\n{key.replace('Gkx', 'Gky')}\nb") if one.diff]
    runs = [run for one in changed if one.diff for run in (*one.diff.raw, *one.diff.summary)]
    assert runs and not any("AKj34" in _shown(run.pieces) for run in runs)


def test_a_reason_quotes_neither_the_secret_nor_what_it_became() -> None:
    why = f"No turn names “{NEW}”; turn 4 names “{OLD}”."
    assert [why[each.start : each.end] for each in find_quoted(why, [SAID])] == [NEW, OLD]
    assert find_quoted("No turn names “prod-db-7”.", [SAID]) == ()


def test_a_suggested_key_holds_no_secret() -> None:
    start = SAID.index("password")
    assert suggested_key(Extract(SAID, start, len(SAID))) == "password-anybody"
    assert suggested_key(Extract(SAID, SAID.index(OLD), SAID.index(OLD) + len(OLD))) == "pin"


@pytest.mark.parametrize("tab", ["summary", "since", "edit", "context", "pins"])
def test_no_pane_shows_a_viewer_a_secret(told: Desk, browser: Browser, tab: str) -> None:
    client = browser(told.world.viewer)
    pages = _pages(client, told, tab)
    assert "Tr0ub" not in pages and "3xyz" not in pages and "4xyz" not in pages


def _pages(client: Client, told: Desk, tab: str) -> str:
    numbers = client.get(told.url).content.decode().count('<li class="finding"')
    assert numbers
    return "".join(client.get(f"{told.url}?tab={tab}&f={n}").content.decode() for n in range(1, numbers + 1))


def test_the_rooms_beside_the_desk_mask_it_too(told: Desk, browser: Browser) -> None:
    team, client = told.world.team.slug, browser(told.world.reviewer)
    client.post(f"{told.url}claim/")
    for address in (f"/t/{team}/queue/", f"/t/{team}/s/{told.compaction.session_id}/", f"{told.url}reject/"):
        page = client.get(address, follow=True)
        assert page.status_code == 200 and "Tr0ub" not in page.content.decode()


def test_who_may_edit_gets_the_summary_as_it_is(told: Desk, browser: Browser) -> None:
    page = browser(told.world.reviewer).get(f"{told.url}?tab=edit").content.decode()
    assert 'id="edit-text"' in page and "Tr0ub4dor&amp;4xyz" in page
