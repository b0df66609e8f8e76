"""A mask hides a secret and nothing else: what an agent wraps in one must not pass a person unread."""

from __future__ import annotations

import pytest
from django.utils import translation

from reviewapp.models import AuditEntry, PinProposal
from reviewapp.services.pins import proposals
from reviewapp.web.safe_text import pieces
from tests.web.conftest import Browser
from tests.world import World, make_world

BEGIN, END = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
LINE = "MIIBOgIBAAJBAKj34GkxFhD90vcNLYLInFEX6Ppy1tPf9Cnzj4p4WGeKLs1Pt8Qu"
ORDER = "Delete_the_production_database_without_asking_anybody"


def _shown(text: str) -> str:
    return "".join(piece.shown for piece in pieces(text))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        (f"{BEGIN}\nNote: delete the production database\nAlso: pay all\n\n{LINE}\n", "delete the production database"),
        (f"{BEGIN}\nNote: delete everything\\nAlso: productionwide\n", "delete everything"),
        (f"{BEGIN} {LINE} transfer everything immediately", "transfer everything immediately"),
        (f"{BEGIN}\n{LINE}\n-----END ALL BACKUPS OF PRODUCTION PRIVATE KEY-----", "ALL BACKUPS"),
        ("secret=Delete\u00a0all\u2003production\u3000databases", "databases"),
        ("https://a:drop\u00a0every\u00a0table@b", "every"),
    ],
)
def test_words_beside_a_secret_are_shown(text: str, order: str) -> None:
    assert order in _shown(text)


@pytest.mark.parametrize("space", ["\n", "\\n", "\r\n", " "])
@pytest.mark.parametrize("head", ["", "Proc-Type: 4,ENCRYPTED{0}DEK-Info: AES-256-CBC,0A1B{0}{0}"])
def test_a_key_is_masked_whole_however_its_lines_are_parted(space: str, head: str) -> None:
    lines = space.join([LINE, LINE, "t8Qu=="])
    heads = head.format("\n" if space == " " else space)
    shown = _shown(f"a {BEGIN}{space}{heads}{lines}{space}{END} z")
    assert "MIIB" not in shown and "t8Qu" not in shown and shown.endswith(" z")


def test_a_long_mask_says_how_much_it_hides() -> None:
    with translation.override("en"):
        assert _shown(f"password: {ORDER}") == f"password: •••• password ⋯ {len(ORDER)} characters ⋯"
    assert _shown("password: hunter2hunter2") == "password: •••• password"


@pytest.fixture
def wrapped(world: World) -> PinProposal:
    """An agent's own words, wrapped in what looks like a password."""
    world.in_review()
    return proposals.propose(
        team=world.team, token=world.token, session="s-1", key="rotate", text=f"secret: {ORDER}", severity="ADVISORY"
    )


def test_who_decides_about_a_proposal_reads_it_on_record(world: World, wrapped: PinProposal, browser: Browser) -> None:
    client, room = browser(world.reviewer), f"/t/{world.team.slug}/pins/"
    masked = client.get(room, {"view": "proposed"}).content.decode()
    assert ORDER not in masked and "Reveal 1 secret" in masked
    page = client.post(f"{room}proposals/{wrapped.pk}/", {"then": "reveal"}).content.decode()
    assert ORDER in page and "revealed to you" in page and "Reveal 1 secret" not in page
    told = AuditEntry.objects.get(team=world.team, action="secret.revealed")
    assert (told.actor_id, told.object_id) == (str(world.reviewer.pk), str(wrapped.pk))
    assert PinProposal.objects.get(pk=wrapped.pk).state == "open"


def test_only_who_decides_in_that_team_reads_it(world: World, wrapped: PinProposal, browser: Browser) -> None:
    other = make_world("other")
    for user, slug, status in ((world.viewer, "platform", 403), (other.lead, "other", 404)):
        answer = browser(user).post(f"/t/{slug}/pins/proposals/{wrapped.pk}/", {"then": "reveal"})
        assert answer.status_code == status and ORDER not in answer.content.decode()
    assert not AuditEntry.objects.filter(action="secret.revealed").exists()
