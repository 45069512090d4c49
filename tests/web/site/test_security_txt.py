"""``/.well-known/security.txt``: where to report a security hole (RFC 9116)."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

ADDRESS = "/.well-known/security.txt"


def fields(client: Client) -> list[tuple[str, str]]:
    """Return the fields of the file in their order."""
    answer = client.get(ADDRESS)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    return [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]


def test_security_txt_names_the_contacts_of_the_operator(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACTS = ["mailto:security@musters.example", "https://musters.example/report?a=1&b=2"]
    contact, second, expires, language, canonical = fields(client)
    assert contact == ("Contact", "mailto:security@musters.example")
    assert second == ("Contact", "https://musters.example/report?a=1&b=2")
    assert expires[0] == "Expires"
    left = datetime.fromisoformat(expires[1]) - timezone.now()
    assert timedelta(days=90) < left < timedelta(days=365)
    assert language == ("Preferred-Languages", "en")
    assert canonical == ("Canonical", f"http://testserver{ADDRESS}")


@pytest.mark.django_db
def test_without_contacts_security_txt_names_the_contact_page(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.OPERATOR_TEXTS = {**settings.OPERATOR_TEXTS, "contact": ""}
    assert client.get(ADDRESS).status_code == 404, "nobody could be reached"
    path = tmp_path / "contact.md"
    path.write_text("Write to us.", encoding="utf-8")
    settings.OPERATOR_TEXTS = {**settings.OPERATOR_TEXTS, "contact": str(path)}
    assert fields(client)[0] == ("Contact", "http://testserver/contact/")
