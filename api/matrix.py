"""Who may do what: each key at each path and with each type of event, as the code itself decides.

Both tables are part of the description; a test asks for every cell of them over HTTP.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from drf_spectacular.generators import EndpointEnumerator

from tables.rounds.admit.authority import is_sent_by, roles_for
from tables.rounds.codec import CLIENT_TYPES
from tables.rounds.events import ClientFact, RoundSettledByFloor, RoundVoided

Asker = Literal["own", "other", "cage", "count", "audit", "nobody"]
Cells = dict[Asker, str]

# `own` and `other`: a key of scope `tables`, at a table that it is bound to and at another one.
ASKERS: Final[tuple[Asker, ...]] = ("own", "other", "cage", "count", "audit", "nobody")
YES: Final = "yes"
NO: Final = "no"

_TITLES: Final[Mapping[Asker, str]] = {
    "own": "`tables`, its own",
    "other": "`tables`, another",
    "cage": "`cage`",
    "count": "`count`",
    "audit": "`audit`",
    "nobody": "no key",
}
_KEYLESS: Final = (
    "A list shows a key of scope `tables` its own tables only. Who asks from the very machine that"
    " the server runs on needs no key for `/readyz` and `/metrics`."
)
_RECORD: Final = "POST /api/v1/tables/{code}/events"
# What is decided by the round's state or by the event's code, beyond scope and type.
_CONDITIONS: Final[Mapping[tuple[Asker, type[ClientFact]], str]] = {
    ("own", RoundSettledByFloor): "with a valid `code`",
    ("own", RoundVoided): "before the settlement",
    ("cage", RoundVoided): "after the settlement",
}


def paths() -> dict[str, Cells]:
    """Who reaches what, by method and path."""
    return {
        f"{method} {path}": {asker: _reaches(asker, path, method, callback.cls) for asker in ASKERS}
        for path, _, method, callback in EndpointEnumerator().get_api_endpoints()
    }


def _reaches(asker: Asker, path: str, method: str, view: Any) -> str:  # noqa: ANN401 - any view
    if not view.permission_classes:
        return YES
    if asker == "nobody":
        return NO
    scope = "tables" if asker in {"own", "other"} else asker
    is_elsewhere = asker == "other" and "{code}" in path
    return YES if scope in view.scopes[method] and not is_elsewhere else NO


def types() -> dict[str, Cells]:
    """Who records what, by type of event."""
    reach = paths()[_RECORD]
    return {
        name: {asker: _records(asker, reach[asker], fact) for asker in ASKERS}
        for name, fact in CLIENT_TYPES.items()
    }


def _records(asker: Asker, reaches: str, fact: type[ClientFact]) -> str:
    scope = "tables" if asker == "own" else asker
    if reaches == NO or not is_sent_by(scope, fact):
        return NO
    return _CONDITIONS.get((asker, fact), YES)


def added(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """The description with both tables in it; the schema generator calls this."""
    result["info"]["description"] += "\n\n".join(
        (
            "\n\n## Which key reaches what",
            _KEYLESS,
            _as_text("Path", {f"`{name}`": cells for name, cells in paths().items()}, _TITLES),
            "## Which key records what",
            "`authorised_by` names a person of the house with one of the roles.",
            _as_text("Type", dict(_with_roles()), {**_TITLES, "role": "`authorised_by`"}),
        )
    )
    return result


def _with_roles() -> Iterator[tuple[str, dict[Any, str]]]:
    for name, cells in types().items():
        roles = " or ".join(sorted(roles_for(CLIENT_TYPES[name])))
        if CLIENT_TYPES[name] is RoundVoided:
            roles += "; after the settlement supervisor"
        yield f"`{name}`", {**cells, "role": roles}


def _as_text(head: str, rows: Mapping[str, Mapping[Any, str]], titles: Mapping[Any, str]) -> str:
    """A table in Markdown; what isn't allowed stays empty."""
    lines = [[head, *titles.values()], ["---"] * (len(titles) + 1)]
    for name, cells in rows.items():
        shown = (cells[column] for column in titles)
        lines.append([name, *("" if cell == NO else cell for cell in shown)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
