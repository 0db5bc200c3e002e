"""OpenAPI 3.1 from the types themselves: structs, keys, and every refusal with its remedy."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentIdentity, ResolvedComponent
from drf_spectacular.utils import Direction, OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import Struct

from api.errors import CONTENT_TYPE, Problem
from api.kinds import KINDS
from api.pagination import CURSOR, MAX_ITEMS

View = TypeVar("View", bound=Callable[..., Any])
JSON = dict[str, Any]

# Where an operation keeps the names of its query parameters.
PARAMETERS: Final = "query_parameters"

# What any path may answer, and what a path that needs a key may.
_ANY: Final = ("malformed", "not_acceptable", "internal", "unavailable")
_KEYED: Final = ("unauthenticated", "forbidden", "throttled")

# What an operation may ask for: a key, or nothing.
KEY: Final[JSON] = {"key": []}
NOTHING: Final[JSON] = {}

AFTER: Final = OpenApiParameter(
    "after",
    {"type": "string", "pattern": CURSOR},
    description="The cursor to go on from; without it, from the beginning.",
)
LIMIT: Final = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MAX_ITEMS, "default": MAX_ITEMS},
    description="How many items at most.",
)
TABLE: Final = OpenApiParameter("table", str, description="Those of one table.")
GAMING_DAY: Final = OpenApiParameter(
    "gaming_day",
    {"type": "string", "format": "date"},
    description="Those whose boxes came off on that gaming day.",
)


class StructExtension(OpenApiSerializerExtension):
    """A msgspec struct is described by the schema that msgspec itself decodes and encodes by."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:  # noqa: ARG002
        """The type's own name."""
        return str(self.target.__name__)

    def get_identity(self, auto_schema: AutoSchema, direction: Direction) -> ComponentIdentity:  # noqa: ARG002
        """The schema itself: two types of one name that differ are warned of, which fails."""
        return ComponentIdentity(_components(self.target)[self.target.__name__])

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> JSON:  # noqa: ARG002
        """The struct's schema; the types that it uses become components beside it."""
        for name, schema in _components(self.target).items():
            component = ResolvedComponent(
                name, ResolvedComponent.SCHEMA, schema=schema, object=ComponentIdentity(schema)
            )
            auto_schema.registry.register_on_missing(component)
        return _components(self.target)[self.target.__name__]


def _components(struct: type[Struct]) -> dict[str, JSON]:
    """The schema of a struct and of all that it uses, by name."""
    _, components = msgspec.json.schema_components(
        [struct], ref_template="#/components/schemas/{name}"
    )
    return {name: _said_by_openapi(schema) for name, schema in components.items()}


def _said_by_openapi(schema: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    """A union told apart by a discriminator is `oneOf` in OpenAPI, `anyOf` in msgspec's words."""
    if isinstance(schema, list):
        return [_said_by_openapi(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    is_tagged = "discriminator" in schema
    return {
        "oneOf" if is_tagged and key == "anyOf" else key: _said_by_openapi(value)
        for key, value in schema.items()
    }


class KeyExtension(OpenApiAuthenticationExtension):
    """A key is a bearer token."""

    target_class = "api.auth.KeyAuthentication"
    name = "key"

    def get_security_definition(self, auto_schema: AutoSchema) -> JSON:  # noqa: ARG002
        """How OpenAPI says so."""
        return {"type": "http", "scheme": "bearer", "description": "A key of `issue_key`."}


def described(
    name: str,
    answers: Mapping[Any, Any],
    *,
    refusals: Iterable[str] = (),
    security: Sequence[Any] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    **more: Any,
) -> Callable[[View], View]:
    """Describe an operation: its answers, and the refusals it has beside those of every path.

    It needs a key unless `security` says otherwise: nothing, or one thing of several. A query
    parameter that isn't among its `parameters` is refused.
    """
    codes = {*_ANY, *(() if security == [] else _KEYED), *refusals}
    told = extend_schema(
        operation_id=name,
        responses={**answers, **_problems(codes)},
        auth=security,
        parameters=parameters,
        **more,
    )

    def _describe(view: View) -> View:
        names = (one.name for one in parameters if one.location == OpenApiParameter.QUERY)
        found: View = told(view)
        setattr(found, PARAMETERS, frozenset(names))
        return found

    return _describe


def _problems(codes: Iterable[str]) -> dict[tuple[int, str], OpenApiResponse]:
    """A response for each status, which says of its codes what a client does."""
    by_status: dict[int, list[str]] = {}
    for code, kind in KINDS.items():
        if code in codes:
            by_status.setdefault(kind.status, []).append(f"`{code}`: {kind.remedy}")
    return {
        (status, CONTENT_TYPE): OpenApiResponse(Problem, "\n\n".join(remedies))
        for status, remedies in by_status.items()
    }
