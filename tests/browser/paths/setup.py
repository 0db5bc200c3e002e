"""The pages of the house's set-up; those of log-ins are an administrator's."""

from typing import Final

PATHS: Final = (
    "/admin/house/", "/admin/house/?kind=person&q=sup", "/admin/house/?q=nothing-like-that",
    "/admin/house/person/sup-1/", "/admin/house/offering/PURE/",
    "/admin/house/fee_schedule/FS-TIERS/", "/admin/house/house/DEMO/",
    "/admin/house/tppps/DEMO-TPPPS/", "/admin/house/table/T01/",
    "/admin/house/fee_schedule/FS-TIERS/change/", "/admin/house/offering/PURE/change/",
    "/admin/house/house/DEMO/change/", "/admin/house/tppps/DEMO-TPPPS/change/",
    "/admin/house/add/person/", "/admin/house/add/paytable/",
    "/admin/house/person/audit-1/retire/", "/admin/house/fee_schedule/FS-TIERS/retire/",
    "/admin/house/keys/", "/admin/house/keys/issue/", "/admin/house/keys/1/",
    "/admin/house/keys/1/rotate/", "/admin/house/keys/1/revoke/",
)  # fmt: skip
LOGINS: Final = (
    "/admin/house/logins/", "/admin/house/logins/issue/",
    "/admin/house/logins/demo-audit/revoke/", "/admin/house/person/sup-1/codes/",
)  # fmt: skip
