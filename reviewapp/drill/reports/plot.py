"""Survival over the rounds as SVG: a line an arm, each with its own dash and sign, and the intervals as bands.

Only attributes, no style and no script, so that it stands in a page of any content security policy. Numbers come from
the figures; the words are the caller's, and are escaped here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from reviewapp.drill.figures import Cliff, Share
from reviewapp.drill.types import Arm

WIDTH, HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 16, 16, 40
_LOOKS = {Arm.NONE: ("#a3322b", ""), Arm.GATE: ("#7a5c00", "7 4"), Arm.PINNED: ("#1f6f43", "2 3")}


def plot(
    curves: Mapping[Arm, Sequence[Share]], title: str, names: Mapping[Arm, str], axis: str, cliff: Cliff | None
) -> str:
    """`names` label the lines, `axis` the rounds. Curves have one share a round."""
    rounds = max(map(len, curves.values()))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 28}" width="100%" role="img"',
        f' font-family="system-ui, sans-serif" font-size="12"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT + 28}" fill="#ffffff"/>',
        *_grid(rounds, axis),
        *(_cliff(cliff.round, rounds) if cliff else ()),
        *(part for arm in Arm for part in _band(curves[arm], rounds, _LOOKS[arm][0])),
        *(part for arm in Arm for part in _line(arm, curves[arm], rounds)),
        *(part for place, arm in enumerate(Arm) for part in _key(place, arm, names[arm])),
        "</svg>",
    ]
    return "".join(parts)


def _x(number: int, rounds: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * (number - 0.5) / rounds


def _y(value: float) -> float:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - value)


def _grid(rounds: int, axis: str) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        yield f'<path d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}" stroke="#d8d8d4" fill="none"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#444444">{percent} %</text>'
    every = -(-rounds // 20)
    for number in range(1, rounds + 1, every):
        x = _x(number, rounds)
        yield f'<text x="{x:.1f}" y="{HEIGHT - _BOTTOM + 18}" text-anchor="middle" fill="#444444">{number}</text>'
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    yield f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle" fill="#444444">{escape(axis)}</text>'


def _cliff(number: int, rounds: int) -> Iterator[str]:
    x = _x(number, rounds)
    yield f'<path d="M{x:.1f} {_TOP}V{HEIGHT - _BOTTOM}" stroke="#a3322b" stroke-dasharray="1 5" fill="none"/>'


def _band(curve: Sequence[Share], rounds: int, colour: str) -> Iterator[str]:
    measured = [(_x(number, rounds), *share.interval) for number, share in enumerate(curve, 1) if share.of]
    if len(measured) > 1:
        above = [f"{x:.1f} {_y(high):.1f}" for x, _, high in measured]
        below = [f"{x:.1f} {_y(low):.1f}" for x, low, _ in reversed(measured)]
        yield f'<path d="M{"L".join([*above, *below])}Z" fill="{colour}" fill-opacity="0.12"/>'


def _line(arm: Arm, curve: Sequence[Share], rounds: int) -> Iterator[str]:
    colour, dash = _LOOKS[arm]
    points = [(_x(number, rounds), _y(share.good / share.of)) for number, share in enumerate(curve, 1) if share.of]
    if points:
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path d="M{path}" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash or "none"}" fill="none"/>'
    yield from (_sign(arm, x, y) for x, y in points)


def _sign(arm: Arm, x: float, y: float) -> str:
    colour = _LOOKS[arm][0]
    if arm is Arm.NONE:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    if arm is Arm.GATE:
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
    return f'<path d="M{x:.1f} {y - 5:.1f}l5 9h-10z" fill="{colour}"/>'


def _key(place: int, arm: Arm, name: str) -> Iterator[str]:
    colour, dash = _LOOKS[arm]
    x, y = _LEFT + place * 225, HEIGHT + 14
    yield f'<path d="M{x} {y}h28" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash or "none"}"/>'
    yield _sign(arm, x + 14, y)
    yield f'<text x="{x + 36}" y="{y + 4}" fill="#222222">{escape(name)}</text>'
