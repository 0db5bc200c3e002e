"""The settings of a test run: Cardroom's own, on a cluster that lives in memory."""

import os

from tests.cluster import home

os.environ.update(
    CARDROOM_DATA=str(home()),
    DATABASE_URL="",
    CELERY_BROKER_URL="",
    # Nobody connects before the harness has named a database of the test's own.
    CARDROOM_DATABASE="test_unnamed",
)

from cardroom.settings import *  # noqa: F403 - the environment comes first

for _alias in ("default", "owner"):
    # A mirror is never flushed: what commits gets a database of its own instead.
    DATABASES[_alias]["TEST"] = {"MIRROR": "owner"}  # noqa: F405

# Slow on purpose in use; a test signs people in all the time.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Files under their plain names: what the manifest says is seen where `up` runs, in the browser.
STORAGES["staticfiles"]["BACKEND"] = (  # noqa: F405
    "django.contrib.staticfiles.storage.StaticFilesStorage"
)
# Each client of a test would list every static file anew; so each is looked up when it's asked for.
WHITENOISE_AUTOREFRESH = True
