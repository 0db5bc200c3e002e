"""The pages of reconciliation, the day and statements."""

from typing import Final

PATHS: Final = ("/admin/reconcile/",)
