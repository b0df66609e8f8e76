"""Names that must survive letter by letter: damaged, lost, or named by nobody."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.assignments import Setting, changed
from reviewapp.engine.idents import Ident
from reviewapp.engine.names import Names
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Change, Example, Finding, Kind, Rule, Severity, Span

ALTERED = Rule("identifier.altered", "A name that no turn holds, close to one that a turn does hold")
DROPPED = Rule("identifier.dropped", "A name that was said is not in the summary")
ADDED = Rule("identifier.added", "A name that no turn holds")
SETTING = Rule("identifier.setting", "A setting has another word than the turn gave it")
RULES: tuple[Rule, ...] = (ALTERED, SETTING, DROPPED, ADDED)


def detect(pair: Pair) -> Iterator[Finding]:
    names = pair.once(Names)
    damaged: set[str] = set()
    for ident in names.novel:
        origin = names.origins.get(ident.canonical)
        if origin is not None:
            damaged.add(origin[1].canonical)
            yield _altered(ident, *origin)
        elif ident.strong and not names.shortens(ident):
            yield _added(ident)
    yield from (_reset(said, stated) for said, stated in changed(names.facts))
    for turn in names.facts.live:
        for ident in names.dropped(turn):
            if ident.canonical not in damaged:
                yield _dropped(names, turn, ident)


def _altered(ident: Ident, turn: int, origin: Ident) -> Finding:
    why = f"No turn names “{ident.text}”; turn {turn} names “{origin.text}”."
    source, target = Span(turn, origin.start, origin.end), Span(None, ident.start, ident.end)
    return Finding(Kind.IDENTIFIER, Change.ALTERED, Severity.BLOCKING, ALTERED.id, why, source, target)


def _reset(said: Setting, stated: Setting) -> Finding:
    why = f"Turn {said.turn} sets {said.key} to “{said.word}”, the summary to “{stated.word}”."
    source, target = Span(said.turn, said.start, said.end), Span(None, stated.start, stated.end)
    return Finding(Kind.IDENTIFIER, Change.ALTERED, Severity.BLOCKING, SETTING.id, why, source, target)


def _added(ident: Ident) -> Finding:
    why = f"No turn names “{ident.text}” in any form."
    return Finding(
        Kind.ADDITION, Change.ADDED, Severity.WARNING, ADDED.id, why, None, Span(None, ident.start, ident.end)
    )


def _dropped(names: Names, turn: int, ident: Ident) -> Finding:
    why = f"“{ident.text}” is not in the summary in any form."
    severity = Severity.WARNING if names.counts(turn, ident) else Severity.NOTE
    return Finding(Kind.IDENTIFIER, Change.DROPPED, severity, DROPPED.id, why, Span(turn, ident.start, ident.end))


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
)
