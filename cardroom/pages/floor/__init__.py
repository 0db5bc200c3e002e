"""The floor page: every table at a glance, renewed by itself."""

from cardroom.pages.floor.views import index, now

__all__ = ["index", "now"]
