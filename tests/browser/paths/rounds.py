"""The pages of rounds."""

from typing import Final

ROUND: Final = "/admin/rounds/T01/3/"
PATHS: Final = (
    ROUND, f"{ROUND}?step=1", f"{ROUND}?step=20", f"{ROUND}?all=1", f"{ROUND}correct/",
    f"{ROUND}void/", f"{ROUND}settle/", "/admin/rounds/", "/admin/rounds/T01/",
    "/admin/search/?q=T01", "/admin/search/?q=nobody-of-that-name",
)  # fmt: skip
