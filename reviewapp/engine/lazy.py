"""A value computed at first use and kept on its object: functools.cached_property without the lock it takes on 3.11."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class lazy(Generic[Owner, Value]):
    """For objects that one thread reads: two threads would at worst compute the same value twice."""

    def __init__(self, make: Callable[[Owner], Value]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, owner: None, kind: type[Any]) -> lazy[Owner, Value]: ...

    @overload
    def __get__(self, owner: Owner, kind: type[Any]) -> Value: ...

    def __get__(self, owner: Owner | None, kind: type[Any]) -> lazy[Owner, Value] | Value:
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._make(owner)
        return value
