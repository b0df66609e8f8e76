"""Which names of a pair are kept, which are strange to the turns, and what a strange one was made from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from reviewapp.engine.names.folding import CUT, Ends, begun, counted, ends_of, folded_lines, pieces
from reviewapp.engine.names.idents import TOKEN, Ident, in_tag, names_in
from reviewapp.engine.names.neighbours import Neighbours, inflected
from reviewapp.engine.names.stated import Stated, is_composite, spaced
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import fold
from reviewapp.engine.values.facts import ENOUGH, MOST, NEARLY_ALL, Facts
from reviewapp.engine.values.source import Joint, joints_of

_HEX_RUN = re.compile(r"(?<![0-9a-z-])[0-9a-f]{7,128}(?![0-9a-z-])")
_WORD_PAIR = re.compile(r"[a-z]+/[a-z]+")
_RANGE = re.compile(r"[0-9][A-Za-z]?-[A-Za-z0-9]*[0-9]")
_IN_WORDS = frozenset({"name", "dotted", "path"})
_WORDS_END = re.compile(r"[A-Z._/:-]")
Origin = tuple[int, Ident]
STRANGE = 1_000  # units of work for a name that no turn holds


class Names:
    """The names of both sides, held against each other by their folded parts."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.facts = pair.once(Facts)
        self.source = self.facts.source
        self._kept: dict[str, bool] = {}
        self._retold: dict[int, bool] = {}
        self._names: dict[int, dict[str, tuple[str, Ident]]] = {}

    @cached_property
    def novel(self) -> list[Ident]:
        """Names of the summary that no turn holds in any form, each once."""
        seen: dict[str, Ident] = {}
        for ident in self.facts.summary_idents:
            strange = ident.canonical not in seen and ident.start not in self._coded and not self._held(ident)
            if strange and self.pair.work.afford(STRANGE):
                seen[ident.canonical] = ident
        return list(seen.values())

    @cached_property
    def _joints(self) -> set[Joint]:
        """The joints of the summary's names that the source has too."""
        return self.source.joints(joints_of(" ".join(ident.segments) for ident in self.facts.summary_idents))

    @cached_property
    def _coded(self) -> frozenset[int]:
        """Where the summary has an account or telephone number that a turn writes with other spaces."""
        places = self.facts.summary_places
        return frozenset(p.value.start for p in places if p.value.kind == "code" and not self.facts.novel(p.value))

    def _held(self, ident: Ident) -> bool:
        parts = ident.segments
        if not all(self._known(part, ident.kind) for part in parts):
            told = ident.kind == "code" and spaced(ident.text) in self._brief_text
            return told or counted(ident.text.lower(), self._ends)
        if all(joint in self._joints or joint[1].isdigit() for joint in pairwise(parts)):
            return True
        return is_composite(ident) and any(said.issuperset(parts) for said in self._said)

    @cached_property
    def _ends(self) -> frozenset[Ends]:
        return ends_of(self.source.segments)

    @cached_property
    def _said(self) -> list[frozenset[str]]:
        """The parts that each line of the brief turns holds."""
        lines = (line for turn in self.facts.brief for line in self.source.texts[turn].splitlines())
        return [frozenset(folded_lines(line)[0].split()) for line in lines]

    @cached_property
    def _brief_text(self) -> str:
        return "\n".join(fold(self.source.texts[turn]) for turn in self.facts.brief)

    def _known(self, part: str, kind: str) -> bool:
        if part in self.source.segments or part in self.source.digit_runs:
            return True
        if kind == "code" and part in self._ranged:
            return True
        if kind == "hash":
            return bool(begun(self._hashes, part))
        return "." in part and all(joint in self._joints for joint in pairwise(part.split(".")))

    @cached_property
    def _ranged(self) -> frozenset[str]:
        """The ends of ranges that turns write in one word: `7C110-7C118`."""
        words = (token for token in self.source.tokens if "-" in token and _RANGE.search(token))
        return frozenset(name.canonical for word in words for name in names_in(word) if "-" not in name.text)

    @cached_property
    def _hashes(self) -> list[str]:
        """Hex runs of the source that are whole names, so that a part of a UUID is none."""
        return sorted(set(_HEX_RUN.findall("\n".join(self.source.tokens).lower())))

    @cached_property
    def _wanted(self) -> dict[str, list[str]]:
        return {ident.canonical: self._candidates(ident) for ident in self.novel}

    @cached_property
    def _holders(self) -> dict[str, list[str]]:
        """The tokens of the source that hold a candidate part, or one that a strange name begins."""
        wanted = {part for parts in self._wanted.values() for part in parts}
        wanted.update(part for ident in self.novel for part in begun(self._longer, ident.segments[-1]))
        return self.source.holders(wanted)

    @cached_property
    def origins(self) -> dict[str, Origin]:
        """For the canonical form of a strange name, the turn and the name that it was probably made from."""
        found = {ident.canonical: self._best(ident) for ident in self.novel}
        return {canonical: origin for canonical, origin in found.items() if origin is not None}

    def _candidates(self, ident: Ident) -> list[str]:
        """Parts of source names that a part of the strange one may have been, the likeliest first."""
        strange = [part for part in ident.segments if not self._known(part, ident.kind)]
        if not strange:
            return [ident.segments[-1]]
        longer = [part for part in begun(self._longer, strange[0]) if not inflected(strange[0], part)]
        return [*self._neighbours.of(strange[0]), *longer]

    @cached_property
    def _longer(self) -> list[str]:
        """The parts of source names that begin like a part of a strange one, in order."""
        beginnings = {part[:CUT] for ident in self.novel for part in ident.segments}
        return sorted([part for part in self.source.segments if part[:CUT] in beginnings])

    @cached_property
    def _neighbours(self) -> Neighbours:
        strange = {part for ident in self.novel for part in ident.segments if not self._known(part, ident.kind)}
        return Neighbours(strange, self.source.segments, self.pair.work)

    def _best(self, ident: Ident) -> Origin | None:
        """Among equally near names the one that the summary lost, then the one with most parts in common."""
        fit = [
            (not self.kept(name), -rank, _shared(name, ident), turn, token, name)
            for rank, part in enumerate(self._wanted[ident.canonical])
            for token, name in self._named(part)
            if (turn := self.source.turn_of(token)) is not None and self._fits(name, ident, part)
        ]
        if not fit:
            return None
        *_, turn, token, name = max(fit, key=lambda held: held[:3])
        return turn, self._placed(turn, token, name)

    def _named(self, part: str) -> Iterator[tuple[str, Ident]]:
        """The names of the source in the tokens that hold the part."""
        for token in self._holders.get(part, ()):
            for name in names_in(token):
                yield token, name

    def _fits(self, name: Ident, ident: Ident, part: str) -> bool:
        if part not in pieces(name.segments):
            return False
        if part == ident.segments[-1]:  # nothing strange but a joint: a directory was cut out
            return ident.segments[0] in name.segments and len(name.segments) > len(ident.segments)
        if not ident.strong and len(ident.segments) > 1 and not _shared(ident, name):
            return False  # ordinary words with a slash between them
        return not _shortened(ident, name)

    def _placed(self, turn: int, token: str, name: Ident) -> Ident:
        return name.moved(self.pair.turns[turn].content.find(token))

    def shortens(self, ident: Ident) -> bool:
        """The name of the summary is the beginning of a longer one of the source, cut between words."""
        longer = begun(self._longer, ident.segments[-1])
        return any(_shortened(ident, name) for part in longer for _, name in self._named(part))

    def names_of(self, turn: int) -> dict[str, tuple[str, Ident]]:
        """The names of one turn by canonical form, each with the token that first held it, in order."""
        known = self._names.get(turn)
        if known is None:
            known = self._names[turn] = {}
            for token in dict.fromkeys(TOKEN.findall(self.source.texts[turn])):
                for name in names_in(token):
                    known.setdefault(name.canonical, (token, name))
        return known

    def dropped(self, turn: int) -> Iterator[Ident]:
        """Names of one turn that the summary does not hold in any form, each once."""
        text, at = self.source.texts[turn], 0
        for token, name in self.names_of(turn).values():
            if not self.kept(name):
                at = text.find(token, at)
                if not in_tag(text, at + name.start):
                    yield name.moved(at)

    def counts(self, turn: int, ident: Ident) -> bool:
        """Is its loss worth a warning? A name by its form is; words where the summary keeps nearly all names."""
        if turn in self.facts.cited:
            return False
        if turn not in self.facts.brief:
            return ident.strong and self._retells(turn)
        if ident.strong or self._is_set_apart(turn, ident):
            return True
        return self._keeps_most and not self._is_alternative(turn, ident)

    def _is_set_apart(self, turn: int, ident: Ident) -> bool:
        """A word that a person wrote in backticks is a name to them."""
        text = self.source.texts[turn]
        quoted = text[ident.start - 1 : ident.start] == text[ident.end : ident.end + 1] == "`"
        return quoted and self.pair.turns[turn].binds

    def _retells(self, turn: int) -> bool:
        """Does the summary keep nearly every name of this long turn, so that a missing one stands out?"""
        if turn not in self._retold:
            self._retold[turn] = self._keeps((turn,), NEARLY_ALL)
        return self._retold[turn]

    def _keeps(self, turns: Iterable[int], share: float) -> bool:
        kept = [self.kept(name) for turn in turns for _, name in self.names_of(turn).values()]
        return len(kept) >= ENOUGH and sum(kept) >= share * len(kept)

    def _is_alternative(self, turn: int, ident: Ident) -> bool:
        """`first/last` is two words; a path of two words is set apart as a name."""
        quoted = self.pair.turns[turn].content[ident.start - 1 : ident.start] in ("`", "*")
        return _WORD_PAIR.fullmatch(ident.text) is not None and not quoted

    @cached_property
    def _keeps_most(self) -> bool:
        return self._keeps(self.facts.brief, MOST)

    def kept(self, ident: Ident) -> bool:
        """Does the summary hold it in some form?"""
        known = self._kept.get(ident.text)
        if known is None:
            known = self._kept[ident.text] = self._stated.holds(ident) or self._begun(ident)
        return known

    @cached_property
    def _stated(self) -> Stated:
        return Stated(self.facts)

    def _begun(self, ident: Ident) -> bool:
        """A strange name of the summary is this one without its last words."""
        text = ident.text.lower()
        ends = (match.start() for match in _WORDS_END.finditer(ident.text, 1))
        return ident.strong and ident.kind in _IN_WORDS and any(text[:end] in self._novel_texts for end in ends)

    @cached_property
    def _novel_texts(self) -> frozenset[str]:
        return frozenset(ident.text.lower() for ident in self.novel)


def _shared(one: Ident, other: Ident) -> int:
    return len(set(one.segments) & set(other.segments))


def _shortened(ident: Ident, name: Ident) -> bool:
    """`TestResume_Switch` for `TestResume_SwitchBranch`: words of a name left off; an id is never cut that way."""
    rest = name.text[len(ident.text) :]
    whole_words = name.text.lower().startswith(ident.text.lower()) and _WORDS_END.match(rest) is not None
    return whole_words and name.kind in _IN_WORDS
