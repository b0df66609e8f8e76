"""Plain SQL past every service, and whether the database let it through."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction


def run(sql: str, *params: Any) -> int:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return int(cursor.rowcount)


def refused(sql: str, *params: Any, because: str) -> None:
    """The statement hits exactly the guard that `because` names, also one that waits for the commit."""
    with pytest.raises(IntegrityError, match=because), transaction.atomic():
        run(sql, *params)
        run("SET CONSTRAINTS ALL IMMEDIATE")


def settled() -> None:
    """What came so far is checked as a commit would."""
    run("SET CONSTRAINTS ALL IMMEDIATE")
    run("SET CONSTRAINTS ALL DEFERRED")


def allowed(sql: str, *params: Any) -> None:
    with transaction.atomic():
        assert run(sql, *params) == 1


def copy_of(model: type[models.Model], where: str = "true", **changes: str) -> str:
    """SQL that inserts one row of `model` again, with another id and the given columns as SQL expressions."""
    key = str(model._meta.pk.column)
    if model._meta.pk.get_internal_type() == "UUIDField":
        changes = {key: "gen_random_uuid()", **changes}
    columns = [str(field.column) for field in model._meta.local_fields]
    names = [name for name in columns if name != key or key in changes]
    table, values = model._meta.db_table, ", ".join(changes.get(name, f'"{name}"') for name in names)
    quoted = ", ".join(f'"{name}"' for name in names)
    return f"INSERT INTO {table} ({quoted}) SELECT {values} FROM {table} WHERE {where} LIMIT 1"
