"""The loading of catalogues from their files into the database.

Rulings are our reading of the rules, such as messages and pages. They may change at any time.
"""

from typing import Literal

from django.db import transaction
from django.utils import timezone

from builder.catalogue.differences import describe_differences, only_adds
from builder.catalogue.limits import NO_LIMITS
from builder.catalogue.parsing import to_plain
from builder.catalogue.rulings import Plain, edition_part
from builder.catalogue.store import (
    EDITION_COLUMNS,
    MODELS_BY_PART,
    content_digest,
    encode_json,
    identity_of,
    layout_of,
    plain_of,
    rows_of,
)
from builder.models import Edition, GameSystem, Profile
from builder.points.document.design import parse_design
from builder.points.document.json_reader import DocumentError, JsonReader
from builder.points.rules.catalogue import Catalogue
from builder.points.systems import SYSTEMS

LoadOutcome = Literal["loaded", "unchanged", "replaced", "new rulings"]


class PublishedEditionError(Exception):
    """The file of a published edition changes or removes something that is stored."""

    def __init__(self, name: str, differences: tuple[str, ...]) -> None:
        super().__init__(f"{name} is published, and its file differs from the stored edition")
        self.name = name
        self.differences = differences


class EditionInUseError(Exception):
    """The new content of an edition would make designs in people's lists unreadable."""

    def __init__(self, name: str, profiles: int, lists: int) -> None:
        super().__init__(
            f"{name} is in use: {profiles} profile{'' if profiles == 1 else 's'} "
            f"in {lists} list{'' if lists == 1 else 's'} could not be read any more"
        )


class UnknownSystemError(Exception):
    """The game of a catalogue has no module in Musterbook."""

    def __init__(self, name: str, system: str) -> None:
        super().__init__(f'{name}: Musterbook has no module for the game "{system}"')


@transaction.atomic
def load_edition(catalogue: Catalogue, *, replace: bool = False) -> LoadOutcome:
    """Write the catalogue of a file to the database, and return what was done.

    New editions and changed rulings are always written. Other differences are only written if the file only
    adds rows, if the edition is a draft, or if ``replace`` is true.

    Raises UnknownSystemError if the game has no module. Raises PublishedEditionError if there are differences
    that may not be written. Raises EditionInUseError if the new content would make stored designs unreadable.
    """
    if catalogue.system not in SYSTEMS:
        raise UnknownSystemError(f"{catalogue.system_name} {catalogue.edition}", catalogue.system)
    plain: Plain = to_plain(catalogue)
    GameSystem.objects.get_or_create(code=catalogue.system, defaults={"name": catalogue.system_name})
    # Lock the row of the game. If two processes load editions of the game at once, the second one waits.
    system = GameSystem.objects.select_for_update().get(code=catalogue.system)
    edition = (
        Edition.objects.select_related("system").filter(system=system, version=catalogue.edition).first()
    )
    if edition is None:
        _write(Edition(system=system, version=catalogue.edition, digest=identity_of(plain)), plain)
        return "loaded"
    stored = plain_of(edition)
    if edition.content == content_digest(plain) and not any(describe_differences(stored, plain)):
        return "unchanged"
    differences = _edition_differences(edition, stored, plain)
    if differences:
        if not (replace or catalogue.draft or stored.get("draft") or _only_adds_rows(edition, stored, plain)):
            raise PublishedEditionError(str(edition), tuple(differences))
        _check_designs(edition, catalogue)
        edition.digest = identity_of(plain)
    for row_class in MODELS_BY_PART.values():
        row_class._default_manager.filter(edition=edition).delete()
    _write(edition, plain)
    return "replaced" if differences else "new rulings"


def _only_adds_rows(edition: Edition, stored: Plain, plain: Plain) -> bool:
    """Return whether the file only adds rows to the stored edition, and has its identity."""
    keeps_identity = plain.get("identity") == edition.digest
    return keeps_identity and only_adds(edition_part(stored), edition_part(plain))


def _edition_differences(edition: Edition, stored: Plain, plain: Plain) -> list[str]:
    """Return a line for each difference in options, prices or tables, or else in the identity."""
    differences = list(describe_differences(edition_part(stored), edition_part(plain)))
    identity = plain.get("identity", edition.digest)
    if not differences and edition.digest != identity:
        differences.append(f"identity: {edition.digest[:12]} is stored, {identity[:12]} is in the file")
    return differences


def _check_designs(edition: Edition, catalogue: Catalogue) -> None:
    """Raise EditionInUseError if a design can't be read with the new catalogue.

    Removed profiles, which can be restored, are checked too, but not sample lists.
    """
    reader = JsonReader(NO_LIMITS)
    profiles = Profile.objects.filter(company_list__edition=edition, company_list__sample=None)
    lists_of_unreadable: list[int] = []  # the id of the list of each unreadable profile
    for list_id, design in profiles.values_list("company_list", "design").iterator():
        try:
            parse_design(reader, "design", design, catalogue)
        except DocumentError:
            lists_of_unreadable.append(list_id)
    if lists_of_unreadable:
        raise EditionInUseError(str(edition), len(lists_of_unreadable), len(set(lists_of_unreadable)))


def _write(edition: Edition, plain: Plain) -> None:
    for name in EDITION_COLUMNS:
        setattr(edition, name, plain.get(name, ""))
    edition.layout = encode_json(layout_of(plain))
    edition.content = content_digest(plain)
    edition.revision = plain.get("revision", 1)
    edition.loaded = timezone.now()
    edition.save()
    for row_class, rows in rows_of(plain, edition).items():
        row_class._default_manager.bulk_create(rows)
