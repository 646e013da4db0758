"""From which address a request comes, if a trusted proxy forwards it, and what is counted as one sender."""

import ipaddress

from django.conf import settings


def client_address(peer: str, forwarded: str) -> str:
    """The address of the client: the peer's own, unless the peer is one of TRUSTED_PROXIES.

    `forwarded` is the X-Forwarded-For header, read from its end: each proxy appends the address that it saw, and
    whatever a stranger wrote before that is not trusted.
    """
    for hop in reversed([*forwarded.split(","), peer]):
        address = _address(hop)
        if address is None:
            return peer
        peer = str(address)
        if not any(address in network for network in settings.TRUSTED_PROXIES):
            break
    return peer


def network_of(address: str) -> str:
    """What is counted together: an IPv4 address, or the IPv6 network that one household or machine is given."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))


def is_beside(peer: str) -> bool:
    """Whether the peer of a connection is on this machine."""
    address = _address(peer)
    return address is not None and address.is_loopback


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.strip())
    except ValueError:
        return None
    # A socket that listens on :: reports an IPv4 address as ::ffff:192.0.2.1.
    return getattr(address, "ipv4_mapped", None) or address
