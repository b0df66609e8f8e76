"""Names that must survive letter by letter: paths, ids, hashes, flags, scopes, functions, hosts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from reviewapp.engine.names.folding import folded_lines
from reviewapp.engine.record import record
from reviewapp.engine.text import LONGEST_WORD
from reviewapp.engine.values.spelling import parse
from reviewapp.engine.values.units import units

_EDGES = ".,;:!?\"'()[]{}<>*|\u2013\u2014\u2026\u201c\u201d\u2019"
TOKEN = re.compile(r"(?<!\S)(?![a-z]++(?!\S))\S+")  # what stands between spaces, unless it is a plain word
_LETTERS = (
    "0-9A-Za-z_$\u00c0-\u024f\u0370-\u052f"  # scripts that write words apart: `INS-902` ends before a Korean particle
)
_ATOM = re.compile(rf"(?:--?)?[@#~$%]?[./\\]{{0,3}}[{_LETTERS}]*(?:[./\\:@#=%~&?-]+(?:\*{{1,2}}|[{_LETTERS}]+))*")
_QUOTED_PATH = re.compile(
    r"[`\"']((?:[A-Za-z]:\\|~?/|\.{1,2}/)[^`\"'\n]{1,200} [^`\"'\n]{1,200}\.[A-Za-z0-9]{1,8})[`\"']"
)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)
_DEGREES = re.compile(r"[-+−]?\d+(?:[.,]\d+)?°?[CFK]")  # -80C is a value
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_HEX = re.compile(r"(?=.*[0-9])(?=.*[a-f])[0-9a-f]{7,128}")
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
_DOTTED = re.compile(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+")
_SCOPE = re.compile(r"[a-z][a-z0-9_-]+(?::[a-z*][a-z0-9_*-]*)+")
_SCHEME = re.compile(r"^https?://(?:www\.)?", re.I)  # whether a page is named with it is a habit
_DRIVE = re.compile(r"[A-Za-z]:\\|\\\\")
_INSTANT = re.compile(r"[0-9]{4}-?[0-9]{2}-?[0-9]{2}[Tt_][0-9:.]+(?:Z|[+-][0-9]{2}:?[0-9]{2})?")
_NUMBERED = re.compile(
    r"[A-Z]?[a-z]+-?[0-9]{1,2}s?|[0-9]+-?[a-z]+|[A-Z]{1,2}\+?[0-9]{1,3}|[a-z]{1,4}[0-9]{1,3}"
)  # phase-14, Under-18s, 2nd, 40-page, S2, py311
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_PROSE_DOTS = frozenset({"e.g", "i.e", "a.m", "p.m", "z.b", "d.h", "u.s", "u.k", "etc", "vs"})
_PAIRS = "and/or w/o n/a i/o he/she his/her s/he yes/no on/off c/o tcp/ip ci/cd"
_ORDINARY = frozenset(_PAIRS.split())
_VALUES_BEGIN = frozenset("0123456789.$€£¥vVP")
_LONGEST_TAG = 200
_LONGEST_REMEMBERED = 96  # characters: hardly a longer token comes twice
_BRAND = 10  # characters: `GitHub`, `JavaScript` and `PostgreSQL` are words of the trade
_DIGITS = re.compile(r"[0-9]+")
_FEW = 3  # characters: `S2` and `Q3` are too short to be somebody's id


@record(slots=True)
class Ident:
    """One name at `start`..`end`. A `strong` one is a name by its form alone; a weak one may be ordinary words."""

    start: int
    end: int
    kind: str
    text: str
    strong: bool

    @property
    def canonical(self) -> str:
        return fold_ident(self.text)

    @property
    def segments(self) -> tuple[str, ...]:
        return segments(self.text)

    def moved(self, by: int) -> Ident:
        return Ident(self.start + by, self.end + by, self.kind, self.text, self.strong)


@lru_cache(maxsize=1 << 12)
def fold_ident(text: str) -> str:
    """Equal for `agentName`, `agent-name`, `agent_name()` and `AgentName`."""
    return (
        _SCHEME.sub("", text.lower())
        .removesuffix("()")
        .lstrip("#@.~/$-")
        .rstrip("/.")
        .replace("_", "")
        .replace("-", "")
    )


@lru_cache(maxsize=1 << 12)
def segments(text: str) -> tuple[str, ...]:
    """The parts of a path, URL or composite, each folded; dots stay inside a part."""
    return tuple(folded_lines(_SCHEME.sub("", text))[0].split())


def find_identifiers(text: str) -> list[Ident]:
    """The names of `text` in order. Offsets are code points."""
    spaced = list(spaced_paths(text))
    found = [ident for ident in _spans(text) if not any(p.start <= ident.start < p.end for p in spaced)]
    return sorted([*found, *spaced], key=lambda ident: ident.start) if spaced else found


def _spans(text: str) -> Iterator[Ident]:
    for match in TOKEN.finditer(text):
        for ident in names_in(match.group()):
            yield ident.moved(match.start())


def names_in(token: str) -> tuple[Ident, ...]:
    """The names in one run of characters without a space, which is a name or two, or none: asked once a token."""
    return _remembered(token) if len(token) <= _LONGEST_REMEMBERED else tuple(_atoms(token))


@lru_cache(maxsize=1 << 14)
def _remembered(token: str) -> tuple[Ident, ...]:
    return tuple(_atoms(token))


def spaced_paths(text: str) -> Iterator[Ident]:
    """Paths that only their quotes hold together."""
    if "/" in text or "\\" in text:
        for match in _QUOTED_PATH.finditer(text):
            if not re.search(r"\s-", match[1]):  # a command with options is no path
                yield Ident(*match.span(1), "path", match[1], strong=True)


def _atoms(token: str) -> Iterator[Ident]:
    if _is_plain_word(token) or len(token) > LONGEST_WORD:
        return
    for match in _ATOM.finditer(token):
        for start, text in _sides(match.start(), match.group()):
            quoted = token[:start].endswith("`") and token[start + len(text) :][:1] in ("`", "(")
            verdict = classify(text, quoted=quoted) if len(text) > 1 else None
            if verdict is not None:
                yield Ident(start, start + len(text), verdict[0], text, verdict[1])


def _is_plain_word(token: str) -> bool:
    """Most tokens of a text: letters only, a capital at most in front, no quotes that make a name of a word."""
    core = token.strip(_EDGES)
    return not core or (core.isalpha() and (core[1:].islower() or core.isupper() or len(core) == 1)) or core.isdigit()


def _sides(start: int, atom: str) -> Iterator[tuple[int, str]]:
    """The atom without trailing marks; an assignment by its two sides, a flag or an address whole."""
    text = atom if atom.endswith("/") else atom.rstrip(".:-=/\\&?+")
    whole = "=" not in text or "?" in text or text.startswith("--")
    for part in _ends(text) if whole else text.split("="):
        yield start, part
        start += len(part) + 1


def _ends(text: str) -> tuple[str, ...]:
    """`C1-C3` and `C1/C3` are two names of one make."""
    mark = "-" if "-" in text else "/"
    one, _, other = text.partition(mark)
    if not one or not other:
        return (text,)
    made_alike = _make(one, letters=mark == "-") == _make(other, letters=mark == "-") and one != other
    return (one, other) if made_alike and any(map(str.isdigit, one)) and any(map(str.isalpha, one)) else (text,)


def _make(name: str, *, letters: bool) -> str:
    """Its pattern of digits and other characters, with or without regard to which letters these are."""
    plain = _DIGITS.sub("#", name)
    return plain if letters else re.sub(r"[A-Za-z]+", "a", plain)


def classify(text: str, *, quoted: bool = False) -> tuple[str, bool] | None:
    """(kind, strong) of one atom; None for ordinary words and for plain values."""
    bare = text.strip(".,#@~$%/\\")
    if _INSTANT.fullmatch(bare):
        return None
    if not any(c.isalpha() for c in bare) or bare.lower() in _PROSE_DOTS or text.lower() in _ORDINARY:
        return None
    if _DEGREES.fullmatch(text):
        return None
    return _by_mark(text, bare) or _by_form(text, bare) or _by_quotes(text, bare, quoted=quoted)


def _by_mark(text: str, bare: str) -> tuple[str, bool] | None:
    """Kinds that a separator or a prefix gives away."""
    if "://" in text:
        return "url", True
    if text.startswith("--") and len(bare) > 3:
        return "flag", True
    if _EMAIL.fullmatch(text):
        return "email", True
    if _UUID.search(text):
        return "uuid", True
    if "/" in text or "\\" in text:
        return _path(text, bare)
    return None


def _path(text: str, bare: str) -> tuple[str, bool] | None:
    if _is_value(bare) or units(bare):
        return None
    parts = [part for part in re.split(r"[/\\]+", text) if part]
    if "/" not in text and not _DRIVE.match(text) and min(map(len, parts), default=0) < _FEW:
        return None  # escapes such as \n
    marked = (
        bool(_EXTENSION.search(text))
        or text.startswith(("/", "./", "../", "~/", "@"))
        or "_" in text
        or "*" in text
        or "\\" in text
    )
    return "path", len(parts) > 2 or marked or any(c.isdigit() for c in text)


def _by_form(text: str, bare: str) -> tuple[str, bool] | None:
    """Kinds that the letters give away."""
    core = bare.removesuffix("()")
    if _HEX.fullmatch(core):
        return "hash", True
    if _is_value(bare) or units(bare):
        return None
    if "_" in core.strip("_") or (text[0] in "#@" and "-" in core):
        return "name", True
    if _SCOPE.fullmatch(core):
        return "scope", True
    if _CAMEL.search(core):
        return "name", core[0].islower() or "." in core or len(core) > _BRAND
    if any(c.isdigit() for c in core):
        return "code", len(core) > _FEW and _NUMBERED.fullmatch(core) is None
    if _DOTTED.fullmatch(core):
        return "dotted", len(core) > _FEW + 1 and not any(part[:1].isupper() for part in core.split(".")[1:])
    return None


def _by_quotes(text: str, bare: str, *, quoted: bool) -> tuple[str, bool] | None:
    """Ordinary letters that are a name because of how they are written."""
    if _is_value(bare):
        return None
    return ("name", False) if quoted or text.endswith("()") or bare.count("-") > 1 or "=" in bare else None


def _is_value(bare: str) -> bool:
    return bare[:1] in _VALUES_BEGIN and parse(bare.removesuffix("()")) is not None


def in_tag(text: str, at: int) -> bool:
    """`<rules file="AGENTS.md">`: what the markup says is not what somebody said."""
    opened = text.rfind("<", max(0, at - _LONGEST_TAG), at)
    return opened >= 0 and text.find(">", opened, at) < 0 and text[opened + 1 : opened + 2].isalpha()
