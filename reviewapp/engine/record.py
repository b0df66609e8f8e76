"""Values that are made by the thousand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(*, slots: bool = False) -> Callable[[type[T]], type[T]]:
    """A frozen dataclass to the type checker, which refuses to change it; to Python a plain one, because a frozen one
    takes several times as long to make."""
    return dataclass(unsafe_hash=True, slots=slots)
