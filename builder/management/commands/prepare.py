"""``prepare``: bring the database, the catalogues, the samples and the static files up to date.

The command is safe to repeat.
"""

import hashlib
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DEFAULT_DB_ALIAS
from django.utils.module_loading import import_string

from builder.services.editing.revisions import start_missing_histories
from builder.services.gallery import remove_listings_of_suspended_people
from builder.services.moderation.actions import create_moderators_group

# Files of installed apps that no page of this site uses.
IGNORED_STATIC = (
    "rest_framework/*",
    "drf_spectacular_sidecar/redoc/*",
    "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-standalone-preset.js*",
)


class Command(BaseCommand):
    """The command. Run it after an update, before the site starts with the new code."""

    help = (
        "Migrate, collect static files that changed, load the catalogues and the sample lists, begin the "
        "histories of lists that have none, create the group of the moderators, and remove the lists of "
        "suspended people from the gallery."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add ``--static`` and ``--imports``, which run fewer steps and need no database.

        The build of a container image uses ``--static``, and ``make run`` uses ``--imports``.
        """
        parser.add_argument("--static", action="store_true", help="only collect the static files")
        parser.add_argument("--imports", action="store_true", help="only import what serving needs")

    def handle(self, *_args: object, static: bool, imports: bool, **_options: object) -> None:
        """Run all steps. A step that finds nothing new changes nothing.

        With ``--imports``, only import the code of the site. With ``--static``, also collect the static
        files.
        """
        import_site()
        if imports:
            return
        if static:
            collect_static()
            return
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        if not settings.DEBUG:
            collect_static()
        call_command("load_catalogues", verbosity=0)
        call_command("load_samples", verbosity=0)
        start_missing_histories()
        create_moderators_group()
        remove_listings_of_suspended_people()
        self.check(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])


def import_site() -> None:
    """Import all code that the site needs. If a package is missing, this fails before anything is changed."""
    import_module(settings.ROOT_URLCONF)
    for middleware in settings.MIDDLEWARE:
        import_string(middleware)


def collect_static() -> None:
    """Collect the static files, unless they are the same as at the previous collection."""
    root = Path(settings.STATIC_ROOT)
    manifest = root / "staticfiles.json"
    # The stamp file contains the digest of the previous collection. It is next to the folder and not in the
    # folder, because all files in the folder are public.
    stamp = root.with_name(f"{root.name}.stamp")
    sources = static_digest()
    if manifest.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == sources:
        return
    call_command(
        "collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=list(IGNORED_STATIC)
    )
    stamp.write_text(sources, encoding="utf-8")


def static_digest() -> str:
    """Return a digest of Django's version, and of the name, size and content of each static file."""
    digest = hashlib.sha256(django.get_version().encode())
    for finder in get_finders():
        for name, storage in finder.list(IGNORED_STATIC):
            with storage.open(name) as file:
                content = file.read()
            digest.update(f"\0{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()
