from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

import pytest

from reviewapp.models import AuditEntry
from reviewapp.web.audit.log import COLUMNS, blocks, csv_lines, inert


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", '=HYPERLINK("x")'])
def test_a_cell_that_looks_like_a_formula_becomes_text(cell: str) -> None:
    assert inert(cell) == "'" + cell


@pytest.mark.parametrize("cell", ["pin.create", "2026-11-30", "", "a=b", "1-2"])
def test_other_cells_stay(cell: str) -> None:
    assert inert(cell) == cell


def test_the_export_has_a_header_and_one_row_an_entry() -> None:
    entry = AuditEntry(
        seq=1, prev=bytes(32), hash=bytes(32), at=datetime(2026, 1, 2, tzinfo=UTC), action="=cmd", actor_kind="user",
        actor_id="7", object_kind="pin", object_id="9", body={"note": "a,\"b\""},
    )  # fmt: skip
    rows = list(csv.reader(io.StringIO("".join(csv_lines([entry])))))
    assert tuple(rows[0]) == COLUMNS
    assert rows[1][2] == "'=cmd"
    assert rows[1][7] == '{"note": "a,\\"b\\""}'


def test_a_stream_goes_out_in_few_pieces() -> None:
    pieces = list(blocks(f"{number}\n" for number in range(2_500)))
    assert len(pieces) == 3
    assert "".join(pieces).split() == [str(number) for number in range(2_500)]
