"""What a clause denies, said to be there by the next words of the summary: `no latex`, and `the gloves are latex`."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.binding.facing import Verdict
from reviewapp.engine.binding.rules import Clause, keys_of
from reviewapp.engine.text import Sentence

NEXT = 3  # words after a denial in which it names what it denies


def affirmed(verdict: Verdict) -> bool:
    """Does the matched sentence affirm it, among other words that the turn says beside it? Then few words decide."""
    if verdict.match is None:
        return False
    clause, told = verdict.clause, verdict.match.window.sentence
    return any(_is_there(head, clause, told) and _in_company(head, clause, told) for head in _denied(clause))


def _denied(clause: Clause) -> Iterator[str]:
    """The first telling word after each denial."""
    words, lexicon = clause.sentence.words, clause.lexicon
    for hit in clause.hits:
        if clause.is_denial(hit):
            after = words[hit.last : min(hit.last + NEXT, clause.last)]
            yield from (lexicon.stem(word) for word in [word for word in after if not lexicon.is_empty(word)][:1])


def _is_there(head: str, clause: Clause, told: Sentence) -> bool:
    """Right after a word such as `with` or `is`."""
    there, stem = clause.lexicon.there, clause.lexicon.stem
    return any(before in there and stem(word) == head for before, word in zip(told.words, told.words[1:], strict=False))


def _in_company(head: str, clause: Clause, told: Sentence) -> bool:
    """Does the sentence hold something else of the sentence that the denial stands in?"""
    said = {clause.lexicon.stem(word) for word in clause.sentence.words if not clause.lexicon.is_empty(word)}
    return not (said - {head}).isdisjoint(keys_of(told.words, clause.lexicon))
