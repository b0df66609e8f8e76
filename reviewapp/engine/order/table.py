"""The table that `python -m bench.train` writes, and its reading: sums of weights, made probabilities."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

TABLE = Path(__file__).with_name("table.json")
SUREST = 0.995  # of a probability before its odds are taken


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic model: what each feature adds to the log odds. A feature without a weight adds nothing."""

    bias: float
    of: Mapping[str, float]

    def odds(self, features: Mapping[str, float]) -> float:
        """The log odds."""
        of = self.of
        return self.bias + math.fsum([of[name] * value for name, value in features.items() if name in of])

    def probability(self, features: Mapping[str, float]) -> float:
        return probability(self.odds(features))


@dataclass(frozen=True, slots=True)
class Table:
    """`lost` is asked of each binding sentence, `faulty` of the pair as a whole, `right` by family of each finding.

    Of `combined`: a finding's log odds are `own` times those of itself, plus `pair` times those of the pair, plus
    `shift`. `fold` and `lift` are probabilities: below the one a warning folds, from the other on a note is shown;
    below `certain` what blocks is shown as a warning.
    `veto` is the bound for texts of few rules, where only the finding itself counts. `record` is the share of right
    findings by kind, for what is never ordered anew.
    """

    lost: Weights
    right: Mapping[str, Weights]
    faulty: Weights
    combined: Mapping[str, float]
    record: Mapping[str, float]


def probability(odds: float) -> float:
    return 1 / (1 + math.exp(-odds)) if odds > -700 else 0.0


def log_odds(share: float) -> float:
    share = min(max(share, 1 - SUREST), SUREST)
    return math.log(share / (1 - share))


@lru_cache(maxsize=1)
def table() -> Table:
    return read_table(TABLE.read_text(encoding="utf-8"))


def read_table(text: str) -> Table:
    held = json.loads(text)
    right = {family: _weights(part) for family, part in held["right"].items()}
    return Table(_weights(held["lost"]), right, _weights(held["faulty"]), held["combined"], held["record"])


def _weights(part: Mapping[str, float]) -> Weights:
    return Weights(part["bias"], {name: weight for name, weight in part.items() if name != "bias"})
