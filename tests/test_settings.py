"""The settings as a process sees them: what is missing stops the start, what is public is secure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parent.parent
COMPLETE = {
    "SECRET_KEY": "s" * 60,
    "PUBLIC_URL": "https://stet.example",
    "DATABASE_URL": "postgresql://app:pass%20word@db.example:6543/stet?sslmode=require",
    "REDIS_URL": "redis://cache.example:6379/2",
}


def settings_with(expression: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Evaluate over the settings module `s` in a process that has this environment alone."""
    program = f"import json; import reviewapp.settings as s; print(json.dumps({expression}, default=str))"
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=CHECKOUT,
        env={"PATH": os.environ["PATH"], **env},
        capture_output=True,
        text=True,
        check=False,
    )


def value(expression: str, **env: str) -> Any:
    done = settings_with(expression, **{**COMPLETE, **env})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", COMPLETE)
def test_start_is_refused_without(name: str) -> None:
    without = {key: text for key, text in COMPLETE.items() if key != name}
    done = settings_with("1", **without)
    assert done.returncode != 0
    assert f'"{name}" not set' in done.stderr


def test_debug_is_off_unless_asked() -> None:
    assert value("s.DEBUG") is False


def test_misspelt_switch_is_refused() -> None:
    assert settings_with("1", **COMPLETE, DEBUG="maybe").returncode != 0


def test_secret_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from a file\n")
    assert value("s.SECRET_KEY", SECRET_KEY_FILE=str(tmp_path / "key")) == "from a file"


def test_database_address_is_read_whole() -> None:
    entry = value("s.DATABASES['default']")
    assert (entry["HOST"], entry["PORT"], entry["NAME"]) == ("db.example", "6543", "stet")
    assert (entry["USER"], entry["PASSWORD"]) == ("app", "pass word")
    assert entry["OPTIONS"]["sslmode"] == "require"


def test_public_address_alone_is_served() -> None:
    assert value("s.ALLOWED_HOSTS") == ["stet.example"]
    assert value("s.CSRF_TRUSTED_ORIGINS") == ["https://stet.example"]


def test_https_address_hardens_cookies() -> None:
    expression = "[s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_NAME[:7]]"
    assert value(expression) == [True, True, True, "__Host-"]


def test_local_address_works_without_tls() -> None:
    expression = "[s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.ALLOWED_HOSTS]"
    local = value(expression, PUBLIC_URL="http://localhost:8123/")
    assert local == [False, False, ["localhost", "127.0.0.1", "[::1]"]]


def test_policy_lets_nothing_in_from_elsewhere() -> None:
    sources = {source for given in value("s.CONTENT_SECURITY_POLICY")["DIRECTIVES"].values() for source in given}
    assert sources == {"'none'", "'self'"}


def test_argon2_comes_first() -> None:
    assert "Argon2" in value("s.PASSWORD_HASHERS[0]")


def test_a_list_of_hosts_that_is_none_stops_the_start() -> None:
    assert value("sorted(s.conf.outbound_hosts)", STET_OUTBOUND_HOSTS="judge:8080") == [["judge", 8080]]
    assert settings_with("1", **COMPLETE, STET_OUTBOUND_HOSTS="http://judge:8080").returncode != 0
