"""`manage.py signing_key show | init | prepare | activate | revoke`: the life of the key that signs receipts."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from reviewapp.services.errors import Refused
from reviewapp.services.receipts import signing_keys


class Command(BaseCommand):
    help = "Show, rotate (prepare, then activate) or revoke the key that signs receipts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        steps = parser.add_subparsers(dest="step", required=True)
        steps.add_parser("show", help="print the key list that verifiers use")
        steps.add_parser("init", help="make the first key known, where there is none yet")
        steps.add_parser("prepare", help="make the next key and publish it ahead")
        steps.add_parser("activate", help="sign with the prepared key from now on; the old one still verifies")
        revoke = steps.add_parser("revoke", help="believe a key no more")
        revoke.add_argument("keyid")
        revoke.add_argument("--reason", required=True)
        revoke.add_argument("--since", help="when it was stolen, as 2026-11-30T14:00:00Z; now without it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._step(options)
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal

    def _step(self, options: dict[str, Any]) -> None:
        match options["step"]:
            case "show":
                self.stdout.write(json.dumps(signing_keys.published(), indent=2))
            case "init":
                signing_keys.signer()
                self.stdout.write("There is a key that signs.")
            case "prepare":
                self.stdout.write(f"{signing_keys.prepare().keyid} is pending. Publish it, then activate it.")
            case "activate":
                self.stdout.write(f"{signing_keys.activate().keyid} signs from now on.")
            case "revoke":
                row = signing_keys.revoke(options["keyid"], reason=options["reason"], since=_moment(options["since"]))
                self.stdout.write(f"{row.keyid} is revoked. Prepare and activate another to sign again.")


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise CommandError("--since is no time such as 2026-11-30T14:00:00Z.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
