"""Cardroom's settings with nothing around a view: no middleware, no framework on the framework."""

from cardroom.settings import *  # noqa: F403 - only two of them differ

MIDDLEWARE = []
ROOT_URLCONF = "tests.benchmarks.bare"
