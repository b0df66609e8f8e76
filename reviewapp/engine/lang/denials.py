"""Words that deny in any language, also in those that are not read: where one stands, a statement may be a rule."""

from __future__ import annotations

from functools import lru_cache

from reviewapp.engine.lang import LANGUAGES
from reviewapp.engine.lang.base import Cue, Language

# One line a language without a table of its own; words that mean something else in a read language are left out.
_ELSEWHERE = """
mai nulla nessuno nessuna vietato proibito evitare
nooit niet geen nimmer verboden niemand
nigdy nie nikt żaden zabrania zakaz zabronione
nikdy nesmí nesmíte nikdo žádný zákaz zakázáno nechte
asla hiçbir değil yasak silme yapma etme
aldrig inte ingen förbjudet aldri ikke forbudt
koskaan älä älkää ei kielletty
soha nem tilos senki
niciodată nimeni nimic interzis
jangan tidak dilarang bukan
không đừng cấm chưa
ποτέ μην δεν απαγορεύεται κανένας
ніколи не заборонено жоден
לעולם אל לא אסור
कभी मत नहीं
ห้าม ไม่ อย่า
"""
_ALSO_OTHERWISE = frozenset({"no", "non", "sin", "ni", "de", "ne", "a", "ei", "nem", "sans", "without", "none"})


@lru_cache(maxsize=len(LANGUAGES))
def denials_foreign_to(language: Language) -> frozenset[str]:
    """Single words that deny or forbid in another language than this one, and are none of its own usual words."""
    own = frozenset(language.common.split()) | frozenset(language.stop.split()) | _single(language)
    others = frozenset(word for other in LANGUAGES if other is not language for word in _single(other))
    return (others | frozenset(_ELSEWHERE.split())) - own - _ALSO_OTHERWISE


def _single(language: Language) -> frozenset[str]:
    phrases = "|".join(str(language.cues.get(cue, "")) for cue in (Cue.NOT, Cue.BAR))
    return frozenset(phrase.strip() for phrase in phrases.split("|") if phrase.strip() and " " not in phrase.strip())
