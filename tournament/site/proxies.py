"""From which address a request comes, where a proxy that we know hands it on."""

import ipaddress

from django.conf import settings


def client_address(peer: str, forwarded: str) -> str:
    """The address of whoever asked: the peer's own, unless that is a proxy of TRUSTED_PROXIES.

    `forwarded` is what X-Forwarded-For says, read from its end: each proxy adds the address that it saw, and what a
    stranger wrote before that is believed by nobody.
    """
    for hop in reversed([*forwarded.split(","), peer]):
        address = _address(hop)
        if address is None:
            return peer
        peer = str(address)
        if not any(address in network for network in settings.TRUSTED_PROXIES):
            break
    return peer


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    # A socket that listens on :: tells an IPv4 address as ::ffff:192.0.2.1.
    return getattr(address, "ipv4_mapped", None) or address
