"""What became of one clause in the summary: kept, dropped, softened, turned round, or kept without its condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewapp.engine.align import Index, Match, keys_of, worth
from reviewapp.engine.lang import Cue
from reviewapp.engine.rules import Clause, Force
from reviewapp.engine.types import Change

MENTIONED = 0.35  # below this share of its words the summary does not speak of the clause
SAID = 0.6  # from this share on the summary says something about just this
RIVAL = 0.8  # a window this near to the best one may be the one that keeps the rule
CONDITION_HELD = 0.3

DENIALS = frozenset({Cue.NOT, Cue.BAR, Cue.FEW, Cue.ONLY})
DUTIES = frozenset({Cue.MUST, Cue.ONLY, Cue.UNLESS, Cue.NOT, Cue.BAR})


@dataclass(frozen=True)
class Verdict:
    """`change` is what the summary did to `clause`; `match` where it did so, None where nothing speaks of it."""

    clause: Clause
    change: Change
    rule: str
    match: Match | None = None


def judge(clause: Clause, index: Index) -> Verdict | None:
    """None where the summary keeps the clause."""
    matches = index.matches(clause)
    if not matches or matches[0].coverage < MENTIONED:
        return Verdict(clause, Change.DROPPED, "unmentioned")
    near = [match for match in matches if match.coverage >= max(MENTIONED, RIVAL * matches[0].coverage)]
    verdicts = [_against(clause, match) for match in near]
    if None in verdicts:
        return None
    return verdicts[0]


def _against(clause: Clause, match: Match) -> Verdict | None:
    focus = _focus(clause, match)
    if clause.denies or clause.force is Force.RESTRICTION:
        return _denied(clause, match, focus)
    if clause.force is Force.OBLIGATION:
        return _bound(clause, match, focus)
    if clause.force in (Force.PERMISSION, Force.FREEDOM):
        return _allowed(clause, match, focus)
    return None


def _focus(clause: Clause, match: Match) -> list[Clause]:
    """The clauses of the window that share a topic word with the clause."""
    lexicon = clause.lexicon
    return [
        part
        for part in match.window.clauses
        if any(worth(stem, keys_of(part.sentence.words[part.first : part.last], lexicon), lexicon) for stem in clause.topics)
    ]


def _cues(parts: Sequence[Clause]) -> frozenset[Cue]:
    return frozenset().union(*(part.cues for part in parts))


def _denied(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    cues = _cues(focus)
    if Cue.HEDGE in cues and Cue.HEDGE not in clause.cues and not cues & {Cue.NOT, Cue.MUST, Cue.ONLY}:
        return Verdict(clause, Change.SOFTENED, "hedged", match)
    if cues & DENIALS or _opposed(clause, match):
        return None
    if clause.condition and cues & {Cue.MUST, Cue.UNLESS, Cue.IF}:
        return None
    if match.coverage >= SAID:
        return Verdict(clause, Change.INVERTED, "turned-round", match)
    return Verdict(clause, Change.DROPPED, "denial-lost", match)


def _opposed(clause: Clause, match: Match) -> bool:
    keys = match.window.keys
    return any(other in keys for stem in clause.topics for other in clause.lexicon.opposites.get(stem, ()))


def _bound(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    cues = _cues(focus)
    if Cue.FREE in cues and match.coverage >= SAID:
        return Verdict(clause, Change.INVERTED, "duty-denied", match)
    if cues & {Cue.HEDGE, Cue.SHOULD} and Cue.HEDGE not in clause.cues and not cues & {Cue.MUST, Cue.ONLY}:
        return Verdict(clause, Change.SOFTENED, "hedged", match)
    return None


def _allowed(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    return None
