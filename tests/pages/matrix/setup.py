"""Who may do what on the pages of the house's set-up."""

from typing import Final

from tests.pages.matrix.row import Row

READERS: Final = frozenset({"supervisor", "compliance", "audit", "admin"})
SETTERS: Final = frozenset({"supervisor", "admin"})
ADMIN: Final = frozenset({"admin"})
_PERSON: Final = {"kind": "person", "code": "floor-7"}
_KEY: Final = {"number": 1}

ROWS: Final = {
    "house": Row(READERS),
    "house_add": Row(SETTERS, SETTERS, route={"kind": "person"}),
    "house_item": Row(READERS, route=_PERSON),
    "house_change": Row(SETTERS, SETTERS, route=_PERSON),
    "house_retire": Row(SETTERS, SETTERS, route=_PERSON),
    "keys": Row(READERS),
    "key": Row(READERS, route=_KEY),
    "issue_key": Row(SETTERS, SETTERS),
    "rotate_key": Row(SETTERS, SETTERS, route=_KEY),
    "revoke_key": Row(SETTERS, SETTERS, route=_KEY),
    "logins": Row(ADMIN),
    "issue_login": Row(ADMIN, ADMIN),
    "revoke_login": Row(ADMIN, ADMIN, route={"name": "boss"}),
    "issue_codes": Row(ADMIN, ADMIN, route={"person": "sup-1"}),
}
