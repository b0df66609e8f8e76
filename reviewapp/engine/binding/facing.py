"""A clause held against one sentence of the summary: which clauses of it speak of the same, and what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from reviewapp.engine.binding.align import Index, Match, worth
from reviewapp.engine.binding.borders import FINITE
from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.binding.reading import hits_of
from reviewapp.engine.binding.rules import JOINERS, TOPICAL, Clause, Force, Hit, Keys, keys_of
from reviewapp.engine.lang import Cue
from reviewapp.engine.lazy import lazy
from reviewapp.engine.record import record
from reviewapp.engine.text import Sentence, Shape
from reviewapp.engine.types import Change

SAID = 0.6  # share of a clause's words from which the summary says something about just this
FOCUS = 0.6  # share of the best clause's words that makes another clause of the window speak of the same
WHOLE = 0.9  # share from which a clause needs none of its neighbours to be understood
LONG = 14  # words of a clause in which one cue may be far from what it speaks of
LIST = 8  # clauses that one colon may open
CLOSING = frozenset("]}.;")
CLOSE = 6  # words within which a word that may stand for a denial speaks of it
FAR = 8  # words within which it then speaks of it

DENIALS = frozenset({Cue.NOT, Cue.BAR, Cue.FEW, Cue.ONLY, Cue.AKIN, Cue.LIMIT, Cue.VOID})  # may tell a denial
GOVERNING = frozenset({Cue.NOT, Cue.BAR, Cue.ONLY, Cue.LIMIT})  # what a heading says of all under it
ECHOES = frozenset({"so", "neither", "nor"})
BRIEF = 5
TOWARDS = frozenset({"by", "with", "for", "to", "from", "in", "on", "at", "through", "via"})
PASSING = frozenset({"which", "who", "whose", "even", "including", "however", "though", "too"})  # open an aside
LEANING = frozenset(
    ["which", "who", "whose", "that", "it", "they", "this", "these", "he", "she", "and", "but", "or", "as", "so"]
)


@record()
class Verdict:
    """`change` is what the summary did to `clause`; `match` where it did so, None where nothing speaks of it."""

    clause: Clause
    change: Change
    rule: str
    match: Match | None = None
    undecided: bool = False  # told near by, in words that do not show whether it is kept


@record()
class Facing:
    """`clause` against `match`; `told` says that the window tells its whole sentence again."""

    clause: Clause
    match: Match
    index: Index
    told: bool = False

    @property
    def lexicon(self) -> Lexicon:
        return self.clause.lexicon

    @lazy
    def focus(self) -> tuple[Clause, ...]:
        """The clauses of the window that speak of the clause's topic, and what leans on them (`…, which is barred`)."""
        parts = self.match.window.clauses
        if self.told or len(parts) == 1 or self.match.window.sentence.shape is Shape.CELL:
            return parts  # the cells of a row speak of the same
        scores = [self.index.share(self.clause, part) for part in parts]
        best = max(scores, default=0.0)
        alone = best >= WHOLE and self.clause.force is not Force.RESTRICTION
        chosen = {place for place, score in enumerate(scores) if score and score >= FOCUS * best}
        chosen |= {place + 1 for place in chosen if place + 1 < len(parts) and not parts[place + 1].own_topics}
        chosen |= _echoed(parts, chosen) | {p + 1 for p in chosen if p + 1 < len(parts) and _contrasts(parts[p + 1])}
        if not alone:
            chosen |= {place + 1 for place in chosen if place + 1 < len(parts) and _leans(parts[place + 1])}
            chosen |= {place - 1 for place in chosen if place and _leans(parts[place])}
        asides = {place for place in chosen | {p + 1 for p in chosen} if place + 1 < len(parts)}
        chosen |= {place + 1 for place in asides if _resumes(parts[place], parts[place + 1])}
        chosen |= {lead for place in chosen for lead in _leads(parts, place)}
        chosen |= {
            place + 1 for place in chosen if place + 1 < len(parts) and ":" in _between(parts[place], parts[place + 1])
        }
        return tuple(parts[place] for place in sorted(chosen))

    @lazy
    def keys(self) -> Keys:
        """What the clauses in focus hold."""
        return frozenset().union(*(part.keys for part in self.focus))

    @lazy
    def here(self) -> Keys:
        """What the window holds, with the heading above it and the sentences beside it."""
        return self.match.window.keys | self.index.around(self.match.window)

    @lazy
    def cues(self) -> frozenset[Cue]:
        """What the clauses in focus say beside the clause's own topic: `suspended` denies nothing where it is what
        is denied, and a `without` that both have says nothing new."""
        clause, words = self.clause, self.clause.sentence.words
        saying = {p for hit in clause.hits if not hit.cues <= TOPICAL - {Cue.BAR} for p in range(hit.first, hit.last)}
        topic = {words[p] for p in range(clause.first, clause.last) if p not in saying}
        hits = (
            hit
            for part in self.focus
            for hit in part.hits
            if self._says(part, hit) and not topic.issuperset(phrase(part, hit))
        )
        return cues_of(tuple(hits)) | self.headed

    def _says(self, part: Clause, hit: Hit) -> bool:
        """Does it say something new of the part itself, within reach of what the clause is about?"""
        if hit.first in part.condition and Cue.ONLY not in hit.cues and not part.conditional:
            return False
        return self._in_reach(part, hit) and not self._same_without(part, hit)

    def _same_without(self, part: Clause, hit: Hit) -> bool:
        return hit.cues >= {Cue.NOT, Cue.UNLESS} and phrase(part, hit) in self._own_phrases

    @lazy
    def nearest(self) -> tuple[Clause, ...]:
        """The clauses that hold most of the clause's words, without those that lean on them."""
        scores = [self.index.share(self.clause, part) for part in self.focus]
        best = max(scores, default=0.0)
        return tuple(part for part, score in zip(self.focus, scores, strict=True) if score == best)

    @lazy
    def near_cues(self) -> frozenset[Cue]:
        """What those clauses say."""
        return cues_of([hit for part in self.nearest for hit in part.hits if not self._same_without(part, hit)])

    @lazy
    def headed(self) -> frozenset[Cue]:
        """What the heading above the window says of all under it: `Forbidden:`, `Never`."""
        heading = Sentence(self.match.window.sentence.heading, 0, 0)
        hits = hits_of(heading.words, self.lexicon)
        return frozenset(cue for hit in hits for cue in hit.cues & GOVERNING)

    @lazy
    def conditions(self) -> frozenset[Cue]:
        """What the conditions of the clauses in focus say: `while the gate is not locked`."""
        return cues_of([hit for part in self.focus for hit in part.hits if hit.first in part.condition])

    @lazy
    def new_hits(self) -> tuple[Hit, ...]:
        """What the clauses in focus say in other words than the clause."""
        return tuple(hit for part in self.focus for hit in part.hits if phrase(part, hit) not in self._own_phrases)

    @property
    def new_cues(self) -> frozenset[Cue]:
        return cues_of(self.new_hits)

    @lazy
    def own(self) -> frozenset[Cue]:
        """What the clause says, the condition beside it included."""
        return self.clause.cues | (self.clause.guard.cues if self.clause.guard else frozenset())

    @lazy
    def said(self) -> bool:
        """Is the window about just this: has it most of the clause's words, or all of those outside its condition?"""
        main = self.clause.main
        whole = len(main) > 1 and all(worth(stem, self.match.window.keys, self.lexicon) for stem in main)
        return self.match.coverage >= SAID or whole

    def held(self, topics: Sequence[str], keys: Keys) -> float:
        """Share of the topics that the keys hold; 1 where there are none."""
        return sum(bool(worth(stem, keys, self.lexicon)) for stem in topics) / len(topics) if topics else 1.0

    def verdict(self, change: Change, rule: str) -> Verdict:
        return Verdict(self.clause, change, rule, self.match)

    @lazy
    def _own_phrases(self) -> frozenset[tuple[str, ...]]:
        return frozenset(phrase(self.clause, hit) for hit in self.clause.hits)

    def _in_reach(self, part: Clause, hit: Hit) -> bool:
        """In a long clause a cue speaks of what stands near it, a weak one in any of which little is told."""
        if hit.cues == {Cue.AKIN} and not self.said:
            return self._near(part, hit, CLOSE)
        return len(part.words) <= LONG * part.lexicon.letters or self._near(part, hit, FAR)

    def _near(self, part: Clause, hit: Hit, far: int) -> bool:
        far *= part.lexicon.letters
        around = part.sentence.words[max(part.first, hit.first - far) : min(part.last, hit.last + far)]
        keys = keys_of(around, self.lexicon)
        return any(worth(stem, keys, self.lexicon) for stem in self.clause.topics)


def phrase(clause: Clause, hit: Hit) -> tuple[str, ...]:
    """The words of a hit."""
    return clause.sentence.words[hit.first : hit.last]


def cues_of(hits: Sequence[Hit]) -> frozenset[Cue]:
    return frozenset(cue for hit in hits for cue in hit.cues)


def _leans(clause: Clause) -> bool:
    """Needs the clause before it: `which …`, `…, never tap water`."""
    if clause.words and clause.words[0] in JOINERS and clause.imperative:
        return False
    own = clause.words[1:] if clause.words[:1] == ("and",) else clause.words
    if own[:1] == ("that",) and len(own) > 2 and FINITE.isdisjoint(own[1:2]):
        return False  # `insists that the tests pass, that nobody pushes`: each has a subject of its own
    contrast = bool(clause.hits) and clause.hits[0].first == clause.first and Cue.NOT in clause.hits[0].cues
    return bool(clause.words) and (clause.words[0] in LEANING or contrast)


def _contrasts(clause: Clause) -> bool:
    """`… by the team, not by the bot`: who or what it is not, in a few words of no verb."""
    denied = bool(clause.hits) and clause.hits[0].first == clause.first and Cue.NOT in clause.hits[0].cues
    return denied and len(clause.words) <= BRIEF and clause.words[1:2] != () and clause.words[1] in TOWARDS


def _echoed(parts: Sequence[Clause], chosen: Set[int]) -> set[int]:
    """`X is barred, and so is Y`: what is said of the one is said in the clause before."""
    echoing = {p for p in chosen if p and (parts[p].words[0] in ECHOES and not FINITE.isdisjoint(parts[p].words[:2]))}
    return {before for p in echoing for before in range(max(0, p - 2), p)}


def _resumes(aside: Clause, clause: Clause) -> bool:
    """`The owner, who is away, must not be told`: the subject's own verb, behind what was said of it in passing."""
    return clause.words[:1] != () and clause.words[0] in FINITE and aside.words[:1] != () and aside.words[0] in PASSING


def _leads(parts: Sequence[Clause], place: int) -> Iterator[int]:
    """The clause whose colon opens the list that this one stands in: `forbidden: [push, merge]`."""
    for before in range(place - 1, max(-1, place - LIST), -1):
        between = _between(parts[before], parts[before + 1])
        if not CLOSING.isdisjoint(between):
            return
        if ":" in between:
            yield before
            return


def _between(one: Clause, other: Clause) -> str:
    spans = one.sentence.word_spans
    return one.sentence.text[spans[one.last - 1][1] : spans[other.first][0]]
