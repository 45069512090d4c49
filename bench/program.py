"""Set-up of Django and a database for measurements."""

import os

import django
from django.core.management import call_command


def set_up_program(**settings: str) -> None:
    """Set Django up with these settings, create the tables, and load the catalogues."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="builder.settings",
        SECRET_KEY="only-for-measuring-" + "x" * 40,
        HTTPS="off",
        ALLOWED_HOSTS="testserver",
        **settings,
    )
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("load_catalogues", verbosity=0)
