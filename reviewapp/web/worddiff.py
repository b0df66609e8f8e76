"""Word diff of one aligned pair of passages. Never of a transcript with a summary: those share no order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise

from diff_match_patch import diff_match_patch

from reviewapp.masking.secrets import Extract
from reviewapp.web.safe_text import Piece, pieces

_TIME = "ns|us|µs|ms|s|secs?|seconds?|mins?|minutes?|hours?|h|days?|d|weeks?"
_UNITS = f"{_TIME}|[kKMGTP]i?[Bb]?|bytes?|rows?|tok|tokens?|[€%‰]|USD|EUR|GBP"
_TOKEN = re.compile(
    rf"[$€£]?\d(?:[\d,._]*\d)?(?:\s?(?:{_UNITS}))?(?![\w/:-]|[.,]\d)"  # $4,120.50, 90 min
    r"|[\w/~@#$.+-][\w/~@#$%.:+&=?-]*[\w/]|\w"  # prod-db-7, /etc/app.toml, https://x/y, 10.0.0.0/8, v1.2
    r"|[^\w\s]"
)
_FIRST = 0x20000  # one letter a distinct token, above the surrogates
_WEAK = frozenset(
    re.findall(r"\S+", "a an and are as at by for from in is it of on or that the to was with . , : ; ( )")
)
_MOST = 60_000  # distinct tokens that fit before the alphabet ends


@dataclass(frozen=True, slots=True)
class Change:
    """One stretch of one side: `op` is `same`, `cut` (raw only) or `new` (summary only)."""

    op: str
    text: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    raw: tuple[Change, ...]
    summary: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class _Token:
    key: str  # what is compared
    text: str  # what is shown: the word and the space after it


def tokens(text: str) -> list[str]:
    """The words that the diff compares; identifiers, paths and a number with its unit stay whole."""
    return [match.group() for match in _TOKEN.finditer(text)]


def word_diff(raw: Extract, summary: Extract) -> Diff:
    """Passages with more distinct words than the alphabet has letters count as wholly different."""
    before, after = list(_tokens(raw.text)), list(_tokens(summary.text))
    letters = {key: chr(_FIRST + i) for i, key in enumerate(dict.fromkeys(t.key for t in [*before, *after]))}
    if len(letters) > _MOST:
        return Diff((_change("cut", raw),), (_change("new", summary),))
    engine = diff_match_patch()
    engine.Diff_Timeout = 0  # the same answer on a slow machine
    ops = engine.diff_main(_spell(before, letters), _spell(after, letters), checklines=False)
    weak = {letters[token.key] for token in before if token.key.lower() in _WEAK}
    merged = _absorb(ops, weak)
    return Diff(_side(raw, before, merged, -1, "cut"), _side(summary, after, merged, 1, "new"))


def as_is(op: str, extract: Extract) -> tuple[Change, ...]:
    """One side alone, nothing compared."""
    return (_change(op, extract),) if extract.text else ()


def _tokens(text: str) -> Iterator[_Token]:
    """Tokens whose `text` joined is the text; space before the first word is a token of its own."""
    starts = [match.span() for match in _TOKEN.finditer(text)]
    edges = [start for start, _ in starts] + [len(text)]
    if edges[0] > 0:
        yield _Token("", text[: edges[0]])
    for (start, end), after in zip(starts, edges[1:], strict=True):
        yield _Token(text[start:end], text[start:after])


def _spell(side: Sequence[_Token], letters: dict[str, str]) -> str:
    return "".join(letters[token.key] for token in side)


def _absorb(ops: Sequence[tuple[int, str]], weak: set[str]) -> list[tuple[int, int]]:
    """(op, length) of each run; small words that are alike between two edits are chance, and count as cut and new."""
    runs: list[tuple[int, int]] = []
    for i, (op, run) in enumerate(ops):
        chance = op == 0 and 0 < i < len(ops) - 1 and weak.issuperset(run)
        runs += [(-1, len(run)), (1, len(run))] if chance else [(op, len(run))]
    return runs


def _side(
    whole: Extract, side: Sequence[_Token], runs: Sequence[tuple[int, int]], own: int, name: str
) -> tuple[Change, ...]:
    """The runs of one side, neighbours of one kind joined."""
    parts: list[tuple[str, int]] = []
    at = 0
    for op, size in runs:
        if op not in (0, own):
            continue
        length = sum(len(token.text) for token in side[at : at + size])
        parts.append((name if op == own else "same", length))
        at += size
    grouped = [(op, sum(length for _, length in group)) for op, group in groupby(parts, key=lambda part: part[0])]
    ends = list(accumulate((length for _, length in grouped), initial=0))
    return tuple(_change(op, whole.cut(*span)) for (op, _), span in zip(grouped, pairwise(ends), strict=True))


def _change(op: str, extract: Extract) -> Change:
    return Change(op, extract.text, pieces(extract))
