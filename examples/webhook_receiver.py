"""A receiver of webhooks on the standard library: verifies each request, then says what happened.

    STET_WEBHOOK_SECRET=whsec_… python examples/webhook_receiver.py [port]

Put TLS in front of it; or, to try it on one machine, start Stet with STET_OUTBOUND_HOSTS=127.0.0.1:9000 and give it
http://127.0.0.1:9000/.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from email.message import Message
from http.server import BaseHTTPRequestHandler, HTTPServer

LARGEST = 20_000
TOLERANCE = 300  # seconds


def verified(secret: str, headers: Message, body: bytes) -> bool:
    """Whether one of the signatures is ours and the request is no older than five minutes."""
    name, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not stamp.isdecimal() or abs(time.time() - int(stamp)) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.new(key, f"{name}.{stamp}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(signed).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(wanted.encode(), each.encode()) for each in given)


class Receiver(BaseHTTPRequestHandler):
    seen: set[str] = set()  # noqa: RUF012  # shared on purpose; a real receiver keeps this in its database

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length) if length <= LARGEST else b""
        if not verified(os.environ["STET_WEBHOOK_SECRET"], self.headers, body):
            self.send_error(400)
            return
        if self.headers["webhook-id"] not in self.seen:
            self.seen.add(self.headers["webhook-id"])
            event = json.loads(body)
            sys.stdout.write(f"{event['type']} {event['data'].get('url', '')}\n")
            sys.stdout.flush()
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing but events is printed."""


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
    HTTPServer(("127.0.0.1", port), Receiver).serve_forever()
