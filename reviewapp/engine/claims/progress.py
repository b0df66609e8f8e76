"""Work that one side calls done and the other still to do."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import re2

from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.binding.reading import lexicon_for
from reviewapp.engine.binding.rules import Keys, keys_of
from reviewapp.engine.binding.verdicts import index_of, language_of_turn
from reviewapp.engine.claims.aspect import Stated, held, states_of
from reviewapp.engine.claims.sayings import share
from reviewapp.engine.claims.speaking import reported, wishes
from reviewapp.engine.claims.telling import Aspect
from reviewapp.engine.joined import Joined
from reviewapp.engine.lang import LANGUAGES, Cue
from reviewapp.engine.lang.states import BY_CODE
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, fold, words
from reviewapp.engine.types import Origin

SAME = 0.66  # share of one side's words that the other must hold to speak of the same work
EVERY = 0.95  # the same where only a heading tells the state
FEW = 3  # topics: what is said of one thing is met by no more
NAMING = 3  # of its longest words, by which the turns are found that may speak of some work
NEAR = 2  # sentences before `it` that may say what it is
RUNS = 5  # turns of tools after which open work may be done without a word
SHORT = 6  # sentences of a request that has one subject

_PEOPLE = frozenset({Origin.USER, Origin.AGENT})  # what the system says holds always, and tells of no state
_NEGATED = (
    r"(?:has|have|had|is|are|was|were)(?:n't|nt| not)\b|\bnothing|\bnobody|\bnot \w+ed\b|\bno [^.]*\bso far|"
    r"\byet\b|\[ \]"
)
_MAY_BE_OPEN = re2.compile("(?i)" + "|".join((_NEGATED, *(BY_CODE[language.code].open for language in LANGUAGES))))


@dataclass(frozen=True)
class Said:
    """What a turn says of some work. Where it only says `it`: the words before it in its own turn, and with them those
    of whoever asked last."""

    turn: int
    sentence: Sentence
    stated: Stated
    near: Keys = frozenset()
    asked: Keys = frozenset()


def turned(pair: Pair) -> Iterator[tuple[Said, Stated]]:
    """Each piece of work whose last mention contradicts the summary, with the clause of the summary that does."""
    spoken = pair.once(index_of).language
    others = pair.once(reported) | pair.once(wishes)
    lines = (line for line in pair.sentences if line.start not in others)
    told = [state for line in lines for state in states_of(line, pair.summary, spoken)]
    still = [state for state in told if state.aspect is Aspect.OPEN and len(state.topics) > 1]
    yield from _told_done(pair, [state for state in told if state.aspect is not Aspect.OPEN and state.topics])
    yield from _told_open(pair, still)


def _told_done(pair: Pair, told: Sequence[Stated]) -> Iterator[tuple[Said, Stated]]:
    """Open work that the summary tells as done."""
    for work in _open(pair) if told else ():
        found = next((done for done in told if _same_work(work, done) and not _excepts(done)), None)
        wanted = found and (work.stated if work.stated.names else found)
        if found and wanted and not _mentioned_later(pair, work, wanted):
            yield work, found


def _excepts(done: Stated) -> bool:
    """`All counted except hall 7`: what is open stands behind it."""
    return any(Cue.UNLESS in hit.cues and Cue.NOT not in hit.cues for hit in done.clause.hits)


def _told_open(pair: Pair, told: Sequence[Stated]) -> Iterator[tuple[Said, Stated]]:
    """Finished work that the summary tells as open."""
    if not told:
        return
    stems = {stem for state in told for stem in sorted(state.topics, key=len)[-NAMING:]}
    named = re2.compile("(?i)" + "|".join(map(re2.escape, sorted(stems))))
    people = (turn for turn in reversed(pair.talking) if pair.speakers[turn] in _PEOPLE)
    sieve = _Sieve([state.topics for state in told])
    held = sieve.sift({turn: fold(pair.turns[turn].content) for turn in people})
    named_in = (turn for turn in held if named.search(pair.turns[turn].content))
    spoken = (said for turn in named_in for said in _said(pair, turn, sieve.looking_for(held[turn])))
    done = [said for said in spoken if said.stated.aspect is Aspect.DONE]
    for state in told:
        last = next((said for said in done if _holds(said, state)), None)
        if last and not _mentioned_later(pair, last, state):
            yield last, state


def _holds(said: Said, still: Stated) -> bool:
    done, least = said.stated, SAME if still.own else EVERY
    if done.clause.lexicon is not still.clause.lexicon or not _same_verb(done, still):
        return False
    if done.names:
        return _share(still.topics, done.keys, still) >= least
    return done.verb == still.verb != "" and _share(still.topics, done.keys | said.asked, still) >= least


def _open(pair: Pair) -> Iterator[Said]:
    since = pair.worked[-RUNS] if len(pair.worked) >= RUNS else 0  # what tools did after that, nobody had to say
    for turn in pair.talk.matching(_MAY_BE_OPEN):
        if turn >= since and pair.speakers[turn] in _PEOPLE:
            yield from (said for said in _said(pair, turn, _MAY_BE_OPEN.search) if said.stated.aspect is Aspect.OPEN)


class _Sieve:
    """A cheap look at a text: all but one of the words that have to be there of some work. One may stand in another
    form."""

    def __init__(self, works: Sequence[Sequence[str]]) -> None:
        self._needed = [max(1, math.ceil(SAME * len(topics) - 1)) for topics in works]
        self._fewest = min(self._needed, default=1)
        self._works: defaultdict[str, list[int]] = defaultdict(list)
        for work, topics in enumerate(works):
            for topic in topics:
                self._works[topic].append(work)

    def looking_for(self, topics: Iterable[str]) -> Callable[[str], bool]:
        """Does a text let through with these words alone, the ones of the whole that it was cut from?"""
        return lambda text: self._suffice([topic for topic in topics if topic in text])

    def sift(self, texts: Mapping[int, str]) -> dict[int, set[str]]:
        """The texts that it lets through, by their keys, and the words that each of them holds. Words are looked for in
        each token once: many texts are made of few."""
        tokens = {key: text.split() for key, text in texts.items()}
        different = list(frozenset().union(*tokens.values()))
        one = re2.compile("|".join(map(re2.escape, self._works)))
        telling = [different[at] for at in Joined(dict(enumerate(different))).matching(one)]
        held = {token: [topic for topic in self._works if topic in token] for token in telling}
        own = {key: held.keys() & some for key, some in tokens.items()}
        found = {key: {topic for token in some for topic in held[token]} for key, some in own.items()}
        return {key: topics for key, topics in found.items() if self._suffice(topics)}

    def _suffice(self, topics: Collection[str]) -> bool:
        if len(topics) < self._fewest:
            return False
        held = Counter(chain.from_iterable([self._works[topic] for topic in topics]))
        return any(count >= self._needed[work] for work, count in held.items())


def _said(pair: Pair, turn: int, may_speak: Callable[[str], object]) -> Iterator[Said]:
    """What its sentences that may speak of it say of any work."""
    if not may_speak(fold(pair.turns[turn].content)):
        return
    signed = ((place, one) for place, one in enumerate(pair.turn_sentences(turn)) if may_speak(one.folded))
    for place, sentence in signed:
        for state in states_of(sentence, pair.turns[turn].content, language_of_turn(pair, turn)):
            yield Said(turn, sentence, state) if state.names else _meant(pair, turn, place, state)


def _meant(pair: Pair, turn: int, place: int, state: Stated) -> Said:
    sentences = pair.turn_sentences(turn)
    near = _all_keys(sentences[max(0, place - NEAR) : place])
    asked = next((pair.turn_sentences(i) for i in reversed(pair.binding) if i < turn), ())
    return Said(turn, sentences[place], state, near, near | _all_keys(asked if len(asked) <= SHORT else ()))


def _all_keys(said: Iterable[Sentence]) -> Keys:
    return frozenset().union(*(keys_of(sentence.words, lexicon_for(sentence)) for sentence in said))


def _same_work(work: Said, done: Stated) -> bool:
    mine = work.stated
    if done.clause.lexicon is not mine.clause.lexicon:
        return False
    if not mine.names:
        judged = mine.verdict and done.verdict and _share(done.topics[:1], work.near, done) == 1
        told = len(done.topics) > 1 and _same_verb(mine, done) and _share(done.topics, work.asked, done) >= SAME
        return judged or told
    ours = _share(mine.topics, done.keys, mine)
    if not (mine.bare or done.bare):
        return len(mine.topics) > 1 and ours >= SAME and _same_verb(mine, done)
    return ours >= SAME and (_share(done.topics, mine.keys, done) >= SAME or (done.bare and len(done.topics) < FEW))


def _same_verb(one: Stated, other: Stated) -> bool:
    """Where both say what happened it is the same; for words that fit any work there is nothing to compare."""
    if not (one.verb and other.verb):
        return True
    return bool(_share((one.verb,), other.keys, one) or _share((other.verb,), one.keys, other))


def _share(topics: Sequence[str], keys: Keys, state: Stated) -> float:
    return held(topics, keys, state.clause.lexicon)


def _shown(pair: Pair, turn: int, lexicon: Lexicon) -> Keys:
    """The words of a tool's text, gathered once: each finished work asks for all that came after it."""
    known = pair.once(_shown_so_far)
    if (turn, lexicon) not in known:
        known[turn, lexicon] = keys_of(tuple(words(fold(pair.turns[turn].content))), lexicon)
    return known[turn, lexicon]


def _shown_so_far(pair: Pair) -> dict[tuple[int, Lexicon], Keys]:
    return {}


def _mentioned_later(pair: Pair, said: Said, state: Stated) -> bool:
    """Did anybody, or a tool, speak of the work after that?"""
    topics, lexicon = state.topics, state.clause.lexicon
    for turn in range(said.turn, len(pair.turns)):
        if pair.speakers[turn] is Origin.TOOL:
            if share(topics, _shown(pair, turn, lexicon), lexicon) >= SAME:
                return True
            continue
        after = (s for s in pair.turn_sentences(turn) if turn > said.turn or s.start > said.sentence.start)
        if any(_speaks_of(sentence, topics, lexicon) for sentence in after):
            return True
    return False


def _speaks_of(sentence: Sentence, topics: Sequence[str], lexicon: Lexicon) -> bool:
    """Later words on the same work, or a bare `done`."""
    if share(topics, keys_of(sentence.words, lexicon), lexicon) >= SAME:
        return True
    states = states_of(sentence, "", lexicon.language)
    return any(state.aspect is Aspect.DONE and state.bare and not state.topics for state in states)
