"""Which names of a pair are kept, which are strange to the turns, and what a strange one was made from."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from reviewapp.engine.facts import ENOUGH, MOST, Facts
from reviewapp.engine.idents import Ident, segments
from reviewapp.engine.neighbours import Neighbours
from reviewapp.engine.pair import Pair

_HEX_RUN = re.compile(r"(?<![0-9a-z-])[0-9a-f]{7,128}(?![0-9a-z-])")
_WORD_PAIR = re.compile(r"[a-z]+/[a-z]+")
_CUT = 6  # a shorter beginning of a name says nothing
_SEPARATED = frozenset("/\\:@#.")
_WORDS_END = re.compile(r"[A-Z._/:-]")
Joint = tuple[str, str]
Origin = tuple[int, Ident]


class Names:
    """The names of both sides, held against each other by their folded parts."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.facts = pair.once(Facts)

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
        if not all(self._known(part, ident.kind) for part in parts):
            return False
        return all(joint in self._joints or joint[1].isdigit() for joint in pairwise(parts))

    def _known(self, part: str, kind: str) -> bool:
        if part in self.facts.source_segments or part in self.facts.digit_runs:
            return True
        if kind == "hash":
            return bool(_begun(self._hashes, part))
        return "." in part and all(joint in self._joints for joint in pairwise(part.split(".")))

    @cached_property
    def _hashes(self) -> list[str]:
        """Hex runs of the source that are whole names, so that a part of a UUID is none."""
        return sorted(set(_HEX_RUN.findall("\n".join(self.facts.tokens).lower())))

    @cached_property
    def _joints(self) -> set[Joint]:
        return joints(self.facts.tokens)

    @cached_property
    def origins(self) -> dict[str, Origin]:
        """For the canonical form of a strange name, the turn and the name that it was probably made from."""
        wanted = {ident.canonical: self._candidates(ident) for ident in self.novel}
        holders = self._holders({part for parts in wanted.values() for part in parts})
        turns = self._first_turns({token for tokens in holders.values() for token in tokens})
        found = {}
        for ident in self.novel:
            origin = self._best(ident, wanted[ident.canonical], holders, turns)
            if origin is not None:
                found[ident.canonical] = origin
        return found

    def _candidates(self, ident: Ident) -> list[str]:
        """Parts of source names that a part of the strange one may have been, the likeliest first."""
        strange = [part for part in ident.segments if not self._known(part, ident.kind)]
        if not strange:
            return [ident.segments[-1]]
        return [*self._neighbours.of(strange[0]), *_begun(self._sorted, strange[0])]

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.facts.source_segments)

    @cached_property
    def _neighbours(self) -> Neighbours:
        strange = {part for ident in self.novel for part in ident.segments if not self._known(part, ident.kind)}
        return Neighbours(strange, self.facts.source_segments)

    def _holders(self, parts: set[str]) -> dict[str, list[str]]:
        """The tokens of the source that hold each part."""
        holders: defaultdict[str, list[str]] = defaultdict(list)
        if parts:
            for token in sorted(self.facts.tokens):
                for part in parts.intersection(_pieces(segments(token))):
                    holders[part].append(token)
        return dict(holders)

    def _first_turns(self, tokens: set[str]) -> dict[str, int]:
        first: dict[str, int] = {}
        for i, turn in enumerate(self.pair.turns if tokens else ()):
            for token in tokens.intersection(turn.content.split()):
                first.setdefault(token, i)
        return first

    def _best(
        self, ident: Ident, candidates: list[str], holders: dict[str, list[str]], turns: dict[str, int]
    ) -> Origin | None:
        for part in candidates:
            names = [(token, name) for token in holders.get(part, ()) for name in self.facts.names_in(token)]
            fit = [(token, name) for token, name in names if token in turns and self._fits(name, ident, part)]
            if fit:
                token, name = max(fit, key=lambda pair: len(set(pair[1].segments) & set(ident.segments)))
                return turns[token], self._placed(turns[token], token, name)
        return None

    def _fits(self, name: Ident, ident: Ident, part: str) -> bool:
        if part not in _pieces(name.segments):
            return False
        if part == ident.segments[-1]:  # nothing strange but a joint: a directory was cut out
            return ident.segments[0] in name.segments and len(name.segments) > len(ident.segments)
        return not _shortened(ident, name)

    def _placed(self, turn: int, token: str, name: Ident) -> Ident:
        at = self.pair.turns[turn].content.find(token)
        return Ident(at + name.start, at + name.end, name.kind, name.text, name.strong)

    def shortens(self, ident: Ident) -> bool:
        """The name of the summary is the beginning of a longer one of the source, cut between words."""
        begun = [part for known in (_begun(self._sorted, part) for part in ident.segments[-1:]) for part in known]
        names = (
            name for tokens in self._holders(set(begun)).values() for t in tokens for name in self.facts.names_in(t)
        )
        return any(_shortened(ident, name) for name in names)

    @cached_property
    def _stated_joints(self) -> set[Joint]:
        return joints(self.pair.summary.split())

    @cached_property
    def _stated_hashes(self) -> list[str]:
        return _HEX_RUN.findall(self.pair.summary.lower())

    def dropped(self, turn: int) -> Iterator[Ident]:
        """Names of one turn that the summary does not hold in any form, each once."""
        seen: set[str] = set()
        for ident in self.facts.idents(turn):
            if ident.canonical not in seen and not self.kept(ident):
                seen.add(ident.canonical)
                yield ident

    def counts(self, turn: int, ident: Ident) -> bool:
        """Is its loss worth a warning? A name by its form is; ordinary words where the summary keeps nearly all names."""
        if turn not in self.facts.brief:
            return False
        return ident.strong or (self._keeps_most and not _WORD_PAIR.fullmatch(ident.text))

    @cached_property
    def _keeps_most(self) -> bool:
        idents = [ident for turn in self.facts.brief for ident in self.facts.idents(turn)]
        return len(idents) >= ENOUGH and sum(map(self.kept, idents)) >= MOST * len(idents)

    def kept(self, ident: Ident) -> bool:
        """In the summary whole, by its last part, or by an unambiguous beginning."""
        stated = self.facts.summary_segments
        parts = [part for part in ident.segments if not part.isdigit()] or list(ident.segments)
        if ident.kind == "flag":
            return ident.text.partition("=")[0].lower() in self.pair.folded
        if ident.kind == "hash":
            return parts[0] in stated or any(parts[0].startswith(short) for short in self._stated_hashes)
        if ident.kind in ("url", "email", "scope") or not ident.strong:
            return all(part in stated for part in parts)
        if ident.kind == "path" and len(parts) > 1 and "." not in parts[-1]:
            return (parts[-2], parts[-1]) in self._stated_joints
        return not parts or parts[-1] in stated or (parts[-1].rpartition(".")[2] in stated and ident.kind == "dotted")


def joints(tokens: Iterable[str]) -> set[Joint]:
    """Parts that follow each other in some token, across a separator or a dot."""
    found: set[Joint] = set()
    for token in tokens:
        if not _SEPARATED.isdisjoint(token):
            parts = segments(token)
            found.update(pairwise(parts))
            for part in parts:
                if "." in part:
                    found.update(pairwise(part.split(".")))
    return found


def _pieces(parts: tuple[str, ...]) -> set[str]:
    return {piece for part in parts for piece in (part, *part.split("."))}


def _shortened(ident: Ident, name: Ident) -> bool:
    """`TestResume_Switch` for `TestResume_SwitchBranch`: words of a name left off; an id is never cut that way."""
    rest = name.text[len(ident.text) :]
    whole_words = name.text.lower().startswith(ident.text.lower()) and _WORDS_END.match(rest) is not None
    return whole_words and name.kind in ("name", "dotted", "path")


def _begun(words: list[str], part: str) -> list[str]:
    """The first of the sorted words that goes on where `part` ends."""
    at = bisect_left(words, part)
    return words[at : at + 1] if len(part) >= _CUT and at < len(words) and words[at].startswith(part) else []
