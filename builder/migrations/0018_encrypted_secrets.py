"""Secrets of second factors are encrypted where they stand."""

from collections.abc import Callable

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from builder.services.people.secrets import decrypt_secret, encrypt_secret, is_encrypted

SECRETS = ("secret", "seed")


def encrypt(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Encrypt what is not; a run that was interrupted goes on."""
    _each(apps, lambda text: text if is_encrypted(text) else encrypt_secret(text))


def decrypt(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """The way back."""
    _each(apps, decrypt_secret)


def _each(apps: Apps, change: Callable[[str], str]) -> None:
    authenticators = apps.get_model("mfa", "Authenticator")
    for row in authenticators.objects.iterator():
        changed = {name: change(row.data[name]) for name in SECRETS if isinstance(row.data.get(name), str)}
        if changed:
            row.data = {**row.data, **changed}
            row.save(update_fields=("data",))


class Migration(migrations.Migration):

    dependencies = [
        ("builder", "0017_budgets"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(encrypt, decrypt)]
