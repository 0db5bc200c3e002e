"""The pages of the house's set-up: their routes and rights."""

from typing import Final

from cardroom.pages.page import Page, Section
from cardroom.pages.setup import codes, key_ending, key_issuing, keys, logins
from cardroom.pages.setup.changing import add, change
from cardroom.pages.setup.retiring import retire
from cardroom.pages.setup.views import index, item

PAGES: Final = (
    Page(
        name="house",
        path="house/",
        title="House",
        view=index,
        sees="see_house",
        section=Section("House", "H"),
    ),
    Page(
        name="keys",
        path="house/keys/",
        title="Keys",
        view=keys.index,
        sees="see_house",
    ),
    Page(
        name="issue_key",
        path="house/keys/issue/",
        title="Issue a key",
        view=key_issuing.issue,
        sees="set_up_house",
        acts="set_up_house",
    ),
    Page(
        name="key",
        path="house/keys/<int:number>/",
        title="A key",
        view=keys.key,
        sees="see_house",
    ),
    Page(
        name="rotate_key",
        path="house/keys/<int:number>/rotate/",
        title="Rotate a key",
        view=key_ending.rotate,
        sees="set_up_house",
        acts="set_up_house",
    ),
    Page(
        name="revoke_key",
        path="house/keys/<int:number>/revoke/",
        title="Revoke a key",
        view=key_ending.revoke,
        sees="set_up_house",
        acts="set_up_house",
    ),
    Page(
        name="logins",
        path="house/logins/",
        title="Log-ins",
        view=logins.index,
        sees="issue_logins",
    ),
    Page(
        name="issue_login",
        path="house/logins/issue/",
        title="Give a log-in",
        view=logins.issue,
        sees="issue_logins",
        acts="issue_logins",
    ),
    Page(
        name="revoke_login",
        path="house/logins/<path:name>/revoke/",
        title="Take a log-in back",
        view=logins.revoke,
        sees="issue_logins",
        acts="issue_logins",
    ),
    Page(
        name="issue_codes",
        path="house/person/<str:person>/codes/",
        title="One-time codes of a person",
        view=codes.issue,
        sees="issue_logins",
        acts="issue_logins",
    ),
    Page(
        name="house_add",
        path="house/add/<str:kind>/",
        title="Add to the house",
        view=add,
        sees="set_up_house",
        acts="set_up_house",
    ),
    Page(
        name="house_item",
        path="house/<str:kind>/<str:code>/",
        title="An item of the house",
        view=item,
        sees="see_house",
    ),
    Page(
        name="house_change",
        path="house/<str:kind>/<str:code>/change/",
        title="Change an item",
        view=change,
        sees="set_up_house",
        acts="set_up_house",
    ),
    Page(
        name="house_retire",
        path="house/<str:kind>/<str:code>/retire/",
        title="Take an item out of use",
        view=retire,
        sees="set_up_house",
        acts="set_up_house",
    ),
)
