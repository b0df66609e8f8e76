"""What those who bind said and the summary may have lost: too far from its words to judge, so it is noted as open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewapp.engine.binding.align import Match
from reviewapp.engine.binding.mention import topics_around
from reviewapp.engine.binding.reading import may_bind, read
from reviewapp.engine.binding.rules import Clause, Force
from reviewapp.engine.binding.verdicts import foreign, index_of, pasted, verdicts
from reviewapp.engine.claims.summarising import about_the_summary
from reviewapp.engine.lang import Cue
from reviewapp.engine.lang.denials import denials_foreign_to
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape
from reviewapp.engine.types import Change, Example, Finding, Kind, Origin, Rule, Severity, Span

RULE = Rule("unverified.rule", "A rule of which the summary's words hold too little to tell whether it is kept")
STATEMENT = Rule("unverified.statement", "A statement of somebody who binds that the summary does not mention")
RULES: tuple[Rule, ...] = (RULE, STATEMENT)

SURE = 0.8  # share of a rule's words, the rare ones weighing most, from which silence about it is an answer
ORDERS = 5  # orders of one turn up to which a summary may tell each of them in words of its own
SPOKEN_OF = 0.2  # the same for a statement

_FORCE = frozenset(
    {Cue.NOT, Cue.BAR, Cue.MUST, Cue.ONLY, Cue.UNLESS, Cue.UNTIL, Cue.EACH, Cue.LIMIT, Cue.MAY, Cue.FREE}
)
_DENYING = frozenset({Cue.NOT, Cue.BAR, Cue.AKIN, Cue.CEASE, Cue.ONLY, Cue.UNLESS, Cue.UNTIL, Cue.FEW, Cue.LIFT})
_STATING = frozenset({Force.FACT, Force.ADVICE, Force.DENIAL})
_ENDING = frozenset({Cue.LIFT, Cue.VOID})
_FREEING = frozenset({Cue.MAY, Cue.FREE, Cue.ALL})
_BINDING = frozenset({Cue.NOT, Cue.BAR, Cue.MUST})


def detect(pair: Pair) -> Iterator[Finding]:
    judged = {(told.turn, _place(told.clause)) for told in pair.once(verdicts)}
    unmentioned: dict[int, list[Clause]] = {}
    untold: dict[int, list[Clause]] = {}
    for turn, sentence in _spoken(pair):
        for clause in read(sentence):
            rule = None if (turn, _place(clause)) in judged else _open(pair, turn, clause)
            if rule:
                (untold if rule is RULE else unmentioned).setdefault(turn, []).append(clause)
    yield from (_rule(turn, clause, len(clauses)) for turn, clauses in untold.items() for clause in clauses)
    yield from (_statements(turn, clauses) for turn, clauses in unmentioned.items())


def _place(clause: Clause) -> tuple[int, int, int]:
    return clause.sentence.start, clause.first, clause.last


def _spoken(pair: Pair) -> Iterator[tuple[int, Sentence]]:
    """What those who bind said in their own words and in the summary's language; what was repeated, once."""
    skipped = {*pair.once(foreign), *pair.once(pasted)}
    seen: set[str] = set()
    for turn in pair.binding if pair.once(index_of).windows else ():
        for sentence in pair.turn_sentences(turn) if turn not in skipped else ():
            if sentence.shape not in (Shape.CODE, Shape.HEADING, Shape.QUOTE) and sentence.folded not in seen:
                seen.add(sentence.folded)
                if (_tells(pair, turn) or may_bind(sentence)) and not about_the_summary(sentence):
                    yield turn, sentence


def _tells(pair: Pair, turn: int) -> bool:
    """Are statements of the turn, too, what the summary has to mention?"""
    return not pair.has_tools or pair.speakers[turn] is Origin.SYSTEM


def _open(pair: Pair, turn: int, clause: Clause) -> Rule | None:
    """Which kind of doubt there is about the clause, if any."""
    binds = clause.force not in _STATING or bool(clause.cues & _FORCE)
    if not binds and not _tells(pair, turn):
        return None
    topics = clause.topics or (topics_around(clause) if clause.force is Force.PROHIBITION else ())
    if clause.question or not topics or Cue.HEARSAY in clause.cues:
        return None
    best = next(iter(pair.once(index_of).matches_of(topics, clause.lexicon, taken=True)), None)
    held = best.coverage if best else 0.0
    if clause.cues & _ENDING:
        return RULE if best and held >= SPOKEN_OF and not _freed(best) else None
    if binds:
        return RULE if held < SURE or (best and clause.denies and not _denied(best)) else None
    return STATEMENT if held < SPOKEN_OF else None


def _denied(match: Match) -> bool:
    """Whether the sentence that holds a ban's words denies anything; silence about one that doesn't proves nothing."""
    return any(clause.denies or clause.cues & _DENYING for clause in match.window.clauses)


def _freed(match: Match) -> bool:
    """Whether the sentence that speaks of what was called off says so: else silence proves nothing."""
    told = [clause.cues for clause in match.window.clauses]
    return any(cues & _ENDING or (cues & _FREEING and not cues & _BINDING) for cues in told)


def _rule(turn: int, clause: Clause, beside: int) -> Finding:
    """One order told in other words is the common case; many of one turn that no words tell are open like a ban."""
    kind = Kind.NEGATION if clause.denies else Kind.PERMISSION if clause.force is Force.PERMISSION else Kind.OBLIGATION
    undecided = bool(clause.cues & (_FORCE | _ENDING)) or beside > ORDERS
    span = Span(turn, *clause.span)
    return Finding(kind, Change.DROPPED, Severity.NOTE, RULE.id, f"{RULE.title}.", span, undecided=undecided)


def _statements(turn: int, clauses: Sequence[Clause]) -> Finding:
    """One note a turn, from the first statement to the last; open where one may be a rule in a language not read."""
    span = Span(turn, clauses[0].span[0], clauses[-1].span[1])
    why = f"The summary mentions nothing of {len(clauses)} statement{'s' * (len(clauses) > 1)} of this turn."
    undecided = any(_denies_elsewhere(clause) for clause in clauses)
    return Finding(Kind.OBLIGATION, Change.DROPPED, Severity.NOTE, STATEMENT.id, why, span, undecided=undecided)


def _denies_elsewhere(clause: Clause) -> bool:
    return not denials_foreign_to(clause.lexicon.language).isdisjoint(clause.sentence.words)


_LAYERS = (("system", "The other direction is forbidden. Finds go to the museum in Uppsala."),)
_ENDED = (("user", "The merge freeze for the release is over."),)
EXAMPLES: tuple[Example, ...] = (
    Example(_ENDED, "The merge freeze for the release has been lifted."),
    Example(_LAYERS, "Imports run from a to b, never back."),
    Example(_LAYERS, "The other direction is forbidden; finds go to the museum in Uppsala."),
)
