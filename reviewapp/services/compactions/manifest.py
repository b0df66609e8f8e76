"""The two digests that everything is bound to: what the agent submitted, and what a reviewer was shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reviewapp.guard.canonical import Json, canonical_json
from reviewapp.guard.digest import json_digest, merkle_root, sha256, summary_digest, tagged
from reviewapp.guard.state import binding_block
from reviewapp.models import Compaction, Finding, Mark, Register, Resolution, Turn
from reviewapp.services.compactions.review_state import ReviewState, review_state_of
from reviewapp.services.context.material import state_of


@dataclass(frozen=True)
class Source:
    """The raw turns that a summary is to stand for: the Merkle root of their leaves, and their code points."""

    root: bytes
    chars: int

    @classmethod
    def of(cls, compaction: Compaction) -> Source:
        turns = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id)
        in_range = turns.filter(seq__range=(compaction.from_seq, compaction.to_seq)).order_by("seq")
        leaves, sizes = zip(*in_range.values_list("leaf", "size"), strict=True)
        return cls(merkle_root(leaves), sum(sizes))


def submission_digest(
    compaction: Compaction, *, summary: bytes, children: Sequence[Compaction], source_root: bytes
) -> bytes:
    """Over the turn range, the submitted summary and the settings. Never changes; the 201 returns it."""
    return json_digest(
        "submission",
        {
            "v": 1,
            "team": str(compaction.team_id),
            "session": compaction.session.external_id,
            "kind": str(compaction.kind),
            "level": str(compaction.level),
            "from_seq": compaction.from_seq,
            "to_seq": compaction.to_seq,
            "base_epoch": compaction.base_epoch,
            "builds_on": [str(child.id) for child in children],
            "source_root": source_root.hex(),
            "summary": summary_digest(summary).hex(),
            "keep_head": compaction.keep_head,
            "keep_tail": compaction.keep_tail,
            "state_delta": _of_json(compaction.state_delta),
            "evicted_keys": _of_json(compaction.evicted_keys),
            "compactor": _of_json(compaction.compactor),
            "compactor_input": _hex(compaction.compactor_input_digest),
        },
    )


def source_root(compaction: Compaction) -> bytes:
    return Source.of(compaction).root


def document(compaction: Compaction, standing: ReviewState | None = None) -> dict[str, Json] | None:
    """All that an approval approves, from the rows as they are; None while an analysis or a pin check is missing."""
    now = standing or review_state_of(compaction)
    revision = compaction.current_revision
    if now.analysis is None or now.pin_check is None or revision is None:
        return None
    return {
        "v": 3,
        "submission": compaction.submission_digest.hex(),
        "revision": {"number": revision.number, "digest": revision.digest.hex()},
        "registers": {"team": _register(now.team_register), "session": _register(now.session_register)},
        "state": _state(compaction),
        "base_epoch": compaction.base_epoch,
        "policy": now.policy.version,
        "analysis": now.analysis.digest.hex(),
        "account": _hex(now.analysis.account_digest),
        "pin_check": now.pin_check.digest.hex(),
        "marks": marks_digest(now.marks).hex(),
        "resolutions": resolutions_digest(row for rows in now.answers.values() for row in rows).hex(),
    }


def digest(compaction: Compaction, standing: ReviewState | None = None) -> bytes | None:
    """The manifest digest: the approve form posts it, the receipt carries it."""
    manifest = document(compaction, standing)
    return None if manifest is None else json_digest("manifest", manifest)


def findings_digest(findings: Iterable[Finding]) -> bytes:
    return json_digest("findings", [_finding(finding) for finding in findings])


def resolutions_digest(resolutions: Iterable[Resolution]) -> bytes:
    """Of those that count: of each finding the latest of each action."""
    ordered = sorted(resolutions, key=lambda resolution: (resolution.finding_key, str(resolution.action)))
    return json_digest("resolutions", [_resolution(resolution) for resolution in ordered])


def marks_digest(marks: Iterable[Mark]) -> bytes:
    """Of what people found, in the order of their finding it."""
    return json_digest("marks", [_mark(mark) for mark in marks])


def _finding(finding: Finding) -> list[Json]:
    span = [finding.turn_seq, finding.start, finding.end, finding.summary_start, finding.summary_end]
    named = [finding.key, finding.kind, finding.change, finding.severity, finding.rule, finding.quote_digest.hex()]
    return [finding.rank, *map(_plain, named), *span, finding.salience, finding.undecided]


def _resolution(resolution: Resolution) -> list[Json]:
    return [
        resolution.finding_key,
        str(resolution.action),
        str(resolution.reason_code),
        sha256(resolution.reason.encode()).hex(),
        resolution.user_id,
        resolution.pin_version_id,
        resolution.confirmed_origin,
        resolution.carried_from_id is not None,
    ]


def _mark(mark: Mark) -> list[Json]:
    named = [mark.key, mark.author_id, str(mark.severity), sha256(mark.note.encode()).hex(), mark.quote_digest.hex()]
    return [*named, mark.turn_seq, mark.start, mark.end, mark.revision_id, mark.summary_start, mark.summary_end]


def _state(compaction: Compaction) -> str | None:
    """The digest of what the state record forbids, freezes and names as its goal; steps of its progress are no part."""
    record = state_of(compaction.session)
    return None if record is None else sha256(binding_block(record).encode()).hex()


def _register(register: Register) -> dict[str, Json]:
    return {"version": register.version, "digest": register.digest.hex()}


def _of_json(value: Json) -> str | None:
    """Agents' own JSON may hold floats, so it enters a manifest as a digest."""
    return None if value is None else tagged("json", canonical_json(value, floats=True)).hex()


def _hex(value: bytes | None) -> str | None:
    return None if value is None else value.hex()


def _plain(value: str) -> str:
    return str(value)
