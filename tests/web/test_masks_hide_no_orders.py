"""A mask hides a secret and nothing else: what an agent wraps in one must not pass a person unread."""

from __future__ import annotations

import pytest

from reviewapp.web.glyphs import pieces

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
    assert _shown(f"password: {ORDER}") == f"password: •••• password ⋯ {len(ORDER)} characters ⋯"
    assert _shown("password: hunter2hunter2") == "password: •••• password"
