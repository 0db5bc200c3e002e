"""The count room's house with people who sign in and look at its money."""

import re
from typing import Any, Final

from cardroom.pages.reconcile.figures import amount, signed
from tests.counting import CountRoom
from tests.pages.people import Person, Response, given
from tests.reconciling import DAY, explain, name, sign

# Who sees all of it, in a house that has such people.
SEEING: Final = '[[people]]\ncode = "aud-1"\nroles = ["audit"]\n\n[[tppps]]'
ON_THE_DAY: Final = f"?day={DAY}"
MONEY: Final = (
    "assessed", "expected", "collected", "counted",
)  # fmt: skip
VARIANCES: Final = ("assess_variance", "count_variance", "total_variance")


def a_room() -> CountRoom:
    """A house with an inspector, and a table whose first box came off, $10.00 over and short."""
    room = CountRoom(("[[tppps]]", SEEING))
    room.drop()
    return room


def a_counted_room() -> CountRoom:
    """The same, and that box is counted: 9.00 where 17.00 were collected and 7.00 expected."""
    room = a_room()
    room.counted()
    return room


def signed_off(room: CountRoom) -> None:
    """Whatever is open is explained and signed."""
    for position in (room.since, room.removed):
        explain(room, position)
        sign(room, position)


def at_the_door(person: str) -> Person:
    """Somebody who has signed in."""
    found = given(person)
    assert found.sign_in().status_code == 302
    return found


def text(answer: Response) -> str:
    """What a page says, its spaces drawn together."""
    return re.sub(r"\s+", " ", answer.content.decode())


def page(person: Person, path: str) -> str:
    """What a page that must be there says."""
    answer = person.get(path)
    assert answer.status_code == 200, (path, answer.content[:500])
    return text(answer)


def of_box(room: CountRoom, position: int | None = None) -> str:
    """The path of a box period's page."""
    return f"/admin/reconcile/{name(room, position)}/"


def row(said: str, link: str) -> str:
    """The row of a table that has a link."""
    rows: list[str] = re.findall(r"<tr\b.*?</tr>", said)
    (found,) = [one for one in rows if f'"{link}"' in one]
    return found


def figures(view: dict[str, Any]) -> list[str]:
    """Amounts and variances of a view of the API, as a page writes them."""
    told = [view[f"{one}_cents"] for one in MONEY]
    off = [view[f"{one}_cents"] for one in VARIANCES]
    return [amount(one) for one in told if one is not None] + [signed(one) for one in off]


def fields(said: str, what: str) -> dict[str, str]:
    """The fields of the form that does something, as they would be sent."""
    forms: list[str] = re.findall(r"<form\b.*?</form>", said)
    (form,) = [one for one in forms if f'name="do" value="{what}"' in one]
    hidden = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    hidden.pop("csrfmiddlewaretoken", None)
    return hidden | {"do": what}
