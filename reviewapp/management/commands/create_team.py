"""`manage.py create_team SLUG NAME LEAD`: the first step in a new installation."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from reviewapp.services.errors import Refused
from reviewapp.services.teams import founding


class Command(BaseCommand):
    help = "Make a team and its lead, who invites the others. The password is shown once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the team's part of its addresses")
        parser.add_argument("name")
        parser.add_argument("lead", help="user name of the lead; an account is made where there is none")

    def handle(self, *args: Any, slug: str, name: str, lead: str, **options: Any) -> None:
        try:
            founded = founding.found(slug=slug, name=name, username=lead)
        except (Refused, ValidationError) as error:
            raise CommandError(str(error)) from error
        shown = f"password {founded.password}" if founded.password else "with the password it has"
        self.stdout.write(f"Team {slug}; its lead logs in as {lead}, {shown}.")
