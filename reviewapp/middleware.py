"""Pages need a login and speak the reader's language; the API does neither. No answer asks for powers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django_htmx.http import HttpResponseClientRedirect

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponseBase


_POWERS = ("camera", "display-capture", "geolocation", "microphone", "payment", "serial", "usb")
_DENIED = ", ".join(f"{power}=()" for power in _POWERS)


class OneStack:
    """Room for the frames of a whole request, in one piece.

    CPython hands frames out in pieces of 16 kB, and gives a piece back to the system when the last frame in it ends.
    Where a loop of a template happens to call across the border of two pieces, a page maps and unmaps memory thousands
    of times: up to half of its time, and another share whenever a frame is added or taken away somewhere below. A frame
    that fits in no such piece gets one of 512 kB, of which it leaves half to all that it calls.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    __call__.__code__ = __call__.__code__.replace(co_stacksize=33_000)  # words of 8 bytes


class NoBrowserPowers:
    """Headers that Django does not know: no device is asked for, and no other site embeds an answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = _DENIED
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response


class PageLocaleMiddleware(LocaleMiddleware):
    """Pages in the language that a person chose, else in that of the browser. The API is in English whatever a proxy or
    a library asks for."""

    def process_request(self, request: HttpRequest) -> None:
        if request.path.startswith("/api/"):
            translation.activate(settings.LANGUAGE_CODE)  # the thread may just have served a page in another language
            return
        chosen = getattr(request.user, "language", "")
        if chosen in dict(settings.LANGUAGES):
            translation.activate(chosen)
            request.LANGUAGE_CODE = translation.get_language()
        else:
            super().process_request(request)


class PagesNeedLogin(LoginRequiredMiddleware):
    """Django's middleware, which would answer an agent with a redirect to a form."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., Any],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        if request.path.startswith("/api/"):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)

    def handle_no_permission(  # type: ignore[override]  # the stubs name one kind of redirect
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponseBase:
        """A fragment's request leaves the page for the login, which htmx would else put into the page. One that sends
        something, if only the beat of a lease, does not: what is half written there would be gone."""
        redirect = super().handle_no_permission(request, view_func)
        if not request.headers.get("HX-Request"):
            return redirect
        return HttpResponse(status=401) if request.method == "POST" else HttpResponseClientRedirect(redirect.url)
