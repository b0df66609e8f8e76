"""What 500 agents that wait for a decision cost the people who decide: the queue page's p95, beside its idle one.

    python -m bench.longpoll                          500 agents, 200 loads of the page each time
    python -m bench.longpoll --agents 1000 --loads 400

One server process, new databases, all on this machine. Ends with 1 where the page takes more than twice as long.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.sharedctypes import Synchronized
from statistics import quantiles
from typing import TYPE_CHECKING, NamedTuple

from bench.database import fresh_database

if TYPE_CHECKING:
    from reviewapp.models import Team, User
    from reviewapp.models.people import AgentToken

OPEN, TOKENS, WAIT = 40, 4, 25
AT_MOST = 2.0  # times the idle p95


class Place(NamedTuple):
    port: int
    cookie: str
    secrets: Sequence[str]
    compactions: Sequence[str]


def main() -> int:
    parser = argparse.ArgumentParser(description="The queue page while agents wait.")
    parser.add_argument("--agents", type=int, default=500)
    parser.add_argument("--loads", type=int, default=200)
    options = parser.parse_args()
    with fresh_database(), serving() as place:
        p95(place, 20)
        idle = p95(place, options.loads)
        with waiting(place, options.agents) as answers:
            busy = p95(place, options.loads)
            told = answers.value
    ratio = busy / idle
    print(f"idle      p95 {idle:7.1f} ms")
    print(f"{options.agents} wait  p95 {busy:7.1f} ms   ({told} of their requests were answered meanwhile)")
    print(f"ratio     {ratio:.2f}, at most {AT_MOST:.2f}")
    return int(ratio > AT_MOST)


@contextmanager
def serving() -> Iterator[Place]:
    secrets, compactions, cookie = _rows()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "uvicorn", "reviewapp.asgi:application", f"--port={port}", "--no-access-log"]
    with subprocess.Popen(
        command, env=dict(os.environ), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            _until_healthy(port)
            yield Place(port, cookie, secrets, compactions)
        finally:
            server.terminate()


def _rows() -> tuple[list[str], list[str], str]:
    """A team with open proposals; the secrets of its tokens, the ids, and the cookie of its lead."""
    from django.test import Client

    from reviewapp.services.teams import founding, tokens

    lead = founding.found(slug="bench", name="Bench", username="bench").membership
    issued = [
        tokens.create(team=lead.team, user=lead.user, name=f"agent {number}", scopes=["submit", "read"])
        for number in range(TOKENS)
    ]
    return (
        [each.secret for each in issued],
        _proposals(lead.team, issued[0].token),
        _cookie(Client(), lead.user),
    )


def _proposals(team: Team, token: AgentToken) -> list[str]:
    """Each loses a rule, so that no policy decides it."""
    from reviewapp.services.compactions import analysis
    from reviewapp.services.compactions.intake import Proposal, TurnIn, submit

    ids = []
    for number in range(OPEN):
        turns = [TurnIn("user", "Move the cluster."), TurnIn("user", "Never delete anything in the legacy instance.")]
        compaction = submit(
            team=team, token=token, proposal=Proposal(f"session-{number}", "The cluster moves.", turns=turns)
        ).compaction
        analysis.analyse(compaction_id=compaction.id)
        ids.append(str(compaction.id))
    return ids


def _cookie(client: object, user: User) -> str:
    client.force_login(user)  # type: ignore[attr-defined]  # Django's test client, imported once it is set up
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())  # type: ignore[attr-defined]  # the same


def _until_healthy(port: int) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def p95(place: Place, loads: int) -> float:
    """Milliseconds in which 19 of 20 loads of the queue page are there, one after the other."""
    return quantiles([_load(place) for _ in range(loads)], n=20)[-1]


def _load(place: Place) -> float:
    connection = http.client.HTTPConnection("localhost", place.port, timeout=60)
    start = time.perf_counter()
    connection.request("GET", "/t/bench/queue/", headers={"Cookie": place.cookie})
    answer = connection.getresponse()
    answer.read()
    took = (time.perf_counter() - start) * 1000
    connection.close()
    if answer.status != 200:
        raise SystemExit(f"the queue page answered {answer.status}")
    return took


@contextmanager
def waiting(place: Place, agents: int) -> Iterator[Synchronized[int]]:
    """So many agents in a process of their own; the number counts the answers that they got."""
    connected, answers = multiprocessing.Value("i", 0), multiprocessing.Value("i", 0)
    process = multiprocessing.Process(target=_agents, args=(place, agents, connected, answers), daemon=True)
    process.start()
    while connected.value < agents:
        if not process.is_alive():
            raise SystemExit("the agents could not connect")
        time.sleep(0.1)
    try:
        yield answers
    finally:
        process.terminate()
        process.join()


def _agents(place: Place, agents: int, connected: Synchronized[int], answers: Synchronized[int]) -> None:
    async def all_of_them() -> None:
        await asyncio.gather(*(_agent(place, number, connected, answers) for number in range(agents)))

    asyncio.run(all_of_them())


async def _agent(place: Place, number: int, connected: Synchronized[int], answers: Synchronized[int]) -> None:
    """Asks again after each answer, as the client does."""
    secret, id_ = place.secrets[number % TOKENS], place.compactions[number % OPEN]
    asked = f"GET /api/v1/compactions/{id_}?wait={WAIT} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    first = True
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        writer.write(f"{asked}Authorization: Bearer {secret}\r\n\r\n".encode())
        await writer.drain()
        if first:
            first = False
            with connected.get_lock():
                connected.value += 1
        _state(await reader.read())
        writer.close()
        with answers.get_lock():
            answers.value += 1


def _state(answer: bytes) -> None:
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"an agent was answered {head.splitlines()[:1]}")
    json.loads(body)


if __name__ == "__main__":
    sys.exit(main())
