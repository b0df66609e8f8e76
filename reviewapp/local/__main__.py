"""`python -m reviewapp.local db`: the servers alone, with the addresses to use them by."""

from __future__ import annotations

import argparse
import signal
import sys
from contextlib import suppress

from reviewapp.local import data_dir, servers
from reviewapp.local.places import LocalError


def db() -> int:
    with servers(data_dir(), given={}) as urls:
        print(f"export DATABASE_URL='{urls.database}' REDIS_URL='{urls.redis}'", flush=True)
        with suppress(KeyboardInterrupt):
            signal.pause()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m reviewapp.local", description=__doc__)
    parser.add_argument("command", choices=["db"])
    parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends the same way as Ctrl-C
    try:
        return db()
    except LocalError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
