"""The reports as JSON: of each kind its dataset and the stamp of the revision."""

from typing import Any, Final, cast

import msgspec
from drf_spectacular.utils import PolymorphicProxySerializer
from msgspec import Struct

from cardroom.reports.dataset import Stamp
from cardroom.reports.kinds import KINDS, Kind

_SAID: Final = """The report `{name}` as JSON, with its stamp.

`digest` is the SHA-256 over the canonical JSON (RFC 8785) of all but the stamp itself: without
{stamp}."""


def _stamped(kind: Kind) -> type[Struct]:
    """The dataset of a kind, and what is handed out beside it."""
    fields = [(field.name, field.type) for field in msgspec.structs.fields(Stamp)]
    stamp = ", ".join(f"`{name}`" for name, _ in fields)
    return msgspec.defstruct(
        f"{kind.dataset.__name__}Report",
        fields,
        bases=(kind.dataset,),
        module=__name__,
        namespace={"__doc__": _SAID.format(name=kind.name, stamp=stamp)},
        frozen=True,
        kw_only=True,
    )


DOCUMENTS: Final[dict[str, type[Struct]]] = {name: _stamped(kind) for name, kind in KINDS.items()}
_ANY: Final = "ReportDocument"
ANY_DOCUMENT: Final[Any] = PolymorphicProxySerializer(
    component_name=_ANY,
    serializers=cast("Any", list(DOCUMENTS.values())),
    resource_type_field_name=None,
)


def told(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say in the schema what the library leaves without a word."""
    result["components"]["schemas"][_ANY]["description"] = "A report of any kind as JSON."
    return result
