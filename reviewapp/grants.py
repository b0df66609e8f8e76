"""What the role of the service may do with each table. It owns none: the guards are not its to switch off.

Migrations run as the owner of the database, and grant this at their end to the role that DATABASE_SERVICE_ROLE names,
where the server has it. Without it the one role owns all, which `check --deploy` calls a mistake.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connections
from psycopg import sql

_READ, _ADD, _CHANGE = "SELECT", "SELECT, INSERT", "SELECT, INSERT, UPDATE"
_ALL = "SELECT, INSERT, UPDATE, DELETE"

# Tables of ours by what their triggers allow; a table that stands nowhere here may be changed and emptied row by row.
_RIGHTS = {
    **dict.fromkeys(("signingkey",), _READ),
    **dict.fromkeys(
        (
            *("turn", "turnbody", "revision", "build", "pinversion", "decision", "receipt", "auditentry", "resolution"),
            *("policy", "analysis", "pincheck", "staterecord", "retirementvote"),
        ),
        _ADD,
    ),
    **dict.fromkeys(
        (
            *("session", "compaction", "finding", "register", "pin", "contextserve", "audithead", "agenttoken"),
            *("team", "user", "retirement", "pinproposal", "staterelease"),
        ),
        _CHANGE,
    ),
}
_OF_DJANGO = {"django_migrations": _READ, "django_content_type": _READ, "auth_permission": _READ}


def rights() -> dict[str, str]:
    """Every table of the product and its libraries, with what the service may do there."""
    models = apps.get_models(include_auto_created=True)
    tables = {model._meta.db_table: _RIGHTS.get(str(model._meta.model_name), _ALL) for model in models}
    return {**tables, **_OF_DJANGO}


def grant(using: str, **told: Any) -> None:
    """After a migration, not after a test's flush, which sends the same signal without a plan."""
    connection = connections[using]
    role = settings.DATABASE_SERVICE_ROLE
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s AND rolname <> current_user", [role])
        if "plan" not in told or cursor.fetchone() is None:
            return
        for statement in _statements(role, str(connection.settings_dict["NAME"])):
            cursor.execute(statement.as_string(connection.connection))


def _statements(role: str, database: str) -> list[sql.Composed]:
    who, where = sql.Identifier(role), sql.Identifier(database)
    # A temporary table can be called as one of ours is.
    statements = [
        sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(where),
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(where, who),
        sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(who),
        sql.SQL("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {}").format(who),
    ]
    for table, may in sorted(rights().items()):
        name = sql.Identifier(table)
        statements.append(sql.SQL("REVOKE ALL ON {} FROM {}").format(name, who))
        statements.append(sql.SQL("GRANT {} ON {} TO {}").format(sql.SQL(may), name, who))
    return statements
