"""Who may import whom: the layers by import-linter, the pure packages by what a fresh process has loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
OUTSIDE = {"django", "celery", "kombu", "redis", "psycopg", "workers"}


def modules_after(statement: str) -> set[str]:
    """The top-level modules, and those of ours, that a fresh interpreter has after the statement."""
    program = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    return {name if name.startswith("reviewapp") else name.partition(".")[0] for name in loaded.stdout.split()}


def test_layers_hold() -> None:
    lint = subprocess.run(
        [Path(sys.executable).with_name("lint-imports")], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert lint.returncode == 0, lint.stdout + lint.stderr


@pytest.mark.parametrize(
    "package",
    [
        "reviewapp",
        "reviewapp.engine",
        "reviewapp.guard",
        "reviewapp.client",
        "reviewapp.outbound",
        "reviewapp.importers",
        "reviewapp.offline.audit_command",
        "reviewapp.cli.__main__",
        "reviewapp.drill.__main__",
    ],
)
def test_pure_packages_load_no_framework(package: str) -> None:
    """import-linter does not see what a parent package drags in; a process does."""
    assert not modules_after(f"import {package}") & OUTSIDE


def test_client_needs_the_standard_library_alone() -> None:
    loaded = {name for name in modules_after("import reviewapp.client") if not name.startswith("_")}
    foreign = loaded - sys.stdlib_module_names
    assert all(name.startswith(("reviewapp.client", "reviewapp.guard")) or name == "reviewapp" for name in foreign), (
        foreign
    )


def test_package_is_empty_so_that_its_pure_parts_stay_pure() -> None:
    assert (CHECKOUT / "reviewapp" / "__init__.py").read_text() == ""
