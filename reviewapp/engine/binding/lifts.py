"""Rules that a later turn calls off or turns round. Their loss is none; carried on, they are inverted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from reviewapp.engine.binding.align import Index, Match, worth
from reviewapp.engine.binding.denied import heads_of
from reviewapp.engine.binding.facing import Facing, Verdict
from reviewapp.engine.binding.rules import Clause, Force
from reviewapp.engine.lang import Cue
from reviewapp.engine.record import record
from reviewapp.engine.types import Change

SAME = 0.5  # share of the words of one side that makes a later clause speak of an earlier one
OPPOSITE = 0.7  # the same, on both sides, where only the negation tells
ENOUGH = 1.8  # words in common, unless all of the later clause is
LABEL = 3  # words before a colon that head what follows
CARRIED = 0.6
ENDING = frozenset({Cue.LIFT, Cue.DONE})


@record()
class Said:
    """A clause in the order of the session."""

    turn: int
    clause: Clause

    @property
    def place(self) -> tuple[int, int]:
        return self.turn, self.clause.span[0]


def lifted(said: Sequence[Said]) -> dict[tuple[int, int], Said]:
    """Place of each clause that a later one calls off -> that later clause."""
    ended: dict[tuple[int, int], Said] = {}
    by_topic: dict[str, list[Said]] = {}
    ending = [place for place, spot in enumerate(said) if may_end(spot.clause)]
    for start, end in pairwise([0, *ending]):
        for spot in said[start:end]:
            for stem in (*spot.clause.topics, *_label(spot.clause)):
                by_topic.setdefault(stem, []).append(spot)
        for earlier in _earlier(said[end], by_topic):
            if _ends(said[end].clause, earlier.clause):
                ended[earlier.place] = said[end]
    return ended


def may_end(clause: Clause) -> bool:
    """May it call an earlier one off?"""
    return (Cue.LIFT in clause.cues or _turns(clause)) and not clause.question


def _earlier(spot: Said, by_topic: dict[str, list[Said]]) -> Iterator[Said]:
    """Earlier clauses that share a word, each once."""
    seen = set()
    for stem in _topics(spot.clause):
        for earlier in by_topic.get(stem, ()):
            if earlier.place not in seen and earlier.clause.sentence is not spot.clause.sentence:
                seen.add(earlier.place)
                yield earlier


def _turns(clause: Clause) -> bool:
    return clause.force in (Force.PERMISSION, Force.FREEDOM) and len(clause.topics) > 1


def _topics(clause: Clause) -> tuple[str, ...]:
    """The clause's own words; `we changed our minds` names what it ends in the rest of the sentence."""
    if clause.topics or Cue.LIFT not in clause.cues:
        return clause.topics
    lexicon, words = clause.lexicon, clause.sentence.words
    cued = {place for hit in clause.hits for place in range(hit.first, hit.last)}
    named = (w for p, w in enumerate(words) if p not in cued and w not in lexicon.stop and w[0].isalpha())
    return tuple(dict.fromkeys(map(lexicon.stem, named)))


def _ends(later: Clause, earlier: Clause) -> bool:
    shared, back = _share(later, earlier), _share(earlier, later)
    if _turns(later) and earlier.denies and not later.lexicon.anew.isdisjoint(later.sentence.words):
        return max(shared, back) >= SAME and shared * len(later.topics) >= ENOUGH
    if Cue.LIFT in later.cues:
        return max(shared, back) >= SAME and (shared == 1 or shared * len(_topics(later)) >= ENOUGH)
    return min(shared, back) >= OPPOSITE and earlier.denies and _same_act(later, earlier)


def _same_act(permission: Clause, earlier: Clause) -> bool:
    """May the very thing be done that was denied: is the verb after `may` in both?"""
    may = next((hit for hit in permission.hits if hit.cues & {Cue.MAY, Cue.FREE}), None)
    act = permission.topics_in(may.last, permission.last)[:1] if may else ()
    return all(worth(stem, earlier.keys, permission.lexicon) for stem in act)


def _share(one: Clause, other: Clause) -> float:
    topics = _topics(one)
    label = _label(other)
    keys = other.keys.union(label) if label else other.keys
    return sum(worth(stem, keys, one.lexicon) for stem in topics) / len(topics) if topics else 0.0


def carried(earlier: Clause, later: Clause, index: Index) -> Verdict | None:
    """Does the summary carry on what `later` called off? Then `later` is what it turned round."""
    for match in index.matches_of(earlier.topics, earlier.lexicon, taken=True)[:2]:
        if match.coverage >= CARRIED and _holds(earlier, match, index):
            return Verdict(later, Change.INVERTED, "lift-ignored", match)
    return None


def _holds(earlier: Clause, match: Match, index: Index) -> bool:
    """Is it still told with its force? Of a denial the word that it stands over has to be there."""
    case = Facing(earlier, match, index)
    cues = frozenset(cue for part in case.focus for cue in part.cues)
    if not earlier.lexicon.bygone.isdisjoint(match.window.sentence.words):
        return False
    heads = heads_of(earlier)
    if heads and not any(case.held((head,), case.keys) for head in heads):
        return False
    if earlier.denies:
        return bool(cues & {Cue.NOT, Cue.BAR, Cue.AKIN}) and Cue.LIFT not in cues
    return not cues & {Cue.LIFT, Cue.NOT, Cue.BAR}


def _label(clause: Clause) -> tuple[str, ...]:
    """What the sentence is headed with: `Embargo: nothing online before six`."""
    headed = 0 < clause.first <= LABEL and ":" in clause.sentence.gaps[clause.first]
    return clause.topics_in(0, clause.first) if headed else ()
