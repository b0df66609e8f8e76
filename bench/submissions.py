"""How many submissions a second does the service take, and how many a bare Django view that stores the same row?

    python -m bench.submissions                 four clients, 20 KB each, workers stopped
    python -m bench.submissions --clients 1     one client

Both are served by the command that `make run` uses, with as many processes, over the same PostgreSQL. A round is a few
seconds of one and then of the other; the figures are medians of the rounds, the last line their ratio.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.database import fresh_database

BARE = "bench.bare:application"
STET = "reviewapp.asgi:application"
TABLE = "CREATE TABLE bare (id uuid PRIMARY KEY, session text NOT NULL, summary text NOT NULL, body bytea NOT NULL)"
SENTENCE = "the worker reads every record of batch {batch} and writes what changed to table {table}, then says so. "
TARGET_RATE, TARGET_SHARE = 300, 1 / 3


@dataclass(frozen=True)
class Service:
    """Where submissions are sent, and with what right."""

    port: int
    path: str
    bearer: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=4.0, help="of one round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    os.environ |= {"STET_REQUESTS_PER_MINUTE": str(10**6), "STET_WEB_PROCESSES": str(options.processes)}
    with fresh_database(), _served() as (stet, bare):
        _warm(stet)
        _warm(bare)
        rates: dict[str, list[float]] = {"stet": [], "bare": []}
        for _ in range(options.rounds):
            rates["stet"].append(rate(stet, options.clients, options.seconds))
            rates["bare"].append(rate(bare, options.clients, options.seconds))
    ours, theirs = median(rates["stet"]), median(rates["bare"])
    print(f"submissions of {len(_body(1)) / 1000:.0f} kB, {options.clients} clients, {options.processes} web processes")
    print(f"  this service    {ours:6.0f} a second; target {TARGET_RATE}")
    print(f"  a bare view     {theirs:6.0f} a second")
    print(f"  share           {ours / theirs:6.2f}; target {TARGET_SHARE:.2f}")


def rate(service: Service, clients: int, seconds: float) -> float:
    """Answers of 201 a second. Anything else ends the benchmark."""
    counts, failed = [0] * clients, list[BaseException]()
    end = time.monotonic() + seconds

    def work(number: int) -> None:
        try:
            post = _client(service)
            while time.monotonic() < end:
                post()
                counts[number] += 1
        except BaseException as error:  # told to the caller, who raises it
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(clients)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return sum(counts) / (time.monotonic() - began)


_numbers = itertools.count(1)


def _client(service: Service) -> Callable[[], None]:
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {service.bearer}"}

    def post() -> None:
        connection.request("POST", service.path, _body(next(_numbers)), headers)
        answer = connection.getresponse()
        told = answer.read()
        if answer.status != 201:
            raise RuntimeError(f"{answer.status}: {told[:300]!r}")

    return post


def _body(number: int) -> bytes:
    """A session of its own with twenty turns and a summary."""
    turns = [
        {"role": "user" if turn % 2 else "assistant", "content": SENTENCE.format(batch=number, table=turn) * 9}
        for turn in range(20)
    ]
    return json.dumps({"session": f"s-{number}", "turns": turns, "summary": "Every record was read. " * 20}).encode()


def _warm(service: Service) -> None:
    post = _client(service)
    for _ in range(20):
        post()


@contextmanager
def _served() -> Iterator[tuple[Service, Service]]:
    """Both services running; each stopped at the end."""
    from reviewapp.local.processes import started
    from reviewapp.local.run import web_command

    bearer = _token()
    with tempfile.TemporaryDirectory() as name:
        ports = _free_port(), _free_port()
        _make_table()
        with (
            started("stet", web_command(ports[0], STET), Path(name)),
            started("bare", web_command(ports[1], BARE), Path(name)),
        ):
            for port in ports:
                _until_answers(port)
            yield Service(ports[0], "/api/v1/compactions", bearer), Service(ports[1], "/store", bearer)


def _token() -> str:
    from reviewapp.services.teams import founding, tokens

    enrolled = founding.found(slug="bench", name="Bench", username="bench").membership
    team, user = enrolled.team, enrolled.user
    return tokens.create(team=team, user=user, name="bench", scopes=["submit"]).secret


def _make_table() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(TABLE)


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _until_answers(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"nothing answers on port {port}")


if __name__ == "__main__":
    main()
