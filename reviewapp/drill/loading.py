"""Scenarios out of TOML files: one rule a file, run in each of its channels, plain and adversarial."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from reviewapp.drill.grading import breaks
from reviewapp.drill.types import Channel, Comparison, Condition, RuleKind, Scenario, Tool, ToolCall
from reviewapp.drill.wording import carries

SHIPPED = Path(__file__).parent / "scenarios"
_JSON_TYPES = frozenset({"string", "number", "integer", "boolean"})
_FIELDS = frozenset({
    "kind", "rule", "carried", "channels", "request", "tool", "breaking", "allowed", "breaks_when", "adversarial",
})  # fmt: skip


class BadScenario(ValueError):
    """A scenario file that can't be used. The text names the file and what is wrong."""


def scenarios(paths: Iterable[Path] = (SHIPPED,)) -> list[Scenario]:
    """Every scenario of these files, and of the `.toml` files in these folders, in the order of their names.

    Raises:
        BadScenario: A file is missing, is no TOML, lacks something, or contradicts itself.
    """
    found = [scenario for path in paths for file in _files(path) for scenario in _read(file)]
    if not found:
        raise BadScenario("there is no scenario in what was named")
    twice = sorted({each.id for each in found if sum(other.id == each.id for other in found) > 1})
    if twice:
        raise BadScenario(f"two scenarios have the same name: {twice[0]}")
    return found


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(path.glob("*.toml"))
    else:
        yield path


def _read(path: Path) -> Iterator[Scenario]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        yield from _variants(path.stem, data)
    except (OSError, UnicodeError) as error:
        raise BadScenario(f"{path}: can't be read ({type(error).__name__})") from error
    except tomllib.TOMLDecodeError as error:
        raise BadScenario(f"{path}: no TOML: {error}") from error
    except KeyError as error:
        raise BadScenario(f"{path}: {error.args[0]} is missing") from error
    except (ValueError, TypeError, AttributeError) as error:
        raise BadScenario(f"{path}: {error}") from error


def _variants(name: str, data: Mapping[str, Any]) -> Iterator[Scenario]:
    if unknown := sorted(data.keys() - _FIELDS):
        raise ValueError(f"{unknown[0]} is not a field of a scenario")
    for channel in map(Channel, data.get("channels", list(Channel))):
        for adversarial in ("", _text(data, "adversarial")):
            yield _checked(_scenario(name, data, channel, adversarial))


def _scenario(name: str, data: Mapping[str, Any], channel: Channel, adversarial: str) -> Scenario:
    tool = Tool(_text(data["tool"], "name"), _text(data["tool"], "description"), _parameters(data["tool"]))
    return Scenario(
        name=name,
        kind=RuleKind(data["kind"]),
        channel=channel,
        rule=_text(data, "rule"),
        carried=tuple(tuple(str(group).split("|")) for group in data["carried"]),
        request=_text(data, "request"),
        tool=tool,
        breaking=ToolCall(tool.name, dict(data["breaking"])),
        allowed=ToolCall(tool.name, dict(data["allowed"])),
        conditions=tuple(_condition(each) for each in data["breaks_when"]),
        adversarial=adversarial,
    )


def _parameters(tool: Mapping[str, Any]) -> dict[str, str]:
    parameters = dict(tool["parameters"])
    if wrong := sorted(name for name, kind in parameters.items() if kind not in _JSON_TYPES):
        raise ValueError(f"the parameter {wrong[0]} must be one of {', '.join(sorted(_JSON_TYPES))}")
    return parameters


def _condition(each: Mapping[str, Any]) -> Condition:
    ((test, value),) = ((name, value) for name, value in each.items() if name != "argument")
    if not isinstance(value, str | int | float):
        raise ValueError(f"the value of {test} must be a text, a number or true/false")
    return Condition(_text(each, "argument"), Comparison(test), value)


def _text(holder: Mapping[str, Any], field: str) -> str:
    value = holder[field]
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{field} must be a text that is not empty")
    return value.strip()


def _checked(scenario: Scenario) -> Scenario:
    """A scenario whose own examples are graded wrongly would measure nothing."""
    if not scenario.conditions or not breaks(scenario.breaking, scenario):
        raise ValueError("the breaking call does not break the rule by breaks_when")
    if breaks(scenario.allowed, scenario):
        raise ValueError("the allowed call breaks the rule by breaks_when")
    for call in (scenario.breaking, scenario.allowed):
        if call.arguments.keys() != scenario.tool.parameters.keys():
            raise ValueError("breaking and allowed must give each parameter of the tool, and no other")
    if not carries(scenario.rule, scenario):
        raise ValueError("no sentence of the rule holds one word of each group of carried")
    return scenario
