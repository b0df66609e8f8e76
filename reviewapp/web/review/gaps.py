"""The turns between those that the page shows: how many, and about how many tokens. Counted by the database, since a
long session has a hundred thousand of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from django.contrib.postgres.fields import ArrayField
from django.db.models import F, Func, IntegerField, Sum, Value

from reviewapp.models import Compaction, Turn
from reviewapp.web.labels import tokens
from reviewapp.web.review.view_models import Gap


def gaps_between(compaction: Compaction, shown: Sequence[int]) -> list[Gap]:
    """`shown`: the turns that stand on the page, in order."""
    edges = [compaction.from_seq - 1, *shown, compaction.to_seq + 1]
    ranges = [(before + 1, after - 1) for before, after in pairwise(edges) if after > before + 1]
    sizes = _sizes(compaction, sorted({edge for first, last in ranges for edge in (first, last + 1)}))
    return [Gap(first, last, tokens(sizes.get(first, 0))) for first, last in ranges]


def _sizes(compaction: Compaction, bounds: list[int]) -> dict[int, int]:
    """First turn of each stretch between these bounds -> bytes in it, in one pass over the turns."""
    if not bounds:
        return {}
    edges = Value(bounds, ArrayField(IntegerField()))
    stretch = Func(F("seq"), edges, function="width_bucket", output_field=IntegerField())
    rows = Turn.objects.filter(session=compaction.session_id, seq__range=(bounds[0], bounds[-1] - 1))
    summed = rows.annotate(stretch=stretch).order_by().values_list("stretch").annotate(all=Sum("size"))
    return {bounds[number - 1]: size for number, size in summed}
