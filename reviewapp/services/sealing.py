"""Secrets that have to be used again (of webhooks, of judges) are stored encrypted, never readable in a dump."""

from __future__ import annotations

import base64
import functools

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.translation import gettext as _

from reviewapp.services.errors import Refused


def seal(secret: str) -> bytes:
    return _box().encrypt(secret.encode())


def unseal(sealed: bytes) -> str:
    """Raises Refused where the key is another one than the secret was stored under."""
    try:
        return _box().decrypt(sealed).decode()
    except InvalidToken as error:
        message = _("A stored secret can’t be read: put the earlier SECRET_KEY into SECRET_KEY_FALLBACKS.")
        raise Refused("sealed", message, 503) from error


def _box() -> MultiFernet:
    return MultiFernet([_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


@functools.lru_cache(maxsize=8)
def _key(secret: str) -> Fernet:
    """A key of its own, so that what signs cookies encrypts nothing."""
    derived = HKDF(SHA256(), 32, salt=None, info=b"stet sealed secrets").derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(derived))
