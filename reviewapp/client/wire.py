"""One request, one answer, and the tries in between. Standard library only."""

from __future__ import annotations

import http.client
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from typing import IO, Any

from reviewapp.client.errors import Garbled, HistoryStays, NotReached, Refused, StetError
from reviewapp.guard.canonical import strict_json

MAX_ANSWER = 256 * 1024 * 1024  # bytes
AGAIN = frozenset({429, 502, 503, 504})
LONGEST_PAUSE = 30.0  # seconds
HISTORY_STAYS = frozenset({"history_stays", "superseded", "pins_not_held"})


@dataclass(frozen=True)
class Request:
    """`timeout` in seconds."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None = None
    timeout: float = 35.0


@dataclass(frozen=True)
class Response:
    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers.items() if key.lower() == name.lower()), None)


Send = Callable[[Request], Response]  # raises NotReached where no answer came


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A token goes to the address that the caller named, and to no other."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def send_by_urllib(request: Request) -> Response:
    call = urllib.request.Request(  # noqa: S310  # the client takes http and https alone
        request.url, data=request.body, headers=dict(request.headers), method=request.method
    )
    try:
        with _opener.open(call, timeout=request.timeout) as answer:
            return _read(answer.status, answer, answer.headers)
    except urllib.error.HTTPError as error:
        with error:
            return _read(error.code, error, error.headers)
    except (OSError, http.client.HTTPException) as error:
        raise NotReached(f"no answer from {request.url}: {error}") from error


def _read(status: int, answer: Any, headers: Any) -> Response:
    try:
        body = answer.read(MAX_ANSWER + 1)
    except (OSError, http.client.HTTPException) as error:
        raise NotReached(f"the answer broke off: {error}") from error
    if len(body) > MAX_ANSWER:
        raise Garbled("the answer is too large")
    return Response(status, body, dict(headers.items()))


@dataclass(frozen=True)
class Tries:
    """How often to ask, and how to pause. For requests that may come twice."""

    send: Send
    count: int = 4
    sleep: Callable[[float], None] = time.sleep

    def __call__(self, request: Request) -> Response:
        """The answer, good or bad; raises NotReached when the last try brought none."""
        for attempt in range(self.count):
            last = attempt + 1 == self.count
            try:
                response = self.send(request)
            except NotReached:
                if last:
                    raise
                self.sleep(_pause(attempt, None))
                continue
            if last or response.status not in AGAIN:
                return response
            self.sleep(_pause(attempt, response.header("Retry-After")))
        raise AssertionError("every try returns or raises")


def _pause(attempt: int, retry_after: str | None) -> float:
    """What the server asks for, else a random time up to twice as long as before."""
    if retry_after and retry_after.isdecimal():
        return min(float(retry_after), LONGEST_PAUSE)
    return random.uniform(0, min(0.5 * 2**attempt, LONGEST_PAUSE))  # noqa: S311  # spreads agents out; no secret


def answered(response: Response) -> Any:
    """The JSON of a good answer (None where it has no body); raises what a bad one says."""
    if not 200 <= response.status < 300:
        raise _refused(response)
    if not response.body:
        return None
    return _parsed(response)


def _parsed(response: Response) -> Any:
    try:
        return strict_json(response.body)
    except ValueError as error:
        raise Garbled(f"a {response.status} that is not JSON") from error


def _refused(response: Response) -> StetError:
    try:
        error = _parsed(response)["error"]
        told = (response.status, str(error["code"]), str(error["message"]), error["field"], error.get("details"))
    except (Garbled, KeyError, TypeError, AttributeError):
        return Garbled(f"a {response.status} in a shape that this API does not use")
    stays = response.status == 409 and told[1] in HISTORY_STAYS
    return HistoryStays(*told) if stays else Refused(*told)
