"""Digests: canonical bytes as the standard has them, known answers, and no two meanings under one hash."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.guard import digest
from reviewapp.guard.canonical import SAFE_INTEGER, canonical_json, strict_json

LEAF = (
    st.none()
    | st.booleans()
    | st.integers(-SAFE_INTEGER, SAFE_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
JSON = st.recursive(LEAF, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@given(JSON)
def test_canonical_bytes_are_those_of_the_library(value: Any) -> None:
    assert canonical_json(value, floats=True) == rfc8785.dumps(value)


@given(JSON)
def test_canonical_bytes_say_the_same(value: Any) -> None:
    assert canonical_json(strict_json(canonical_json(value, floats=True)), floats=True) == canonical_json(
        value, floats=True
    )


@pytest.mark.parametrize("value", [1.5, {"a": [0.0]}, 2**53, float("nan"), "\ud800", {"\udc00": 1}, {1: 1}, b"", {1}])
def test_what_has_no_canonical_form_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):
        canonical_json(value)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -(2**53) - 1, 10**400])
def test_floats_do_not_open_the_door_to_everything(value: Any) -> None:
    with pytest.raises(ValueError, match="canonical"):
        canonical_json(value, floats=True)


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', "NaN", "[Infinity]", "{", "[" * 100_000])
def test_json_that_says_two_things_or_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        strict_json(text)


def test_known_answers() -> None:
    """Kept for ever: receipts that were signed rest on them."""
    pin = digest.pin_digest("aurora", 1, "HARD_DENIAL", b"Never touch it.")
    assert pin.hex() == "cc24fa1889d635d5e3851cd243cc26d57671cf3ba89757810bc1f37d1c283f6f"
    assert (
        digest.register_digest({"aurora": pin}).hex()
        == "4febcb47c23cfa5f5b59e6ab9ce7733dc4ba997c3e37bb9ea05e0f591209cbd2"
    )
    assert digest.register_digest({}).hex() == "9023a5fd0eb83c769fea099cea2dc39827060a22000614338bd688b9aa67624d"
    assert (
        digest.summary_digest(b"It moves.").hex() == "9395a39444291dba470b88a3de69dbc18f22a88ec4ab1e03114d1d910136dcfa"
    )
    assert (
        digest.context_digest([{"role": "user", "content": "é"}]).hex()
        == "d0f51d4912d263c98c67ab20e9a29baeda53d9328b2127a1641bee9e09e82302"
    )
    leaf = digest.turn_leaf(bytes(32), "user", "user", b"Hello")
    assert leaf.hex() == "c86c88b12a2eb14886d88840e022258dc8220cd1ac196766479fd501496abb35"
    assert (
        digest.merkle_root([leaf, leaf, leaf]).hex()
        == "be8ea4fda683ff07ba017dfd9a696510d01091dc28ecf628c18ac17408aed968"
    )
    assert (
        digest.audit_hash(bytes(32), {"seq": 1}).hex()
        == "6b08d7dfd44f4ea2a0df27fb1946618d50bb196929e093f9d21a5167c45b826f"
    )


def test_no_byte_moves_from_one_part_into_the_next() -> None:
    assert digest.tagged("t", b"ab", b"c") != digest.tagged("t", b"a", b"bc")
    assert digest.tagged("t", b"abc") != digest.tagged("t", b"abc", b"")
    assert digest.tagged("t", b"abc") != digest.tagged("u", b"abc")


def test_the_tree_is_that_of_rfc_6962() -> None:
    def root(leaves: list[bytes]) -> bytes:
        if len(leaves) == 1:
            return leaves[0]
        split = 1
        while split * 2 < len(leaves):
            split *= 2
        return hashlib.sha256(b"\1" + root(leaves[:split]) + root(leaves[split:])).digest()

    leaves = [hashlib.sha256(bytes([number])).digest() for number in range(20)]
    for count in range(1, 21):
        assert digest.merkle_root(leaves[:count]) == root(leaves[:count])
    assert digest.merkle_root([]) == hashlib.sha256(b"").digest()


def test_a_salt_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32"):
        digest.turn_leaf(b"", "user", "user", b"Hello")


@given(st.text(), st.data())
def test_a_span_of_code_points_is_a_span_of_bytes(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = digest.byte_span(text, start, end)
    assert text.encode()[first:last].decode() == text[start:end]


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (2, 1), (0, 4)])
def test_a_span_outside_the_text_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="outside"):
        digest.byte_span("abc", start, end)


def test_nesting_beyond_reason_is_a_value_error() -> None:
    deep: Any = []
    for _ in range(5_000):
        deep = [deep]
    with pytest.raises(ValueError, match="deeply"):
        canonical_json(deep)
