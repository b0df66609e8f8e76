"""Product knobs: what an operator may tune, with the values that were tried.

Infrastructure (addresses, keys) is in settings.py. Nothing else reads the environment.
"""

from __future__ import annotations

from dataclasses import dataclass

from environs import Env

from reviewapp.outbound.addresses import parse_allowed

_MIB = 1024 * 1024
_env = Env()


@dataclass(frozen=True)
class Conf:
    """Limits and times. Sizes are bytes, times are seconds unless the name says otherwise."""

    body_bytes: int = 10 * _MIB
    turn_bytes: int = _MIB
    turns_per_request: int = 100_000
    pins_per_scope: int = 1_000
    wait_seconds: int = 25
    lease_seconds: int = 30  # renewed by the worker three times in it, so that a dead one is noticed soon
    task_time_limit: int = 150
    task_soft_limit: int = 120  # the analysis is told to end; a second time, and it has failed
    slow_chars: int = 1_000_000  # a source longer than this is slow work, as is what has timed out before
    slow_at_once: int = 1  # slow analyses at the same time, so that the others never wait for them
    recheck_batch: int = 25  # open compactions that one sweep checks again after pins, policy or engine have changed
    visibility_timeout: int = 1_800
    sweep_seconds: int = 15
    analysis_attempts: int = 5
    retry_seconds: int = 5  # before the second try of a failed analysis; doubles with each
    claim_seconds: int = 600
    idempotency_days: int = 7
    requests_per_minute: int = 6_000
    # The input of a compactor, in one answer: what is longer is asked for in parts.
    prepare_turns: int = 5_000
    prepare_bytes: int = 2 * _MIB
    prepare_seconds: int = 10
    leads_found_teams: bool = True  # whether a lead makes another team from a page
    # Private hosts that this service itself may call (host, port or None for every port): a judge of one's own, say.
    outbound_hosts: frozenset[tuple[str, int | None]] = frozenset()


conf = Conf(
    body_bytes=_env.int("STET_BODY_BYTES", Conf.body_bytes),
    requests_per_minute=_env.int("STET_REQUESTS_PER_MINUTE", Conf.requests_per_minute),
    lease_seconds=_env.int("STET_LEASE_SECONDS", Conf.lease_seconds),
    sweep_seconds=_env.int("STET_SWEEP_SECONDS", Conf.sweep_seconds),
    retry_seconds=_env.int("STET_RETRY_SECONDS", Conf.retry_seconds),
    leads_found_teams=_env.bool("STET_LEADS_FOUND_TEAMS", Conf.leads_found_teams),
    outbound_hosts=parse_allowed(_env.str("STET_OUTBOUND_HOSTS", "")),
)
