"""The reader of request bodies: what it takes is what every other JSON reader would take, in the same sense."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.api.strictjson import MAX_DEPTH, MAX_ELEMENTS, SAFE_INTEGER, parse, pointer
from reviewapp.services.errors import Refused

REFUSED = [
    (b"", "invalid_json", 400),
    (b"{", "invalid_json", 400),
    (b"{} {}", "invalid_json", 400),
    (b'{"a":1,}', "invalid_json", 400),
    (b"\xef\xbb\xbf{}", "invalid_json", 400),
    (b'{"a":"\xff"}', "invalid_json", 400),
    (b'"\xed\xa0\x80"', "invalid_json", 400),
    (b"\x00", "invalid_json", 400),
    (b'"\x00"', "invalid_json", 400),
    (b"[NaN]", "invalid_json", 400),
    (b"[Infinity]", "invalid_json", 400),
    (b"[-Infinity]", "invalid_json", 400),
    (b"[1e400]", "number_out_of_range", 400),
    (b"[-1e400]", "number_out_of_range", 400),
    (b"[9007199254740992]", "number_out_of_range", 400),
    (b"[-9007199254740992]", "number_out_of_range", 400),
    (b"[" + b"9" * 5000 + b"]", "number_out_of_range", 400),
    (b'{"a":1,"a":1}', "duplicate_key", 400),
    (b'{"x":[{"a":1,"\\u0061":2}]}', "duplicate_key", 400),
    (b"[" * 33 + b"]" * 33, "too_deep", 400),
    (b'{"a":' * 33 + b"1" + b"}" * 33, "too_deep", 400),
    (b"[" * 100_000, "too_deep", 400),
    (b'"\\ud800"', "invalid_json", 400),
    (b'{"\\udc00":1}', "invalid_json", 400),
    (b'"\\u0000"', "nul_byte", 422),
    (b'{"a\\u0000":1}', "nul_byte", 422),
]


@pytest.mark.parametrize(("body", "code", "status"), REFUSED, ids=[repr(case[0][:24]) for case in REFUSED])
def test_it_refuses(body: bytes, code: str, status: int) -> None:
    with pytest.raises(Refused) as caught:
        parse(body)
    assert (caught.value.code, caught.value.status) == (code, status)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"a":[1,2.5,null,true,"x"]}', {"a": [1, 2.5, None, True, "x"]}),
        (b" 1 ", 1),
        (b"[9007199254740991,-9007199254740991]", [SAFE_INTEGER, -SAFE_INTEGER]),
        (b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, None),
        (b'"\\ud83d\\ude00"', "\N{GRINNING FACE}"),
        (rb'"\\u0000 \\ud800"', r"\u0000 \ud800"),
    ],
)
def test_it_takes(body: bytes, value: object) -> None:
    parsed = parse(body)
    assert value is None or parsed == value


def test_it_says_where_a_bad_string_stands() -> None:
    with pytest.raises(Refused) as caught:
        parse(rb'{"turns":[{"content":"fine"},{"content":"a\u0000b"}]}')
    assert caught.value.field == "/turns/1/content"


def test_a_pointer_escapes_what_json_pointers_escape() -> None:
    assert pointer(["a/b", 0, "c~d"]) == "/a~1b/0/c~0d"


def test_it_refuses_more_elements_than_memory_should_hold() -> None:
    with pytest.raises(Refused) as caught:
        parse(b"[" + b"0," * MAX_ELEMENTS + b"0]")
    assert caught.value.code == "too_many_elements"


def test_commas_within_a_string_are_not_elements() -> None:
    text = "," * (MAX_ELEMENTS + 10)
    assert parse(json.dumps([text, '\\"[{']).encode()) == [text, '\\"[{']


def test_an_unfinished_string_of_quotes_takes_linear_time() -> None:
    with pytest.raises(Refused):
        parse(b'["' + rb"\"," * (MAX_ELEMENTS + 1))


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-SAFE_INTEGER, SAFE_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_it_reads_what_was_written(value: object, ascii_only: bool) -> None:
    assert parse(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(st.binary(max_size=200))
def test_bytes_are_read_or_refused_never_a_crash(body: bytes) -> None:
    try:
        parse(body)
    except Refused as refused:
        assert refused.status in (400, 422)
