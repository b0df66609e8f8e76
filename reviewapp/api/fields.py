"""Reading an untyped JSON object field by field, each refusal with its place. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Step = str | int
Path = tuple[Step, ...]


class BadMessage(ValueError):
    """A message that can't be read; `path` leads to the reason, from the list of messages on."""

    def __init__(self, path: Path, message: str, code: str = "invalid") -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.code = code


class Fields:
    """A JSON object and where it stands. A field that is null counts as absent, as in every SDK's dump."""

    def __init__(self, value: Any, path: Path) -> None:
        if not isinstance(value, Mapping):
            raise BadMessage(path, "An object is needed here.")
        self.value = value
        self.path = path

    def at(self, *steps: Step) -> Path:
        return (*self.path, *steps)

    def get(self, name: str) -> Any:
        return self.value.get(name)

    def only(self, known: frozenset[str]) -> None:
        for name in self.value:
            if name not in known:
                raise BadMessage(self.at(name), "There is no such field.", "unknown_field")

    def text(self, name: str, *, required: bool = False) -> str:
        """The string under `name`, of any length; "" where there is none."""
        value = self.get(name)
        if value is None and not required:
            return ""
        if not isinstance(value, str):
            raise BadMessage(self.at(name), "A string is needed here.")
        return value

    def label(self, name: str, *, longest: int, required: bool = False) -> str:
        """A short string, such as a name or an id."""
        value = self.text(name, required=required)
        if len(value) > longest or (required and not value):
            raise BadMessage(self.at(name), f"Up to {longest} characters are needed here.")
        return value

    def flag(self, name: str) -> bool:
        value = self.get(name)
        if not isinstance(value, bool | None):
            raise BadMessage(self.at(name), "true or false is needed here.")
        return bool(value)

    def items(self, name: str) -> list[Any]:
        value = self.get(name)
        if not isinstance(value, list | None):
            raise BadMessage(self.at(name), "A list is needed here.")
        return value or []

    def object(self, name: str) -> Fields:
        return Fields(self.get(name), self.at(name))
