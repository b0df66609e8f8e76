"""The mail server that an operator names by a URL."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

_SCHEMES = {"smtp": 587, "smtps": 465, "smtp+plain": 25}


@dataclass(frozen=True)
class MailServer:
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    ssl: bool = False
    starttls: bool = False

    def __repr__(self) -> str:
        return f"MailServer({self.host}:{self.port})"


def mail_server(url: str) -> MailServer:
    """`smtp://user:password@host:587` (STARTTLS), `smtps://` (TLS from the start), `smtp+plain://` (a relay on this
    machine). User and password are percent-encoded. Empty: no server. Raises ValueError on anything else."""
    if not url:
        return MailServer()
    parts = urlsplit(url)
    if parts.scheme not in _SCHEMES or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise ValueError("EMAIL_URL has to look like smtp://user:password@host:587, smtps://... or smtp+plain://...")
    return MailServer(
        parts.hostname,
        parts.port or _SCHEMES[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        ssl=parts.scheme == "smtps",
        starttls=parts.scheme == "smtp",
    )
