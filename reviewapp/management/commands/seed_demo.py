"""`manage.py seed_demo --credentials FILE`: a team to try Stet with. Running it again adds only what is missing."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from reviewapp.demo import seed
from reviewapp.models import Team


class Command(BaseCommand):
    help = "Make the team `demo`, three people, an agent token and some sessions to review."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--credentials", type=Path, required=True, help="JSON file for the logins and the token")

    def handle(self, *args: Any, credentials: Path, **options: Any) -> None:
        fresh = not Team.objects.filter(slug=seed.TEAM).exists()
        seed.fill()
        known = {} if fresh or not credentials.exists() else json.loads(credentials.read_text())
        _write(credentials, {**(known or _issued()), "url": settings.PUBLIC_URL})
        if options["verbosity"]:
            self.stdout.write(f"Logins and agent token: {credentials}")


def _issued() -> dict[str, Any]:
    logins, token = seed.new_credentials()
    first = logins[0]
    return {
        "url": "",
        "username": first.username,
        "password": first.password,
        "logins": [login._asdict() for login in logins],
        "team": seed.TEAM,
        "agent_token": token,
    }


def _write(path: Path, document: dict[str, Any]) -> None:
    """In one step, and never readable by others."""
    draft = path.with_suffix(".new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump(document, file, indent=2)
    draft.rename(path)
