"""Numbers in a page's address, where somebody may have typed anything."""

from django.http import HttpRequest

_DIGITS = len(str(2**62))


def number_in(request: HttpRequest, name: str) -> int:
    """A whole number of the query, 0 where there is none."""
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < _DIGITS else 0
