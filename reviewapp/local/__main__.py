"""The two commands on one machine: `run` serves until Ctrl-C, `test` checks everything, `check` what needs
no server.

`db` runs the two servers alone and prints their addresses; `clean` removes the data folder.
"""

from __future__ import annotations

import argparse
import signal
import sys
from contextlib import suppress

from reviewapp.local import data_dir, servers
from reviewapp.local.places import LocalError, remove
from reviewapp.local.servers import sole_owner

# A closed terminal hangs up: what was started must not outlive it.
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _db() -> int:
    with servers(data_dir(), given={}) as urls:
        print(f"export DATABASE_URL='{urls.database}' REDIS_URL='{urls.redis}'", flush=True)
        signal.pause()
    return 0


def _run() -> int:
    from reviewapp.local.run import run

    return run()


def _test() -> int:
    from reviewapp.local.test import test

    return test()


def _check() -> int:
    from reviewapp.local.test import check

    return check()


def _clean() -> int:
    with sole_owner(data_dir()):
        remove(data_dir())
    return 0


def _stop(_number: int, _frame: object) -> None:
    """The first Ctrl-C stops everything in order; a second one would leave servers behind."""
    for ending in ENDINGS:
        signal.signal(ending, signal.SIG_IGN)
    raise KeyboardInterrupt


_COMMANDS = {"run": _run, "test": _test, "check": _check, "db": _db, "clean": _clean}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m reviewapp.local", description=__doc__)
    parser.add_argument("command", choices=_COMMANDS)
    for ending in ENDINGS:
        if signal.getsignal(ending) is not signal.SIG_IGN:  # nohup asks to outlive the terminal
            signal.signal(ending, _stop)
    try:
        with suppress(KeyboardInterrupt):
            return _COMMANDS[parser.parse_args().command]()
    except LocalError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
