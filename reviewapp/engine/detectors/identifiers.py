"""Names that must survive letter by letter: damaged, lost, or named by nobody."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.claims.blanks import Blanks
from reviewapp.engine.names.ambiguous import Shared, ambiguous
from reviewapp.engine.names.idents import Ident
from reviewapp.engine.names.known import Names
from reviewapp.engine.names.ranges import Range, moved
from reviewapp.engine.names.renamed import Renamed, Said
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Change, Example, Finding, Kind, Rule, Severity, Span
from reviewapp.engine.values.assignments import Setting, changed

ALTERED = Rule("identifier.altered", "A name that no turn holds, close to one that a turn does hold")
REPLACED = Rule(
    "identifier.replaced", "Another name of the same kind, which no turn holds, in the place of one that was said"
)
TAKEN_BACK = Rule("identifier.taken_back", "A name that a turn took back, without the one it gave instead")
DROPPED = Rule("identifier.dropped", "A name that was said is not in the summary")
ADDED = Rule("identifier.added", "A name that no turn holds")
RANGED = Rule("identifier.range", "A range of names begins or ends elsewhere than in the turn")
AMBIGUOUS = Rule("identifier.ambiguous", "The beginning of an id that several ids of the turns share")
SETTING = Rule("identifier.setting", "A setting has another word than the turn gave it")
RULES: tuple[Rule, ...] = (ALTERED, REPLACED, TAKEN_BACK, RANGED, AMBIGUOUS, SETTING, DROPPED, ADDED)


NAMED = 400  # units of work for a name that is missing


def detect(pair: Pair) -> Iterator[Finding]:
    names, renamed = pair.once(Names), pair.once(Renamed)
    damaged = {origin.canonical for _, origin in names.origins.values()}
    displaced: set[str] = set()
    yield from (
        _altered(pair, ident, *names.origins[ident.canonical])
        for ident in names.novel
        if ident.canonical in names.origins
    )
    yield from (_reset(pair, said, stated) for said, stated in changed(names.facts))
    yield from (_ranged(pair, said, stated) for said, stated in moved(pair))
    yield from map(_shared, ambiguous(pair))
    revived = list(renamed.revived())
    yield from (_taken_back(pair, right, ident) for right, ident in revived)
    damaged.update(renamed.corrected, (right.ident.canonical for right, _ in revived))
    for turn in names.facts.live:
        for ident in names.dropped(turn):
            if ident.canonical in damaged or not pair.work.afford(NAMED):
                continue
            instead = _in_stead(renamed, turn, ident)
            if instead is not None:
                displaced.add(instead.canonical)
                yield _replaced(pair, turn, ident, instead)
            else:
                yield _dropped(names, turn, ident)
    told = displaced.union(names.origins)
    alone = (ident for ident in names.novel if ident.strong and ident.canonical not in told)
    yield from (_added(ident) for ident in alone if not names.shortens(ident))


def _in_stead(renamed: Renamed, turn: int, ident: Ident) -> Ident | None:
    """Looked for only where the loss counts."""
    if turn not in renamed.facts.brief or not renamed.names.counts(turn, ident):
        return None
    return renamed.displaced(turn, ident)


def _replaced(pair: Pair, turn: int, ident: Ident, instead: Ident) -> Finding:
    said = f"Turn {pair.number(turn)} says “{ident.text}”"
    why = f"{said}; about the same topic the summary says “{instead.text}”, which no turn names."
    source, target = Span(turn, ident.start, ident.end), Span(None, instead.start, instead.end)
    return Finding(Kind.IDENTIFIER, Change.ALTERED, Severity.BLOCKING, REPLACED.id, why, source, target)


def _taken_back(pair: Pair, right: Said, ident: Ident) -> Finding:
    why = f"Turn {pair.number(right.turn)} takes “{ident.text}” back and gives “{right.ident.text}” instead."
    source, target = Span(right.turn, right.ident.start, right.ident.end), Span(None, ident.start, ident.end)
    return Finding(Kind.IDENTIFIER, Change.ALTERED, Severity.BLOCKING, TAKEN_BACK.id, why, source, target)


def _altered(pair: Pair, ident: Ident, turn: int, origin: Ident) -> Finding:
    why = f"No turn names “{ident.text}”; turn {pair.number(turn)} names “{origin.text}”."
    source, target = Span(turn, origin.start, origin.end), Span(None, ident.start, ident.end)
    return Finding(Kind.IDENTIFIER, Change.ALTERED, Severity.BLOCKING, ALTERED.id, why, source, target)


def _reset(pair: Pair, said: Setting, stated: Setting) -> Finding:
    why = f"Turn {pair.number(said.turn or 0)} sets {said.key} to “{said.word}”, the summary to “{stated.word}”."
    source, target = Span(said.turn, said.start, said.end), Span(None, stated.start, stated.end)
    return Finding(Kind.IDENTIFIER, Change.ALTERED, Severity.BLOCKING, SETTING.id, why, source, target)


def _ranged(pair: Pair, said: Range, stated: Range) -> Finding:
    turn = said.span.turn
    assert turn is not None, "it is a turn that says it"
    own, other = (
        text[r.span.start : r.span.end] for text, r in ((pair.turns[turn].content, said), (pair.summary, stated))
    )
    why = f"Turn {pair.number(turn)} says “{own}”, the summary “{other}”."
    return Finding(Kind.IDENTIFIER, Change.ALTERED, Severity.BLOCKING, RANGED.id, why, said.span, stated.span)


def _shared(shared: Shared) -> Finding:
    why = f"{shared.count} ids of the turns begin with “{shared.ident.text}”; the summary names none of them whole."
    target = Span(None, shared.ident.start, shared.ident.end)
    return Finding(Kind.IDENTIFIER, Change.ALTERED, Severity.BLOCKING, AMBIGUOUS.id, why, shared.one, target)


def _added(ident: Ident) -> Finding:
    why = f"No turn names “{ident.text}” in any form."
    return Finding(
        Kind.ADDITION, Change.ADDED, Severity.WARNING, ADDED.id, why, None, Span(None, ident.start, ident.end)
    )


def _dropped(names: Names, turn: int, ident: Ident) -> Finding:
    why = f"“{ident.text}” is not in the summary in any form."
    told = names.pair.once(Blanks).filled(turn, ident.start, ident.end) if turn in names.facts.brief else None
    severity = Severity.WARNING if told or names.counts(turn, ident) else Severity.NOTE
    return Finding(Kind.IDENTIFIER, Change.DROPPED, severity, DROPPED.id, why, Span(turn, ident.start, ident.end), told)


EXAMPLES: tuple[Example, ...] = (
    Example(
        (("user", "Refund order TXN-994182 today."),),
        "Order TXN-994128 is to be refunded today.",
        ((Kind.IDENTIFIER, Change.ALTERED, "TXN-994182"),),
    ),
    Example(
        (("tool", "services/billing/internal/ledger.go:88: undefined: postEntry"), ("user", "fix it")),
        "services/internal/ledger.go does not compile.",
        ((Kind.IDENTIFIER, Change.ALTERED, "services/billing/internal/ledger.go:88"),),
    ),
    Example(
        (("user", "The tenant is 7c9e6679-7425-40de-944b-e07fc1f90ae7."),),
        "The tenant is 7c9e6679.",
        ((Kind.IDENTIFIER, Change.ALTERED, "7c9e6679-7425-40de-944b-e07fc1f90ae7"),),
    ),
    Example(
        (
            ("tool", "7c9e6679-7425-40de-944b-e07fc1f90ae7 current\n7c9e6679-19d0-4a42-8d0e-55c1b7e0a9f4 previous"),
            ("user", "Roll back to the previous one. Both begin with 7c9e6679, so be careful."),
        ),
        "Rolled back to 7c9e6679.",
        ((Kind.IDENTIFIER, Change.ALTERED, "7c9e6679-7425-40de-944b-e07fc1f90ae7"),),
    ),
    Example(
        (("user", "Commit with --signoff, the token needs the scope repo:write only."),),
        "The token needs only the scope repo:write.",
        ((Kind.IDENTIFIER, Change.DROPPED, "--signoff"),),
    ),
    Example(
        (("user", "Clean up the worker."), ("assistant", "The worker is clean.")),
        "The worker was cleaned up in src/worker/pool.rs.",
        ((Kind.ADDITION, Change.ADDED, "src/worker/pool.rs"),),
    ),
    Example(
        (("user", "Give the export bot repo:read, nothing else."),),
        "The export bot has repo:write and nothing else.",
        ((Kind.IDENTIFIER, Change.ALTERED, "repo:read"),),
    ),
    Example(
        (("user", "Close ticket MCP-108, sorry, ENT-108 is the one."),),
        "Ticket MCP-108 is to be closed.",
        ((Kind.IDENTIFIER, Change.ALTERED, "ENT-108"),),
    ),
    Example((("user", "Close ticket MCP-108, sorry, ENT-108 is the one."),), "Ticket ENT-108 is to be closed."),
    Example(
        (("user", "Pull lots 7C110 through 7C118. Lot 7C119 stays."),),
        "Lots 7C110 to 7C119 are pulled.",
        ((Kind.IDENTIFIER, Change.ALTERED, "7C110 through 7C118"), (Kind.IDENTIFIER, Change.DROPPED, "7C118")),
    ),
    Example(
        (("user", "Pull lots 7C110 through 7C118. Lot 7C119 stays."),), "Lots 7C110-7C118 are pulled, 7C119 stays."
    ),
    Example(
        (("user", "Rotate DEPOT_STRIPE_WEBHOOK_KEY tonight."),),
        "DEPOT_STRIPE_WEBHOOK_SECRET is rotated tonight.",
        ((Kind.IDENTIFIER, Change.ALTERED, "DEPOT_STRIPE_WEBHOOK_KEY"),),
    ),
    Example(
        (("user", "Run it with ask=off and region=eu, please."),),
        "It runs with ask=always and region=eu.",
        ((Kind.IDENTIFIER, Change.ALTERED, "ask=off"),),
    ),
    Example(
        (
            ("user", "agentName in `pkg/agent/config.yaml` stays. Base: 4c81d0fe2ab97733d15e0b6c8a9917f4420ee1b5."),
            ("tool", "diff --git a/pkg/agent/other.go b/pkg/agent/other.go"),
        ),
        "agent_name in config.yaml stays as it is; the base is 4c81d0fe.",
    ),
    Example(
        (
            ("user", "Where do drafts go?"),
            ("assistant", "Drafts of the night desk are kept in inbox/outbox for a day."),
        ),
        "Drafts of the night desk are kept in the usual place for a day.",
        ((Kind.IDENTIFIER, Change.DROPPED, "inbox/outbox"),),
    ),
)
