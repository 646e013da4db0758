"""Every sign of a database that is absent, read-only or overloaded is an outage, and no bug of ours is."""

import pytest

from tournament.site.outages import Outage, outage

psycopg = pytest.importorskip("psycopg")

SIGNS = {
    "08006": Outage.AWAY,
    "25006": Outage.READ_ONLY,
    "25P03": Outage.BUSY,
    "40001": Outage.BUSY,
    "40P01": Outage.BUSY,
    "53100": Outage.FULL,
    "53200": Outage.BUSY,
    "53300": Outage.BUSY,
    "55P03": Outage.BUSY,
    "57014": Outage.BUSY,
    "57P01": Outage.AWAY,
    "57P03": Outage.AWAY,
    "58030": Outage.AWAY,
}
OURS = ("23505", "42P01", "22001", "42703", "P0001", "25P02", "0A000")


@pytest.mark.parametrize(("code", "kind"), SIGNS.items())
def test_a_sign_is_an_outage(code: str, kind: Outage) -> None:
    assert outage(psycopg.errors.lookup(code)()) is kind


@pytest.mark.parametrize("code", OURS)
def test_a_bug_of_ours_is_none(code: str) -> None:
    assert outage(psycopg.errors.lookup(code)()) is None


def test_every_operational_fault_without_a_code_is_an_outage() -> None:
    assert outage(psycopg.errors.ConnectionTimeout()) is outage(psycopg.OperationalError()) is Outage.AWAY
    assert outage(psycopg.InterfaceError("a cursor that was closed")) is None


def test_what_django_says_instead_of_an_outage_is_one_and_what_it_says_on_purpose_is_none() -> None:
    with pytest.raises(KeyError) as instead:
        try:
            raise psycopg.OperationalError
        except psycopg.OperationalError:
            raise KeyError  # noqa: B904 - as the sessions of Django do
    assert outage(instead.value) is Outage.AWAY
    with pytest.raises(KeyError) as on_purpose:
        try:
            raise psycopg.OperationalError
        except psycopg.OperationalError:
            raise KeyError from None
    assert outage(on_purpose.value) is None
