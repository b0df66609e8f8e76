"""Wrong passwords are counted where they come from: nobody locks somebody else out."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from reviewapp.local import Urls
from reviewapp.models import User

pytestmark = pytest.mark.django_db
RIGHT = "a long password of hers"


@pytest.fixture(autouse=True)
def counted(server_urls: Urls) -> None:
    cache.clear()
    User.objects.create_user("mara", password=RIGHT)


def tries(address: str, password: str) -> int:
    form = {"login": "mara", "password": password}
    return Client(REMOTE_ADDR=address).post(reverse("account_login"), form).status_code


def test_a_stranger_locks_nobody_out() -> None:
    for _ in range(6):
        assert tries("198.51.100.7", "guess") == 200
    assert tries("198.51.100.7", RIGHT) == 200  # that address has to wait
    assert tries("203.0.113.9", RIGHT) == 302
