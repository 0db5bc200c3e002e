"""Settings: every one is an environment variable with a default that works."""

import logging
from pathlib import Path
from typing import Any

from environs import Env

from cardroom.embedded.served import served
from cardroom.embedded.server import DATABASE
from cardroom.settings import api, databases, logs, secret
from cardroom.settings.people import *  # noqa: F403 - each name there is a setting

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent.parent

# All local state: the embedded database, keys, how far verification came, static files.
CARDROOM_DATA = Path(env.str("CARDROOM_DATA", "") or BASE_DIR / "var").resolve()

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", "") or secret.kept_in(CARDROOM_DATA)
# A file with the key that checkpoints are signed with; unless said, one is made in the data.
CHECKPOINT_KEY = env.str("CHECKPOINT_KEY", "")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
LOGGING = logs.configured(env.log_level("LOG_LEVEL", logging.WARNING))

INSTALLED_APPS = [
    # Before the admin, whose templates it has its own of.
    "cardroom.apps.CardroomConfig",
    "cardroom.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "axes",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "cardroom.log.apps.LogConfig",
    "cardroom.house.apps.HouseConfig",
    "cardroom.due.apps.DueConfig",
    "ledger.apps.LedgerConfig",
    "tables.apps.TablesConfig",
    "cardroom.reports.apps.ReportsConfig",
    "cardroom.staff.apps.StaffConfig",
]
MIDDLEWARE = [
    "api.middleware.Requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "cardroom.pages.middleware.ForPeople",
]
ROOT_URLCONF = "cardroom.urls"
WSGI_APPLICATION = "cardroom.wsgi.application"
APPEND_SLASH = False
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "cardroom.pages.frame.frame",
            ]
        },
    },
]
X_FRAME_OPTIONS = "DENY"

# One switch for an installation behind a proxy that speaks TLS and says so.
HTTPS = env.bool("HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^healthz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SILENCED_SYSTEM_CHECKS = [
    # They stand in MIDDLEWARE_FOR_PEOPLE; the API has no use for them, and wouldn't be as quick.
    *("admin.E408", "admin.E409", "admin.E410", "axes.W002", "security.W003"),
    "security.W005",  # other hosts of the same domain aren't ours to decide about
    "security.W021",
]

DATABASE_URL = env.str("DATABASE_URL", "")
EMBEDDED_POSTGRES = None if DATABASE_URL else CARDROOM_DATA / "postgres"
CARDROOM_DATABASE = env.str("CARDROOM_DATABASE", "") or served(CARDROOM_DATA) or DATABASE
DATABASES = (
    databases.embedded(EMBEDDED_POSTGRES, CARDROOM_DATABASE)
    if EMBEDDED_POSTGRES
    else databases.external(DATABASE_URL, env.str("DATABASE_OWNER_URL", ""))
)
DATABASE_ROUTERS = ["cardroom.postgres.router.OwnerMigrates"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Who sets none has queues in the database itself.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "") or "pgmq://localhost"
# How often beat has the workers look at what is due.
NUDGE_SECONDS = env.int("NUDGE_SECONDS", 30)

# Reports go out by mail once a server is named and somebody to send them to.
EMAIL_HOST = env.str("EMAIL_HOST", "")
EMAIL_PORT = env.int("EMAIL_PORT", 25)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", default=False)
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", default=False)
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", 30)
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", "cardroom@localhost")
# Addresses, parted by commas: of one house as `EXAMPLE:officer@example.org`, or of every house.
REPORTS_MAIL_TO: list[str] = env.list("REPORTS_MAIL_TO", [])

REST_FRAMEWORK = api.REST_FRAMEWORK
SPECTACULAR_SETTINGS = api.SPECTACULAR_SETTINGS

LANGUAGE_CODE = "en-us"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = CARDROOM_DATA / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Not compressed: that would cost each first start seconds, for one page of documentation.
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
}
