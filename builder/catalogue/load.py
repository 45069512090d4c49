"""The loading of catalogues into the database.

The stored rows of a published edition are never changed; its file may only add rows. The stored rulings are
replaced by the rulings in the file.
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
    digest_of,
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
    """The file of a published edition differs from its rows; ``differences`` lists how."""

    def __init__(self, name: str, differences: tuple[str, ...]) -> None:
        super().__init__(f"{name} is published and its file differs from it")
        self.name = name
        self.differences = differences


class EditionInUseError(Exception):
    """The new content of an edition can't read designs in people's lists."""

    def __init__(self, name: str, profiles: int, lists: int) -> None:
        super().__init__(
            f"{name} is in use: {profiles} profile{'' if profiles == 1 else 's'} "
            f"in {lists} list{'' if lists == 1 else 's'} could not be read any more"
        )


class UnknownSystemError(Exception):
    """The program has no module for this game."""

    def __init__(self, name: str, system: str) -> None:
        super().__init__(f'{name}: no module prices the system "{system}"')


@transaction.atomic
def load_edition(catalogue: Catalogue, *, replace: bool = False) -> LoadOutcome:
    """Write a new edition to the database, or compare the file with a stored edition.

    Changed rulings are always written. Changed options, prices or tables are only written if the file only
    adds rows, if the file or the stored edition is a draft, or with ``replace``.

    Raises UnknownSystemError, PublishedEditionError, or EditionInUseError.
    """
    if catalogue.system not in SYSTEMS:
        raise UnknownSystemError(f"{catalogue.system_name} {catalogue.edition}", catalogue.system)
    plain: Plain = to_plain(catalogue)
    GameSystem.objects.get_or_create(code=catalogue.system, defaults={"name": catalogue.system_name})
    # If two processes start together, the second waits for the first.
    system = GameSystem.objects.select_for_update().get(code=catalogue.system)
    edition = (
        Edition.objects.select_related("system").filter(system=system, version=catalogue.edition).first()
    )
    if edition is None:
        _write(Edition(system=system, version=catalogue.edition, digest=identity_of(plain)), plain)
        return "loaded"
    stored = plain_of(edition)
    if edition.content == digest_of(plain) and not any(describe_differences(stored, plain)):
        return "unchanged"
    differences = _edition_differences(edition, stored, plain)
    if differences:
        if not (replace or catalogue.draft or stored.get("draft") or _only_adds_rows(edition, stored, plain)):
            raise PublishedEditionError(str(edition), tuple(differences))
        _check_designs(edition, catalogue)
        edition.digest = identity_of(plain)
    for table in MODELS_BY_PART.values():
        table._default_manager.filter(edition=edition).delete()
    _write(edition, plain)
    return "replaced" if differences else "new rulings"


def _only_adds_rows(edition: Edition, stored: Plain, plain: Plain) -> bool:
    """Return whether the file has the identity and all rows of the stored edition."""
    keeps_identity = plain.get("identity") == edition.digest
    return keeps_identity and only_adds(edition_part(stored), edition_part(plain))


def _edition_differences(edition: Edition, stored: Plain, plain: Plain) -> list[str]:
    differences = list(describe_differences(edition_part(stored), edition_part(plain)))
    identity = plain.get("identity", edition.digest)
    if not differences and edition.digest != identity:
        differences.append(f"identity: {edition.digest[:12]} is stored, {identity[:12]} is in the file")
    return differences


def _check_designs(edition: Edition, catalogue: Catalogue) -> None:
    """Raise EditionInUseError if the new edition couldn't read a stored design, even a removed one."""
    reader = JsonReader(NO_LIMITS)
    stored = Profile.objects.filter(company_list__edition=edition, company_list__sample=None)
    broken: list[int] = []
    for company_list, design in stored.values_list("company_list", "design").iterator():
        try:
            parse_design(reader, "design", design, catalogue)
        except DocumentError:
            broken.append(company_list)
    if broken:
        raise EditionInUseError(str(edition), len(broken), len(set(broken)))


def _write(edition: Edition, plain: Plain) -> None:
    for name in EDITION_COLUMNS:
        setattr(edition, name, plain.get(name, ""))
    edition.layout = encode_json(layout_of(plain))
    edition.content = digest_of(plain)
    edition.revision = plain.get("revision", 1)
    edition.loaded = timezone.now()
    edition.save()
    for table, rows in rows_of(plain, edition).items():
        table._default_manager.bulk_create(rows)
