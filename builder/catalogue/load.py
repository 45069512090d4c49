"""Catalogues into rows. An edition that stands in the database is published: it is never changed."""

from typing import Literal

from django.db import transaction
from django.utils import timezone

from builder.catalogue.differences import differences
from builder.catalogue.schema import to_plain
from builder.catalogue.store import (
    EDITION_COLUMNS,
    TABLES,
    Plain,
    digest_of,
    encode,
    layout_of,
    plain_of,
    rows_of,
)
from builder.models import Edition, GameSystem
from builder.points.catalogue import Catalogue

Outcome = Literal["loaded", "unchanged", "replaced"]


class PublishedEditionError(Exception):
    """The file of a published edition says something else than its rows. ``differences`` names each."""

    def __init__(self, name: str, differences: tuple[str, ...]) -> None:
        super().__init__(f"{name} is published and its file differs from it")
        self.name = name
        self.differences = differences


@transaction.atomic
def load(catalogue: Catalogue, *, replace: bool = False) -> Outcome:
    """Write an edition that is not there yet; compare one that is. ``replace`` overwrites what differs."""
    plain: Plain = to_plain(catalogue)
    GameSystem.objects.get_or_create(code=catalogue.system, defaults={"name": catalogue.system_name})
    # Two processes that start together load one after the other.
    system = GameSystem.objects.select_for_update().get(code=catalogue.system)
    edition = (
        Edition.objects.select_related("system").filter(system=system, version=catalogue.edition).first()
    )
    if edition is None:
        _write(Edition(system=system, version=catalogue.edition), plain)
        return "loaded"
    found = _differences(edition, plain)
    if not found:
        return "unchanged"
    if not replace:
        raise PublishedEditionError(str(edition), tuple(found))
    for table in TABLES.values():
        table._default_manager.filter(edition=edition).delete()
    _write(edition, plain)
    return "replaced"


def _differences(edition: Edition, plain: Plain) -> list[str]:
    found = list(differences(plain_of(edition), plain))
    if not found and edition.digest != digest_of(plain):
        found.append(f"digest: {edition.digest[:12]} is stored, the file makes {digest_of(plain)[:12]}")
    return found


def _write(edition: Edition, plain: Plain) -> None:
    for name in EDITION_COLUMNS:
        setattr(edition, name, plain.get(name, ""))
    edition.layout = encode(layout_of(plain))
    edition.digest = digest_of(plain)
    edition.loaded = timezone.now()
    edition.save()
    for table, rows in rows_of(plain, edition).items():
        table._default_manager.bulk_create(rows)
