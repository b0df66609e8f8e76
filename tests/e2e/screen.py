"""The parts of the review page, by what a person sees of them."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect


def row(page: Page, number: int) -> Locator:
    """A finding in the list."""
    return page.locator(f"#f-{number}")


def slip(page: Page) -> Locator:
    """The selected finding, with what can be done about it."""
    return page.locator("#finding")


def pane(page: Page) -> Locator:
    """The right-hand side: the summary, or what a tab shows in its place."""
    return page.get_by_role("region", name="Proposed summary")


def tab(page: Page, title: str) -> Locator:
    return page.get_by_role("navigation", name="Right-hand pane").get_by_role("link", name=re.compile(f"^{title}"))


def gate(page: Page) -> Locator:
    """The line that says whether it can be approved, and why not."""
    return page.locator("#gate-why")


def settled(page: Page) -> None:
    """Nothing is on its way any more."""
    expect(page.locator(".htmx-request")).to_have_count(0)


def select(page: Page, number: int) -> None:
    row(page, number).get_by_role("link").click()
    is_selected(page, number)


def is_selected(page: Page, number: int) -> None:
    expect(slip(page)).to_have_attribute("data-number", str(number))
    expect(row(page, number)).to_have_attribute("data-selected", "")
    settled(page)


def press(page: Page, key: str, *, says: str) -> None:
    """A key, and what the live region announces after it."""
    page.keyboard.press(key)
    heard(page, says)


def heard(page: Page, words: str) -> None:
    expect(page.locator("#live")).to_contain_text(words)
    settled(page)


def stands(page: Page, number: int, state: str) -> None:
    """What became of a finding, as the list shows it."""
    expect(row(page, number)).to_have_attribute("data-state", state)
