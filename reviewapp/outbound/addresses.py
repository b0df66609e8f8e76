"""Where a request may go: which addresses are public, and which private hosts an operator allows.

A name is looked up once, every address it has is checked, and the connection goes to a checked address. So a name that
answers differently a moment later (DNS rebinding) changes nothing.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]

PUBLIC_PORTS = frozenset({443, 8443})
LONGEST_URL = 2_000

# Reserved by IANA (the special-purpose registries), and one public address that a cloud answers metadata on. Written
# out, because `is_global` differs between releases of Python; both have to agree.
_RESERVED = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32",
        "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
    )
)  # fmt: skip
_UNICAST6 = ipaddress.ip_network("2000::/3")  # all that is routed; translation prefixes and private ones lie outside

# What an operator's allow-list may open: loopback and the private networks. Never link-local, where metadata is served.
_PRIVATE = tuple(
    ipaddress.ip_network(text)
    for text in ("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7")
)
_METADATA = frozenset(map(ipaddress.ip_address, ("100.100.100.200", "fd00:ec2::254", "fd20:ce::254")))


class OutboundError(Exception):
    """No answer. `code` is a word for a log or a page; the text holds nothing of what was sent or received."""

    code = "failed"


class Forbidden(OutboundError):
    """The address is none that may be called. Trying again is of no use while it stays what it is."""

    code = "forbidden"


class Unreachable(OutboundError):
    code = "unreachable"


@dataclass(frozen=True)
class Target:
    """A URL taken apart. `private` says that the operator's allow-list names its host and port."""

    scheme: str
    host: str
    port: int
    path: str
    private: bool

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _default_port(self.scheme) else f"{host}:{self.port}"


def parse_allowed(text: str) -> frozenset[tuple[str, int | None]]:
    """An operator's list, `judge.internal:8080, 10.0.0.5`; without a port every port of the host.

    Raises ValueError on an entry that is no host.
    """
    return frozenset(_entry(part.strip()) for part in text.split(",") if part.strip())


def _entry(text: str) -> tuple[str, int | None]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname or parts.path or parts.query or parts.username is not None:
        raise ValueError(f"{text!r} is no host or host:port")
    return parts.hostname, parts.port


def target(url: str, allowed: Iterable[tuple[str, int | None]] = ()) -> Target:
    """Reads a URL strictly: https on 443 or 8443 for the public, what the list names for the rest."""
    if len(url) > LONGEST_URL or not url.isascii() or any(ord(sign) <= 0x20 or ord(sign) == 0x7F for sign in url):
        raise Forbidden("The address has to be plain ASCII without blanks, at most 2,000 characters.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise Forbidden("This is no address of the web.") from error
    if parts.scheme not in ("http", "https") or not host:
        raise Forbidden("The address has to begin with https:// and name a host.")
    if parts.username is not None or parts.password is not None or "\\" in url or "%" in host:
        raise Forbidden("The address must not hold a user, a password, a backslash or an encoded host.")
    port = port or _default_port(parts.scheme)
    names = frozenset(allowed)
    private = (host, port) in names or (host, None) in names
    if not private and (parts.scheme != "https" or port not in PUBLIC_PORTS):
        raise Forbidden("Only https on port 443 or 8443, but for hosts that STET_OUTBOUND_HOSTS names.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, path, private)


def _default_port(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def look_up(host: str, port: int) -> list[str]:
    """Every address of a name, by the system's resolver."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def checked(addresses: Sequence[str], *, private: bool) -> list[str]:
    """The addresses, if every single one may be called; one that may not closes the whole name."""
    if not addresses:
        raise Unreachable("The name has no address.")
    for text in addresses:
        if not may_call(text, private=private):
            raise Forbidden("The name leads to an address that is not public.")
    return list(addresses)


def may_call(text: str, *, private: bool = False) -> bool:
    """Whether this address is public, or private and allowed."""
    try:
        address = _plain(ipaddress.ip_address(text))
    except ValueError:
        return False  # with a zone (fe80::1%eth0) or nothing of an address at all
    if private and address not in _METADATA and any(address in network for network in _PRIVATE):
        return True
    if address.version == 6 and address not in _UNICAST6:
        return False
    return address.is_global and not any(address in network for network in _RESERVED)


def _plain(address: Address) -> Address:
    """`::ffff:127.0.0.1` is 127.0.0.1 to the system that connects."""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
