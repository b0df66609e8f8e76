"""The version follows from the files that decide: each byte of them counts, and nothing else does."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from reviewapp import engine
from reviewapp.engine import ENGINE_VERSION
from reviewapp.engine.version import NUMBER, digest_of
from reviewapp.models import Analysis, Resolution

HERE = Path(engine.__file__).parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HERE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__")))


def test_it_names_number_and_digest() -> None:
    assert re.fullmatch(rf"{NUMBER}\+[0-9a-f]{{12}}", ENGINE_VERSION)


def test_a_copy_of_the_files_has_the_same(copy: Path) -> None:
    (copy / "notes.txt").write_text("no rule")
    assert f"{NUMBER}+{digest_of(copy)}" == ENGINE_VERSION


@pytest.mark.parametrize("name", ["account/words.json", "lang/en.py", "rank.py"])
def test_a_changed_rule_lexicon_or_table_has_another(copy: Path, name: str) -> None:
    before = digest_of(copy)
    (copy / name).write_bytes((copy / name).read_bytes() + b"\n")
    assert digest_of(copy) != before


def test_a_renamed_file_has_another(copy: Path) -> None:
    before = digest_of(copy)
    (copy / "rank.py").rename(copy / "ranks.py")
    assert digest_of(copy) != before


def test_a_row_holds_it_whole() -> None:
    for model in (Analysis, Resolution):
        assert len(ENGINE_VERSION) <= (model._meta.get_field("engine_version").max_length or 0)
