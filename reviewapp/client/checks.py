"""Is this context what was approved? Digest and pins with the standard library, the signature with `[verify]`."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from reviewapp.client.errors import NotVerified, RolledBack, Unsigned
from reviewapp.client.results import Answer, Context
from reviewapp.guard.assertion import block_at_its_place
from reviewapp.guard.digest import context_digest
from reviewapp.guard.pinned import parse_block


@dataclass
class Checks:
    """What an agent holds a served context against.

    `keys`: the bytes of `stet-keys.json`, best kept from a time you trust. `team`: the team's id in the receipts.
    `seen`: session -> highest epoch seen; a mapping that outlives the process also refuses roll-backs after a restart.
    """

    keys: bytes | None = None
    team: str | None = None
    seen: MutableMapping[str, int] = field(default_factory=dict)

    def verified(self, answer: Any, *, compaction: str, format: str, signature: bool) -> Context:
        """The context in `answer`, if everything fits; raises NotVerified otherwise."""
        told = Answer(answer)
        messages, digest = told.items("messages"), told.text("context_digest")
        if told.text("compaction") != compaction or told.text("format") != format:
            raise NotVerified("a context of another compaction or form than was asked for")
        _digest_fits(messages, digest)
        _block_stands(messages)
        context = Context(
            compaction=compaction,
            session=told.text("session"),
            epoch=told.number("epoch"),
            format=format,
            through_seq=told.number("through_seq"),
            messages=messages,
            digest=digest,
            signed=signature,
            answer=told.value,
        )
        if signature:
            self._signature_fits(context)
        self._not_rolled_back(context)
        return context

    def _signature_fits(self, context: Context) -> None:
        verify = _verifier()
        if self.keys is None:
            raise Unsigned("no keys to check the signature with")
        try:
            statement = verify.verify_receipt(
                json.dumps(context.receipt).encode(), verify.load_keys(self.keys), team=self.team
            )
            verify.verify_context(statement, context.messages)
        except verify.NotVerified as error:
            raise NotVerified(str(error)) from error
        _statement_fits(statement.predicate, context)

    def _not_rolled_back(self, context: Context) -> None:
        last = self.seen.get(context.session, 0)
        if context.epoch < last:
            raise RolledBack(f"epoch {context.epoch}, after epoch {last} was seen")
        self.seen[context.session] = context.epoch


def _digest_fits(messages: list[Any], digest: str) -> None:
    try:
        found = context_digest(messages).hex()
    except ValueError as error:
        raise NotVerified(f"messages without a canonical form: {error}") from error
    if found != digest:
        raise NotVerified("the messages have other bytes than their digest says")


def _block_stands(messages: list[Any]) -> None:
    block = block_at_its_place(messages)
    if block is None or parse_block(block) is None:
        raise NotVerified("no whole pinned block at its place")


def _statement_fits(predicate: Mapping[str, Any], context: Context) -> None:
    """The receipt of this very context, not of another one that happened to have the same messages."""
    told = {
        "compaction": context.compaction,
        "session": context.session,
        "epoch": context.epoch,
        "format": context.format,
        "through_seq": context.through_seq,
    }
    for name, value in told.items():
        if predicate.get(name) != value:
            raise NotVerified(f"the receipt states another {name}")


def can_verify() -> bool:
    try:
        _verifier()
    except Unsigned:
        return False
    return True


def _verifier() -> ModuleType:
    """The guard's verifier, which needs the package `cryptography`."""
    try:
        return importlib.import_module("reviewapp.guard.verify")
    except ImportError as error:
        raise Unsigned("signatures need the extra [verify]: pip install 'stet-review[verify]'") from error
