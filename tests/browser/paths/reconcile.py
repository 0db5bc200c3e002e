"""The pages of reconciliation, the day and statements; box periods of the demo by their names."""

from typing import Final

SHORT: Final = "/admin/reconcile/T01.collection.10/"
WRONG: Final = "/admin/reconcile/T03.collection.13/"
PATHS: Final = (
    "/admin/reconcile/", "/admin/reconcile/?show=explained", "/admin/reconcile/?day=2026-01-01",
    SHORT, WRONG, f"{WRONG}rounds/", "/admin/reconcile/trends/",
    "/admin/reconcile/trends/?by=dealer&days=31", "/admin/reconcile/trends/?purpose=promo",
    "/admin/day/", "/admin/day/?day=2026-01-01", "/admin/statements/",
    "/admin/statements/?kind=vault", "/admin/statements/person/P-T01-2/",
    "/admin/statements/account/vault:collection/", "/admin/statements/round/T01/3/",
)  # fmt: skip
