"""A browser of the tests has the fonts it was given: what the machine has installed changes no layout."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.fonts import FONTS

pytestmark = pytest.mark.e2e

_TEXT = '<p style="font-family: Georgia, serif">a</p><p style="font-family: Arial, sans-serif">a</p><code>a</code>'


@pytest.mark.parametrize("fonts", FONTS)
def test_no_other_font_is_found(browser: Browser, fonts: str) -> None:
    page = browser.new_page()
    page.set_content(_TEXT)
    devtools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        devtools.send(f"{domain}.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    nodes = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": "p, code"})["nodeIds"]
    used = [devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"][0]["familyName"] for node in nodes]
    family = FONTS[fonts]
    assert used == [family.serif, family.sans, family.mono]
    page.context.close()
