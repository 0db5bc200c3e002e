"""The pages of drop boxes."""

from typing import Final

PATHS: Final = (
    "/admin/boxes/",
    "/admin/boxes/?day=2026-01-01&purpose=jackpot",
    "/admin/boxes/B-011/",
    "/admin/boxes/B-061/",
)
