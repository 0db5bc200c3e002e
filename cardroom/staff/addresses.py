"""The address that a request comes from, behind one's own proxies."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The address that the outermost proxy of one's own saw; without proxies, the peer's.

    A caller can write whatever he likes into the header before it, so only the last entries count.
    """
    peer: str = request.META.get("REMOTE_ADDR") or "127.0.0.1"  # a socket of this machine
    said = request.META.get("HTTP_X_FORWARDED_FOR", "")
    addresses = [*(part.strip() for part in said.split(",") if part.strip()), peer]
    found = addresses[-1 - min(settings.PROXIES, len(addresses) - 1)]
    try:
        return str(ip_address(found))
    except ValueError:  # a proxy that says something else than addresses
        return peer
