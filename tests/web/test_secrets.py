"""Secrets are masked wherever text is shown, however marks cut them; the text itself is not touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.masking.secrets import find_secrets
from reviewapp.web.safe_text import pieces
from reviewapp.web.segments import Marked, segments

SECRETS = {
    "AWS key": "AKIAIOSFODNN7EXAMPLE",
    "GitHub token": "ghp_" + "a1B2" * 9,
    "Slack token": "xoxb-123456789012-abcdefghij",
    "Stripe key": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "Google key": "AIza" + "Sy0123456789abcdefghijklmnopqrstuvw",
    "API key": "sk-proj-abcdefghijklmnopqrstu",
    "Stet token": "stet_0123456789abcdef_" + "x" * 43,
    "signed token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh",
    "npm token": "npm_" + "a1B2" * 9,
    "Hugging Face token": "hf_" + "aBcD" * 8,
    "PyPI token": "pypi-AgEIcHlwaS5vcmc" + "aB3_" * 8,
    "SendGrid key": "SG." + "aB3_" * 5 + "x." + "aB3_" * 10,
    "Google token": "ya29.a0AfH6SMBx" + "aB3_" * 5,
    "private key": "MIIBOgIBAAJB\nAKj34Gkx\n-----END RSA PRIVATE KEY-----",
}
BEFORE = {SECRETS["private key"]: "-----BEGIN RSA PRIVATE KEY-----\n"}  # what tells it, and is shown


@pytest.mark.parametrize(("label", "secret"), SECRETS.items())
def test_a_known_form_is_found_where_it_stands(label: str, secret: str) -> None:
    text = f"é token: {BEFORE.get(secret, '')}{secret} and more"
    (found,) = [each for each in find_secrets(text) if each.label == label]
    assert text[found.start : found.end] == secret


@pytest.mark.parametrize(("label", "secret"), SECRETS.items())
def test_no_piece_prints_it(label: str, secret: str) -> None:
    text = f"before {BEFORE.get(secret, '')}{secret} after"
    shown = pieces(text)
    assert secret not in "".join(piece.shown for piece in shown)
    assert "".join(piece.text for piece in shown) == text


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Authorization: Bearer abc123def456", "abc123def456"),
        ("curl -H 'Authorization: Basic dXNlcjpwYXNz'", "dXNlcjpwYXNz"),
        ("AccountName=a;AccountKey=Zm9vYmFyYmF6cXV4Zm9vYmFy==;x", "Zm9vYmFyYmF6cXV4Zm9vYmFy=="),
        ("sk_test_4eC39HqLyjWDarjtT1zdp7dc", "sk_test_4eC39HqLyjWDarjtT1zdp7dc"),
        ("whsec_4eC39HqLyjWDarjtT1zdp7dc", "whsec_4eC39HqLyjWDarjtT1zdp7dc"),
        ("Passwort: hunter2hunter2", "hunter2hunter2"),
        ("the password is hunter2!", "hunter2!"),
        ("https://x.example/?token=abcdef123456", "abcdef123456"),
        ("secret_key=abcdef123456", "abcdef123456"),
        ("redis://:s3cr3tpw@cache:6379", "s3cr3tpw"),
        ("-----BEGIN PRIVATE KEY-----\nMIIBOgIBAAJB\nAKj34Gkxabcd", "AKj34Gkxabcd"),
        ("-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\nlQOYBFabcdefgh", "lQOYBFabcdefgh"),
    ],
)
def test_what_stands_beside_a_telling_word_is_masked(text: str, secret: str) -> None:
    assert secret in text and secret not in "".join(piece.shown for piece in pieces(text))


def test_a_password_is_masked_and_its_name_is_not() -> None:
    shown = "".join(piece.shown for piece in pieces('DB_PASSWORD="hunter2hunter2" next'))
    assert "hunter2" not in shown and shown.startswith('DB_PASSWORD="••••') and shown.endswith('" next')


@pytest.mark.parametrize(
    "text",
    [
        "The password policy says: never reuse one.",
        "Pass the secret to nobody.",
        "The password is required, and the token is in the vault.",
        "Authorization: required for all of it.",
        "commit 3f2a9c1d8b7e6f5a4c3b2d1e0f9a8b7c6d5e4f3a",
        "TXN-994182 and $4,120.50",
        "https://example.com/path?x=1",
    ],
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert find_secrets(text) == ()


@given(st.sampled_from(sorted(SECRETS.values())), st.integers(0, 60), st.integers(0, 60))
def test_a_mark_that_cuts_a_secret_reveals_no_part_of_it(secret: str, start: int, length: int) -> None:
    before = f"key {BEFORE.get(secret, '')}"
    text = f"{before}{secret} end"
    cut = segments(text, [Marked(start, start + length, "mark")])
    shown = "".join(piece.shown for segment in cut for piece in segment.pieces).replace("PRIVATE KEY-----", "")
    assert not any(secret[i : i + 8] in shown for i in range(len(secret) - 7))
    assert "".join(segment.text for segment in cut) == text


@pytest.mark.parametrize("part", ["-----BEGIN PRIVATE KEY-----\nabcdefgh ", 'token="', "password is ", "a://:"])
def test_repetition_of_what_nearly_is_one_ends_soon(part: str) -> None:
    assert len(find_secrets(part * 20_000)) <= 20_000


def test_hostile_repetition_ends_soon() -> None:
    assert find_secrets("-----BEGIN PRIVATE KEY-----" * 20_000) == ()
