"""Who asks: a machine's key, its scope, and the tables that it is bound to."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast

from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from cardroom import clock
from cardroom.errors import Forbidden, Unauthenticated
from cardroom.house import keys
from cardroom.house.keys import KeyFacts, Scope

if TYPE_CHECKING:  # the framework's views themselves ask for this module
    from rest_framework.views import APIView

    from api.resource import Resource

Scopes = Mapping[str, frozenset[Scope]]

# By method, as the contract's table says.
READ: Final[Scopes] = {"GET": frozenset({"tables", "cage", "audit"})}
READ_AND_RECORD: Final[Scopes] = {**READ, "POST": frozenset({"tables", "cage"})}
CAGE_AND_AUDIT: Final[Scopes] = {"GET": frozenset({"cage", "audit"})}
CAGE_AND_COUNT: Final[Scopes] = {**CAGE_AND_AUDIT, "POST": frozenset({"cage", "count"})}
CAGE: Final[Scopes] = {"POST": frozenset({"cage"})}
NOTES: Final[Scopes] = {**CAGE_AND_AUDIT, **CAGE}
REPORTS: Final[Scopes] = {**CAGE_AND_AUDIT, "POST": frozenset({"cage", "audit"})}
AUDIT: Final[Scopes] = {"GET": frozenset({"audit"})}


class KeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer KEY`."""

    def authenticate(self, request: Request) -> tuple[None, KeyFacts] | None:
        """The key's facts; None without the header, Unauthenticated for a key that isn't valid."""
        scheme, _, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != "bearer":
            raise Unauthenticated("only `Authorization: Bearer KEY` is understood")
        key = keys.authenticate(token.strip(), now=clock.now())
        if key is None:
            raise Unauthenticated("this key is unknown, revoked or expired")
        return None, key


class ScopeAllows(BasePermission):
    """The method is open to the key's scope, and a key of scope `tables` is at its own table."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Raises Unauthenticated or Forbidden, which say what is missing."""
        if request.auth is None:
            raise Unauthenticated("this needs a key: `Authorization: Bearer KEY`")
        key = key_of(request)
        method = "GET" if request.method == "HEAD" else request.method or ""
        scopes = cast("Resource", view).scopes.get(method)
        if scopes is not None and key.scope not in scopes:
            raise Forbidden(f"scope {key.scope} doesn't allow this; {_listed(scopes)} does")
        code = view.kwargs.get("code")
        if key.scope == "tables" and code is not None and code not in key.tables:
            raise Forbidden(f"this key isn't bound to table {code}")
        return True


def key_of(request: Request) -> KeyFacts:
    """The key that a request came with."""
    return cast("KeyFacts", request.auth)


def _listed(scopes: frozenset[Scope]) -> str:
    return " or ".join(sorted(scopes))
