"""`manage.py verify_audit [--team SLUG] [--export FILE]`: is every audit chain whole, up to its checkpoints?"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from reviewapp.guard.verify import NotVerified, load_keys, verify_audit
from reviewapp.models import Team
from reviewapp.services.audit import exports
from reviewapp.services.receipts import signing_keys


class Command(BaseCommand):
    help = "Check the audit chains of the database, or write one to a file that can be checked offline."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--team", help="the slug of one team; all of them without it")
        parser.add_argument("--export", type=Path, help="write the chain of --team to this file instead")

    def handle(self, *args: Any, **options: Any) -> None:
        teams = Team.objects.order_by("id")
        if options["team"]:
            teams = teams.filter(slug=options["team"])
            if not teams:
                raise CommandError(f"There is no team {options['team']}.")
        if options["export"]:
            self._export(teams.get() if options["team"] else None, options["export"])
        elif broken := [team.slug for team in teams if not self._is_whole(team)]:
            raise CommandError(f"Not the chain that was written: {', '.join(broken)}")

    def _export(self, team: Team | None, path: Path) -> None:
        if team is None:
            raise CommandError("Name the --team whose chain is to be exported.")
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in exports.lines(team))
        self.stdout.write(f"Verify it with: python -m reviewapp.guard audit {path} --keys KEYS --checkpoint CHECKPOINT")

    def _is_whole(self, team: Team) -> bool:
        """Checkpoints of keys that were revoked since anchor nothing and are left out."""
        published = signing_keys.published()
        living = {key["keyid"] for key in published["keys"] if key["state"] in ("active", "retired")}
        anchors = [one for one in exports.checkpoints(team) if json.loads(one)["signatures"][0]["keyid"] in living]
        try:
            chain = verify_audit(exports.lines(team), load_keys(json.dumps(published).encode()), anchors)
        except NotVerified as refusal:
            self.stderr.write(self.style.ERROR(f"{team.slug}: {refusal}"))
            return False
        self.stdout.write(f"{team.slug}: {len(chain.links)} entries, anchored to {chain.anchored}")
        return True
