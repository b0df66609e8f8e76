"""What an agent installs: client and guard on the standard library alone, and `stet` with the extra `engine`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

FOLDERS = tuple(f"reviewapp/{name}/" for name in ("client", "guard", "engine", "importers", "offline", "cli"))
CHECKOUT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True)
    return next(folder.glob("stet_review-*.whl"))


def test_it_holds_client_guard_and_what_stet_runs_on(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        modules = {name for name in archive.namelist() if ".dist-info/" not in name}
    others = {name for name in modules if not name.startswith(FOLDERS)}
    assert others == {"reviewapp/__init__.py", "reviewapp/py.typed"}


def test_client_runs_without_any_package(wheel: Path) -> None:
    program = f"import sys; sys.path.insert(0, {str(wheel)!r}); import reviewapp.client"
    subprocess.run([sys.executable, "-I", "-S", "-c", program], cwd="/", check=True)


def test_stet_without_its_extra_says_what_to_install(wheel: Path) -> None:
    program = f"import sys; sys.path.insert(0, {str(wheel)!r}); sys.argv = ['stet', 'audit', 'x']; import runpy; "
    program += "runpy.run_module('reviewapp.cli', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], cwd="/", capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'stet-review[engine]'" in done.stderr


def test_stet_is_a_console_script(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        [entry] = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        assert "stet = reviewapp.cli.__main__:command" in archive.read(entry).decode()
