"""The client against servers that redirect, drip, flood, are not who they say, or move between two look-ups."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpcore
import pytest
from httpcore import NetworkStream, SyncBackend

from reviewapp.outbound import Answer, Forbidden, Limits, TooSlow, Unreachable, post
from tests.outbound.servers import Server, certified, says, serving

QUICK = Limits(connect=1, total=1)


def send(server: Server, url: str | None = None, **how: Any) -> Answer:
    headers = {"Content-Type": "application/json"}
    return post(url or server.url("/in?a=1"), body=b"{}", headers=headers, allowed=[server.host], **how)


def test_a_request_arrives_as_it_was_meant() -> None:
    with serving(says("200 OK", b"thanks", X_From="here")) as server:
        answer = send(server)
    head, _, body = server.requests[0].partition(b"\r\n\r\n")
    assert (answer.status, answer.body, answer.headers["x-from"], answer.complete) == (200, b"thanks", "here", True)
    lines = head.decode().split("\r\n")
    assert lines[0] == "POST /in?a=1 HTTP/1.1" and body == b"{}"
    assert f"Host: 127.0.0.1:{server.port}" in lines and "Content-Type: application/json" in lines


def test_a_private_host_that_no_list_names_is_not_called() -> None:
    with serving(says("200 OK")) as server:
        with pytest.raises(Forbidden):
            post(server.url(), body=b"", headers={})
        with pytest.raises(Forbidden):
            post(f"https://localhost:{server.port}/", body=b"", headers={})
    assert server.requests == []


def test_a_redirect_is_an_answer_and_not_followed() -> None:
    with serving(says("200 OK")) as secret, serving(says("302 Found", Location=secret.url())) as server:
        answer = post(server.url(), body=b"", headers={}, allowed=[server.host, secret.host])
    assert answer.status == 302 and secret.requests == []


def test_a_name_that_moves_between_two_look_ups_is_held_to_the_first() -> None:
    """The second answer would be this machine's own address; nobody asks for it."""
    answers: Iterator[list[str]] = iter([["93.184.216.34"], ["127.0.0.1"]])
    dialled: list[str] = []

    class Recorder(SyncBackend):
        def connect_tcp(self, host: str, *args: Any, **kwargs: Any) -> NetworkStream:
            dialled.append(host)
            raise httpcore.ConnectError("nobody there")

    with pytest.raises(Unreachable):
        post("https://rebind.example/", body=b"", headers={}, resolve=lambda *_: next(answers), dial=Recorder())
    assert dialled == ["93.184.216.34"]
    assert next(answers) == ["127.0.0.1"], "the name was looked up once"


def test_a_public_name_that_leads_inside_is_refused_before_anything_is_dialled() -> None:
    with serving(says("200 OK")) as server, pytest.raises(Forbidden):
        post("https://evil.example/", body=b"", headers={}, resolve=lambda *_: ["127.0.0.1"])
    assert server.requests == []


def test_the_next_address_is_tried_where_one_does_not_answer() -> None:
    with serving(says("200 OK")) as server:
        url = server.url(host="two.example")
        answer = post(
            url,
            body=b"",
            headers={},
            allowed=[("two.example", server.port)],
            resolve=lambda *_: ["127.0.0.9", "127.0.0.1"],  # nobody listens at the first
        )
    assert answer.status == 200


def test_tls_and_host_keep_the_name_though_the_address_is_dialled(tmp_path: Path) -> None:
    theirs, ours = certified("hooks.example", tmp_path)
    with serving(says("200 OK"), tls=theirs) as server:
        allowed = [("hooks.example", server.port), ("other.example", server.port)]
        here: Any = {"body": b"", "headers": {}, "allowed": allowed, "resolve": lambda *_: ["127.0.0.1"], "trust": ours}
        assert post(server.url("/", "https", "hooks.example"), **here).status == 200
        with pytest.raises(Unreachable):
            post(server.url("/", "https", "other.example"), **here)
    assert server.names == ["hooks.example", "other.example"]
    assert [f"Host: hooks.example:{server.port}".encode() in request for request in server.requests] == [True]


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    theirs, _ = certified("hooks.example", tmp_path)
    with serving(says("200 OK"), tls=theirs) as server, pytest.raises(Unreachable):
        post(
            server.url("/", "https", "hooks.example"),
            body=b"secret",
            headers={},
            allowed=[("hooks.example", server.port)],
            resolve=lambda *_: ["127.0.0.1"],
        )
    assert server.requests == []


def test_no_proxy_of_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(says("200 OK")) as proxy, serving(says("204 No Content")) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
            monkeypatch.setitem(os.environ, name, proxy.url())
        assert send(server).status == 204
    assert proxy.requests == []


def drip(link: socket.socket, _: bytes) -> None:
    """One byte of a header at a time: each comes in time, all of them never."""
    with suppress(OSError):
        for sign in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"a" * 500:
            link.sendall(bytes([sign]))
            time.sleep(0.05)


def drip_body(link: socket.socket, _: bytes) -> None:
    link.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    with suppress(OSError):
        for _n in range(1000):
            link.sendall(b"a")
            time.sleep(0.05)


def silent(link: socket.socket, _: bytes) -> None:
    link.recv(1)


@pytest.mark.parametrize("behave", [drip, drip_body, silent])
def test_an_answer_that_takes_too_long_is_given_up(behave: Any) -> None:
    with serving(behave) as server, pytest.raises(TooSlow):
        send(server, limits=QUICK)


def test_a_look_up_that_never_ends_is_given_up() -> None:
    def never(_host: str, _port: int) -> list[str]:
        time.sleep(5)
        return []

    with pytest.raises(TooSlow):
        post("https://slow.example/", body=b"", headers={}, resolve=never, limits=Limits(total=0.2))


def test_a_name_without_an_address_is_unreachable() -> None:
    def unknown(_host: str, _port: int) -> Iterable[str]:
        raise socket.gaierror("no such name")

    with pytest.raises(Unreachable):
        post("https://nowhere.example/", body=b"", headers={}, resolve=unknown)  # type: ignore[arg-type]  # it raises


def flood(link: socket.socket, _: bytes) -> None:
    link.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    with suppress(OSError):
        while True:
            link.sendall(b"10000\r\n" + b"a" * 65_536 + b"\r\n")


def test_an_answer_without_end_is_cut() -> None:
    with serving(flood) as server:
        answer = send(server, limits=Limits(answer_bytes=1_000))
    assert (len(answer.body), answer.complete, answer.status) == (1_000, False, 200)


def endless_head(link: socket.socket, _: bytes) -> None:
    link.sendall(b"HTTP/1.1 200 OK\r\n")
    with suppress(OSError):
        while True:
            link.sendall(b"X: " + b"a" * 65_536 + b"\r\n")


@pytest.mark.parametrize("behave", [endless_head, lambda link, _: link.sendall(b"SSH-2.0-x\r\n"), lambda *_: None])
def test_what_speaks_no_http_is_no_answer(behave: Any) -> None:
    with serving(behave) as server, pytest.raises(Unreachable):
        send(server)


def test_nobody_there_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(Unreachable):
        post(f"http://127.0.0.1:{port}/", body=b"", headers={}, allowed=[("127.0.0.1", port)])
