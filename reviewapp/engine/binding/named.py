"""Whether a sentence speaks of the very thing that a rule is about.

A pin stands over every session, and most of them are about something else that shares a word with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from reviewapp.engine.binding.align import worth
from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.binding.mention import topics_around
from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import Clause, Keys, keys_of
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Finding

NAMED = 2  # topic words with which a rule says by itself what it is about
MOST = 0.85  # share of a rule's own topic words without which a sentence is about something else


def names_it(pair: Pair, finding: Finding) -> bool:
    """Does the summary's side of the finding hold what the rule is about, its condition left aside?"""
    source, target = finding.source, finding.target
    if source is None or source.turn is None or target is None:
        return False
    clauses = (clause for sentence in pair.turn_sentences(source.turn) for clause in read(sentence))
    meant = [clause for clause in clauses if clause.span[0] < source.end and source.start < clause.span[1]]
    spoken = [s.words for s in pair.sentences if s.start < target.end and target.start < s.end]
    topics = [(stem, clause.lexicon) for clause in meant for stem in clause.main]
    if len(topics) < NAMED and not _around(meant, spoken):
        return False
    held = sum(any(_holds(keys_of(words, lexicon), stem, lexicon) for words in spoken) for stem, lexicon in topics)
    return held >= MOST * len(topics)


def _around(meant: Sequence[Clause], spoken: Sequence[Sequence[str]]) -> bool:
    """Where all that a rule is about is one word (`ask me before you order the tent`), half of the words around it, in
    its condition as well, have to be there: neighbours that are invited are not asked about a tent."""
    around = [(stem, clause.lexicon) for clause in meant for stem in topics_around(clause)]
    held = sum(any(_holds(keys_of(words, lexicon), stem, lexicon) for words in spoken) for stem, lexicon in around)
    return 2 * held >= len(around)


def _holds(keys: Keys, stem: str, lexicon: Lexicon) -> bool:
    """The word, one that means the same, or its contrary."""
    return bool(worth(stem, keys, lexicon)) or not keys.isdisjoint(lexicon.opposites.get(stem, ()))
