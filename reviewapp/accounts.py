"""Who may open an account: nobody alone; a lead or the command line makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm

if TYPE_CHECKING:
    from django.http import HttpRequest


class ClosedSignup(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: object) -> str:
        """Wrong passwords are counted for a name and where they come from: a stranger can't lock somebody out."""
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        return f"{key}@{self.get_client_ip(request)}"


class Login(LoginForm):  # type: ignore[misc]  # allauth ships no types
    """The cursor stands where typing begins."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autofocus"] = True
