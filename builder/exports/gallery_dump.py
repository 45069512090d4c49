"""The gallery as a gzip file with a line of JSON for each public list, in order of creation.

The same gallery always gives the same bytes. At most a hundred lists are in memory at a time.
"""

import filecmp
import gzip
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, NamedTuple

from django.conf import settings
from django.db.models import Count, Max
from django.urls import reverse

from builder.documents import LoadedList, load_lists
from builder.models import CompanyList, Listing, ModerationAction, ModerationEntry
from builder.models.gallery import CHOICE
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import dump_document
from builder.points.rules.results import Appraisal
from builder.services.lists import owner_name

_BATCH = 100
_READABLE_BY_ALL = 0o644


class GalleryDump(NamedTuple):
    """The result of a dump: the number of lists in the file, and of lists that can't be read."""

    list_count: int
    unreadable_count: int
    has_changed: bool


def write_gallery_dump(path: Path) -> GalleryDump:
    """Write the dump to ``path``, unless the file there has the same content.

    If moderators hide a list or suspend a person during the dump, write it again.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        moderation_state = _moderation_state()
        dump = _replace_dump(path, moderation_state)
        # When a moderator hides something, the file is deleted. But this may have happened just before the
        # new file replaced it.
        if dump is not None and _moderation_state() == moderation_state:
            return dump
        path.unlink(missing_ok=True)


def _moderation_state() -> Mapping[str, int | None]:
    """Return two numbers that change when moderators hide a list or suspend a person."""
    actions = (ModerationAction.HIDE, ModerationAction.SUSPEND)
    # Neither number is enough. An entry with a lower key can be committed later, which doesn't change
    # ``last``. An entry can be deleted while another is added, which doesn't change ``count``.
    return ModerationEntry.objects.filter(action__in=actions).aggregate(count=Count("pk"), last=Max("pk"))


def _replace_dump(path: Path, moderation_state: Mapping[str, int | None]) -> GalleryDump | None:
    """Write the dump to a temporary file and move it to ``path``.

    If the state of moderation has changed, return None and don't move the file.
    """
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        temporary_path = Path(file.name)
        try:
            list_count, unreadable_count = _write_lines(file)
            file.flush()
            os.fsync(file.fileno())
            temporary_path.chmod(_READABLE_BY_ALL)
            if _moderation_state() != moderation_state:
                return None
            has_changed = not (path.is_file() and filecmp.cmp(temporary_path, path, shallow=False))
            if has_changed:
                temporary_path.replace(path)
        finally:
            temporary_path.unlink(missing_ok=True)
    return GalleryDump(list_count, unreadable_count, has_changed)


def _write_lines(file: IO[bytes]) -> tuple[int, int]:
    """Write all lines. Return the number of lines, and the number of lists that can't be read."""
    line_count = unreadable_count = 0
    # The file's header has no name or time, so that the bytes depend only on the gallery.
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
        for batch in _batches():
            loaded = _load_unchanged(batch)
            for listing in batch:
                if (loaded_list := loaded.get(listing.company_list_id)) is not None:
                    packed.write(_line(listing, loaded_list).encode())
                    line_count += 1
            unreadable_count += len(batch) - len(loaded)
    return line_count, unreadable_count


def _batches() -> Iterator[list[Listing]]:
    """Yield the rows of all public lists in batches, ordered by the primary keys of the lists."""
    rows = Listing.objects.select_related("company_list__edition__system", "company_list__owner")
    rows = rows.defer("text", "company_list__edition__layout").prefetch_related("tags")
    last_pk = 0
    while batch := list(rows.order_by("company_list_id").filter(company_list_id__gt=last_pk)[:_BATCH]):
        yield batch
        last_pk = batch[-1].company_list_id


def _load_unchanged(batch: Sequence[Listing]) -> dict[int, LoadedList]:
    """Return the lists of these listings by primary key. Read a list again if it changes meanwhile."""
    rows, loaded_lists = [listing.company_list for listing in batch], dict[int, LoadedList]()
    while rows:
        loaded, versions = load_lists(rows), {row.pk: row.version for row in rows}
        current = dict(CompanyList.objects.filter(pk__in=versions).values_list("pk", "version"))
        loaded_lists |= {
            pk: loaded_list for pk, loaded_list in loaded.items() if current.get(pk) == versions[pk]
        }
        changed = [pk for pk, version in current.items() if version != versions[pk]]
        rows = list(CompanyList.objects.select_related("edition__system", "owner").filter(pk__in=changed))
    return loaded_lists


def _line(listing: Listing, loaded: LoadedList) -> str:
    value = {**_facts(listing, loaded), **_points(loaded, appraise(loaded.document, loaded.catalogue))}
    value["document"] = dump_document(loaded.document, loaded.catalogue)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _facts(listing: Listing, loaded: LoadedList) -> dict[str, object]:
    row = loaded.row
    return {
        "id": row.public_id,
        "url": settings.SITE_URL + reverse("api_list", args=(row.public_id,)),
        "name": row.name,
        "owner": owner_name(row),
        "sample": row.sample,
        "system": loaded.catalogue.system,
        "edition": loaded.catalogue.edition,
        "published": listing.published_at.isoformat(),
        "changed": row.updated.isoformat(),
        "tags": _tags(listing, loaded.catalogue.system),
    }


def _tags(listing: Listing, system: str) -> dict[str, list[str]]:
    """Return the list's tags by filter of the gallery."""
    tags: dict[str, list[str]] = {}
    for kind, value in sorted((tag.kind, tag.value) for tag in listing.tags.all()):
        tags.setdefault(kind, []).append(value.removeprefix(f"{system}:") if kind == CHOICE else value)
    return tags


def _points(loaded: LoadedList, appraisal: Appraisal) -> dict[str, object]:
    """Return the points of each profile and roster, and whether it is legal. Unknown points are None."""
    has_errors = any(profile.errors for profile in appraisal.profiles)
    return {
        "unit": loaded.catalogue.points_unit,
        "legal": not has_errors and all(appraisal.is_legal(roster) for roster in appraisal.rosters),
        "profiles": [
            {"key": profile.key, "points": profile.points, "legal": not profile.errors}
            for profile in appraisal.profiles
        ],
        "rosters": [
            {
                "id": id_,
                "name": roster.name,
                "limit": roster.limit,
                "points": roster.points,
                "legal": appraisal.is_legal(roster),
            }
            for id_, roster in zip(loaded.roster_ids, appraisal.rosters, strict=True)
        ],
    }
