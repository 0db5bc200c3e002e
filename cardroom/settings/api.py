"""Settings of the API: keys alone, JSON alone, every error a problem document."""

from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.auth.KeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["api.auth.ScopeAllows"],
    "DEFAULT_PARSER_CLASSES": ["api.wire.Parser"],
    "DEFAULT_RENDERER_CLASSES": ["api.wire.Renderer"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.errors.answer",
    # No accounts and no cookies here: a request without a key is nobody's.
    "UNAUTHENTICATED_USER": None,
    # `?format=` is a parameter of reports, not the framework's.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Cardroom",
    "DESCRIPTION": (
        "Table systems post what happened at a table and get settled rounds back. Every request"
        " carries a key of `issue_key` as a bearer token. Every refusal, on every path, is a"
        " problem document (RFC 9457) with a stable `code`; each response below, and the path"
        " that its `type` names, says what a client does about it: [all of them](/api/v1/problems)."
        " `X-Request-ID` is echoed. Money is integer cents, instants are RFC 3339 in UTC, cards are"
        " two characters as in `TD`. A body has at most 1,000 events and 2 MiB, decompressed; a URL"
        " 4,094 bytes; a request 100 headers of 8,190 bytes. A query parameter that a path doesn't"
        " know is refused."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    # Not its own hook for enumerations, which cannot read msgspec's.
    "POSTPROCESSING_HOOKS": ["api.matrix.added", "api.v1.report_documents.told"],
    # What the converters of `api.urls` match.
    "PATH_CONVERTER_OVERRIDES": {
        "code": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"},
        "round": {"type": "integer", "minimum": 1, "maximum": 2**31 - 1},
        "number": {"type": "integer", "minimum": 1, "maximum": 10**18 - 1},
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Without this Swagger UI asks a validator on the internet.
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
}
