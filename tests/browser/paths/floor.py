"""The floor, and the page of one's own password."""

from typing import Final

PATHS: Final = (
    *("/admin/floor/", "/admin/floor/?show=silent", "/admin/floor/?show=needs"),
    "/admin/password/",
)
