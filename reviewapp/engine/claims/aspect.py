"""How far a sentence says some work is: done, under way, or not yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import re2

from reviewapp.engine.binding.borders import DETERMINERS, FINITE
from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import ANAPHORA, Clause, Hit, Keys, keys_of
from reviewapp.engine.claims.sayings import share
from reviewapp.engine.claims.telling import BRIEF, Aspect, Telling, telling
from reviewapp.engine.lang import Cue, Language
from reviewapp.engine.record import record
from reviewapp.engine.text import Sentence, Shape, fold, words

ROOT = 4  # letters that a noun and the participle of its verb share: Prüfung, geprüft
BOX = 6  # characters before a line in which its check box stands


_UNREAL = frozenset(
    {Cue.BAR, Cue.IF, Cue.UNTIL, Cue.UNLESS, Cue.MAY, Cue.MUST, Cue.SHOULD, Cue.HEDGE, Cue.FREE, Cue.HEARSAY}
)
_TICKED, _BLANK = re.compile(r"\[[xX]\]|[✅☑✔]"), re.compile(r"\[ \]|[⬜☐]")
_COMMAS = frozenset(",，、،")
_PLAIN = str.maketrans("äöü", "aou")


@record()
class Stated:
    """What a clause says of the state of some work, in its own words or by the heading, label or box it stands under.

    `verb`: the stem of what happened or did not. `bare`: told in words that fit any work (`is done`, `is running`).
    `verdict`: somebody decided, or did not.
    """

    clause: Clause
    aspect: Aspect
    topics: tuple[str, ...]
    keys: Keys
    verb: str = ""
    bare: bool = False
    verdict: bool = False
    own: bool = True

    @property
    def names(self) -> bool:
        """Does it name the work, or speak of `it`?"""
        return self.topics not in ((), (self.verb,)) and not any(
            word.partition("'")[0] in ANAPHORA for word in self.clause.words[:1]
        )


@record()
class _Place:
    """Where a clause stands: what its check box and its heading tell of it, whether it is behind a label or in a cell,
    and what follows it."""

    known: Telling
    box: Aspect | None
    around: Aspect | None
    behind: bool
    after: tuple[str, ...]


def states_of(sentence: Sentence, text: str, spoken: Language) -> Iterator[Stated]:
    """What the sentence, cut from a text in that language, says of any work."""
    clauses = read(sentence, spoken)
    if not clauses or sentence.shape in (Shape.CODE, Shape.HEADING):
        return
    known = telling(clauses[0].lexicon.language)
    box, around = _boxed(sentence, text), known.heads(tuple(words(fold(sentence.heading))))
    subject: Clause | None = None
    for place, clause in enumerate(clauses):
        if _labels(clause):
            headed = known.heads(clause.words)
            around, subject = headed or around, subject if headed else subject or clause
            continue
        behind = subject is not None or sentence.shape is Shape.CELL
        for part in _parts(clause, _Place(known, box, around, behind, _fragment(clauses[place + 1 : place + 2]))):
            named = part.own and not part.bare and part.topics != (part.verb,)
            yield _of(part, subject) if subject and not named else part


def _fragment(after: Sequence[Clause]) -> tuple[str, ...]:
    """What was cut off though it tells when: `not confirmed` | `yet`."""
    return after[0].words if after and not after[0].topics else ()


def _boxed(sentence: Sentence, text: str) -> Aspect | None:
    near = text[max(0, sentence.start - BOX) : sentence.start] + sentence.text
    return Aspect.DONE if _TICKED.search(near) else Aspect.OPEN if _BLANK.search(near) else None


def _labels(clause: Clause) -> bool:
    """The first cell of a row, or what stands before a colon."""
    gaps = clause.sentence.gaps
    return clause.last + 1 < len(gaps) and any(mark in gaps[clause.last] for mark in ":|：】")


def _of(told: Stated, subject: Clause) -> Stated:
    topics = tuple(dict.fromkeys((*subject.topics, *told.topics)))
    return replace(told, topics=topics, keys=told.keys | keys(subject))


def _parts(clause: Clause, at: _Place) -> Iterator[Stated]:
    """`Bricks delivered, scaffold still missing`: each part of a list that tells a state of its own."""
    gaps = clause.sentence.gaps
    cuts = [p for p in range(clause.first + 1, clause.last) if not _COMMAS.isdisjoint(gaps[p])]
    ranges = pairwise([clause.first, *cuts, clause.last])
    parts = [replace(clause, first=first, last=last, hits=_within(clause, first, last)) for first, last in ranges]
    told = [_stated(part, at if part is parts[-1] else replace(at, after=())) for part in parts]
    own = [state for state in told if state and (state.own or all(told))]
    yield from own or filter(None, [_stated(clause, at)])


def _within(clause: Clause, first: int, last: int) -> tuple[Hit, ...]:
    return tuple(hit for hit in clause.hits if first <= hit.first < last)


def _stated(clause: Clause, at: _Place) -> Stated | None:
    """Nothing for a question, a condition, a rule or a wish: those tell of no state."""
    known = at.known
    said = known.said((*clause.words, *at.after))
    own = _aspect(clause, at, said)
    aspect = at.box or own or at.around
    if aspect is None:
        return None
    verb = _verb(clause, known, said)
    topics = _topics(clause, known, said, verb)
    itself = own is not None or at.box is not None
    bare = own is not None and (not topics or not verb)
    verdict = bool(known.verdicts.search(said))
    return Stated(clause, aspect, topics, keys(clause), verb, bare, verdict, itself)


def _topics(clause: Clause, known: Telling, said: str, verb: str) -> tuple[str, ...]:
    """What the clause is about, without the words that tell its state."""
    signs = (known.bare, known.no) if known.states.plain else (known.bare, known.no, known.happened)
    return named(clause, said, signs, verb)


def named(clause: Clause, said: str, signs: Sequence[re2._Regexp[str]], verb: str = "") -> tuple[str, ...]:
    """What the clause names outside the words that are such signs."""
    telling = " ".join(match[0] for sign in signs for match in sign.finditer(said))
    topics = topics_of(clause.words, clause.lexicon)
    if clause.lexicon.language.joined:
        return tuple(topic for topic in topics if frozenset(telling).isdisjoint(topic))
    hidden = set(map(clause.lexicon.stem, telling.split())) - {verb}
    return tuple(topic for topic in topics if topic not in hidden)


def topics_of(words: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    """Stems of the words that name something, or pairs of neighbouring characters; cue words may name something too."""
    bare = (word.partition("'")[0] in lexicon.stop or not word[0].isalpha() for word in words)
    plain = ["" if empty else word for word, empty in zip(words, bare, strict=True)]
    if lexicon.language.joined:
        pairs = (one + other for one, other in pairwise(plain) if len(one) == len(other) == 1)
        return tuple(dict.fromkeys((*pairs, *(word for word in plain if len(word) > 1))))
    return tuple(dict.fromkeys(lexicon.stem(word) for word in plain if word))


def _verb(clause: Clause, known: Telling, said: str) -> str:
    """The stem of what happened; none where it fits any work."""
    told = known.happened.search(said) or known.form.search(said) or known.acted.search(said)
    verbs = [word for word in told[0].split() if known.participle.search(word)] if told else []
    return "" if not verbs or known.bare.search(f" {verbs[-1]} ") else clause.lexicon.stem(verbs[-1])


def _aspect(clause: Clause, at: _Place, said: str) -> Aspect | None:
    if clause.question or clause.conditional or at.known.any.search(said) is None:
        return None
    known, told = at.known, _told(clause, at.known, said)
    if known.open.search(said) or (told and _not_yet(clause, at, said)):
        return Aspect.OPEN
    if told is None or known.no.search(said) or clause.imperative or _unreal(clause, known.said, told.end()):
        return None
    return Aspect.GOING if known.going.search(said) else Aspect.DONE


def _told(clause: Clause, known: Telling, said: str) -> re2._Match[str] | None:
    """The words that tell something as a fact."""
    for pattern in (known.happened, known.done, known.going, known.form):
        if told := pattern.search(said):
            return told
    acted = None if _joins(clause) or clause.cues & _UNREAL else known.acted.search(said)
    return acted if acted and FINITE.isdisjoint(said[acted.end() :].split()) else None


def _not_yet(clause: Clause, at: _Place, said: str) -> bool:
    """A denial that tells of time, or of few words: `not tested`. Others are rules: `shoes are not taken back`."""
    denied = at.known.no.search(said)
    brief = len(clause.words) <= BRIEF + 1 and FINITE.isdisjoint(clause.words) and not _opens(denied)
    return denied is not None and (at.behind or brief or at.known.yet.search(said) is not None)


def _opens(denied: re2._Match[str] | None) -> bool:
    """`not "unchanged"`: a clause that begins with its negation corrects what was said."""
    return denied is not None and denied.start() == 0


def _joins(clause: Clause) -> bool:
    """`since you asked`: tells why, not what happened to any work."""
    return any(hit.first == clause.first and Cue.SPLIT in hit.cues for hit in clause.hits)


def _unreal(clause: Clause, said: Callable[[Sequence[str]], str], end: int) -> bool:
    """Is it told under a condition, as a rule or as a wish: does such a word stand before the end of the telling?"""
    spoken = clause.sentence.words
    forceful = (hit for hit in clause.hits if hit.cues & _UNREAL and not _is_noun(spoken, hit.first))
    return any(len(said(spoken[clause.first : hit.first])) < end for hit in forceful)


def _is_noun(spoken: Sequence[str], place: int) -> bool:
    """`the permit was signed` permits nothing."""
    return place > 0 and spoken[place - 1] in DETERMINERS


def keys(clause: Clause) -> Keys:
    return rooted(clause.words, clause.lexicon)


def rooted(words: Sequence[str], lexicon: Lexicon) -> Keys:
    """What the words are found by; of a participle also its root."""
    start = telling(lexicon.language).states.participle
    return keys_of(words, lexicon) | frozenset(root(word, start) for word in words if start)


def root(word: str, start: str) -> str:
    return word.translate(_PLAIN).removeprefix(start)[:ROOT] + "~"


def held(topics: Sequence[str], keys: Keys, lexicon: Lexicon) -> float:
    """How much of the topics the keys hold, 0..1, where a participle and its noun are one."""
    start = telling(lexicon.language).states.participle
    if not start:
        return share(topics, keys, lexicon)
    return sum(bool(share((topic,), keys, lexicon)) or root(topic, start) in keys for topic in topics) / len(topics)
