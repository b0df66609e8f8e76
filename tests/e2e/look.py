"""Photographs the pages of a running Stet with its demo data, so that somebody looks at them, and asks axe about each.

    python -m tests.e2e.look [FOLDER] [--quick]     FOLDER: docs/screens; --quick: one width, the light theme

Start `make run` first: address and login are read from `demo.json` in its data folder. Nothing is decided by it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page

from reviewapp.local import data_dir
from tests.e2e.chromium import audit, chromium, complaints, log_in

SIZES = ((1440, 900), (1024, 768), (390, 844))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# axe counts a target that a bar covers at this very scroll position as too small to hit; one scroll and it is not.
UNCOVERED = "document.querySelectorAll('.decision, .jump, .pane-head').forEach(b => { b.style.position = 'static' })"
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screens"


class Demo(NamedTuple):
    url: str
    team: str
    username: str
    password: str


class Shot(NamedTuple):
    """`path` under the team; `click`: what to press before the picture is taken, in order."""

    name: str
    path: str
    click: tuple[str, ...] = ()


STORY = ".queue th a >> text=/eks/"
LATER = ".queue th a >> text=warehouse-sync"  # a third generation, with a state record
SESSION = "main table th a >> text=warehouse-sync"
SHOTS = (
    Shot("queue", "queue/"),
    Shot("queue-decided", "queue/?view=decided"),
    Shot("review", "queue/", (STORY,)),
    Shot("review-pins", "queue/", (STORY, ".tabs >> text=Pins")),
    Shot("review-context", "queue/", (STORY, ".tabs >> text=Context")),
    Shot("review-changes", "queue/", (LATER, ".tabs >> text=Changes")),
    Shot("review-state", "queue/", (LATER, ".tabs >> text=State")),
    Shot("review-edit", "queue/", (STORY, "#summary >> text=Edit")),
    Shot("review-pin-form", "queue/", (STORY, ".pin-fields summary")),
    Shot("review-renew", "queue/", (STORY, "#open-renew")),
    Shot("register", "pins/"),
    Shot("register-proposed", "pins/?view=proposed"),
    Shot("register-pin", "pins/", (".pin .key >> text=store.old-archive",)),
    Shot("register-new", "pins/new/"),
    Shot("sessions", "sessions/"),
    Shot("session", "sessions/", (SESSION,)),
    Shot("session-generations", "sessions/", (SESSION, ".matrix td[data-fate=restored] a")),
    Shot("transcript", "sessions/", (SESSION, "main a[href$='/turns/']")),
    Shot("insights", "insights/"),
    Shot("audit", "audit/"),
    Shot("team", "settings/"),
    Shot("members", "settings/members/"),
    Shot("tokens", "settings/tokens/"),
    Shot("keys", "keys/"),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.look", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    demo = _demo()
    if demo is None:
        print(f"No demo.json in {data_dir()}: start `make run` first.", file=sys.stderr)
        return 1
    asked.folder.mkdir(parents=True, exist_ok=True)
    with chromium() as with_fonts:
        found = list(_photograph(with_fonts("liberation"), demo, asked.folder, quick=asked.quick))
    print("\n".join(found) or f"{asked.folder}: no page complained.")
    return 1 if found else 0


def _demo() -> Demo | None:
    path = data_dir() / "demo.json"
    if not path.exists():
        return None
    told = json.loads(path.read_text())
    return Demo(told["url"], told["team"], told["username"], told["password"])


def _photograph(browser: Browser, demo: Demo, folder: Path, *, quick: bool) -> Iterator[str]:
    """One line for each thing that went wrong."""
    for theme in THEMES[:1] if quick else THEMES:
        for width, height in SIZES[:1] if quick else SIZES:
            page = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme).new_page()
            said = complaints(page)
            page.goto(f"{demo.url}/accounts/login/")
            suffix = "" if (width, theme) == (SIZES[0][0], THEMES[0]) else f"-{width}-{theme}"
            _shoot(page, folder / f"login{suffix}.png")
            log_in(page, demo.url, demo.username, demo.password)
            for shot in SHOTS:
                yield from _take(page, demo, shot, folder / f"{shot.name}{suffix}.png")
            yield from (f"{width} {theme}: {line}" for line in said)
            page.context.close()


def _take(page: Page, demo: Demo, shot: Shot, path: Path) -> Iterator[str]:
    answer = page.goto(f"{demo.url}/t/{demo.team}/{shot.path}")
    if answer is None or answer.status != 200:
        yield f"{shot.name}: {answer.status if answer else 'no answer'}"
        return
    for selector in shot.click:
        page.locator(selector).first.click()
        page.wait_for_load_state("networkidle")
        page.wait_for_function("() => !document.querySelector('.htmx-request')")
    _shoot(page, path)
    page.evaluate(UNCOVERED)
    yield from (f"{path.stem}: {line}" for line in audit(page))


def _shoot(page: Page, path: Path) -> None:
    """The caret stays as it is: hiding it would write inline styles, which the policy forbids."""
    page.screenshot(path=path, caret="initial")


if __name__ == "__main__":
    sys.exit(main())
