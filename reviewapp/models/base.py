"""What every table shares: a team, the pair (team, id) that cross references point at, and byte-exact columns."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Now

_ST = TypeVar("_ST")
_GT = TypeVar("_GT")

if TYPE_CHECKING:

    class _Binary(models.BinaryField[_ST, _GT]):
        _pyi_private_get_type: bytes  # psycopg 3 never gives a memoryview
else:

    class _Binary(models.BinaryField):
        """At run time without the type parameters."""

        def __class_getitem__(cls, _: object) -> type:
            return cls


class BytesField(_Binary[_ST, _GT]):
    """Bytes kept as received: text is stored as UTF-8 here wherever its identity matters."""


class DigestField(BytesField[_ST, _GT]):
    """A SHA-256; the column itself refuses any other length."""

    def db_check(self, connection: BaseDatabaseWrapper) -> str:
        return f'octet_length("{self.column}") = 32'


def written_at() -> models.DateTimeField[Any, Any]:
    """The database's clock, since those of web and worker machines may differ."""
    return models.DateTimeField(db_default=Now(), editable=False)


def one_of(field: str, values: Iterable[str], *, name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=models.Q(**{f"{field}__in": sorted(map(str, values))}), name=name)


class TeamOwned(models.Model):
    """A row of one team. References between such rows are checked by the database as (team, id) pairs, so they are
    declared with `db_constraint=False` and get their composite key in a migration.

    A column that another index begins with has none of its own: it would cost each insert, and tempt the planner, which
    knows nothing yet of an empty table, to check references by reading all rows of a team.
    """

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey("reviewapp.Team", on_delete=models.PROTECT, related_name="+", db_index=False)

    class Meta:
        abstract = True
        constraints = [models.UniqueConstraint(fields=["team", "id"], name="%(class)s_of_team")]


class PublicTeamOwned(TeamOwned):
    """A team's row whose id is shown to agents and in URLs."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)  # type: ignore[assignment]  # narrows the key

    class Meta(TeamOwned.Meta):
        abstract = True
