"""Every clause that binds, read once a pair and held against the summary: what the rule detectors report from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from reviewapp.engine.binding.affirmed import affirmed
from reviewapp.engine.binding.align import Index
from reviewapp.engine.binding.contrary import state_of
from reviewapp.engine.binding.doubt import doubtful
from reviewapp.engine.binding.ended import calls_off, carried_on
from reviewapp.engine.binding.facing import Verdict
from reviewapp.engine.binding.judge import judge
from reviewapp.engine.binding.lifts import Said, carried, lifted, may_end
from reviewapp.engine.binding.mention import mentions
from reviewapp.engine.binding.reading import may_bind, read
from reviewapp.engine.binding.retelling import judge_retold
from reviewapp.engine.binding.retold import ALIKE, Retold, retold
from reviewapp.engine.binding.rules import Clause, Force
from reviewapp.engine.claims.summarising import about_the_summary
from reviewapp.engine.lang import Cue, Language, language_of
from reviewapp.engine.pair import Pair
from reviewapp.engine.record import record
from reviewapp.engine.text import Sentence, Shape
from reviewapp.engine.types import BINDING, Change, Origin

COPIED = 0.9
EXTRACT_SHARE = 0.5
EXTRACT_ALIKE = 0.45
STATEMENTS = frozenset({Force.PERMISSION, Force.FREEDOM, Force.ADVICE})
STOPS = ".!;,:。！；， "
TOLD = 0.15  # share of a clause below which its retold sentence leaves it out
LONG = 12  # sentences from which a turn may be a document
HANDFUL = 8  # clauses of a sentence of the summary up to which holding a rule against each of them costs nothing extra
LONG_PAIR = 200  # units of work for each one more


@record()
class Told:
    """A clause of turn `turn` and what the summary did to it."""

    turn: int
    verdict: Verdict

    @property
    def clause(self) -> Clause:
        return self.verdict.clause


@record()
class Spoken:
    """A sentence of a turn that can bind, in that turn's language: its clauses that say what holds, and who tells it
    again. One that `states` has words for facts alone."""

    turn: int
    sentence: Sentence
    language: Language
    states: bool
    binding: tuple[Clause, ...]
    again: Retold | None = None

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return read(self.sentence, self.language)


def index_of(pair: Pair) -> Index:
    """The summary's sentences. A short summary that tells no language is read in that of the turns."""
    said = (sentence for turn in pair.binding for sentence in pair.turn_sentences(turn))
    return Index(pair.sentences, _language(pair.sentences, _language(said)))


def _language(sentences: Iterable[Sentence], default: Language | None = None) -> Language:
    return language_of(chain.from_iterable(sentence.words for sentence in sentences), default)


def language_of_turn(pair: Pair, turn: int) -> Language:
    """The language that the turn speaks; told once a turn."""
    told = pair.once(_languages)
    if turn not in told:
        told[turn] = _language(pair.turn_sentences(turn))
    return told[turn]


def _languages(pair: Pair) -> dict[int, Language]:
    """What was told so far."""
    return {}


def verdicts(pair: Pair) -> tuple[Told, ...]:
    """What became of each binding clause that was not kept. Turns in another language are named in coverage instead."""
    index = pair.once(index_of)
    strange = pair.once(foreign)
    turns = [turn for turn in pair.talking if turn not in strange]
    spoken = _paired(pair, [spot for turn in turns for spot in _spoken(pair, turn)])
    said = _said([spot for spot in spoken if pair.speakers[spot.turn] in BINDING])
    ended = lifted(said)
    called_off = [spot for spot in said if spot.place in ended] if ended else []
    stale = [Told(ended[spot.place].turn, found) for spot in called_off if (found := _stale(pair, spot, ended))]
    judged = (told for spot in spoken if _affordable(pair, spot, index) for told in _judged(spot, index))
    lost = (told for told in judged if Said(told.turn, told.clause).place not in ended)
    called = {(told.turn, told.clause.span): told for told in stale}
    return (
        *called.values(),
        *(told for told in lost if (told.turn, told.clause.span) not in called),
    )


def _said(spoken: Sequence[Spoken]) -> list[Said]:
    """All that was said, where something in it may call anything off."""
    ends = any(may_end(clause) for spot in spoken if not spot.states for clause in spot.clauses)
    return [Said(spot.turn, clause) for spot in spoken for clause in spot.clauses] if ends else []


def _stale(pair: Pair, spot: Said, ended: dict[tuple[int, int], Said]) -> Verdict | None:
    """What was called off and is carried on, by a summary that does not tell the calling off word for word."""
    later = ended[spot.place]
    if later.clause.sentence.folded.rstrip(STOPS) in pair.once(_told):
        return None
    return carried(spot.clause, later.clause, pair.once(index_of))


def _judged(spot: Spoken, index: Index) -> Iterator[Told]:
    """What became of its clauses. A lead-in (`it is append-only: no overwrite, no delete`) whose list is kept may be
    told by that."""
    told = list(_each_judged(spot, index))
    if not any(_leads_in(each.clause) for each in told):
        yield from told
        return
    listed = [clause for clause in spot.binding if not _leads_in(clause)]
    lost = {each.clause.span for each in told}
    kept_list = bool(listed and told) and all(c.span not in lost and mentions(c, index) for c in listed)
    for each in told:
        kept = kept_list and each.verdict.rule == "unmentioned" and _leads_in(each.clause)
        yield replace(each, verdict=replace(each.verdict, undecided=True)) if kept else each


def _leads_in(clause: Clause) -> bool:
    sentence = clause.sentence
    return clause.last < len(sentence.words) and ":" in sentence.gaps[clause.last]


def _affordable(pair: Pair, spot: Spoken, index: Index) -> bool:
    """Each clause is held against each clause of the sentences like it. Few sentences have more than a handful."""
    pairs = (match.window.clauses for clause in spot.binding for match in index.matches(clause))
    return pair.work.afford(sum(LONG_PAIR * max(0, len(clauses) - HANDFUL) for clauses in pairs))


def _each_judged(spot: Spoken, index: Index) -> Iterator[Told]:
    for clause in spot.binding:
        if spot.again or clause.force is not Force.ADVICE:
            verdict = _verdict(clause, spot, index)
            if verdict:
                yield Told(spot.turn, verdict)


def _verdict(clause: Clause, spot: Spoken, index: Index) -> Verdict | None:
    if calls_off(clause) and (carried := carried_on(clause, index)):
        return carried
    again = spot.again if spot.again and index.share_of(clause, spot.again.window) >= TOLD else None
    found = judge_retold(clause, again, index) if again else _weighed(judge(clause, index), index)
    return None if found and calls_off(clause) and found.change is not Change.DROPPED else found


def _weighed(verdict: Verdict | None, index: Index) -> Verdict | None:
    if verdict is None or (verdict.rule == "turned-round" and affirmed(verdict)):
        return verdict and replace(verdict, undecided=False)
    return replace(verdict, undecided=verdict.undecided or doubtful(verdict, index))


def foreign(pair: Pair) -> dict[int, Language]:
    """Turns that can bind in a language that the summary does not speak: their rules are not judged by words."""
    index = pair.once(index_of)
    turns = pair.binding if index.windows else ()
    languages = {turn: _language(pair.turn_sentences(turn), index.language) for turn in turns}
    return {turn: language for turn, language in languages.items() if language not in index.languages}


def _spoken(pair: Pair, turn: int) -> Iterator[Spoken]:
    """The turn's sentences; what it says twice in the same words it says once."""
    if not speaks(pair, turn):
        return
    sentences = {sentence.text: sentence for sentence in reversed(pair.turn_sentences(turn))}
    language = language_of_turn(pair, turn)
    for sentence in reversed(sentences.values()):
        if sentence.shape not in (Shape.CODE, Shape.HEADING) and not sentence.is_setting:
            states = pair.has_tools and not may_bind(sentence, language)
            told = states or sentence.folded.rstrip(STOPS) in pair.once(_told)
            binding = (
                ()
                if told or about_the_summary(sentence)
                else tuple(c for c in read(sentence, language) if _counts(pair, turn, c))
            )
            yield Spoken(turn, sentence, language, states, binding)


def _told(pair: Pair) -> frozenset[str]:
    """What the summary says word for word, and so keeps."""
    return frozenset(sentence.folded.rstrip(STOPS) for sentence in pair.sentences)


def _paired(pair: Pair, spoken: Sequence[Spoken]) -> list[Spoken]:
    """Each sentence with the one that tells it again; the summary's sentences so used speak for no other.

    In a working session sentences that bind nothing are left out: its summary is no extract of what was said."""
    index = pair.once(index_of)
    paired = [_with_partner(pair, spot, ALIKE) for spot in spoken]
    copied = {spot.again.window.index for spot in paired if spot.again and spot.again.similarity >= COPIED}
    if len(copied) < EXTRACT_SHARE * len(index.windows):
        index.take(copied)
        return paired
    paired = [spot if spot.again else _with_partner(pair, spot, EXTRACT_ALIKE) for spot in paired]
    index.take(spot.again.window.index for spot in paired if spot.again)
    return paired


def _with_partner(pair: Pair, spot: Spoken, least: float) -> Spoken:
    if not spot.binding and pair.has_tools:
        return spot
    again = retold(spot.sentence, spot.clauses, pair.once(index_of), least)
    return replace(spot, again=again) if again else spot


def pasted(pair: Pair) -> frozenset[int]:
    """Documents that a user put into a working session (a plan, a log, an earlier summary): told by their layout."""
    users = (turn for turn in pair.binding if pair.speakers[turn] is Origin.USER and pair.has_tools)
    return frozenset(turn for turn in users if _laid_out(pair.turn_sentences(turn)))


def _laid_out(sentences: Sequence[Sentence]) -> bool:
    return len(sentences) >= LONG and 4 * sum(s.shape is not Shape.PROSE for s in sentences) >= len(sentences)


def speaks(pair: Pair, turn: int) -> bool:
    """Does its prose lay down what holds? A user's, a system's or memory's does; an agent's in a mere dialogue."""
    return pair.speakers[turn] in BINDING or (pair.speakers[turn] is Origin.AGENT and not pair.has_tools)


def _counts(pair: Pair, turn: int, clause: Clause) -> bool:
    """Says what holds. An agent's offers bind nobody, what it says can't be done does tell; a pasted document's mere
    statements are no rules of this session."""
    if clause.question or clause.conditional or _glued(clause):
        return False
    binds = pair.speakers[turn] in BINDING
    if clause.force is Force.FACT and not (clause.guard and Cue.UNLESS in clause.guard.cues):
        telling = len(clause.topics) > 1 or bool(clause.topics and state_of(clause))
        return binds and (calls_off(clause) or (not pair.has_tools and telling))
    if clause.force in STATEMENTS and turn in pair.once(pasted):
        return False
    return (binds or Cue.NOT in clause.cues) and bool(clause.topics)


def _glued(clause: Clause) -> bool:
    """A name or a field of machine text, not prose: `stop_hook_summary`, `"stop_reason":null`."""
    between = clause.sentence.gaps[clause.first + 1 : clause.last]
    return bool(between) and not clause.lexicon.language.joined and not any(" " in gap for gap in between)
