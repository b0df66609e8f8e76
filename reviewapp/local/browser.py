"""The browser the page tests drive: the system's own Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess

from reviewapp.local.places import say

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_or_install() -> str | None:
    """The path of a Chromium, installed by apt where that is ours to do; None after saying what to do."""
    return _find() or _install()


def _find() -> str | None:
    given = os.environ.get("CHROMIUM")
    return given or next((path for path in map(shutil.which, _NAMES) if path), None)


def _install() -> str | None:
    apt = shutil.which("apt-get")
    if os.geteuid() != 0 or apt is None:
        say("No Chromium here, so the browser's tests are skipped: install `chromium`, or set CHROMIUM to one.")
        return None
    say("Installing Chromium for the browser's tests ...")
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"]):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run([apt, "--quiet", *command], env=quiet, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            say(f"apt-get {command[0]} failed, so the browser's tests are skipped:\n{done.stderr}")
            return None
    return _find()
