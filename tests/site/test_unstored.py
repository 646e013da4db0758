"""No browser or proxy stores what the staff sees."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("path", "status"), [("/staff/", 200), ("/staff/no-such-event/", 404)])
def test_pages_of_the_staff_are_not_stored(client: Client, path: str, status: int) -> None:
    """Those that refuse neither."""
    client.force_login(User.objects.create_superuser("anna"))
    response = client.get(path)
    assert response.status_code == status
    assert "no-store" in response["Cache-Control"]


def test_pages_of_the_public_may_be_stored(client: Client) -> None:
    """Only those of the staff are marked."""
    assert "no-store" not in client.get("/").get("Cache-Control", "")
