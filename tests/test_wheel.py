"""What an agent installs: the client and the guard, which run on the standard library alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

CHECKOUT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=CHECKOUT, check=True, capture_output=True)
    return next(folder.glob("stet_review-*.whl"))


def test_it_holds_client_and_guard_only(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        modules = {name for name in archive.namelist() if ".dist-info/" not in name}
    others = {name for name in modules if not name.startswith(("reviewapp/client/", "reviewapp/guard/"))}
    assert others == {"reviewapp/__init__.py", "reviewapp/py.typed"}


def test_client_runs_without_any_package(wheel: Path) -> None:
    program = f"import sys; sys.path.insert(0, {str(wheel)!r}); import reviewapp.client"
    subprocess.run([sys.executable, "-I", "-S", "-c", program], cwd="/", check=True)
