"""Django system checks for a deployment.

They find editions that this version can't use, missing texts of the operator, and an unsafe folder for papers
(PDFs and pictures for printing).
"""

import os
import stat
from collections.abc import Sequence
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as CheckWarning
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from builder.catalogue.aliases import aliases_of
from builder.catalogue.parsing import CatalogueError
from builder.catalogue.store import catalogue_of, editions
from builder.points.systems import SYSTEMS
from builder.web.site.views import TITLES, operator_text

_FIX = "Serve a version of the program that knows this edition. Never remove the rows of an edition by hand."


@register(Tags.database)
def check_editions(
    *, app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None, **_: object
) -> list[CheckMessage]:
    """Return an error for each edition in the database that this version of the program can't use.

    builder.E001 means that the program has no module for the edition's game. builder.E002 means that the
    edition's rows can't be read. Django only runs this check if a command names a database, as ``check
    --database default`` and ``prepare`` do. If migrations are missing in the database, it does nothing.
    """
    if not databases or not all(_is_migrated(alias) for alias in databases):
        return []
    faults: list[CheckMessage] = []
    for edition in editions():
        if edition.system.code not in SYSTEMS:
            fault = f'{edition} is loaded, but Musterbook has no module for the game "{edition.system.code}".'
            faults.append(Error(fault, hint=_FIX, id="builder.E001"))
            continue
        try:
            aliases_of(catalogue_of(edition))
        except CatalogueError as error:
            faults.append(Error(f"{edition} cannot be read: {error}", hint=_FIX, id="builder.E002"))
    return faults


@register(Tags.security, deploy=True)
def check_operator_texts(*, app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    """Return the warning builder.W001 for each text of the operator that is missing, unreadable or empty."""
    return [
        CheckWarning(
            f"{name.upper()}_FILE names no text: /{name}/ says that the operator has written none.",
            hint=f"Write one in Markdown; docs/examples/texts/{name}.md is a beginning.",
            id="builder.W001",
        )
        for name in TITLES
        if not operator_text(name)
    ]


@register()
def check_papers_folder(*, app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    """Return the error builder.E003 if another user of the computer could write to the cache of papers.

    Django reads the files of this cache with pickle, which can run code in them.
    """
    folder = Path(settings.CACHES["papers"]["LOCATION"])
    try:
        status = folder.stat()
    except FileNotFoundError:  # the site creates the folder later, and then only its own user can write there
        return []
    if status.st_uid in (os.geteuid(), 0) and not status.st_mode & stat.S_IWOTH:
        return []
    fault = f"PAPERS_FOLDER is a folder that other users can write to: {folder}"
    hint = f"Delete it, or: chown $(id -u) {folder}; chmod 700 {folder}"
    return [Error(fault, hint=hint, id="builder.E003")]


def _is_migrated(alias: str) -> bool:
    executor = MigrationExecutor(connections[alias])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
