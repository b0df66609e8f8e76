"""What the client returns: the parts of an answer that an agent acts on, and the whole answer beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewapp.client.errors import Garbled, StetError
from reviewapp.guard.formats import anthropic_request

OPEN = frozenset({"received", "analysing", "in_review", "failed"})

Json = Mapping[str, Any]


class Answer:
    """An answer's object, field by field; anything else than what is promised is Garbled."""

    def __init__(self, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise Garbled("an answer that is no object")
        self.value = value

    def text(self, name: str) -> str:
        return str(self._of(name, str))

    def number(self, name: str) -> int:
        return int(self._of(name, int))

    def items(self, name: str) -> list[Any]:
        return list(self._of(name, list))

    def object(self, name: str) -> Answer:
        return Answer(self.value.get(name))

    def _of(self, name: str, kind: type[Any]) -> Any:
        found = self.value.get(name)
        if not isinstance(found, kind) or isinstance(found, bool):
            raise Garbled(f"an answer without {name}")
        return found


@dataclass(frozen=True)
class Appended:
    session: str
    first_seq: int
    last_seq: int
    epoch: int


@dataclass(frozen=True)
class Submission:
    """Stored, and in no way in force yet."""

    id: str
    session: str
    submission_digest: str
    answer: Json = field(repr=False)

    @property
    def review_url(self) -> str:
        """The page where people decide about it; empty where the server tells none."""
        return str(self.answer.get("review_url", ""))


@dataclass(frozen=True)
class Finding:
    """`quote` is what the turns say, `summary_quote` what the summary made of it."""

    kind: str
    change: str
    severity: str
    turn_seq: int | None
    quote: str
    summary_quote: str
    why: str


@dataclass(frozen=True)
class MustKeep:
    """What the next summary has to say; `reason` is the reviewer's."""

    turn_seq: int | None
    quote: str
    kind: str
    reason: str


@dataclass(frozen=True)
class Status:
    id: str
    session: str
    state: str
    findings: Sequence[Finding]
    must_keep: Sequence[MustKeep]
    reason: str
    answer: Json = field(repr=False)

    @property
    def review_url(self) -> str:
        """The page where people decide about it; empty where the server tells none."""
        return str(self.answer.get("review_url", ""))

    @property
    def is_open(self) -> bool:
        return self.state in OPEN

    @property
    def approved(self) -> bool:
        return self.state == "approved"


@dataclass(frozen=True)
class Context:
    """A verified context: the whole history up to `through_seq`. `signed` is False where the caller waived it."""

    compaction: str
    session: str
    epoch: int
    format: str
    through_seq: int
    messages: Sequence[Any]
    digest: str
    signed: bool
    answer: Json = field(repr=False)

    @property
    def receipt(self) -> Json:
        """The signed envelope."""
        return Answer(self.answer).object("receipt").value

    def anthropic_request(self) -> dict[str, Any]:
        """`system` and `messages` as Anthropic's API takes them: pinned block and other system text in `system`.

        Raises ValueError for a context of another form.
        """
        if self.format != "anthropic":
            raise ValueError(f"this context is in the form {self.format}, not anthropic")
        return anthropic_request(self.messages)


@dataclass(frozen=True)
class Latest:
    """The compaction of a session that was proposed last, whatever became of it."""

    id: str
    state: str
    base_epoch: int
    attempt: int
    review_url: str

    @property
    def is_open(self) -> bool:
        return self.state in OPEN


@dataclass(frozen=True)
class Standing:
    """Where a session stands. `in_force`: the compaction whose context is served now, None before the first."""

    epoch: int
    last_seq: int
    last_external_id: str
    in_force: str | None
    latest: Latest | None


NOTHING_YET = Standing(epoch=0, last_seq=0, last_external_id="", in_force=None, latest=None)


@dataclass(frozen=True)
class Pins:
    """The pinned block that a context has to hold; `answer` has the versions and digests of its registers. `state`:
    the system message that has to follow it, empty where the session has no state record."""

    block: str
    digest: str
    state: str
    answer: Json = field(repr=False)


@dataclass(frozen=True)
class Prepared:
    """`input` is the exact text for the compactor; sent back as `compactor_input` it raises the assurance.

    `untagged`: constraints in the turns that no pin holds, with `quote`, `turn_seq`, `start` and `end`.
    """

    input: str
    input_digest: str
    untagged: Sequence[Json]
    answer: Json = field(repr=False)


@dataclass(frozen=True)
class State:
    """The state record of a session, and its version for the next write."""

    version: int
    record: Json


@dataclass(frozen=True)
class Replaced:
    """The history to go on with. Where `error` is set it is the old one, untouched."""

    messages: Sequence[Any]
    context: Context | None = None
    error: StetError | None = None

    @property
    def changed(self) -> bool:
        return self.error is None


def submission(answer: Any) -> Submission:
    told = Answer(answer)
    return Submission(told.text("id"), told.text("session"), told.text("submission_digest"), told.value)


def appended(answer: Any) -> Appended:
    told = Answer(answer)
    return Appended(told.text("session"), told.number("first_seq"), told.number("last_seq"), told.number("epoch"))


def standing(answer: Any) -> Standing:
    told = Answer(answer)
    in_force, latest = told.value.get("in_force"), told.value.get("latest")
    return Standing(
        epoch=told.number("epoch"),
        last_seq=told.number("last_seq"),
        last_external_id=told.text("last_external_id"),
        in_force=None if in_force is None else told.text("in_force"),
        latest=None if latest is None else _latest(Answer(latest)),
    )


def _latest(told: Answer) -> Latest:
    numbers = {name: told.number(name) for name in ("base_epoch", "attempt")}
    return Latest(told.text("id"), told.text("state"), review_url=told.text("review_url"), **numbers)


def status(answer: Any) -> Status:
    told = Answer(answer)
    findings = told.object("findings").items("flagged") if told.value.get("findings") else []
    decision = told.value.get("decision") or {}
    return Status(
        id=told.text("id"),
        session=told.text("session"),
        state=told.text("state"),
        findings=[_finding(Answer(item)) for item in findings],
        must_keep=[_must_keep(Answer(item)) for item in told.items("must_keep")],
        reason=str(Answer(decision).value.get("reason", "")),
        answer=told.value,
    )


def _finding(told: Answer) -> Finding:
    names = ("kind", "change", "severity", "quote", "summary_quote", "why")
    return Finding(turn_seq=told.value.get("turn_seq"), **{name: told.text(name) for name in names})


def _must_keep(told: Answer) -> MustKeep:
    names = ("quote", "kind", "reason")
    return MustKeep(turn_seq=told.value.get("turn_seq"), **{name: told.text(name) for name in names})


def pins(answer: Any) -> Pins:
    told = Answer(answer)
    return Pins(told.text("block"), told.text("digest"), told.text("state"), told.value)


def prepared(answer: Any) -> Prepared:
    told = Answer(answer)
    return Prepared(told.text("input"), told.text("input_digest"), told.items("untagged"), told.value)


def state(answer: Any) -> State:
    told = Answer(answer)
    return State(told.number("version"), told.object("state").value)
