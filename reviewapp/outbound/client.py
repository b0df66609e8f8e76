"""POST to an address that was checked: to that very address, without redirects or proxies, within limits."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Thread
from typing import Any

import certifi
import httpcore
from httpcore import SOCKET_OPTION, ConnectionPool, NetworkBackend, NetworkStream, SyncBackend

from reviewapp.outbound.addresses import (
    Forbidden,
    OutboundError,
    Resolve,
    Target,
    Unreachable,
    checked,
    look_up,
    target,
)

__all__ = ["Answer", "Forbidden", "Limits", "OutboundError", "TooSlow", "Unreachable", "post"]

_PIECE = 16_384


class TooSlow(OutboundError):
    code = "too_slow"


@dataclass(frozen=True)
class Limits:
    """Seconds to connect (each address), seconds for all of it, the look-up included; bytes of the answer kept."""

    connect: float = 3.0
    total: float = 10.0
    answer_bytes: int = 65_536


@dataclass(frozen=True)
class Answer:
    """`complete` is false where the body was longer than the limit: what came after it was never read."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    complete: bool = True


def post(
    url: str,
    *,
    body: bytes,
    headers: Mapping[str, str],
    allowed: Iterable[tuple[str, int | None]] = (),
    limits: Limits | None = None,
    resolve: Resolve = look_up,
    dial: NetworkBackend | None = None,
    trust: ssl.SSLContext | None = None,
) -> Answer:
    """Sends once. Any status is an answer, a redirect too; no answer raises an `OutboundError`.

    `allowed`: private hosts, as `parse_allowed` gives them. `resolve`, `dial` and `trust` are there for tests and for
    who brings a resolver or an authority of their own.
    """
    limits = limits or Limits()
    deadline = time.monotonic() + limits.total
    place = target(url, allowed)
    backend = _Checked(place, limits, deadline, resolve, dial or SyncBackend())
    sent = [("Host", place.host_header), ("Accept-Encoding", "identity"), ("User-Agent", "Stet"), *headers.items()]
    request = httpcore.Request(
        "POST",
        httpcore.URL(scheme=place.scheme, host=_bytes(place.host), port=place.port, target=place.path),
        headers=[*sent, ("Content-Length", str(len(body)))],
        content=body,
        extensions={"timeout": {"connect": limits.connect, "read": limits.total, "write": limits.total}},
    )
    try:
        with ConnectionPool(ssl_context=trust or _trust(), network_backend=backend, retries=0) as pool:
            return _sent(pool, request, limits)
    except httpcore.TimeoutException as error:
        raise TooSlow("No answer in time.") from error
    except (httpcore.NetworkError, httpcore.ProtocolError, ssl.SSLError, OSError) as error:
        raise Unreachable(f"No answer ({type(error).__name__}).") from error


def _sent(pool: ConnectionPool, request: httpcore.Request, limits: Limits) -> Answer:
    response = pool.handle_request(request)
    try:
        body, complete = _read(response, limits.answer_bytes)
    finally:
        response.close()
    return Answer(response.status, _named(response.headers), body, complete)


def _read(response: httpcore.Response, most: int) -> tuple[bytes, bool]:
    kept = bytearray()
    assert not isinstance(response.stream, bytes)
    for chunk in response.iter_stream():
        kept += chunk
        if len(kept) > most:
            return bytes(kept[:most]), False
    return bytes(kept), True


def _named(headers: Sequence[tuple[bytes, bytes]]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers}


def _bytes(host: str) -> bytes:
    return host.encode("ascii")


def _trust() -> ssl.SSLContext:
    """The system's authorities (and SSL_CERT_FILE), and Mozilla's for a system that has none."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


class _Checked(NetworkBackend):
    """Connects to checked addresses only; TLS and the Host header keep the name."""

    def __init__(self, place: Target, limits: Limits, deadline: float, resolve: Resolve, dial: NetworkBackend) -> None:
        self._place, self._limits, self._deadline, self._resolve, self._dial = place, limits, deadline, resolve, dial

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[SOCKET_OPTION] | None = None,
    ) -> NetworkStream:
        found = _in_time(self._resolve, host, port, _left(self._deadline))
        failure: Exception = httpcore.ConnectError("no address")
        for address in checked(found, private=self._place.private):
            try:
                wait = min(self._limits.connect, _left(self._deadline))
                return _Timed(self._dial.connect_tcp(address, port, wait), self._deadline)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure


class _Timed(NetworkStream):
    """A stream whose every wait ends at the deadline, so that a drop every second is not an answer without end."""

    def __init__(self, stream: NetworkStream, deadline: float) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._deadline))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        # A piece at a time: to who takes in little by little, a single write has no end.
        for start in range(0, len(buffer), _PIECE):
            self._stream.write(buffer[start : start + _PIECE], _left(self._deadline))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> NetworkStream:
        wait = _left(self._deadline)
        return _Timed(self._stream.start_tls(ssl_context, server_hostname, wait), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("the time for this request is over")
    return left


def _in_time(resolve: Resolve, host: str, port: int, wait: float) -> Sequence[str]:
    """A look-up by the system takes no limit, so it runs beside; one that never ends holds no request up."""
    found: Future[Sequence[str]] = Future()

    def look() -> None:
        try:
            found.set_result(resolve(host, port))
        except Exception as error:
            found.set_exception(error)

    Thread(target=look, daemon=True, name="look-up").start()
    try:
        return found.result(wait)
    except TimeoutError as error:
        raise httpcore.ConnectTimeout("the name was not looked up in time") from error
    except (OSError, UnicodeError) as error:
        raise httpcore.ConnectError("the name has no address") from error
