"""What the few words that changed did to a clause whose sentence is told again nearly word for word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from reviewapp.engine.binding.align import Index, worth
from reviewapp.engine.binding.contrary import contrary, permission_denied
from reviewapp.engine.binding.denied import GOVERNED, denied_by_form, heads_of
from reviewapp.engine.binding.exceptions import exception_made, exception_turned
from reviewapp.engine.binding.facing import DENIALS, Facing, Verdict, cues_of
from reviewapp.engine.binding.judge import WEAK
from reviewapp.engine.binding.retold import Retold, differing
from reviewapp.engine.binding.rules import CONDITIONAL, DENYING, Clause, Force, Hit, Keys, keys_of
from reviewapp.engine.binding.scopes import COUNTED, rescoped, spelled_alike
from reviewapp.engine.lang import Cue
from reviewapp.engine.lazy import lazy
from reviewapp.engine.types import Change

DENIED = frozenset({Cue.NOT, Cue.BAR})
STRICT = frozenset({Cue.NOT, Cue.MUST, Cue.BAR})
CONDITIONS = frozenset({Cue.UNLESS, Cue.UNTIL, Cue.IF, Cue.ONLY, Cue.MUST, Cue.LIMIT, Cue.NOT, Cue.AKIN})


@dataclass(frozen=True)
class Changed:
    """A clause and the words that stand in its place in the retelling."""

    clause: Clause
    told: Retold

    @lazy
    def region(self) -> tuple[int, int]:
        return self.told.region(self.clause)

    @lazy
    def words(self) -> tuple[str, ...]:
        first, last = self.region
        return self.told.window.sentence.words[first:last]

    @lazy
    def hits(self) -> tuple[list[Hit], list[Hit]]:
        """The cues that went and those that came."""
        first, last = self.region
        there = [hit for part in self.told.window.clauses for hit in part.hits if first <= hit.first < last]
        return differing(self.clause.hits, there, self.clause.sentence.words, self.told.window.sentence.words)

    @lazy
    def gone(self) -> frozenset[Cue]:
        return cues_of(self.hits[0])

    @lazy
    def come(self) -> frozenset[Cue]:
        return cues_of(self.hits[1])


def judge_retold(clause: Clause, told: Retold, index: Index) -> Verdict | None:
    """None where the changed words left the clause as it was."""
    case, changed = Facing(clause, told.match, index, told=True), Changed(clause, told)
    if exception_turned(case):
        return case.verdict(Change.INVERTED, "opened-up")
    if exception_made(case):
        return case.verdict(Change.ALTERED, "exception-made")
    if rule := contrary(case):
        return case.verdict(Change.INVERTED, rule)
    if permission_denied(case):
        return case.verdict(Change.INVERTED, "permission-denied")
    return _force_changed(case, changed) or _denial_changed(case, changed)


def _force_changed(case: Facing, changed: Changed) -> Verdict | None:
    gone, come = changed.gone, changed.come
    if Cue.FREE in come and Cue.MUST in gone and case.clause.force is Force.OBLIGATION:
        return case.verdict(Change.INVERTED, "duty-denied")
    if Cue.FREE in gone and Cue.MUST in come and not come & {Cue.FREE, Cue.NOT}:
        return case.verdict(Change.INVERTED, "duty-laid-down")
    if gone & STRICT and _weakened(come):
        return case.verdict(Change.SOFTENED, "hedged")
    if case.clause.lasts and Cue.MUST in gone - come and Cue.PAST in come:
        return case.verdict(Change.SOFTENED, "force-lost")
    return None


def _denial_changed(case: Facing, changed: Changed) -> Verdict | None:
    clause, gone, come = case.clause, changed.gone, changed.come
    if _denial_gone(changed):
        verdict = case.verdict(Change.INVERTED, "turned-round")
        return replace(verdict, undecided=True) if _head_reworded(changed) else verdict
    if _condition_gone(case, changed):
        return case.verdict(Change.ALTERED, "condition-lost")
    if _came_there(changed) & come & DENIED and not gone & DENIALS and not clause.cues & DENIED:
        return case.verdict(Change.INVERTED, "denial-added") if _denial_came(changed) else None
    if _scope_changed(changed):
        return case.verdict(Change.ALTERED, "scope-changed")
    forbids = clause.denies and Cue.NOT in come  # `must never` told as `may not`
    binding = clause.force is not Force.ADVICE and bool(gone & {Cue.MUST, Cue.SHOULD}) and not forbids
    if binding and come & (WEAK | {Cue.MAY}) - gone and not come & {Cue.MUST, Cue.ONLY}:
        return case.verdict(Change.SOFTENED, "hedged")
    return None


def _head_reworded(changed: Changed) -> bool:
    """The word right under the denial went along with it, and others came: `not afraid` may be `brave`."""
    clause, lexicon = changed.clause, changed.clause.lexicon
    stems = [lexicon.stem(word) for word in changed.words]
    told = any(spelled_alike(head, stem) for head in heads_of(clause) for stem in stems)
    there = keys_of(changed.words, lexicon)
    held = [stem for stem in clause.topics if worth(stem, there, lexicon)]
    return bool(held) and not told and not set(heads_of(clause)) <= set(held) and _reworded(changed)


def _denial_came(changed: Changed) -> bool:
    """Stands a denial over the clause's own words that none of the source stands for: one that came, or one that
    left the clause it stood in?"""
    clause, told = changed.clause, changed.told
    new = {hit for hit in changed.hits[1] if hit.cues & DENIED}
    over = (_governed(part, hit) for part in told.window.clauses for hit in part.hits if hit in new)
    if not any(worth(stem, keys, clause.lexicon) for keys in over for stem in clause.topics):
        return False
    there = [hit for part in told.window.clauses for hit in part.hits]
    more = _denials(there) > _denials({hit for other in told.clauses for hit in other.hits})
    return more or any(_bared(other, told) for other in told.clauses if other.denies and other is not clause)


def _governed(part: Clause, hit: Hit) -> Keys:
    """What a denial stands over: the words after it, or before it where none follow or it denies by its meaning."""
    after = part.keys_in(hit.last, min(part.last, hit.last + GOVERNED))
    return after if after and Cue.NOT in hit.cues else after | part.keys_in(part.first, hit.first)


def _bared(clause: Clause, told: Retold) -> bool:
    """Does what the clause denies stand there without a denial?"""
    head = heads_of(clause)
    parts = [p for p in told.window.clauses if any(worth(stem, p.keys, clause.lexicon) for stem in head)]
    return bool(head and parts) and not any(part.cues & COUNTED for part in parts)


def _denials(hits: Iterable[Hit]) -> int:
    return sum(bool(hit.cues & COUNTED) for hit in hits)


def _scope_changed(changed: Changed) -> bool:
    """Every denial and exception stands there in the same words, and over one of them the words changed."""
    clause, told = changed.clause, changed.told
    if (changed.gone | changed.come | _moved(told)) & (COUNTED | DENIALS):
        return False
    parts = tuple(part for part in (clause, clause.guard) if part)
    return rescoped(parts, told.window.clauses)


def _weakened(come: frozenset[Cue]) -> bool:
    """A hedge came in; a mere should or seldom weakens only where no other negation came with it."""
    if Cue.MUST in come:
        return False
    return Cue.HEDGE in come or (bool(come & {Cue.SHOULD, Cue.FEW}) and not come & DENIED)


def _denial_gone(changed: Changed) -> bool:
    lost = changed.gone & (DENYING | {Cue.ONLY}) or any(map(changed.clause.is_denial, changed.hits[0]))
    if not lost or changed.come & (DENIALS | {Cue.NEED}) or _moved(changed.told) & DENIALS:
        return False
    if Cue.ONLY in changed.clause.cues - changed.gone:
        return False  # what is left says the same: not that, only this
    return not denied_by_form(changed.clause, changed.words)


def _moved(told: Retold) -> frozenset[Cue]:
    """The cues that came anywhere in the sentence: a reordered sentence denies in another place."""
    hits = {hit for clause in told.clauses for hit in clause.hits}
    there = [hit for part in told.window.clauses for hit in part.hits]
    _, come = differing(sorted(hits, key=lambda hit: hit.first), there, told.source.words, told.window.sentence.words)
    return cues_of(come)


def _condition_gone(case: Facing, changed: Changed) -> bool:
    """The words that opened a condition went, and nothing of what it says is left."""
    clause = case.clause
    opened = changed.gone | (clause.guard.cues if clause.guard else frozenset())
    if not opened & CONDITIONAL or changed.come & (DENIALS | CONDITIONS):
        return False
    if clause.force is Force.FACT and Cue.UNLESS not in opened:
        return False
    return any(not case.held(part, case.here) for part in clause.condition_parts)


def _came_there(changed: Changed) -> frozenset[Cue]:
    """The cues of those clauses of the retelling that share a word with the clause: a new one says its own."""
    clause = changed.clause
    parts = (part for part in changed.told.window.clauses if part.last > changed.region[0])
    near = [part for part in parts if any(worth(stem, part.keys, clause.lexicon) for stem in clause.topics)]
    return cues_of([hit for part in near for hit in part.hits])


def _reworded(changed: Changed) -> bool:
    """A topic word went and another came, and they do not mean the same."""
    clause, lexicon = changed.clause, changed.clause.lexicon
    there = keys_of(changed.words, lexicon)
    lost = [stem for stem in clause.topics if not worth(stem, there, lexicon)]
    new = [word for word in changed.words if word.isalpha() and word not in lexicon.stop]
    return bool(lost) and any(not worth(lexicon.stem(word), clause.keys, lexicon) for word in new)
