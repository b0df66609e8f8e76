"""From what became of a clause to a finding that a reviewer can read: kind, severity, two spans, one plain sentence."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.binding.rules import Clause, Force
from reviewapp.engine.binding.verdicts import Told, pasted, verdicts
from reviewapp.engine.lang import Cue
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Change, Finding, Kind, Rule, Severity, Span

KIND_OF = {
    Force.PROHIBITION: Kind.NEGATION,
    Force.DENIAL: Kind.NEGATION,
    Force.OBLIGATION: Kind.OBLIGATION,
    Force.RESTRICTION: Kind.OBLIGATION,
    Force.ADVICE: Kind.OBLIGATION,
    Force.FACT: Kind.PERMISSION,  # reported only for the exception that goes with it
    Force.PERMISSION: Kind.PERMISSION,
    Force.FREEDOM: Kind.PERMISSION,
}

TITLES = {
    "unmentioned": "Nothing in the summary speaks of it",
    "denial-lost": "The summary names the topic and leaves out that it is denied",
    "turned-round": "The summary says it without the negation",
    "hedged": "The summary turns the rule into advice",
    "force-lost": "The summary turns the rule into a description",
    "condition-lost": "The summary keeps the rule and loses its condition or exception",
    "scope-changed": "The negation stands over other words",
    "denial-added": "The summary denies what was said",
    "duty-denied": "The summary says that it need not be done",
    "duty-laid-down": "The summary demands what was said to be unnecessary",
    "permission-denied": "The summary forbids or restricts what was allowed",
    "lift-ignored": "The summary carries on what was called off",
    "lift-invented": "The summary says it no longer holds, and nobody lifted it",
    "swapped": "The summary swaps what comes first or is preferred",
    "opposite": "The summary says the opposite word",
    "opened-up": "The summary opens to all what was restricted",
    "exception-made": "The summary makes an exception that the source rules out",
    "once-standing": "What was allowed once stands as a rule in the summary",
}

_WHY = {
    "unmentioned": "No sentence of the summary holds enough of its words.",
    "denial-lost": "The nearest sentence of the summary names the topic without denying anything.",
    "turned-round": "The nearest sentence of the summary names the same thing, and denies or restricts nothing.",
    "hedged": "The summary puts it as advice or preference where the source binds.",
    "force-lost": "The summary describes what the source demands.",
    "condition-lost": "The summary keeps the rule; of its condition no word is there.",
    "scope-changed": "The negation is kept, but other words stand under it.",
    "denial-added": "The summary negates what the source says without a negation.",
    "duty-denied": "The summary says it need not be done; the source says it must.",
    "duty-laid-down": "The summary says it must be done; the source says it need not.",
    "permission-denied": "The source allows it; the summary forbids it or ties it to a condition.",
    "lift-invented": "The summary says that it was lifted or no longer holds; no turn of a user or the system says so.",
    "lift-ignored": "A later turn calls it off; the summary carries it on as if it held.",
    "swapped": "The same words stand on the other side of the same instead of, before or after.",
    "opposite": "All words but one are there, and its opposite stands in its place.",
    "opened-up": "The source restricts who or when; the summary says anyone, or at any time.",
    "exception-made": "The source takes in by name what the summary leaves out.",
    "once-standing": "The source says it for one occasion; the summary states it without that limit.",
}

_HEAVY = frozenset({Force.PROHIBITION, Force.RESTRICTION})


def rules_of(prefix: str, names: str) -> tuple[Rule, ...]:
    """The rules of one detector, `prefix.name`."""
    return tuple(Rule(f"{prefix}.{name}", TITLES[name]) for name in names.split())


def findings(pair: Pair, prefix: str, kinds: frozenset[Kind]) -> Iterator[Finding]:
    """What the summary did to the binding clauses whose kind is one of `kinds`."""
    for told in pair.once(verdicts):
        kind = _kind(told)
        if kind in kinds:
            yield _finding(pair, told, kind, prefix)


def _kind(told: Told) -> Kind:
    if told.clause.force is Force.FACT and told.verdict.change is not Change.ALTERED:
        return Kind.NEGATION
    return KIND_OF[told.clause.force]


def _finding(pair: Pair, told: Told, kind: Kind, prefix: str) -> Finding:
    verdict = told.verdict
    match = verdict.match
    target = Span(None, match.window.sentence.start, match.window.sentence.end) if match else None
    source = Span(told.turn, *_span(told.clause))
    why = _WHY[verdict.rule]
    return Finding(
        kind,
        verdict.change,
        _severity(pair, told),
        f"{prefix}.{verdict.rule}",
        why,
        source,
        target,
        _bonus(told),
        verdict.undecided,
    )


def _span(clause: Clause) -> tuple[int, int]:
    """The clause with the condition beside it."""
    spans = [clause.span, *([clause.guard.span] if clause.guard else [])]
    return min(start for start, _ in spans), max(end for _, end in spans)


def _severity(pair: Pair, told: Told) -> Severity:
    """A lost or changed prohibition stops the compaction; other losses flag it. What a pasted text states is noted."""
    if told.verdict.undecided:
        return Severity.NOTE
    if told.turn in pair.once(pasted):
        return Severity.NOTE if told.verdict.change is Change.ALTERED or not _ordered(told.clause) else Severity.WARNING
    if told.clause.force in _HEAVY and told.verdict.change in (Change.INVERTED, Change.DROPPED, Change.SOFTENED):
        return Severity.BLOCKING
    return Severity.WARNING


def _ordered(clause: Clause) -> bool:
    """Speaks to the reader: must, or an imperative, or do not."""
    told = any(hit.last == place for hit in clause.hits if Cue.NOT in hit.cues for place in _verbs(clause))
    return Cue.MUST in clause.cues or clause.imperative or told


def _verbs(clause: Clause) -> list[int]:
    return [
        place for place in range(clause.first, clause.last) if clause.sentence.words[place] in clause.lexicon.openers
    ]


def _bonus(told: Told) -> int:
    return 60 if told.clause.force in _HEAVY else 0
