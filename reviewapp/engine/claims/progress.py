"""Work that one side calls done and the other still to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import re2

from reviewapp.engine.binding.reading import lexicon_for
from reviewapp.engine.claims.sayings import Saying, Sayings
from reviewapp.engine.claims.voices import one_of
from reviewapp.engine.joined import Joined
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape, fold
from reviewapp.engine.types import Origin

SAME = 0.75  # share of the summary's words that the turns' sentence must hold to speak of the same work
EVERY = 0.95  # the same where only a heading tells the status
TELLING = 2  # stems: fewer do not name a piece of work


class Status(StrEnum):
    DONE = "done"
    OPEN = "open"


@dataclass(frozen=True)
class Turned:
    """A piece of work with one status in its last mention and another in the summary."""

    turn: int
    said: Sentence
    stated: Sentence
    status: Status  # what the turn says


_DONE = one_of(
    "done finished completed? merged shipped deployed delivered sent paid submitted released closed fixed signed",
    "filed booked",
    "published erledigt fertig abgeschlossen verschickt terminée?s? fini[es]? faite?s? envoyée?s? hech[oa]s?",
    "terminad[oa]s?",
    "enviad[oa]s? feit[oa]s? concluíd[oa]s? готово сделано завершен\\S* отправлен\\S*",
)
_IS = one_of(
    "is are was were has_been have_been been got now already all ist sind wurde wurden est sont a_été está foi foram"
)
_OPEN = one_of(
    "still_(?:to|needs?|has_to|have_to|open|pending|missing|outstanding|not) yet_to not_yet remains?_(?:to_be|open)",
    "to_be_done",
    "pending outstanding to-?do unfinished haven't hasn't isn't_(?:done|finished) aren't_(?:done|finished) ausstehend",
    "noch_(?:nicht|offen|zu) pas_encore reste_à todavía_no aún_no pendiente ainda_não pendente ещё_не осталось",
)
_NEXT = one_of(
    "next pending to-?do remaining open_(?:items|points|tasks|issues) outstanding left_to_do still_to_do offen",
    "nächste à_faire",
    "restant pendientes? próximos? pendências осталось дальше",
)
_BEHIND = one_of(
    "done completed finished accomplished erledigt abgeschlossen terminée?s? fait hecho completad[oa]s?",
    "concluíd[oa]s? feito",
    "сделано готово",
)
_UNLESS = one_of(
    "only if when once after until unless can could may might must should would will wenn falls nur si cuando quando",
    "seulement если когда только",
)
_DONE_TOLD = rf"\b{_IS} (?:now |already |all |both )?{_DONE}\b|✅|☑|已完成|完了|완료"
_DONE_FIRST = rf"(?:{_DONE}|[a-z]{{3,}}ed)\b"  # where a sentence begins
_OPEN_TOLD = rf"\b{_OPEN}\b|⬜|☐|尚未|还没|待办|まだ|아직"
_STATED_DONE = re2.compile(rf"(?i){_DONE_TOLD}|^\W*{_DONE_FIRST}")
_STATED_OPEN = re2.compile(rf"(?i)\bnot\b[^.;]*\byet\b|{_OPEN_TOLD}")
_STATED = re2.compile(rf"(?i){_DONE_TOLD}|^\W*{_DONE_FIRST}|\bnot\b[^.;]*\byet\b|{_OPEN_TOLD}")
# What a whole text must hold for one of its sentences to tell either: a sentence begins after some mark.
_MAY_TELL = re2.compile(rf"(?i){_DONE_TOLD}|(?:^|[^a-z0-9 ,])[^a-z0-9]*{_DONE_FIRST}|\byet\b|{_OPEN_TOLD}")
_OPEN_HEADING = re2.compile(rf"(?i)\b{_NEXT}\b|待办|下一步|未完成|残り|次の|남은|다음")
_DONE_HEADING = re2.compile(rf"(?i)\b{_BEHIND}\b|已完成|完了|완료")
_UNSURE = re2.compile(rf"(?i)\b{_UNLESS}\b")


def turned(pair: Pair) -> Iterator[Turned]:
    """Each piece of work whose last mention contradicts the summary."""
    telling = frozenset(pair.stated.matching(_MAY_TELL))
    lines = (line for number, line in enumerate(pair.sentences) if line.heading or number in telling)
    stated = [(line, status, stems) for line in lines if (status := _stated(line)) and (stems := _work(line))]
    if not stated:
        return
    said = Sayings(_mentions(pair, {max(stems, key=len) for _, _, stems in stated}))
    for line, status, stems in stated:
        last = next(said.holding(stems, lexicon_for(line), _least(line)), None)
        if last and last.turn is not None and (was := _said(last.sentence)) and was is not status:
            yield Turned(last.turn, last.sentence, line, was)


def _stated(line: Sentence) -> Status | None:
    if line.shape in (Shape.CODE, Shape.HEADING):
        return None
    if _STATED_OPEN.search(line.folded) or (
        _OPEN_HEADING.search(line.heading) and not _STATED_DONE.search(line.folded)
    ):
        return Status.OPEN
    if _STATED_DONE.search(line.folded) or _DONE_HEADING.search(line.heading):
        return Status.DONE
    return None


def _said(sentence: Sentence) -> Status | None:
    if not _STATED.search(sentence.folded):
        return None
    if sentence.text.rstrip().endswith("?") or _UNSURE.search(sentence.folded):
        return None  # a question, a plan or a condition tells of no state
    return Status.OPEN if _STATED_OPEN.search(sentence.folded) else Status.DONE


def _mentions(pair: Pair, stems: Iterable[str]) -> Iterator[Saying]:
    """What people said in turns that may speak of such work, and where agents told its status; the last first."""
    named = re2.compile("(?i)" + "|".join(re2.escape(stem) for stem in stems))
    telling = pair.once(_telling)
    for turn in sorted(pair.talk.matching(named), reverse=True):
        told = pair.speakers[turn] is Origin.AGENT
        if not told or turn in telling:
            said = (sentence for sentence in reversed(pair.turn_sentences(turn)) if not told or _said(sentence))
            yield from (Saying(turn, sentence, lexicon_for(sentence)) for sentence in said)


def _telling(pair: Pair) -> frozenset[int]:
    """Turns of agents that may tell how far some work is."""
    agents = (turn for turn in pair.talking if pair.speakers[turn] is Origin.AGENT)
    return frozenset(Joined({turn: fold(pair.turns[turn].content) for turn in agents}).matching(_MAY_TELL))


def _work(line: Sentence) -> tuple[str, ...]:
    """What is to be done, without the words that tell its status."""
    lexicon = lexicon_for(line)
    kept = (word for word in line.words if word not in lexicon.stop and word.isalpha() and not _is_status(word))
    stems = tuple(dict.fromkeys(map(lexicon.stem, kept)))
    return stems if len(stems) >= TELLING else ()


@lru_cache(maxsize=4096)
def _is_status(word: str) -> bool:
    return bool(_STATED_OPEN.fullmatch(word) or _DONE_HEADING.fullmatch(word) or _OPEN_HEADING.fullmatch(word))


def _least(line: Sentence) -> float:
    """Under a heading alone, `debug the export` is not `the export is done`: nothing may be missing."""
    return SAME if _STATED_OPEN.search(line.folded) or _STATED_DONE.search(line.folded) else EVERY
