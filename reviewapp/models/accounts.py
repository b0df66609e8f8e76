"""What became of every binding sentence, number and identifier of a range, as the engine packs it."""

from __future__ import annotations

from django.db import models

from reviewapp.models.base import BytesField, TeamOwned
from reviewapp.models.findings import Analysis


class AccountBlock(TeamOwned):
    """The lines of up to a thousand turns: offsets and states, no text. Immutable.

    `first` is the number within the range (0 for its first turn) of the block's first turn, null for the lines of the
    summary alone. `data` is what `reviewapp.engine.account.unpack` reads.
    """

    analysis = models.ForeignKey(
        Analysis, on_delete=models.PROTECT, db_constraint=False, related_name="account", db_index=False
    )
    first = models.PositiveIntegerField(null=True)
    lines = models.PositiveIntegerField()
    data = BytesField()

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(
                fields=["analysis", "first"], name="one_account_block_per_turns", nulls_distinct=False
            ),
        ]
