"""The archive of an account: a ZIP file with all data of a person.

At most twenty lists are in memory at a time.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from operator import methodcaller
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.db.models import QuerySet
from django.http import FileResponse
from django.utils.text import slugify

from builder.documents import load_lists, unpack_json
from builder.exports.account_facts import account_facts
from builder.exports.file_names import content_disposition
from builder.exports.json import document_text
from builder.models import CompanyList, FrozenLink, FrozenRoster, HandIn, Roster, Share, User
from builder.models.lists import lists_with_edition
from builder.security_log import SecurityEvent, record_event

_MAX_STEM_LENGTH = 60
_BATCH = 20
_MAX_BYTES_IN_MEMORY = 1_000_000  # a larger archive is a temporary file while it is sent
# Names that some operating systems reserve for devices, with any file extension.
_DEVICE_NAMES = {"aux", "con", "nul", "prn", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


def archive_response(user: User) -> FileResponse:
    """Return the response that sends the ZIP as a file."""
    file = SpooledTemporaryFile(max_size=_MAX_BYTES_IN_MEMORY)  # noqa: SIM115 - the response closes it
    write_archive(file, user)
    record_event(SecurityEvent.ACCOUNT_EXPORTED, by=user)
    return _file_response(file, "" if user.is_guest else user.username)


def _file_response(file: IO[bytes], name: str) -> FileResponse:
    size = file.tell()
    file.seek(0)
    response = FileResponse(file, content_type="application/zip")
    response["Content-Length"] = str(size)
    response["Content-Disposition"] = content_disposition("attachment", "zip", "musterbook", name)
    return response


def write_archive(file: IO[bytes], user: User) -> None:
    """Write the ZIP with the file ``account.json`` and a folder for each kind of document."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        user_lists = CompanyList.objects.filter(owner=user).order_by("created", "pk")
        lists = list(_write_lists(archive, "lists", user_lists.filter(deleted_at=None)))
        deleted = list(_write_lists(archive, "deleted", user_lists.filter(deleted_at__isnull=False)))
        account = {
            **account_facts(user),
            "lists": lists,
            "deleted": deleted,
            "hand_ins": list(_write_hand_ins(archive, user)),
            "frozen_rosters": list(_write_frozen_links(archive, user)),
        }
        archive.writestr("account.json", _json_text(account))


def lists_archive_response(lists: Sequence[CompanyList]) -> FileResponse:
    """Return the response that sends a ZIP with the documents of these lists, in the folder ``lists``."""
    file = SpooledTemporaryFile(max_size=_MAX_BYTES_IN_MEMORY)  # noqa: SIM115 - the response closes it
    rows = CompanyList.objects.filter(pk__in=[row.pk for row in lists]).order_by("created", "pk")
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for _ in _write_lists(archive, "lists", rows):
            pass
    return _file_response(file, "lists")


def _write_lists(archive: ZipFile, folder: str, rows: QuerySet[CompanyList]) -> Iterator[dict[str, Any]]:
    """Write a file for each list, and yield the list's entry in ``account.json``."""
    ids = list(rows.values_list("pk", flat=True))
    shares = Share.objects.filter(company_list__in=ids).order_by("pk")
    clubs = _names_by_list(shares.values_list("company_list", "club__name"))
    tag_rows = CompanyList.own_tags.through.objects.filter(companylist__in=ids)
    tags = _names_by_list(tag_rows.order_by("owntag__lookup_name").values_list("companylist", "owntag__name"))
    rosters = Roster.objects.filter(company_list__in=ids, link__isnull=False).order_by("pk")
    linked_rosters = _names_by_list(rosters.values_list("company_list", "name"))
    used_names: set[str] = set()
    for start in range(0, len(ids), _BATCH):
        lists = lists_with_edition().filter(pk__in=ids[start : start + _BATCH]).order_by("created", "pk")
        loaded = load_lists(lists)
        for row in lists:
            path = None
            if row.pk in loaded:
                path = f"{folder}/{unique_file_name(row.name, 'list', used_names)}"
                archive.writestr(path, document_text(loaded[row.pk]))
            yield {
                "file": path,  # None if the stored list can't be read, so that there is no file
                "name": row.name,
                "id": row.public_id,
                "by_link": bool(row.link),
                "rosters_by_link": linked_rosters.get(row.pk, []),
                "public": row.published_at is not None,
                # A club that sees several rosters of the list occurs several times.
                "clubs": list(dict.fromkeys(clubs.get(row.pk, []))),
                "hidden_note": row.hidden_note,
                "tags": tags.get(row.pk, []),
            }


def _names_by_list(pairs: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    """Group names by the primary key of their list."""
    names: dict[int, list[str]] = {}
    for pk, name in pairs:
        names.setdefault(pk, []).append(name)
    return names


def _write_hand_ins(archive: ZipFile, user: User) -> Iterator[dict[str, Any]]:
    used_names: set[str] = set()
    rows = HandIn.objects.filter(user=user).select_related("event__club").order_by("pk")
    for row in rows.iterator(chunk_size=20):
        yield {
            "event": row.event.name,
            "date": row.event.date,
            "club": row.event.club.name,
            "handed_in": row.made,
            "file": _write_frozen(
                archive, row, f"hand-ins/{unique_file_name(row.event.name, 'event', used_names)}"
            ),
        }


def _write_frozen_links(archive: ZipFile, user: User) -> Iterator[dict[str, Any]]:
    used_names: set[str] = set()
    rows = FrozenLink.objects.filter(company_list__owner=user).select_related("company_list").order_by("pk")
    for row in rows.iterator(chunk_size=20):
        name = unique_file_name(row.summary["roster"], "roster", used_names)
        yield {
            "list": row.company_list.public_id,
            "frozen": row.made,
            "file": _write_frozen(archive, row, f"frozen-rosters/{name}"),
        }


def _write_frozen(archive: ZipFile, row: FrozenRoster, path: str) -> str:
    archive.writestr(path, _json_text(unpack_json(row.document)))
    return path


def unique_file_name(name: str, fallback: str, used_names: set[str]) -> str:
    """Return an unused file name such as "drop-reavers-2.json", which is valid on all operating systems.

    Add it to ``used_names``. ``fallback`` replaces a name without letters and digits.
    """
    stem = slugify(name, allow_unicode=True)[:_MAX_STEM_LENGTH].strip("-_") or fallback
    if stem in _DEVICE_NAMES:
        stem = f"{stem}-{fallback}"
    number, unique = 1, stem
    while unique in used_names:
        number += 1
        unique = f"{stem}-{number}"
    used_names.add(unique)
    return f"{unique}.json"


def _json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=methodcaller("isoformat")) + "\n"
