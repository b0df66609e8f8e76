"""One way to start the browser: the system's Chromium, quiet on the network."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.e2e.fonts import font_config

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE = Path(__file__).parent / "vendor" / "axe-core@4.14.1" / "axe.min.js"
# Turns out of sight are not laid out, and what axe would measure there is a guess of the browser's.
LAID_OUT = "document.querySelectorAll('.turn').forEach(turn => { turn.style.contentVisibility = 'visible' })"
TELL_VIOLATIONS = """document.addEventListener("securitypolicyviolation", event => {
  console.error(`the policy forbids ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
})"""
HEAR = """window.heard = new Promise(done => document.addEventListener("keydown", () => done(true), { once: true }))"""
HAS_HEARD = "Promise.race([window.heard, new Promise(done => setTimeout(done, 50, false))])"
PRESSES = 200  # at 50 ms each
REFUSALS = (409, 422)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def executable() -> str:
    """CHROMIUM, or what the system has. Raises RuntimeError with what to do."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise RuntimeError(
            "No Chromium was found. Install one (on Debian: apt install chromium), or name it in CHROMIUM."
        )
    return found


@contextmanager
def chromium() -> Iterator[Callable[[str], Browser]]:
    """What gives a browser that has one family of fonts, of `fonts.FONTS`, and no other; each is started once."""
    with sync_playwright() as playwright, TemporaryDirectory() as folder, ExitStack() as started:

        @cache
        def with_fonts(fonts: str) -> Browser:
            config = font_config(fonts, Path(folder))
            env: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(config)}
            launched = playwright.chromium.launch(executable_path=executable(), args=list(QUIET), env=env)
            return started.enter_context(launched)

        yield with_fonts


def log_in(page: Page, url: str, username: str, password: str) -> None:
    page.goto(f"{url}/accounts/login/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda address: "/accounts/" not in address)


def awake(page: Page) -> None:
    """Chromium drops keys that come before a page is on the screen: one that means nothing is pressed until heard."""
    page.wait_for_load_state()
    page.evaluate(f"() => {{ {HEAR} }}")
    for _ in range(PRESSES):
        page.keyboard.press("Shift")
        if page.evaluate(HAS_HEARD):
            return
    raise AssertionError(f"the page heard none of {PRESSES} keys")


def complaints(page: Page, answers: tuple[int, ...] = REFUSALS) -> list[str]:
    """A list that fills with what the page complains of: console errors, exceptions, violations of the policy.

    `answers`: statuses that the page shows in words, so that they are no fault, though Chromium and htmx log errors.
    """
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if _is_complaint(message, answers) else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.add_init_script(TELL_VIOLATIONS)
    return found


def _is_complaint(message: ConsoleMessage, answers: tuple[int, ...]) -> bool:
    status = re.search(r"(?:status of|Status Error Code) (\d{3})", message.text)
    return message.type == "error" and not (status and int(status[1]) in answers)


def audit(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2 AA and its best practices, a line each."""
    page.evaluate(AXE.read_text())
    page.evaluate(LAID_OUT)
    answer = page.evaluate("tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", TAGS)
    return [f"{each['id']}: {node['html'][:160]}" for each in answer["violations"] for node in each["nodes"]]
