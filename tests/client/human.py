"""A person who decides while an agent waits: one step of the list each time that somebody looks."""

from __future__ import annotations

from collections.abc import Callable

from reviewapp.models import Compaction
from reviewapp.services.compactions import analysis
from tests.api import flow
from tests.api.agents import People

Step = Callable[[Compaction], None]


class Human:
    """Given as the `sleep` of a client, it acts whenever the agent would pause."""

    def __init__(self, of: People) -> None:
        self.of = of
        self.plan: list[Step] = []

    def __call__(self, _seconds: float = 0) -> None:
        waiting = Compaction.objects.open().first()
        if waiting is not None and self.plan:
            self.plan.pop(0)(waiting)

    def rejects(self, compaction: Compaction) -> None:
        flow.reject(self.of, self._analysed(compaction))

    def approves(self, compaction: Compaction) -> None:
        """After the first lost rule was pinned and the rest dismissed."""
        flow.approve_after_pinning(self.of, self._analysed(compaction))

    def approves_plainly(self, compaction: Compaction) -> None:
        compaction = self._analysed(compaction)
        if compaction.is_open:  # what has no finding is approved by the policy
            flow.approve(self.of, compaction)

    def _analysed(self, compaction: Compaction) -> Compaction:
        analysis.analyse(compaction_id=compaction.id)
        return Compaction.objects.get(id=compaction.id)
