"""Settings, from the environment alone. The defaults are those of production.

`X_FILE` names a file to read `X` from, for secrets that must not stand in the environment.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from environs import FileAwareEnv
from psycopg.conninfo import conninfo_to_dict

from reviewapp import logging as logs
from reviewapp.conf import conf
from reviewapp.mailserver import mail_server

env = FileAwareEnv(strip_whitespace=True)
BASE_DIR = Path(__file__).resolve().parent.parent

# No default for these: a guessed key or host is a hole, so a missing one stops the start.
SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
PUBLIC_URL = env.str("PUBLIC_URL").rstrip("/")
DATABASE_URL = env.str("DATABASE_URL")
REDIS_URL = env.str("REDIS_URL")
# Who the service is in the database, where migrations run as another, the owner: they grant it what it needs.
DATABASE_SERVICE_ROLE = env.str("DATABASE_SERVICE_ROLE", "stet_service")
STET_SIGNING_KEY_FILE = env.path("STET_SIGNING_KEY_FILE", None)
STET_CHECKPOINT_FILE = env.path("STET_CHECKPOINT_FILE", None)
DEBUG = env.bool("DEBUG", False)

_public = urlsplit(PUBLIC_URL)
_LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
_https = _public.scheme == "https"
ALLOWED_HOSTS = _LOOPBACK if _public.hostname in {"localhost", "127.0.0.1"} else [_public.hostname or ""]
_port = f":{_public.port}" if _public.port else ""
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{host}{_port}" for host in ALLOWED_HOSTS]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_structlog",
    "csp",
    "allauth",
    "allauth.account",
    "reviewapp",
]

MIDDLEWARE = [
    "reviewapp.middleware.OneStack",
    # The next four put headers on every answer, so they stand before all that answers by itself.
    "django.middleware.security.SecurityMiddleware",
    "reviewapp.middleware.NoBrowserPowers",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "reviewapp.api.frontdoor.FrontDoor",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "reviewapp.middleware.PageLocaleMiddleware",  # asks who it is for; before what may refuse with a page
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "reviewapp.logging.RequestLogMiddleware",
    "reviewapp.middleware.PagesNeedLogin",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "reviewapp.urls"
WSGI_APPLICATION = "reviewapp.wsgi.application"
ASGI_APPLICATION = "reviewapp.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


def database(url: str) -> dict[str, object]:
    """Django's entry for a PostgreSQL address, read by libpq's own parser."""
    parts = conninfo_to_dict(url)
    known = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    timeouts = "-c statement_timeout=30s -c idle_in_transaction_session_timeout=60s"
    options = {key: value for key, value in parts.items() if key not in known}
    return {
        "ENGINE": "django.db.backends.postgresql",
        **{name: str(parts[key]) for key, name in known.items() if key in parts},
        # A statement is planned once a connection instead of each time, from its second use on.
        "OPTIONS": {
            **{"connect_timeout": 3, "options": timeouts, "server_side_binding": True, "prepare_threshold": 2},
            **options,
        },
        # A connection lives as long as its thread and is checked before each request.
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": True,
    }


DATABASES = {"default": database(DATABASE_URL)}

_redis = {
    "LOCATION": REDIS_URL,
    "KEY_PREFIX": "stet",
    "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
}
CACHES = {
    "default": {"BACKEND": "reviewapp.cache.FallbackCache", **_redis},
    # The limit of the API is told when Redis is away: it then grants each process a share.
    "shared": {"BACKEND": "django.core.cache.backends.redis.RedisCache", **_redis},
}

AUTH_USER_MODEL = "reviewapp.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_ADAPTER = "reviewapp.accounts.ClosedSignup"
ACCOUNT_FORMS = {"login": "reviewapp.accounts.Login"}
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"

SESSION_COOKIE_NAME = "__Host-stet-session" if _https else "stet-session"
SESSION_COOKIE_AGE = int(timedelta(hours=8).total_seconds())
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "reviewapp.web.errors.csrf_failure"
CSRF_COOKIE_NAME = "__Host-stet-csrf" if _https else "stet-csrf"

SECURE_SSL_REDIRECT = _https
# The front door refuses a plain request of an agent: a redirect would have it send its token in the open each time.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^api/"]
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", int(timedelta(days=30).total_seconds())) if _https else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Subdomains and preload lists are for the owner of the domain to decide, not for one service on it.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# The API reads its bodies itself, after its own length check; this bounds the forms.
DATA_UPLOAD_MAX_MEMORY_SIZE = conf.body_bytes

# Mail goes to one server, named by a URL; without one no mail is sent.
EMAIL_URL = env.str("EMAIL_URL", "")
_mail = mail_server(EMAIL_URL)
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.host, _mail.port, _mail.user, _mail.password
EMAIL_USE_SSL, EMAIL_USE_TLS, EMAIL_TIMEOUT = _mail.ssl, _mail.starttls, 10
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", f"Stet <stet@{_public.hostname}>")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = env.path("STATIC_ROOT", BASE_DIR / "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Who scrapes `/metrics` sends it as a bearer; without one there is no such page.
STET_METRICS_TOKEN = env.str("STET_METRICS_TOKEN", "")

logs.configure()
LOGGING = logs.logging_config(env.log_level("LOG_LEVEL", logging.INFO))
