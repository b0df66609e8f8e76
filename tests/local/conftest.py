from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where the database's own user may go, which pytest's private folders are not."""
    path = Path(f"/tmp/stet-test-{os.getpid()}")
    path.mkdir(mode=0o755)
    yield path
    subprocess.run(["rm", "-r", path], check=True)
