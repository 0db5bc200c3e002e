"""The pages of compliance; what they tell of reports is there once somebody has asked for one."""

from typing import Final

PATHS: Final = (
    "/admin/compliance/", "/admin/compliance/?day=2020-02-29", "/admin/compliance/irregularities/",
    "/admin/compliance/integrity/", "/admin/compliance/reports/",
    "/admin/compliance/reports/?kind=fees", "/admin/compliance/due/",
    "/admin/compliance/schedule/", "/admin/rounds/T05/events/?at=164",
)  # fmt: skip
