"""What the summary says that nobody said: permissions, wishes, rules, people, and a one-off made a standing rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reviewapp.engine.binding.borders import FINITE
from reviewapp.engine.binding.rules import Clause
from reviewapp.engine.claims.extract import untraced
from reviewapp.engine.claims.people import names
from reviewapp.engine.claims.progress import turned
from reviewapp.engine.claims.speaking import wishes
from reviewapp.engine.claims.standing import standing
from reviewapp.engine.claims.support import Support, asserted
from reviewapp.engine.claims.telling import Aspect
from reviewapp.engine.claims.unsaid import unsaid
from reviewapp.engine.claims.voices import wishes_for
from reviewapp.engine.lang import Cue
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import fold, words
from reviewapp.engine.types import Change, Example, Finding, Kind, Rule, Severity, Span
from reviewapp.engine.values.facts import Facts

GRANTED = Rule("addition.granted", "A permission or approval that nobody gave")
WISHED = Rule("addition.wished", "A wish or decision of the user that no user turn holds")
RULED = Rule("addition.ruled", "A prohibition although no turn that shares its words forbids anything")
STANDING = Rule("addition.standing", "Something said for one occasion stands as a rule")
PERSON = Rule("addition.person", "A person or firm that no turn names")
UNTRACED = Rule("addition.untraced", "A line that no turn holds, in a summary made of the turns' own lines")
PROGRESS = Rule("addition.progress", "Work that was done stands as open, or open work as done")
UNSAID = Rule("addition.unsaid", "A wish, an order, a plan or a permission of which no turn says a word")
RULES: tuple[Rule, ...] = (GRANTED, WISHED, RULED, STANDING, PERSON, UNTRACED, PROGRESS, UNSAID)

PARTIAL = 6  # times: a summary so much longer than its turns was made from more than these
TELLING = 2  # topics: a clause of fewer can't be called unheard of


def detect(pair: Pair) -> Iterator[Finding]:
    if not pair.turns or len(pair.summary) > PARTIAL * pair.source_chars:
        return
    yield from _claims(pair)
    yield from (_finding(STANDING, place, why) for place, why in standing(pair))
    yield from _people(pair)
    yield from _progress(pair)
    yield from (_finding(UNTRACED, (line.start, line.end), f"{UNTRACED.title}.") for line in untraced(pair))


def _progress(pair: Pair) -> Iterator[Finding]:
    for said, told in turned(pair):
        kind = Kind.NEGATION if said.stated.aspect is Aspect.OPEN else Kind.OBLIGATION
        source, target = Span(said.turn, said.sentence.start, said.sentence.end), Span(None, *told.clause.span)
        why = f"Turn {pair.number(said.turn)} tells last that this is {said.stated.aspect}."
        yield Finding(kind, Change.INVERTED, Severity.WARNING, PROGRESS.id, why, source, target)


def _claims(pair: Pair) -> Iterator[Finding]:
    support = pair.once(Support)
    told: set[int] = set()
    for clause in pair.once(asserted):
        rule = _unheard_of(clause, support)
        if rule:
            # A long session with tools tells of the user's wishes in words of its own: there it is a hint, no more.
            hint = rule is WISHED and pair.has_tools and not support.is_short
            severity = Severity.NOTE if hint else Severity.WARNING
            told.update([clause.sentence.start] if severity is Severity.WARNING else [])
            yield replace(_finding(rule, clause.span, f"{rule.title}."), severity=severity)
    for line in (line for line in unsaid(pair) if line.start not in told):
        severity = Severity.NOTE if pair.has_tools and not support.is_short else Severity.WARNING
        yield replace(_finding(UNSAID, (line.start, line.end), f"{UNSAID.title}."), severity=severity)


def _unheard_of(clause: Clause, support: Support) -> Rule | None:
    if len(clause.topics) < TELLING:
        return None
    if support.grants(clause):
        unheard = GRANTED if not support.granted(clause) else None
    elif clause.sentence.start in support.pair.once(wishes):
        unheard = WISHED if _says_what(clause) and not support.heard(clause) else None
    elif support.is_short and Cue.MAY in clause.cues and Cue.NOT not in clause.cues:
        unheard = GRANTED if support.strange(clause) else None
    else:
        unheard = RULED if _forbids(clause) and not support.forbidden(clause) else None
    return unheard if unheard and support.speaks_of(clause) and not support.verbatim(clause) else None


def _says_what(clause: Clause) -> bool:
    """Does the clause go on after the words of wishing: `… wants …`, not `… as the user asked` or `…, and has`?"""
    if clause.words[:1] == ("and",) and not FINITE.isdisjoint(clause.words[1:2]):
        return False
    after, end = wishes_for(clause.sentence.folded), clause.span[1] - clause.sentence.start
    placed = zip(clause.sentence.word_spans, clause.sentence.words, strict=True)
    rest = {clause.lexicon.stem(word) for (start, _), word in placed if after <= start < end}
    return not rest.isdisjoint(clause.topics)


def _forbids(clause: Clause) -> bool:
    return Cue.NOT in clause.cues and bool(clause.cues & {Cue.MUST, Cue.MAY} or "never" in clause.words)


def _people(pair: Pair) -> Iterator[Finding]:
    found = [name for sentence in pair.sentences for name in names(sentence)]
    known = {word for token in pair.once(Facts).tokens for word in words(fold(token))} if found else frozenset()
    for start, end, own in found:
        if not any(word in known for part in own for word in words(fold(part))):
            yield _finding(PERSON, (start, end), f"No turn names “{pair.summary[start:end]}”.")


def _finding(rule: Rule, place: tuple[int, int], why: str) -> Finding:
    return Finding(Kind.ADDITION, Change.ADDED, Severity.WARNING, rule.id, why, target=Span(None, *place))


def _said(turns: tuple[tuple[str, str], ...], summary: str, quote: str = "") -> Example:
    return Example(turns, summary, ((Kind.ADDITION, Change.ADDED, quote or summary),) if quote else ())


def _told(status: str, summary: str, *, found: bool = False) -> Example:
    """What somebody told, and a summary, which contradicts it where something is to be found."""
    kind = Kind.OBLIGATION if "[ ]" in summary else Kind.NEGATION
    return Example((("user", status),), summary, ((kind, Change.INVERTED, status),) if found else ())


_PUSH = (("user", "Rebase feat/quota onto main. I talk to Ngozi before anything goes up."),)
_LEAVE = (("user", "You can push feat/quota without asking."),)
_SCAN = (("user", "For today's run only you can skip the licence scan."),)
_PUMP = (("user", "The pump trial started on 2 March, flow was 3.1 l/min and no leaks were seen."),)
_SENT = (("user", "Please send the invoice to Harlow."), ("assistant", "The invoice to Harlow has been sent."))
_PLAN = (("user", "Milestone 3 is the exporter, milestone 4 is publishing to the registry."),)
_LINES = ("Use tabs in Go files.", "Run make lint before each commit.", "Keep handlers free of SQL text.")
_MORE = (
    "Tests live beside the code they test.",
    "Errors are wrapped with their cause.",
    "Names of tables are singular nouns.",
)
_STYLE = (("system", "\n".join(_LINES + _MORE)),)
_STRANGE = "Release notes mention every migrated customer account."
EXAMPLES: tuple[Example, ...] = (
    _said(_PUSH, "The user approved a force-push of feat/quota.", "The user approved a force-push of feat/quota"),
    _said(_PUSH, "The user wants daily reports by e-mail.", "The user wants daily reports by e-mail"),
    _said(_PLAN, "Never publish to the registry from here.", "Never publish to the registry from here"),
    _said(_SCAN, "The licence scan is to be skipped in CI.", "The licence scan is to be skipped in CI"),
    _said(_PUMP, "The trial was led by Dr. Marisol Keane and no leaks were seen.", "Dr. Marisol Keane"),
    _said(_STYLE, "\n".join((*_LINES, _STRANGE, *_MORE)), _STRANGE),
    Example(_SENT, "Pending:\n- Send the invoice to Harlow", ((Kind.OBLIGATION, Change.INVERTED, _SENT[1][1]),)),
    _told("The permit hasn't been signed yet.", "The permit was signed.", found=True),
    _told("I have not called the vet.", "Vet: called.\nSamples: missing.", found=True),
    _told("The seeds arrived this morning.", "- [ ] seeds arrived", found=True),
    _told("Das Gerüst wurde noch nicht aufgebaut.", "Das Gerüst ist aufgebaut und abgenommen.", found=True),
    _told("Le maire n'a pas encore signé l'arrêté.", "Le maire a signé l'arrêté.", found=True),
    _told("La licencia aún no está concedida.", "La licencia fue concedida.", found=True),
    _told("A vistoria ainda não foi feita.", "A vistoria foi feita.", found=True),
    _told("Нотариус ещё не подтвердил дату.", "Нотариус подтвердил дату.", found=True),
    _told("货物尚未发出。", "货物已发出。", found=True),
    _told("部品の検査はまだ終わっていません。", "部品の検査は完了。", found=True),
    _told("부품 검사는 아직 끝나지 않았습니다.", "부품 검사 완료.", found=True),
    _told("لم يتم فحص الأجزاء المستلمة بعد.", "تم فحص الأجزاء المستلمة.", found=True),
    _told("The permit hasn't been signed yet.", "The permit is still unsigned."),
    _told("Tests were not run yet. Now all tests pass, the run is through.", "The tests were run."),
    _told("Worn shoes are not taken back.", "Worn shoes were taken back to the depot once."),
    _said(_PUSH, "Ngozi also asked for printed handouts.", "Ngozi also asked for printed handouts."),
    _said(_PUSH, "Next: announce downtime to subscribers.", "Next: announce downtime to subscribers."),
    _said(_PUSH, "Next: rebase the branch feat/quota."),
    _said(_PUSH, "Next steps:"),
    _said(_SENT, "The invoice was sent to Harlow."),
    _said(_SENT, "The invoice to Harlow has been sent. Her brother may collect it.", "Her brother may collect it"),
    Example(
        (("user", "Port my number, please."), ("tool", "balance: 31.20; plan: Flex 20GB")),
        "The number is to be ported. The user also wants the bill on paper.",
        ((Kind.ADDITION, Change.ADDED, "also wants the bill on paper"),),
    ),
    _said(_LEAVE, "The agent may push feat/quota without asking."),
    _said(_SCAN, "The licence scan was skipped in today's run."),
    _said(_STYLE, "\n".join((*_MORE, *_LINES))),
)
