"""The product's settings with what tests need: a key, a cheap hash, static files without a build step."""

from __future__ import annotations

import os

from reviewapp.local import data_dir
from reviewapp.local.prepare import signing_key_file

# Nobody listens there: conftest.py puts the addresses of its own servers in place of these before a test needs one.
PLACEHOLDERS = {"DATABASE_URL": "postgresql:///stet", "REDIS_URL": "redis://127.0.0.1:1/0"}
# Servers named by the caller are used as they are. A process of a parallel run inherits the placeholders of the first.
GIVEN = {name: os.environ[name] for name in PLACEHOLDERS if os.environ.get(name, "") not in {"", PLACEHOLDERS[name]}}

os.environ.setdefault("SECRET_KEY", "tests-only-" + "k" * 50)
os.environ.setdefault("PUBLIC_URL", "http://localhost:8000")
for name, address in PLACEHOLDERS.items():
    os.environ.setdefault(name, address)
os.environ.setdefault("LOG_LEVEL", "WARNING")
_keys = data_dir() / "tests"
_keys.mkdir(parents=True, exist_ok=True)
os.environ.setdefault("STET_SIGNING_KEY_FILE", str(signing_key_file(_keys)))

from reviewapp.settings import *  # noqa: E402, F403  # an overlay, by design

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
# A thread of a test's server must not hold the database open when it is dropped.
DATABASES["default"]["CONN_MAX_AGE"] = 0  # noqa: F405  # from the overlaid module
