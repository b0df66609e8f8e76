"""Between the wire and the services: messages with the token's rights, paths as the caller counts them."""

from __future__ import annotations

from typing import Any

from reviewapp.api.fields import BadMessage
from reviewapp.api.messages import turns_of
from reviewapp.conf import conf
from reviewapp.models import AgentToken, Scope
from reviewapp.services.sessions.turns import TurnIn


def turns_in(messages: list[Any], token: AgentToken) -> list[TurnIn]:
    """The turns of a body's `turns`; a refusal points into the body."""
    may_be_memory = Scope.MEMORY_ORIGIN in token.scopes
    try:
        return turns_of(messages, may_be_memory=may_be_memory, turn_bytes=conf.turn_bytes)
    except BadMessage as error:
        raise BadMessage(("turns", *error.path), error.message, error.code) from None
