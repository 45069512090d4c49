"""Checks of the deployment: errors for editions that can't be used, warnings for missing texts."""

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

_FIX = "Serve a version of the program that knows it; rows of editions are never removed by hand."


@register(Tags.database)
def check_editions(
    *, app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None, **_: object
) -> list[CheckMessage]:
    """Return builder.E001 for an edition without a module, builder.E002 for one with unreadable rows.

    The check reads the database, so it only runs if one is named: at the end of ``prepare``, which runs
    before every start, and by ``check --database default``. Databases without migrations are skipped.
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
    """Return builder.W001 for each operator's text that is missing, not readable, or empty."""
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
    """Return builder.E003 if another user of the computer could write files to the cache of papers.

    Django reads its files with pickle, which can run code.
    """
    folder = Path(settings.CACHES["papers"]["LOCATION"])
    try:
        status = folder.stat()
    except FileNotFoundError:  # the first paper creates the folder, for this user only
        return []
    if status.st_uid in (os.geteuid(), 0) and not status.st_mode & stat.S_IWOTH:
        return []
    fault = f"PAPERS_FOLDER is a folder that other users can write to: {folder}"
    hint = f"Delete it, or: chown $(id -u) {folder}; chmod 700 {folder}"
    return [Error(fault, hint=hint, id="builder.E003")]


def _is_migrated(alias: str) -> bool:
    executor = MigrationExecutor(connections[alias])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
