"""Logistic regression in plain Python, for tables small enough to be read: Newton's method with a ridge."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

Row = Mapping[str, float]

STEPS = 8  # Newton's method has long settled by then on such data
SEEN = 8  # rows that must have a feature before it gets a weight


def fit(rows: Sequence[Row], right: Sequence[bool], counts: Sequence[float], ridge: float) -> dict[str, float]:
    """Weights by feature, and `bias`. `counts` says how much each row counts, `ridge` how dear a weight is."""
    seen = Counter(name for row in rows for name in row)
    names = ["bias", *sorted(name for name, count in seen.items() if count >= SEEN)]
    place = {name: number for number, name in enumerate(names)}
    sparse = [[(0, 1.0), *((place[name], value) for name, value in row.items() if name in place)] for row in rows]
    weights = [0.0] * len(names)
    for _ in range(STEPS):
        slope, bend = _derivatives(sparse, right, counts, weights, ridge)
        weights = [weight - step for weight, step in zip(weights, _solve(bend, slope), strict=True)]
    return dict(zip(names, weights, strict=True))


def _derivatives(
    rows: Sequence[Sequence[tuple[int, float]]],
    right: Sequence[bool],
    counts: Sequence[float],
    weights: Sequence[float],
    ridge: float,
) -> tuple[list[float], list[list[float]]]:
    """First and second derivatives of the loss. The bias is free of the ridge."""
    size = len(weights)
    slope = [0.0, *(ridge * weight for weight in weights[1:])]
    bend = [[0.0] * size for _ in range(size)]
    for place in range(size):
        bend[place][place] = ridge if place else 1e-9
    for row, label, count in zip(rows, right, counts, strict=True):
        likely = 1 / (1 + math.exp(-sum(weights[place] * value for place, value in row)))
        off, spread = count * (likely - label), count * likely * (1 - likely)
        for place, value in row:
            slope[place] += off * value
            line, share = bend[place], spread * value
            for other, its in row:
                line[other] += share * its
    return slope, bend


def _solve(matrix: list[list[float]], vector: Sequence[float]) -> list[float]:
    """The solution of a symmetric positive system, by Gauss."""
    size = len(vector)
    lines = [[*line, value] for line, value in zip(matrix, vector, strict=True)]
    for place in range(size):
        top = lines[place]
        for below in range(place + 1, size):
            share = lines[below][place] / top[place]
            if share:
                lines[below] = [value - share * its for value, its in zip(lines[below], top, strict=True)]
    found = [0.0] * size
    for place in reversed(range(size)):
        line = lines[place]
        rest = sum(line[other] * found[other] for other in range(place + 1, size))
        found[place] = (line[size] - rest) / line[place]
    return found
