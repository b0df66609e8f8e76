"""The embedded servers: one owner a folder, nothing open to others, nothing left behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from reviewapp.local import servers
from reviewapp.local.places import LocalError, can_enter, postgres_user
from reviewapp.local.prepare import environment
from reviewapp.local.servers import CHECKOUT, Urls, throwaway_servers


def answers(urls: Urls) -> bool:
    with psycopg.connect(urls.database) as connection, redis.Redis.from_url(urls.redis) as client:
        return connection.execute("SELECT 1").fetchone() == (1,) and bool(client.ping())


def test_servers_keep_their_data_and_stop(folder: Path) -> None:
    with servers(folder, throwaway=True, given={}) as urls, psycopg.connect(urls.database) as connection:
        connection.execute("CREATE TABLE kept ()")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(urls.database)
    with servers(folder, throwaway=True, given={}) as urls, psycopg.connect(urls.database) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)


def test_folder_has_one_owner_and_tests_find_another(folder: Path) -> None:
    with throwaway_servers(folder, given={}) as first:
        with pytest.raises(LocalError, match="already runs"), servers(folder / "tests-0", given={}):
            pass
        with throwaway_servers(folder, given={}) as second:
            assert answers(first)
            assert answers(second)
            assert first != second


def test_servers_left_by_a_killed_owner_are_taken_over(folder: Path) -> None:
    command = [sys.executable, "-m", "reviewapp.local", "db"]
    env = {**os.environ, "STET_DATA_DIR": str(folder)}
    owner = subprocess.Popen(command, cwd=CHECKOUT, env=env, stdout=subprocess.PIPE)
    assert owner.stdout is not None
    assert b"DATABASE_URL" in owner.stdout.readline()
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    with servers(folder, given={}) as urls:
        assert answers(urls)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(urls.database)


def test_given_addresses_replace_the_servers(folder: Path) -> None:
    given = {"DATABASE_URL": "postgresql://elsewhere/", "REDIS_URL": "redis://elsewhere/"}
    with servers(folder, given=given) as urls:
        assert urls == Urls(given["DATABASE_URL"], given["REDIS_URL"], given["DATABASE_URL"])
        assert not (folder / "postgres").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs PostgreSQL as another user")
def test_database_moves_out_of_a_folder_its_user_cannot_enter(folder: Path) -> None:
    folder.chmod(0o700)
    assert not can_enter(postgres_user(), folder)
    with servers(folder, throwaway=True, given={}) as urls:
        assert answers(urls)
        assert not (folder / "postgres").exists()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    subprocess.run(
        [sys.executable, "-m", "reviewapp.local", "clean"], env={**os.environ, "STET_DATA_DIR": str(folder)}, check=True
    )
    assert not Path(urls.database.partition("host=")[2]).exists()
    folder.mkdir()


def test_broker_asks_for_its_password(server_urls: Urls) -> None:
    host, port = server_urls.redis.rpartition("@")[2].removesuffix("/0").split(":")
    with redis.Redis(host=host, port=int(port)) as client, pytest.raises(redis.AuthenticationError):
        client.ping()


def test_secrets_are_kept_and_private(tmp_path: Path) -> None:
    first = environment(tmp_path, Urls("", ""), "")
    paths = [Path(first["SECRET_KEY_FILE"]), Path(first["STET_SIGNING_KEY_FILE"])]
    kept = [path.read_bytes() for path in paths]
    environment(tmp_path, Urls("", ""), "")
    assert [path.read_bytes() for path in paths] == kept
    assert [stat.S_IMODE(path.stat().st_mode) for path in paths] == [0o600, 0o600]
