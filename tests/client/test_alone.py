"""What an agent installs, the client and the guard, runs on the standard library alone."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

PROGRAM = """
import json, sys
at_start = set(sys.modules)
sys.modules["cryptography"] = None  # as if it were not installed
import reviewapp.client
from reviewapp.client.checks import can_verify
names = {name for name in sys.modules if name not in at_start and sys.modules[name] is not None}
roots = {name.split(".")[0] for name in names} - sys.stdlib_module_names
ours = {".".join(name.split(".")[:2]) for name in names if name.startswith("reviewapp.")}
print(json.dumps({"roots": sorted(roots), "ours": sorted(ours), "can_verify": can_verify()}))
"""


def test_it_imports_nothing_else() -> None:
    listed = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True).stdout
    told: dict[str, Any] = json.loads(listed)
    assert told == {"roots": ["reviewapp"], "ours": ["reviewapp.client", "reviewapp.guard"], "can_verify": False}
