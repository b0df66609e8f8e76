"""Servers of one test on this machine: raw sockets, so that they may behave as no library would."""

from __future__ import annotations

import datetime
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

Behave = Callable[[socket.socket, bytes], None]


def says(status: str, body: bytes = b"", **headers: str) -> Behave:
    """Answers each request so."""
    named = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    whole = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n{named}\r\n".encode() + body
    return lambda link, _: link.sendall(whole)


@dataclass
class Server:
    """Where it listens, and each request as it came: the head and the body in one."""

    port: int
    requests: list[bytes] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)  # what TLS was asked for

    @property
    def host(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def url(self, path: str = "/", scheme: str = "http", host: str = "127.0.0.1") -> str:
        return f"{scheme}://{host}:{self.port}{path}"


@contextmanager
def serving(behave: Behave, *, tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """One thread a connection, until the block ends."""
    stop = threading.Event()
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        listening.settimeout(0.1)
        server = Server(listening.getsockname()[1])
        if tls is not None:
            tls.sni_callback = lambda _link, name, _context: server.names.append(name)
        accepting = threading.Thread(target=_accept, args=(listening, behave, server, tls, stop), daemon=True)
        accepting.start()
        try:
            yield server
        finally:
            stop.set()
            accepting.join()


def _accept(
    listening: socket.socket, behave: Behave, server: Server, tls: ssl.SSLContext | None, stop: threading.Event
) -> None:
    while not stop.is_set():
        with suppress(TimeoutError):
            link, _ = listening.accept()
            threading.Thread(target=_serve, args=(link, behave, server, tls), daemon=True).start()


def _serve(link: socket.socket, behave: Behave, server: Server, tls: ssl.SSLContext | None) -> None:
    with suppress(OSError), link:
        link.settimeout(20)
        with tls.wrap_socket(link, server_side=True) if tls else link as safe:
            request = _request(safe)
            server.requests.append(request)
            behave(safe, request)


def _request(link: socket.socket) -> bytes:
    read = b""
    while b"\r\n\r\n" not in read:
        read += link.recv(65_536) or _gone()
    head, _, body = read.partition(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
    while len(body) < length:
        body += link.recv(65_536) or _gone()
    return head + b"\r\n\r\n" + body


def _gone() -> bytes:
    raise ConnectionError("the caller hung up")


def certified(host: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server's side for this name, and a client's side that trusts nobody else."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    today = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    server.load_cert_chain(file)
    client.load_verify_locations(cadata=made.public_bytes(Encoding.PEM).decode())
    return server, client
