"""The codes of refusals: each with its status, its title, and what the client does about it."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

PLACE: Final = "/api/v1/problems"

Deed = Literal["fix", "wait", "resend", "split"]


class Kind(NamedTuple):
    """A code: what the client does about it, in a word or two and in sentences."""

    status: int
    title: str
    deeds: tuple[Deed, ...]
    remedy: str


KINDS: Final[Mapping[str, Kind]] = {
    "malformed": Kind(
        400, "Cannot be read", ("fix",), "Fix what `pointer` names; as it is it never passes."
    ),
    "unauthenticated": Kind(
        401, "No valid key", ("fix",), "Send `Authorization: Bearer KEY`, with a key that is valid."
    ),
    "forbidden": Kind(
        403,
        "Not allowed",
        ("fix",),
        "Use a key whose scope and tables allow it, or a valid `code`.",
    ),
    "not_found": Kind(404, "Nothing there", ("fix",), "Fix the path."),
    "method_not_allowed": Kind(
        405, "Wrong method", ("fix",), "Use a method of the `Allow` header."
    ),
    "not_acceptable": Kind(406, "No such form", ("fix",), "Accept `application/json`."),
    "position_conflict": Kind(
        409,
        "The table stands elsewhere",
        ("fix", "resend"),
        "Read the events after your position up to `position`, decide again, and send anew.",
    ),
    "id_reused": Kind(
        409,
        "The id is taken",
        ("fix",),
        "Fix the writer: an id belongs to one event for ever, at one table.",
    ),
    "too_large": Kind(413, "Too large", ("split",), "Split the batch: a body has 2 MiB at most."),
    "unsupported_media_type": Kind(
        415,
        "Not JSON",
        ("fix",),
        "Send `Content-Type: application/json`, compressed by gzip or deflate or not at all.",
    ),
    "rule": Kind(
        422,
        "Against the rules",
        ("fix", "wait", "resend"),
        "Fix the event; if `retryable`, wait for the other writer and resend.",
    ),
    "procedure": Kind(
        422,
        "Against procedure",
        ("fix", "wait", "resend"),
        "Fix the event, or send it with the floor's `override`. If `retryable`, wait and resend.",
    ),
    "throttled": Kind(
        429,
        "Too many requests",
        ("wait", "resend"),
        "Wait as `Retry-After` says, then resend.",
    ),
    "internal": Kind(
        500, "Our fault", ("resend",), "Resend the same ids later; report the request id."
    ),
    "unavailable": Kind(
        503,
        "Not now",
        ("wait", "resend"),
        "Wait as `Retry-After` says, then resend the same ids.",
    ),
}
