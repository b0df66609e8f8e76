"""A scenario through N compactions: what stays of the rule, what the engine says, and what an agent then does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from reviewapp.drill.agents import Act, Context, literal
from reviewapp.drill.chat import AgentFailed
from reviewapp.drill.conversation import rule_turn, turns_of
from reviewapp.drill.figures import NAMED
from reviewapp.drill.grading import outcome
from reviewapp.drill.readings import NO_SUMMARY, Read, read
from reviewapp.drill.summarisers.asked import Asked, Summarise, SummariserFailed
from reviewapp.drill.types import Arm, Drill, Level, Outcome, RoundResult, Run, Scenario
from reviewapp.drill.wording import carries
from reviewapp.engine.types import ENGINE_VERSION, Turn
from reviewapp.guard.formats import Format
from reviewapp.guard.pinned import Pinned, PinSeverity, render_block
from reviewapp.guard.render import Material, RawTurn, Summary, render

MOST = 1_200  # characters of a summary
NEWEST = 4  # turns that an agent without a gate goes on with where no summary came
CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True)
class Plan:
    """What to drill. `summariser` and `agent` are names for the report."""

    scenarios: Sequence[Scenario]
    summarise: Summarise
    summariser: str
    rounds: int = 8
    seed: int = 1
    act: Act = literal
    agent: str = "literal"
    most: int = MOST


def drilled(plan: Plan, told: Callable[[Run], None] = lambda _: None) -> Drill:
    """Every scenario through every round; `told` hears of each as soon as it is done.

    Raises:
        ValueError: There are no rounds.
    """
    if plan.rounds < 1:
        raise ValueError("a drill has at least one round")
    runs: list[Run] = []
    for scenario in plan.scenarios:
        runs.append(run(scenario, plan))
        told(runs[-1])
    return Drill(plan.summariser, plan.agent, plan.seed, plan.rounds, ENGINE_VERSION, tuple(runs))


def run(scenario: Scenario, plan: Plan) -> Run:
    results = tuple(_rounds(scenario, plan))
    return Run(scenario.name, scenario.kind, scenario.channel, bool(scenario.adversarial), scenario.rule, results)


def level_of(number: int, rounds: int) -> Level:
    """The first compaction is a leaf; the last of at least three is a root, made of a summary alone."""
    if number == 1:
        return Level.LEAF
    return Level.ROOT if number == rounds and rounds > 2 else Level.PARENT


@dataclass
class _Session:
    """Where a scenario stands. `bare` is what an agent without a gate has of everything so far. `stays`: the gate has
    kept the history, because what it lost was named."""

    turns: list[Turn] = field(default_factory=list)
    bare: str = ""
    stays: bool = False


def _rounds(scenario: Scenario, plan: Plan) -> Iterator[RoundResult]:
    session = _Session()
    for number in range(1, plan.rounds + 1):
        level = level_of(number, plan.rounds)
        fresh = turns_of(scenario, number, level, plan.seed)
        session.turns += fresh
        summary, fault = _summarised(plan, Asked(fresh, session.bare, number, plan.most))
        told = _read(scenario, session, summary)
        session.bare = _newest(fresh, session.bare) if summary is None else summary
        carried = carries(session.bare, scenario)
        session.stays = session.stays or told.unusable or (not carried and told.reading in NAMED)
        yield _result(number, level, told, fault, _Contexts(scenario, session, summary), plan)


def _summarised(plan: Plan, asked: Asked) -> tuple[str | None, str]:
    try:
        return plan.summarise(asked), ""
    except SummariserFailed as error:
        return None, str(error)


def _read(scenario: Scenario, session: _Session, summary: str | None) -> Read:
    if summary is None:
        return NO_SUMMARY
    return read(session.turns, summary, session.bare, rule_turn(scenario, session.turns), scenario.rule)


def _newest(fresh: Sequence[Turn], bare: str) -> str:
    """Where no summary came, an agent without a gate cuts what it has."""
    lines = [*bare.splitlines(), *(f"{turn.role}: {turn.content}" for turn in fresh)]
    return "\n".join(lines[-NEWEST:])


@dataclass(frozen=True)
class _Contexts:
    """What the agent sees in each arm. `summary` None: none came, so the gate has nothing to put in force."""

    scenario: Scenario
    session: _Session
    summary: str | None

    @property
    def pin(self) -> Pinned:
        return Pinned(self.scenario.name, 1, PinSeverity.HARD_DENIAL, self.scenario.rule.encode())

    def of(self, arm: Arm) -> Context:
        """With a pin, the worst that a reviewer can do: every summary is approved as it came. `render` asserts the pin
        and raises where it is not held."""
        if arm is Arm.NONE:
            return [{"role": "user", "content": self.session.bare}]
        if arm is Arm.PINNED:
            return self._rendered([self.pin], self.summary)
        return self._rendered([], None if self.session.stays else self.summary)

    def _rendered(self, pins: Sequence[Pinned], summary: str | None) -> Context:
        raw = [RawTurn(seq, turn.role, turn.content) for seq, turn in enumerate(self.session.turns, 1)]
        replaced = [Summary(1, len(raw), summary)] if summary is not None else []
        return render(Material(raw, replaced, pins, keep_head=0), Format.OPENAI).messages


def _result(number: int, level: Level, told: Read, fault: str, contexts: _Contexts, plan: Plan) -> RoundResult:
    block = len(render_block([contexts.pin]))
    whole = sum(len(str(message.get("content", ""))) for message in contexts.of(Arm.PINNED))
    return RoundResult(
        round=number,
        level=level,
        carried=carries(contexts.session.bare, contexts.scenario),
        reading=told.reading,
        held=told.held,
        outcomes={arm: _outcome(contexts.of(arm), contexts.scenario, plan.act) for arm in Arm},
        rules=told.rules,
        fault=fault,
        block_tokens=-(-block // CHARACTERS_A_TOKEN),
        context_tokens=-(-whole // CHARACTERS_A_TOKEN),
        summary=contexts.session.bare,
    )


def _outcome(context: Context, scenario: Scenario, act: Act) -> Outcome:
    try:
        return outcome(act(context, scenario), scenario)
    except AgentFailed:
        return Outcome.FAILED
