"""What was tried and failed, and stands in the summary as a plan, as working, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reviewapp.engine.binding.reading import lexicon_for, read
from reviewapp.engine.binding.rules import Clause, keys_of
from reviewapp.engine.binding.verdicts import index_of, language_of_turn
from reviewapp.engine.claims.aspect import held, named, states_of
from reviewapp.engine.claims.attempts import Attempt, attempts
from reviewapp.engine.claims.speaking import reported
from reviewapp.engine.claims.telling import LABEL, Aspect, telling
from reviewapp.engine.lang import Language
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape
from reviewapp.engine.types import Change, Example, Finding, Kind, Origin, Rule, Severity, Span

AGAIN = Rule("failure.again", "What was tried and failed is a plan again, or is said to work")
LOST = Rule("failure.lost", "What was tried and failed is not in the summary")
RULES: tuple[Rule, ...] = (AGAIN, LOST)

SAME = 0.66  # share of a claim's words that the attempt must hold to be what it speaks of
SHARED = 2  # words that both must have
TOLD = 0.5  # share of the attempt's words that a sentence must hold that alludes to it
RUNS = 5  # turns of tools after which what was taken back may be in again without a word


@dataclass(frozen=True)
class Claim:
    """A clause that says that something is planned, done or works."""

    clause: Clause
    topics: tuple[str, ...]


def detect(pair: Pair) -> Iterator[Finding]:
    failed = list(attempts(pair))
    claims = list(_claims(pair)) if failed else []
    since = pair.worked[-RUNS] if len(pair.worked) >= RUNS else 0
    for attempt in failed:
        if pair.turns[attempt.turn].content[attempt.start : attempt.end] in pair.summary:
            continue  # told word for word
        again = next((claim for claim in claims if _same(claim, attempt)), None)
        if again and (attempt.tried or attempt.turn >= since) and not _taken_up(pair, attempt, again):
            yield _finding(pair, attempt, again)
        elif not again and attempt.tried and not _is_told(pair, attempt):
            yield _finding(pair, attempt, None)


def _claims(pair: Pair) -> Iterator[Claim]:
    language = pair.once(index_of).language
    lines = (line for line in pair.sentences if line.start not in pair.once(reported))
    for line in lines:
        if line.shape not in (Shape.CODE, Shape.HEADING) and not _fails(line, language):
            yield from _stated(line, pair.summary, language)
            clauses = read(line, language)
            planned = any(map(_heads_a_plan, (*clauses[:1], *read(Sentence(line.heading, 0, 0), language)[:1])))
            yield from (Claim(clause, _planned(clause)) for clause in clauses if planned or _stands(clause))


def _stated(line: Sentence, text: str, language: Language) -> Iterator[Claim]:
    """What it says was done, or stands under a heading of what is to do. `It is ready` does not say what was done."""
    states = states_of(line, text, language)
    return (Claim(s.clause, s.topics) for s in states if not s.bare and (s.aspect is not Aspect.OPEN or not s.own))


def _heads_a_plan(clause: Clause) -> bool:
    """`Next step:`, `Plan:`"""
    known = telling(clause.lexicon.language)
    short = len(clause.words) <= LABEL or not known.states.plain
    return short and clause.last < len(clause.sentence.words) and bool(known.planned.search(known.said(clause.words)))


def _planned(clause: Clause) -> tuple[str, ...]:
    """What is planned or works, without the words that say so."""
    known = telling(clause.lexicon.language)
    return named(clause, known.said(clause.words), (known.planned, known.works))


def _stands(clause: Clause) -> bool:
    """Is it planned, or said to work?"""
    known = telling(clause.lexicon.language)
    said = known.said(clause.words)
    stands = known.planned.search(said) or known.works.search(said)
    return bool(stands) and not clause.question and not clause.denies and not known.no.search(said)


def _fails(sentence: Sentence, language: Language) -> bool:
    """Does it tell of a failure, or of a trying?"""
    known = telling(lexicon_for(sentence, language).language)
    said = known.said(sentence.words)
    return any(pattern.search(said) for pattern in (known.failed, known.undone, known.tried))


def _same(claim: Claim, attempt: Attempt) -> bool:
    if claim.clause.lexicon is not attempt.lexicon or len(claim.topics) < SHARED:
        return False
    numbered = not attempt.numbers.isdisjoint(claim.clause.words)
    if attempt.numbers and not numbered:
        return False
    share = held(claim.topics, attempt.keys, attempt.lexicon)
    return share >= (TOLD if numbered else SAME) and share * len(claim.topics) + numbered >= SHARED


def _is_told(pair: Pair, attempt: Attempt) -> bool:
    """Does a sentence that denies something, or tells of a failure, hold half of the attempt's words?"""
    index = pair.once(index_of)
    alluding = (w for w in index.windows if held(attempt.topics, w.keys, attempt.lexicon) >= TOLD)
    return any(_ends(window.sentence, index.language) for window in alluding)


def _ends(sentence: Sentence, language: Language) -> bool:
    known = telling(lexicon_for(sentence, language).language)
    return bool(known.no.search(known.said(sentence.words))) or _fails(sentence, language)


def _taken_up(pair: Pair, attempt: Attempt, claim: Claim) -> bool:
    """Did anybody say later that it is done after all, or is to be?"""
    for turn in range(attempt.turn, len(pair.turns)):
        for sentence in pair.turn_sentences(turn) if pair.speakers[turn] is not Origin.TOOL else ():
            later = turn > attempt.turn or sentence.start >= attempt.end
            if later and _speaks_of(claim, sentence) and not _ends(sentence, language_of_turn(pair, turn)):
                return True
    return False


def _speaks_of(claim: Claim, sentence: Sentence) -> bool:
    lexicon = claim.clause.lexicon
    return held(claim.topics, keys_of(sentence.words, lexicon), lexicon) >= SAME


def _finding(pair: Pair, attempt: Attempt, again: Claim | None) -> Finding:
    source = Span(attempt.turn, attempt.start, attempt.end)
    if again:
        target = Span(None, *again.clause.span)
        return Finding(Kind.NEGATION, Change.INVERTED, Severity.BLOCKING, AGAIN.id, f"{AGAIN.title}.", source, target)
    loud = pair.turns[attempt.turn].binds or not pair.has_tools
    severity = Severity.WARNING if loud else Severity.NOTE
    return Finding(Kind.NEGATION, Change.DROPPED, severity, LOST.id, f"{LOST.title}.", source)


_SAID = "We tried switching the cache to Redis Streams, it lost messages."


def _example(summary: str, *found: Change) -> Example:
    return Example((("user", _SAID),), summary, tuple((Kind.NEGATION, change, _SAID) for change in found))


def _back(said: str, summary: str, *, found: bool = True) -> Example:
    return Example((("user", said),), summary, ((Kind.NEGATION, Change.INVERTED, said),) if found else ())


_ASYNC = "Switched the logger to async mode, but entries went missing, so I put it back."
_BATCH = "I raised the batch size to 512 and it ran out of memory, so it is back to 128."
EXAMPLES: tuple[Example, ...] = (
    _example("Next step: switch the cache to Redis Streams.", Change.INVERTED),
    _example("The queue was renamed.", Change.DROPPED),
    _example("Redis Streams for the cache was tried and dropped: messages got lost."),
    _example("Switching the cache to Redis Streams lost messages."),
    _back(_ASYNC, "The logger was switched to async mode."),
    _back(_ASYNC, "Plan: switch the logger to async mode."),
    _back(_BATCH, "The batch size has been raised to 512."),
    _back("Ich habe den Teig kalt geführt, er ging nicht auf, das habe ich verworfen.", "Plan: Teig kalt führen."),
    _back("J'ai essayé la cuisson lente, la pâte a séché, j'ai abandonné.", "La cuisson lente de la pâte fonctionne."),
    _back("Probé a subir el límite de memoria, el nodo se cayó y lo revertí.", "El límite de memoria se subió."),
    _back("Tentei subir o limite de memória, o nó caiu e desfiz.", "O plano: subir o limite de memória."),
    _back("Включил сжатие бэкапов, восстановление сломалось, вернул как было.", "Сжатие бэкапов включено."),
    _back("试过开启压缩功能，备份失败，已撤回。", "压缩功能已启用。"),
    _back("圧縮機能を試したが失敗したので元に戻した。", "圧縮機能は有効。"),
    _back("압축 기능을 시도했지만 실패해서 되돌렸습니다.", "압축 기능 활성화."),
    _back("جربنا ضغط النسخ الاحتياطية ففشلت وتراجعنا.", "الخطة ضغط النسخ الاحتياطية."),
    _back(_ASYNC, "Async mode for the logger was tried and taken back, entries went missing.", found=False),
    _back(_BATCH, "The batch size is 128 again; 512 ran out of memory.", found=False),
)
