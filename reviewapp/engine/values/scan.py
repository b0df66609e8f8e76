"""The one pass over a text that finds where a value may stand: RE2, and a look at the characters beside a hit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_letters, digits

import re2

from reviewapp.engine.values.numbers import (
    CARDINALS,
    CLOCK,
    EVENING,
    HALF_A,
    HOURS,
    MONTH_ENDS,
    MONTHS,
    MORNING,
    MULTIPLIERS,
    ORDINALS,
    RATES,
    SHARES,
    SPANS,
)
from reviewapp.engine.values.quantities import IDEOGRAPHIC
from reviewapp.engine.values.units import CURRENCIES, CURRENCY_SIGNS, SPELLINGS

# `file.go:` before 265, `host.example:` before 8080, read backwards: it ends where the number begins.
_PLACE = re.compile(r":(?:\d+:)?[\w-]*[./\\]\w")
_LONGEST_PLACE = 80  # characters
# Digits of other scripts, one for one.
DIGITS = {ord(c): str(i) for row in ("٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "０１２３４５６７８９") for i, c in enumerate(row)} | {
    0x066B: ".",
    0x066C: ",",
    0x03BC: "\u00b5",  # the Greek letter for the sign
}
_SPACED = re.compile(r"[a-z\u00c0-\u024f\u0370-\u052f\u0600-\u06ff]", re.I)
_WIDE = re.compile(r"[\u0370-\u1fff\u2e80-\ud7ff\uf900-\ufdff\ufe70-\uffdc]")
# What latin-1 lacks, one character for one, so that byte offsets stay code points.
_LATIN = (
    ("€", "\u00a4"),
    ("\u2019", "'"),
    ("\u2013", "-"),
    ("\u2212", "-"),
    ("\u03bc", "\u00b5"),
    ("\u202f", "\u00a0"),
    ("\u2009", "\u00a0"),
)
_NUMBER = r"\d+(?:[.,'_]\d+)*"
_GROUPED = r"\d{1,3}(?:[ \x{a0}]\d{3})+\b(?:[.,]\d+)?"
_ACCENTED = r"\x{e0}-\x{ff}"
_ORDINAL = r"(?:st|nd|rd|th|er|º|ª)?"
_YEAR = r"(?:,? (?:de |del )?\d{4}\b)?"
_ZONE = (
    r"(?: ?(?:UTC[+-]\d{1,2}|GMT[+-]\d{1,2}|UTC|GMT|C?E?S?T|[CEW]E?S?T|[EPCM][SD]?T|BST|IST|JST|KST|MSK|SGT|HKT|Z)\b)?"
)


def _either(words: Iterable[str]) -> str:
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word).replace("\\ ", "[ -]") for word in ordered) + ")"


def _closed(words: Iterable[str]) -> str:
    """Any one of the words; one that ends in a letter ends there: `7.50 per` is no `7.50 p`."""
    known = set(words)
    letters = {word for word in known if word[-1].isascii() and word[-1].isalpha()}
    return f"(?:{_either(letters)}\\b|{_either(known - letters)})"


def _pattern(*, wide: bool) -> str:
    """The alternatives in order of preference; a wide text may hold scripts that write numbers without spaces."""

    def known(words: Iterable[str]) -> list[str]:
        return [word for word in words if wide or _is_latin(word)]

    month = _either(known(MONTHS)) + r"\.?"
    solid = [word for word in known(SPELLINGS) if word[-1].isascii() and word[-1].isalnum()]
    unit = f"(?:{_either(solid)}\\b|{_either(set(known(SPELLINGS)) - set(solid))})"
    dense = r"|[백천만억百千万亿億]|тысяч[аи]?|тыс\.?|миллион(?:а|ов)?|млн|млрд" if wide else ""
    factor = rf"(?:(?:[kKmMbB]|bn|{_either(filter(str.isascii, MULTIPLIERS))})\b{dense})"
    signs = _either({*known(CURRENCY_SIGNS), "\u00a4"} - {"Rs"})
    sign = rf"(?:{signs}|\b{_either(set(CURRENCIES) - {'TRY'})}|\b(?-i:TRY))"  # to try 3 times costs nothing
    marker = _closed(known(MORNING | EVENING))
    hours = _either(known(HOURS - {"点", "点钟", "时", "時", "시"}))
    word = _either(known({*CARDINALS, *ORDINALS, *MULTIPLIERS}))
    ascii_after = r"\b" if not wide else ""
    raised = _either(word for word in SPELLINGS if not {"²", "³"}.isdisjoint(word))  # the `m` of `9 m³` is no million
    scaled = rf"(?:[ -]?{factor})?(?:(?: |-|\x{{a0}}| ?\* ?)?{unit})?"
    amount = rf"(?:{_GROUPED}|{_NUMBER}){_ORDINAL}(?: ?{raised}|{scaled})"
    parts = [
        rf"{_either(known(SPANS))}{ascii_after}",
        rf"(?:a )?(?:half past|quarter past|quarter to|halb|viertel nach|viertel vor) {word}" + ascii_after,
        rf"\d{{0,3}} ?[½¼¾]|[a-z{_ACCENTED}]+einhalb\b|{_either(known(HALF_A))}[ -][a-z{_ACCENTED}]+",
        rf"{_either(known({*SHARES, *RATES}))}{ascii_after}",
        r"[A-Z]{2}\d{2}(?: ?\d{4}){3,6}(?: ?\d{1,3})?\b|\d{4} \d{4} \d{4} \d{4}\b|\d{1,3}:\d{3,6}\b",
        r"(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b|\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2}|:\d{2,5})?\b",
        r"\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?",
        r"\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b",
        rf"\d{{1,2}}{_ORDINAL}\.?,? ?(?:of |de |d')?{month}{_YEAR}",
        r"\d{1,2}\.\d{1,2}\.\B",
        rf"{month} \d{{1,2}}(?:st|nd|rd|th)?\b{_YEAR}",
        rf"{month},? (?:de |of )?\d{{4}}\b|{_either(known(MONTH_ENDS))} {month}{_YEAR}",
        r"\d+(?:-\d+){2,}\b|\d{2,5} \d{3,4} \d{3,5}\b|0\d{2,4} \d{5,8}\b",
        r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?[+-]\d{2}:?\d{2}\b",
        rf"\d{{1,2}}:\d{{2}}(?::\d{{2}}(?:[.,]\d+)?)?(?: ?{marker}{ascii_after}| ?{hours}{ascii_after}| ?h\b)?{_ZONE}",
        r"(?:[01]\d|2[0-3])[0-5]\d(?:Z| ?UTC| ?GMT)\b",
        rf"\d{{1,2}}(?:\.\d{{2}})? ?{marker}{_ZONE}",
        rf"\d{{1,2}}(?:\.\d{{2}})? ?{hours}",
        r"\d+ ?h(?:ours?)? ?\d+ ?m(?:in(?:utes?)?)?(?: ?\d+ ?s)?\b",
        r"\d{1,2} ?h ?\d{2}\b",
        r"\d{1,2}/\d{4}\b|\d+(?:\.\d+)?e[+-]?\d{1,2}\b",
        r"\d+ ?m(?:in)? ?\d+ ?s(?:ec)?\b|P(?:\d+D)?T(?:\d+[HMS])+",
        r"v\d+(?:\.\d+)*(?:-[0-9a-z.]+)?\b|\d+\.\d+\.\d+(?:\.\d+)*(?:[-+][0-9a-z.]+)?\b",
        r"\d{1,9}/\d{1,9}\b",
        amount,
        rf"{word} (?:minutes )?past {word}{ascii_after}|{_either(known(CLOCK))}{ascii_after}",
        r"an? (?:minute|hour|day|week|fortnight|month|quarter|year|litre|liter|kilo|mile|met(?:re|er)|ton)\b",
        rf"{word} (?:{hours}|{marker})" + ascii_after,
        rf"{word}(?:[ -](?:and )?{word})*(?:[ -]{unit})?" + ascii_after,
    ]
    if wide:
        parts = [*_dense(marker, unit), *parts, rf"[{IDEOGRAPHIC}]+ ?(?:{unit}|[个個名次台份件条人])"]
    # Where letters are ASCII, a border in front spares the hits inside names.
    border = "" if wide else r"\b"
    telephone = r"\+\d{1,3}[ -]?\(?\d{1,4}\)?(?:[ -]\d{2,6}){1,4}\b"
    return f"(?i){border}(?:" + "|".join(parts) + rf")|{telephone}|{sign} ?{amount}|\.{amount}|[½¼¾]"


def _dense(marker: str, unit: str) -> list[str]:
    """How scripts without spaces write lengths, days, hours and large numbers."""
    return [
        rf"{_NUMBER} ?(?:小时|時間|时间|시간|分钟|分間|分间)",
        r"(?:\d{4} ?[年년] ?)?\d{1,2} ?[月월] ?\d{1,2} ?[日号號일]",
        f"[{IDEOGRAPHIC}]+月[{IDEOGRAPHIC}]+[日号]",
        rf"(?:{marker} ?)?\d{{1,2}} ?[点點時时시](?: ?[半반]|钟| ?\d{{1,2}} ?[分분])?",
        rf"{marker} ?\d{{1,2}}:\d{{2}}",
        rf"(?:{marker} ?)?[{IDEOGRAPHIC}]{{1,3}}[点點時时](?:半|[{IDEOGRAPHIC}]{{1,3}}分)?",
        rf"(?:\d+[만천억万千亿億] ?){{2,}}(?:\d+ ?)?{unit}?",
    ]


def _is_latin(word: str) -> bool:
    return all(ord(c) < 256 or c in "€" for c in word)


def _narrow() -> re2._Regexp[bytes]:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.max_mem = 64 << 20
    return re2.compile(_pattern(wide=False).replace("€", "\u00a4").encode("latin-1"), options)


def _full() -> re2._Regexp[str]:
    options = re2.Options()
    options.max_mem = 64 << 20
    return re2.compile(_pattern(wide=True), options)


_CLEAR = frozenset(" \n\t;()[]{}\"'|")  # beside these nothing has to be asked
_ALNUM = frozenset(ascii_letters + digits)
_WORD = _ALNUM | {"_"}
_SEPARATORS = frozenset("-./\\@+~")
_SCAN_LATIN = _narrow()
_SCAN_WIDE = _full()


def hits(text: str) -> list[tuple[int, int]]:
    """Spans that look like a value and don't stand inside a word, a name or a path."""
    found = []
    last, size = -1, len(text)
    for start, end in _raw(text):
        if text[start] == "." and text[start - 1 : start] == ".":
            start += 1  # `0..6` is a range
        before, after = text[start - 1] if start else " ", text[end] if end < size else " "
        if (before in _CLEAR and after in _CLEAR) or _stands_alone(text, start, end, before, after, last):
            end = _without_tail(text, start, end)
            last = end
            found.append((start, end))
    return found


def _without_tail(text: str, start: int, end: int) -> int:
    """The full stop after `9 May.` but not that of `9 p.m.`, and the verb of `page 10 may`, are no part of a value."""
    tail = text[end - 1]
    if tail == "." and text[end - 2].isalpha() and text[end - 3] != ".":
        end -= 1
        tail = text[end - 1]
    return end - 4 if tail == "y" and text.startswith(" may", end - 4) and end - 4 > start else end


def is_wide(text: str) -> bool:
    """Does the text hold letters that latin-1 lacks, so that only the slower scan reads it?"""
    return _WIDE.search(text) is not None


def _raw(text: str) -> list[tuple[int, int]]:
    if text.isascii():
        return [m.span() for m in _SCAN_LATIN.finditer(text.encode())]
    if is_wide(text):
        return [m.span() for m in _SCAN_WIDE.finditer(text.translate(DIGITS))]
    for char, stand_in in _LATIN:
        text = text.replace(char, stand_in)
    return [m.span() for m in _SCAN_LATIN.finditer(text.encode("latin-1", "replace"))]


def _one_word(left: str, right: str) -> bool:
    """Letters of scripts that part words by spaces: no number begins or ends between them."""
    return left.isalpha() and right.isalpha() and bool(_SPACED.match(left) and _SPACED.match(right))


def _stands_alone(text: str, start: int, end: int, before: str, after: str, last: int) -> bool:
    """A hit glued to letters is part of a name; one after a separator too, unless a value ended just there."""
    if before in _WORD:
        return False
    if after == "_" or (after in _ALNUM and text[end - 1] in _ALNUM):
        return False
    if not (before + text[end - 1] + after).isascii() and (
        _one_word(before, text[start]) or _one_word(text[end - 1], after)
    ):
        return False
    if last != start - 1 and start > 1:
        if before == "," and text[start - 2].isdigit():
            return False
        if before in _SEPARATORS and text[start - 2] in _ALNUM:
            return False
    if before == ":" and _PLACE.match(text[max(0, start - _LONGEST_PLACE) : start][::-1]):
        return False
    return not (after in ".\\@" and end + 1 < len(text) and text[end + 1].isalpha() and text[end - 1].isdigit())
