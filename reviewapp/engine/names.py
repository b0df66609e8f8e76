"""Which names of a pair are kept, which are strange to the turns, and what a strange one was made from."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from reviewapp.engine.facts import Facts
from reviewapp.engine.idents import Ident, segments
from reviewapp.engine.neighbours import Neighbours

_HEX_RUN = re.compile(r"(?<![0-9a-z-])[0-9a-f]{7,128}(?![0-9a-z-])")
_CUT = 6  # a shorter beginning of a name says nothing
_SEPARATED = frozenset("/\\:@#=")


class Names:
    """The names of both sides, held against each other by their folded parts."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    @cached_property
    def novel(self) -> list[Ident]:
        """Names of the summary that no turn holds in any form, each once."""
        seen: dict[str, Ident] = {}
        for ident in self.facts.summary_idents:
            if ident.canonical not in seen and not self._held(ident):
                seen[ident.canonical] = ident
        return list(seen.values())

    def _held(self, ident: Ident) -> bool:
        parts = ident.segments
        if not parts:
            return True
        if not all(self._known(part, ident.kind) for part in parts):
            return False
        pairs = list(pairwise(parts))
        return all(pair in self._joints for pair in pairs)

    def _known(self, part: str, kind: str) -> bool:
        return part in self.facts.source_segments or (kind == "hash" and bool(_begun(self._hashes, part)))

    @cached_property
    def _hashes(self) -> list[str]:
        """Hex runs of the source that are whole names, so that a part of a UUID is none."""
        return sorted(set(_HEX_RUN.findall("\n".join(self.facts.tokens).lower())))

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.facts.source_segments)

    @cached_property
    def _joints(self) -> set[tuple[str, str]]:
        """Parts that follow each other in some token of the source."""
        found: set[tuple[str, str]] = set()
        for token in self.facts.tokens:
            if not _SEPARATED.isdisjoint(token):
                parts = segments(token)
                found.update(pairwise(parts))
        return found

    def origin(self, ident: Ident) -> tuple[int, Ident] | None:
        """The turn and the name that a strange name was probably made from."""
        for part in ident.segments:
            if part not in self.facts.source_segments:
                for candidate in (*self._neighbours.of(part), *_begun(self._sorted, part)):
                    found = self._place(candidate, ident)
                    if found:
                        return found
                return None
        return self._longer(ident)

    @cached_property
    def _neighbours(self) -> Neighbours:
        strange = {part for ident in self.novel for part in ident.segments if part not in self.facts.source_segments}
        return Neighbours(strange, self.facts.source_segments)

    def _place(self, part: str, ident: Ident) -> tuple[int, Ident] | None:
        """The name of the source that holds `part`: the one most like `ident`, the first where several are."""
        best: tuple[int, int, Ident] | None = None
        for turn in range(len(self.facts.pair.turns)):
            for other in self._named(turn, part):
                shared = len(set(other.segments) & set(ident.segments))
                if best is None or shared > best[0]:
                    best = (shared, turn, other)
        return best[1:] if best else None

    def _named(self, turn: int, part: str) -> Iterator[Ident]:
        text = self.facts.pair.turns[turn].content
        if self._may_hold(text, part):
            for ident in self.facts.idents(turn):
                if part in ident.segments:
                    yield ident

    def _may_hold(self, text: str, part: str) -> bool:
        return any(part in segments(token) for token in set(text.split()) if len(token) >= len(part))

    def _longer(self, ident: Ident) -> tuple[int, Ident] | None:
        """A path of the source with the same ends, of which a directory was cut out."""
        first, last = ident.segments[0], ident.segments[-1]
        for turn in range(len(self.facts.pair.turns)):
            for other in self._named(turn, last):
                if first in other.segments and len(other.segments) > len(ident.segments):
                    return turn, other
        return None

    @cached_property
    def _stated_hashes(self) -> list[str]:
        return _HEX_RUN.findall(self.facts.pair.summary.lower())

    def dropped(self, turn: int) -> Iterator[Ident]:
        """Names of one turn that the summary does not hold in any form, each once."""
        seen: set[str] = set()
        for ident in self.facts.idents(turn):
            if ident.canonical not in seen and not self._kept(ident):
                seen.add(ident.canonical)
                yield ident

    def _kept(self, ident: Ident) -> bool:
        parts, stated = ident.segments, self.facts.summary_segments
        if not parts:
            return True
        if ident.kind in ("url", "email", "scope"):
            return all(part in stated for part in parts)
        if ident.kind == "hash" and any(parts[0].startswith(short) for short in self._stated_hashes):
            return True
        return parts[-1] in stated or (parts[-1].isdigit() and parts[0] in stated)


def _begun(words: list[str], part: str) -> list[str]:
    """The first of the sorted words that goes on where `part` ends."""
    at = bisect_left(words, part)
    return words[at : at + 1] if len(part) >= _CUT and at < len(words) and words[at].startswith(part) else []
