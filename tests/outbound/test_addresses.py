"""Which addresses a request may go to."""

from __future__ import annotations

import socket

import pytest

from reviewapp.outbound import Forbidden, OutboundError, parse_allowed, post
from reviewapp.outbound.addresses import Target, checked, look_up, may_call, target

PRIVATE = (
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.8.8.8", "169.254.169.254", "172.31.0.1",
    "192.0.0.170", "192.168.1.1", "198.18.0.1", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "168.63.129.16", "192.88.99.1", "::", "::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1",
    "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "fc00::1",
    "fd00:ec2::254", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1", "2001:db8::1", "3fff::1", "100::1", "nonsense", "",
)  # fmt: skip
PUBLIC = ("93.184.216.34", "1.1.1.1", "::ffff:1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::1")
NEVER = ("169.254.169.254", "fe80::1", "0.0.0.0", "224.0.0.1", "fd00:ec2::254", "100.100.100.200", "168.63.129.16")

REFUSED = (
    "http://example.com/", "ftp://example.com/", "https://", "https:///x", "//example.com", "example.com",
    "https://example.com:22/", "https://example.com:99999/", "https://user@example.com/", "https://u:p@example.com/",
    "https://example.com\\@127.0.0.1/", "https://exa mple.com/", "https://example.com/\r\nHost: x", "https://exämple.com/",
    "https://[::1/", "https://%6cocalhost/", "gopher://127.0.0.1:6379/_FLUSHALL", "file:///etc/passwd",
    f"https://example.com/{'x' * 2_000}",
)  # fmt: skip
# What a resolver reads as this machine or a private one, however it is written.
DISGUISED = (
    "https://127.0.0.1/", "https://127.1/", "https://0/", "https://2130706433/", "https://0x7f000001/",
    "https://0x7f.1/", "https://0177.0.0.1/", "https://017700000001/", "https://[::1]/", "https://[::]/",
    "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[fe80::1]/", "https://localhost/",
    "https://169.254.169.254/latest/meta-data/", "https://[::ffff:a9fe:a9fe]/", "https://10.0.0.1:8443/",
)  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_public_is_not_called(address: str) -> None:
    assert not may_call(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_public_may_be_called(address: str) -> None:
    assert may_call(address)


@pytest.mark.parametrize("address", ["10.1.2.3", "127.0.0.1", "172.16.0.9", "192.168.1.1", "::1", "fc00::1"])
def test_an_allow_list_opens_private_addresses(address: str) -> None:
    assert may_call(address, private=True)


@pytest.mark.parametrize("address", NEVER)
def test_no_allow_list_opens_metadata_or_link_local(address: str) -> None:
    assert not may_call(address, private=True)


def test_one_private_address_closes_a_name_that_has_public_ones_too() -> None:
    with pytest.raises(Forbidden):
        checked(["1.1.1.1", "10.0.0.1"], private=False)


@pytest.mark.parametrize("url", REFUSED)
def test_an_address_that_could_be_read_in_two_ways_is_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        target(url)


@pytest.mark.parametrize("url", DISGUISED)
def test_a_private_address_in_disguise_is_not_connected_to(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connected: list[object] = []
    monkeypatch.setattr(socket, "create_connection", lambda *where, **_: connected.append(where))
    with pytest.raises(OutboundError):
        post(url, body=b"", headers={})
    assert connected == []


def test_a_host_of_the_list_is_private_on_the_port_it_names_only() -> None:
    allowed = parse_allowed("judge.internal:8080, 10.0.0.5,[::1]:9000")
    assert allowed == {("judge.internal", 8080), ("10.0.0.5", None), ("::1", 9000)}
    assert target("http://judge.internal:8080/v1", allowed) == Target("http", "judge.internal", 8080, "/v1", True)
    with pytest.raises(Forbidden):
        target("http://judge.internal:8081/v1", allowed)
    assert target("http://10.0.0.5/", allowed).private


@pytest.mark.parametrize("text", ["http://x", "a/b", "u@h", ":80", "h:port"])
def test_a_list_with_something_else_is_no_list(text: str) -> None:
    with pytest.raises(ValueError):
        parse_allowed(text)


def test_a_port_that_is_not_the_usual_one_stands_in_the_host_header() -> None:
    assert target("https://example.com/").host_header == "example.com"
    assert target("https://example.com:8443/").host_header == "example.com:8443"
    assert target("http://[::1]:9000/", parse_allowed("[::1]:9000")).host_header == "[::1]:9000"


def test_a_name_is_looked_up_with_all_its_addresses() -> None:
    assert "127.0.0.1" in look_up("localhost", 443)
