"""Plays a story: an agent proposes, people review, and the agent fetches what took effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from reviewapp.demo.stories import Generation, Step, Story
from reviewapp.guard.digest import sha256
from reviewapp.guard.states import State
from reviewapp.models import AgentToken, Compaction, DismissReason, Team, User
from reviewapp.services.compactions import analysis, finalize, intake
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.context import delivery
from reviewapp.services.review import actions, promotion
from reviewapp.services.sessions import state_record

By = dict[str, Any]  # who acts on which compaction, as every service asks it


@dataclass(frozen=True)
class Cast:
    """The team, its people and agents by name, and what is known of their summarisers."""

    team: Team
    people: Mapping[str, User]
    agents: Mapping[str, AgentToken]
    compactors: Mapping[str, Mapping[str, str]]

    def by(self, name: str, compaction: Compaction) -> By:
        return {"team": self.team, "user": self.people[name], "compaction_id": compaction.id}


def play(cast: Cast, story: Story) -> None:
    """A generation without a review is the last: it is left to the workers."""
    active: list[UUID] = []
    for generation in story.generations:
        compaction = _propose(cast, story, generation, active)
        if generation.review:
            analysis.analyse(compaction_id=compaction.id)
            _reviewed(cast, compaction, generation)
        compaction.refresh_from_db()
        if compaction.state == State.APPROVED:
            _apply(cast, story, compaction)
            active = [compaction.id]


def _propose(cast: Cast, story: Story, generation: Generation, active: list[UUID]) -> Compaction:
    token = cast.agents[story.agent]
    proposal = intake.Proposal(
        story.session,
        generation.summary,
        generation.turns,
        builds_on=active,
        compactor=_compactor(cast, generation.compactor),
    )
    compaction = intake.submit(team=cast.team, token=token, proposal=proposal).compaction
    if generation.state:
        state_record.put(team=cast.team, token=token, session=story.session, record=generation.state)
    return compaction


def _compactor(cast: Cast, name: str) -> dict[str, str]:
    """As an agent declares it: of its prompt the digest alone."""
    told = cast.compactors[name]
    prompt = sha256(told["prompt"].encode()).hex()
    return {"name": name, "version": told["version"], "model": told["model"], "prompt_digest": prompt}


def _reviewed(cast: Cast, compaction: Compaction, generation: Generation) -> None:
    compaction.refresh_from_db()
    if compaction.state == State.IN_REVIEW:
        actions.claim(**cast.by(generation.review[0]["by"], compaction))
    for step in generation.review:
        compaction.refresh_from_db()
        if compaction.state == State.IN_REVIEW:  # else the policy has passed it
            _take(cast, compaction, step)
            analysis.analyse(compaction_id=compaction.id)  # what changed the summary sent it back to the workers


def _take(cast: Cast, compaction: Compaction, step: Step) -> None:
    by = cast.by(step["by"], compaction)
    for name, act in _ACTS.items():
        if name in step:
            return act(by, compaction, step)
    raise ValueError(f"nobody knows how to do this: {step}")


def _pin(by: By, compaction: Compaction, step: Step) -> None:
    """The finding's own words, which hold those that the story names it by."""
    key = _found(compaction, step["pin"]).finding.key
    told = {name: step[name] for name in ("key", "severity", "enforced_below") if name in step}
    promotion.pin_finding(**by, finding_key=key, scope="session", **told)


def _restore(by: By, compaction: Compaction, step: Step) -> None:
    key = _found(compaction, step["restore"]).finding.key
    actions.restore(**by, finding_key=key, revision=_revision(compaction))


def _strike(by: By, compaction: Compaction, step: Step) -> None:
    key = _found(compaction, step["strike"]).finding.key
    actions.strike(**by, finding_key=key, revision=_revision(compaction))


def _dismiss(by: By, compaction: Compaction, step: Step) -> None:
    """A better engine may not raise what this reviewer would dismiss."""
    for each in _all_found(compaction, step["dismiss"]):
        actions.dismiss(**by, finding_key=each.finding.key, reason_code=step["reason"], reason=step["note"])


def _comment(by: By, _compaction: Compaction, step: Step) -> None:
    actions.comment(**by, text=step["comment"])


def _reject(by: By, compaction: Compaction, step: Step) -> None:
    kept = [_found(compaction, words).finding.key for words in step["must_keep"]]
    finalize.reject(**by, reason_code=step["reject"], reason=step["note"], must_keep=kept)


def _approve(by: By, compaction: Compaction, _step: Step) -> None:
    """A story names each loss in it; whatever else the engine blocks on is a false alarm."""
    for key in gate(compaction).blocking:
        actions.dismiss(**by, finding_key=key, reason_code=DismissReason.FALSE_ALARM)
    finalize.approve(**by, manifest_digest=gate(compaction).manifest_digest)


_ACTS: Mapping[str, Callable[[By, Compaction, Step], None]] = {
    "pin": _pin,
    "restore": _restore,
    "strike": _strike,
    "dismiss": _dismiss,
    "comment": _comment,
    "reject": _reject,
    "approve": _approve,
}


def _all_found(compaction: Compaction, words: str) -> list[EvaluatedFinding]:
    """Open findings in whose quote these words stand, or from whose sentence they are."""
    open_ones = (each for each in review_state_of(compaction).findings if each.resolution is None)
    return [each for each in open_ones if any(_meets(words, side) for side in (each.quote, each.summary_quote))]


def _meets(words: str, quote: str) -> bool:
    return bool(quote) and (words in quote or quote in words)


def _found(compaction: Compaction, words: str) -> EvaluatedFinding:
    found = _all_found(compaction, words)
    if not found:
        raise ValueError(f"the engine found nothing about “{words}” in {compaction.session}")
    return found[0]


def _revision(compaction: Compaction) -> int:
    compaction.refresh_from_db()
    assert compaction.current_revision is not None  # a proposal is stored together with its first revision
    return compaction.current_revision.number


def _apply(cast: Cast, story: Story, compaction: Compaction) -> None:
    by: dict[str, Any] = {"team": cast.team, "token": cast.agents[story.agent], "compaction_id": compaction.id}
    served = delivery.context(**by)
    delivery.applied(**by, context_digest=served.context_digest)
