"""The review page shows what was found, to whom, and what each may do."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from reviewapp.models import User
from tests.web.conftest import Desk

Browser = Callable[[User], Client]


def test_both_prohibitions_are_flagged_with_their_evidence(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.reviewer).get(desk.url)
    text = page.content.decode()
    assert page.status_code == 200
    assert text.count('data-severity="blocking" data-state="open"') >= 2
    assert "legacy Aurora instance" in text and "open port 5432" in text
    assert "Approve opens after findings" in text
