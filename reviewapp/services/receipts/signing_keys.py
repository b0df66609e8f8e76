"""The key that signs receipts: its secret half is a file of mode 0600, its public half and its state are rows.

pending (published ahead) -> active (the one that signs) -> retired (still verifies) -> revoked (stolen).
The row says which key signs; the file and the file beside it (`.next`) are searched for its secret half.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from django.conf import settings
from django.db import ProgrammingError, transaction

from reviewapp.guard.receipts import key_id
from reviewapp.models import AuditEntry, KeyState, SigningKey, Team, User
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused
from reviewapp.services.locks import now

_loaded: dict[str, Ed25519PrivateKey] = {}


def signer() -> Ed25519PrivateKey:
    """The active key. Raises Refused 503 without one: what can't be signed does not take effect."""
    row = SigningKey.objects.filter(state=KeyState.ACTIVE).first() or _first_key()
    if row.keyid not in _loaded:
        _loaded.update({key_id(key.public_key()): key for key in map(_read, _files()) if key})
    if row.keyid not in _loaded:
        raise _unavailable("The secret half of the active signing key is not on this server.")
    return _loaded[row.keyid]


def create(path: Path) -> Ed25519PrivateKey:
    """Write a new secret key, readable by this user alone; never overwrites one."""
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    return key


def prepare() -> SigningKey:
    """Make the next key and publish it as pending, so that verifiers know it before it signs."""
    return _register(create(_next_file()), KeyState.PENDING)


def activate() -> SigningKey:
    """Let the pending key sign from now on; the one before is retired and still verifies."""
    secret = _read(_next_file())
    if secret is None:
        raise Refused("no_pending_key", "There is no pending key; prepare one first.", 409)
    with transaction.atomic():
        row = SigningKey.objects.select_for_update().get(keyid=key_id(secret.public_key()), state=KeyState.PENDING)
        SigningKey.objects.filter(state=KeyState.ACTIVE).update(state=KeyState.RETIRED, retired_at=now())
        row.state, row.activated_at = KeyState.ACTIVE, now()
        row.save(update_fields=["state", "activated_at"])
    _next_file().replace(_file())
    return row


def revoke(keyid: str, *, reason: str, since: datetime | None = None, actor: User | None = None) -> SigningKey:
    """Believe this key no more. `since`: when it was stolen; what each team's chain held by then stays believed."""
    with transaction.atomic():
        row = SigningKey.objects.select_for_update().filter(keyid=keyid).first()
        if row is None or row.state == KeyState.REVOKED:
            raise Refused("no_such_key", "There is no such key, or it is revoked already.", 404)
        row.state, row.revoked_at, row.reason = KeyState.REVOKED, now(), reason
        row.save(update_fields=["state", "revoked_at", "reason"])
        for team in Team.objects.order_by("id"):
            entries = AuditEntry.objects.filter(team=team, **({"at__lt": since} if since else {}))
            last = entries.order_by("-seq").values_list("seq", flat=True).first() or 0
            audit_log.append(team, "key.revoked", actor, row, {"keyid": keyid, "revoked_after": last})
    _loaded.pop(keyid, None)
    return row


def published() -> dict[str, Any]:
    """What `/.well-known/stet-keys.json` answers, and what the offline verifier reads."""
    return {"keys": [_told(row) for row in SigningKey.objects.order_by("id")]}


def _told(row: SigningKey) -> dict[str, Any]:
    times = {"activated_at": row.activated_at, "retired_at": row.retired_at, "revoked_at": row.revoked_at}
    return {
        "keyid": row.keyid,
        "algorithm": "ed25519",
        "public_pem": row.public_pem,
        "state": str(row.state),
        "revoked_after": revoked_after(row) if row.state == KeyState.REVOKED else None,
        **{name: moment.isoformat() if moment else None for name, moment in times.items()},
    }


def revoked_after(row: SigningKey) -> dict[str, int]:
    """Team -> the last entry before the theft, as each team's own chain says it."""
    entries = AuditEntry.objects.filter(action="key.revoked", object_kind="signingkey", object_id=str(row.pk))
    return {str(entry.team_id): int(entry.body["revoked_after"]) for entry in entries}


def _first_key() -> SigningKey:
    """At the first start there is neither file nor row: make both. Once a key has signed, nothing is made by itself."""
    if SigningKey.objects.exclude(state=KeyState.PENDING).exists():
        raise _unavailable("No signing key is active.")
    try:
        with transaction.atomic():
            return _register(_read(_file()) or create(_file()), KeyState.ACTIVE)
    except ProgrammingError as error:  # only the owner of the database makes a key known
        raise _unavailable(
            "No signing key is known: run `manage.py signing_key init` as the database's owner."
        ) from error


def _register(secret: Ed25519PrivateKey, state: KeyState) -> SigningKey:
    public = secret.public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    moments = {"activated_at": now()} if state is KeyState.ACTIVE else {}
    row, _ = SigningKey.objects.get_or_create(
        keyid=key_id(public), defaults={"public_pem": pem, "state": state, **moments}
    )
    return row


def _read(path: Path) -> Ed25519PrivateKey | None:
    """The key in a file, None where there is no file; raises Refused where it can't be read as one."""
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _unavailable("The signing key file can't be read.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _unavailable("The signing key file holds no Ed25519 key.")
    return key


def _file() -> Path:
    path = settings.STET_SIGNING_KEY_FILE
    if path is None:
        raise _unavailable("No signing key file is set (STET_SIGNING_KEY_FILE).")
    return Path(path)


def _next_file() -> Path:
    return _file().with_name(_file().name + ".next")


def _files() -> tuple[Path, Path]:
    return _file(), _next_file()


def _unavailable(message: str) -> Refused:
    return Refused("signing_unavailable", f"{message} Nothing was changed.", 503)
