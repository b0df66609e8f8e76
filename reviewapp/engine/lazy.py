"""Values computed at first use and kept: on their object, or beside the word that they are asked of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class lazy(Generic[Owner, Value]):
    """functools.cached_property without the lock it takes on 3.11. For objects that one thread reads: two threads would
    at worst compute the same value twice."""

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


class Known(dict[str, Value]):
    """What `make` says of a word, by the word, for as long as there is room: what lives as long as its process must not
    grow with all that it reads. A dict, so that a word that is known is found without a call."""

    ROOM = 1 << 16

    def __init__(self, make: Callable[[str], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, word: str) -> Value:
        if len(self) >= self.ROOM:
            self.clear()
        known = self[word] = self._make(word)
        return known
