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
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    # Its hook for enumerations cannot read msgspec's.
    "POSTPROCESSING_HOOKS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Without this Swagger UI asks a validator on the internet.
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
}
