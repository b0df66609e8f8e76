"""References inside a team are checked as (team_id, id) pairs: a row can't point at another team's, whatever the code does."""

from __future__ import annotations

from django.db import migrations

REFERENCES: tuple[tuple[str, dict[str, str]], ...] = (
    ("turn", {"session_id": "session"}),
    ("turnbody", {"turn_id": "turn"}),
    ("staterecord", {"session_id": "session", "token_id": "agenttoken"}),
    (
        "compaction",
        {
            "session_id": "session",
            "policy_id": "policy",
            "token_id": "agenttoken",
            "current_revision_id": "revision",
            "receipt_id": "receipt",
            "absorbed_by_id": "compaction",
            "retired_by_id": "compaction",
        },
    ),
    ("build", {"compaction_id": "compaction", "child_id": "compaction"}),
    ("revision", {"compaction_id": "compaction", "parent_id": "revision"}),
    ("decision", {"compaction_id": "compaction"}),
    ("receipt", {"compaction_id": "compaction"}),
    ("contextserve", {"session_id": "session", "compaction_id": "compaction", "receipt_id": "receipt"}),
    ("register", {"session_id": "session"}),
    ("pin", {"register_id": "register", "current_id": "pinversion"}),
    ("pinversion", {"origin_session_id": "session", "pin_id": "pin"}),
    ("pinproposal", {"origin_session_id": "session", "session_id": "session", "token_id": "agenttoken"}),
    ("retirement", {"pin_id": "pin", "receipt_id": "receipt"}),
    ("retirementvote", {"retirement_id": "retirement"}),
    ("analysis", {"compaction_id": "compaction", "revision_id": "revision"}),
    ("pincheck", {"analysis_id": "analysis"}),
    ("finding", {"analysis_id": "analysis", "pin_check_id": "pincheck"}),
    (
        "resolution",
        {
            "compaction_id": "compaction",
            "pin_version_id": "pinversion",
            "revision_id": "revision",
            "carried_from_id": "resolution",
        },
    ),
    ("comment", {"compaction_id": "compaction"}),
)


def _key(table: str, column: str, target: str) -> migrations.RunSQL:
    name = f"{table}_{column}_of_team"
    return migrations.RunSQL(
        f"ALTER TABLE reviewapp_{table} ADD CONSTRAINT {name} "
        f"FOREIGN KEY (team_id, {column}) REFERENCES reviewapp_{target} (team_id, id)",
        f"ALTER TABLE reviewapp_{table} DROP CONSTRAINT {name}",
    )


class Migration(migrations.Migration):
    dependencies = [("reviewapp", "0001_tables")]

    operations = [_key(table, column, target) for table, columns in REFERENCES for column, target in columns.items()]
