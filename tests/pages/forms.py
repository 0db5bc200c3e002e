"""Forms of a page as a browser would send them back."""

import html
import re

_TAG = re.compile(r"<(input|select|option)\b([^>]*)>")
_SAID = re.compile(r'([a-z-]+)(?:="([^"]*)")?')


def fields(page: str) -> dict[str, str]:
    """What the page's form of a POST holds, but for its token and its buttons."""
    start = page.index('<form method="post"')
    found, select = dict[str, str](), ""
    for tag, inside in _TAG.findall(page[start : page.index("</form>", start)]):
        said = {name: html.unescape(value) for name, value in _SAID.findall(inside)}
        if tag == "select":
            select = said["name"]
            continue
        if tag == "option":
            if "selected" in said or select not in found:
                found[select] = said["value"]
            continue
        ticks = said.get("type") in {"checkbox", "radio"}
        if "name" in said and ("checked" in said or not ticks):
            found[said["name"]] = said.get("value", "on" if ticks else "")
    found.pop("csrfmiddlewaretoken", None)
    return found
