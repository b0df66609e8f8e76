"""In which forms the summary may hold a name of the turns."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property

from reviewapp.engine.names.folding import Ends, counted, ends_of, folded_lines
from reviewapp.engine.names.idents import Ident, fold_ident
from reviewapp.engine.values.facts import Facts
from reviewapp.engine.values.source import Joint, joints_of

_SHORTEST = 7
_HEX_RUN = re.compile(rf"(?<![0-9a-z-])[0-9a-f]{{{_SHORTEST},128}}(?![0-9a-z-])")
_JOINTS = re.compile(r"[_-]+")
_RUNS = re.compile(r"[^\W\d_]+|[0-9]+")
_WORDS, _SIDE_BY_SIDE = re.compile(r"[\w ]+"), re.compile(r"[^\W\d_] [0-9]|[0-9] [^\W\d_]")
_MARKS = re.compile(r"[^0-9a-z]")
_TELLING = 4  # digits: a number that long names something


class Stated:
    """Asked name by name."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.summary = facts.pair.summary

    def holds(self, ident: Ident) -> bool:
        """In the summary whole, or by its last part."""
        parts = [part for part in ident.segments if not part.isdigit()] or list(ident.segments)
        if self._by_number(ident) or counted(ident.text.lower(), self._ends):
            return True
        if ident.kind == "flag":
            return ident.text.partition("=")[0].lower() in self.facts.pair.folded
        if ident.kind == "hash":
            return parts[0] in self._segments or self._by_beginning(parts[0])
        if ident.kind == "path" and not ident.strong:
            return all(part in self._segments for part in parts) and self._told_together(parts)
        if ident.kind in ("url", "email", "scope") or not ident.strong:
            return all(part in self._segments for part in parts)
        if ident.kind == "path" and len(parts) > 1:
            return ident.segments[-2:] in self._joints or self._by_file_name(parts)
        if not parts or parts[-1] in self._segments or self._member(ident):
            return True
        return self._in_words(ident)

    @property
    def _segments(self) -> frozenset[str]:
        return self.facts.summary_segments

    @cached_property
    def _ends(self) -> frozenset[Ends]:
        return ends_of(self._segments)

    def _by_number(self, ident: Ident) -> bool:
        """`runs/8812` by "run 8812", an account by its digits in groups."""
        if any(part.isdigit() and len(part) >= _TELLING and part in self._numbers for part in ident.segments):
            return True
        return f"code={_MARKS.sub('', ident.text.lower())}" in self.facts.stated

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """Numbers of the summary that stand in no name."""
        values = (place.value for place in self.facts.summary_places if place.value.kind == "number")
        inside = {at for ident in self.facts.summary_idents for at in range(ident.start, ident.end)}
        return frozenset(value.canonical for value in values if value.start not in inside)

    def _by_file_name(self, parts: list[str]) -> bool:
        """A file by its name alone, unless the summary puts it into another folder; a folder by its last two parts."""
        if (parts[-2], parts[-1]) in self._joints:
            return True
        return "." in parts[-1] and parts[-1] in self._segments and "" in self._folders[parts[-1]]

    @cached_property
    def _folders(self) -> defaultdict[str, set[str]]:
        """The folders that the summary gives each file; nothing where it names the file alone, or not as a name."""
        folders: defaultdict[str, set[str]] = defaultdict(set)
        for ident in self.facts.summary_idents:
            *before, name = ident.segments or ("",)
            folders[name].add(before[-1] if before and ident.kind == "path" else "")
        told = (part for line in self.facts.summary_lines for part in line.split())
        for part in told:
            if part not in folders:
                folders[part].add("")
        return folders

    def _told_together(self, parts: list[str]) -> bool:
        """As one name, or as words of one sentence: `load/save` is kept by "loads and saves"."""
        joint = len(parts) > 1 and (parts[-2], parts[-1]) in self._joints
        return joint or bool(set.intersection(*(self._told.get(part, set()) for part in parts)))

    @cached_property
    def _told(self) -> dict[str, set[int]]:
        """The sentences of the summary that hold each part."""
        told: defaultdict[str, set[int]] = defaultdict(set)
        for index, sentence in enumerate(self.facts.pair.sentences):
            for part in folded_lines(sentence.text.replace("\n", " "))[0].split():
                told[part].add(index)
        return dict(told)

    @cached_property
    def _joints(self) -> set[Joint]:
        return joints_of(self.facts.summary_lines)

    def _by_beginning(self, id_: str) -> bool:
        """Each beginning is looked up: to try all that the summary has on all ids of the turns would be quadratic."""
        return any(id_[:length] in self._hashes for length in range(_SHORTEST, len(id_) + 1))

    @cached_property
    def _hashes(self) -> frozenset[str]:
        return frozenset(_HEX_RUN.findall(self.summary.lower()))

    def _member(self, ident: Ident) -> bool:
        """`pkg.DoIt` by `DoIt`, `db-3.internal` by `db-3`; the end of a host or of a file name says nothing."""
        label = ident.segments[0].partition(".")[0]
        if "." in ident.segments[0] and any(map(str.isdigit, label)) and label in self._segments:
            return True
        member = ident.text.removesuffix("()").rpartition(".")[2]
        is_name = member != member.lower() or "_" in member
        return is_name and fold_ident(member) in self._segments

    def _in_words(self, ident: Ident) -> bool:
        """`DB_POOL` by "a DB pool", `KX-7719` by `KX 7719`."""
        words = _JOINTS.split(ident.text.lower())
        if ident.kind == "code":
            code = spaced(ident.text)
            return code in (self._numbered if _SIDE_BY_SIDE.search(code) else self.facts.pair.folded)
        return len(words) > 1 and ident.kind == "name" and " ".join(words) in self.facts.pair.folded

    @cached_property
    def _numbered(self) -> str:
        """The stretches of the summary in which a number stands beside a word: what a code in words can be part of."""
        return "\n".join(filter(_SIDE_BY_SIDE.search, _WORDS.findall(self.facts.pair.folded)))


def spaced(code: str) -> str:
    """`KX-7719` and `LH430` as two words."""
    return " ".join(_RUNS.findall(code.lower()))


def is_composite(ident: Ident) -> bool:
    """Put together from what stands apart elsewhere: `lodash@4.17.21`, `8443/tcp`, `--timeout=240s`."""
    return ident.kind == "flag" or "@" in ident.text or any(part[:1].isdigit() for part in ident.segments)
