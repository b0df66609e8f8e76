"""JSON logs that cannot hold a turn, a pin, a query or a token.

Only names, ids, numbers and code positions are written: the text of an exception may quote the
data that caused it, so an exception is logged as its type and where it was raised.
"""

from __future__ import annotations

import re
import sys
import traceback
from typing import TYPE_CHECKING, Any

import structlog
from django_structlog.middlewares import RequestMiddleware

if TYPE_CHECKING:
    from django.http import HttpRequest
    from structlog.typing import EventDict, Processor, WrappedLogger


_NAMED = re.compile(r"(/api/v1/sessions/|/join/)[^/]+")


class RequestLogMiddleware(RequestMiddleware):
    """One line at the start and one at the end of a request, without query, a session's name or a link's secret."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        path = _NAMED.sub(r"\1…", request.path)
        return f"{request.method} {path}"


def without_agent(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """What a client calls itself is a text of its own choice."""
    event.pop("user_agent", None)
    return event


def exception_without_text(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Replace `exc_info` by the types of the exception chain and the places it passed."""
    error = _error_of(event.pop("exc_info", None))
    if error is not None:
        event["exception"] = [_described(link) for link in _chain(error)]
    return event


def _error_of(exc_info: object) -> BaseException | None:
    if isinstance(exc_info, BaseException):
        return exc_info
    if isinstance(exc_info, tuple):
        return exc_info[1] if isinstance(exc_info[1], BaseException) else None
    return sys.exc_info()[1] if exc_info else None


def _chain(error: BaseException) -> list[BaseException]:
    links: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in links:
        links.append(link)
        link = link.__cause__ or link.__context__
    return links


def _described(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "type": f"{type(error).__module__}.{type(error).__qualname__}",
        "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


# What our own modules hand to the standard logger: ids, codes and signed digests. Other extras may be whole objects.
_EXTRAS = ["block", "compaction", "envelope", "reason", "team"]

_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.ExtraAdder(allow=_EXTRAS),
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    exception_without_text,
    without_agent,
]


def configure() -> None:
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_config(level: int) -> dict[str, Any]:
    """The value of Django's LOGGING."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
                "foreign_pre_chain": _SHARED,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # The request middleware already writes one line a request, with its id.
            "django.request": {"level": "CRITICAL"},
            "django.server": {"level": "CRITICAL"},
            "uvicorn.access": {"level": "CRITICAL"},
            # The server sets handlers of its own before it loads us; these take their place.
            "uvicorn": {"handlers": ["stderr"], "propagate": False},
        },
    }
