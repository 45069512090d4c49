"""What a history costs: a save with its revision, the words of a change, and the page of 500 revisions."""

import itertools
from dataclasses import replace
from functools import partial

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bench.documents import long_document
from bench.measure import Measurement, cpu_seconds, measurement
from builder.catalogue.files import bundled_catalogues
from builder.catalogue.store import all_catalogues
from builder.documents import load_list, pack_document
from builder.models import CompanyList, Revision, User
from builder.points.appraisal.changes import changes
from builder.points.document.document import dump_profile, parse_document
from builder.revisions import past_documents
from builder.services.exchange import create_list_from_document
from builder.services.people.accounts import create_guest
from builder.services.profiles import save_profile

_REVISIONS = 500


def measure(runs: int) -> list[Measurement]:
    """All rows of histories."""
    owner = create_guest()
    lists = {
        size: create_list_from_document(owner, parse_document(long_document(size), all_catalogues()))
        for size in (40, 300)
    }
    rows = [*_change_words(runs)]
    for size, company_list in lists.items():
        rows.append(
            measurement(
                f"a save with its revision, {size} profiles", "ms CPU", _save_times(company_list, runs)
            )
        )
        rows += _stored_sizes(company_list, runs, size)
    return [*rows, *_page_times(owner, lists[40], runs)]


def _change_words(runs: int) -> list[Measurement]:
    """One profile changed, and every profile changed, in lists of 300."""
    catalogue = bundled_catalogues()["unbridled-fury", "0.9.0"]
    before = parse_document(long_document(300), bundled_catalogues())
    profiles = tuple(
        replace(profile, design=replace(profile.design, values={**profile.design.values, "fgt": 1}))
        for profile in before.profiles
    )
    found = []
    for name, number in (("one", 1), ("every", 300)):
        after = replace(before, profiles=(*profiles[:number], *before.profiles[number:]))
        times = cpu_seconds(partial(changes, before, after, catalogue), runs)
        found.append(measurement(f"words of a change, 300 profiles, {name} changed", "ms CPU", _ms(times)))
    return found


def _save_times(company_list: CompanyList, runs: int) -> list[float]:
    """A tap on a stepper, from the service's call to the end of the transaction."""
    whole = load_list(CompanyList.objects.select_related("edition__system").get(pk=company_list.pk))
    profile = next(p for p in whole.document.profiles if p.key == "p7")
    versions, values = itertools.count(1), itertools.cycle((7, 8))

    def action() -> None:
        design = replace(profile.design, values={**profile.design.values, "fgt": next(values)})
        value = dump_profile(replace(profile, design=design), whole.catalogue)
        save_profile(whole.row, "p7", next(versions), value)

    return _ms(cpu_seconds(action, runs))


def _stored_sizes(company_list: CompanyList, runs: int, size: int) -> list[Measurement]:
    """The bytes of a revision, and reading one."""
    rows = Revision.objects.filter(company_list=company_list)
    sizes = [float(len(document)) for document in rows.values_list("document", flat=True)]
    last = rows.latest("number").number
    times = cpu_seconds(partial(past_documents, company_list.pk, (last,)), runs)
    return [
        measurement("  bytes a revision", "bytes", [sum(sizes) / len(sizes)], "3000" if size == 40 else ""),
        measurement(f"a revision of {size} profiles restored", "ms CPU", _ms(times), "20"),
    ]


def _page_times(owner: User, company_list: CompanyList, runs: int) -> list[Measurement]:
    """The history of 500 revisions, and two of them compared."""
    _create_revisions(company_list)
    client = Client()
    client.force_login(owner)
    base = f"/lists/{company_list.public_id}/history/"
    found = []
    for name, path in (
        ("history page, 500 revisions", ""),
        ("a revision of 40 profiles as it stood", "2/"),
        ("two revisions of 40 profiles compared", "compare/?from=2&to=now"),
    ):
        with CaptureQueriesContext(connection) as queries:
            if client.get(base + path).status_code != 200:
                raise RuntimeError(f"{base}{path} was not answered")
        requested = float(len(queries))  # the next request empties the log
        times = _ms(cpu_seconds(partial(client.get, base + path), runs))
        found.append(measurement(name, "ms CPU", times))
        found.append(measurement("  its queries", "queries", [requested]))
    return found


def _create_revisions(company_list: CompanyList) -> None:
    Revision.objects.filter(company_list=company_list).delete()
    whole = load_list(CompanyList.objects.select_related("edition__system").get(pk=company_list.pk))
    now, (first, *others) = timezone.now(), whole.document.profiles
    documents = []
    for fgt in (7, 8):
        changed = replace(first, design=replace(first.design, values={**first.design.values, "fgt": fgt}))
        document = replace(whole.document, profiles=(changed, *others))
        documents.append(pack_document(document, whole.catalogue))
    Revision.objects.bulk_create(
        Revision(
            company_list=company_list, number=number, by=whole.row.owner, began=now, ended=now,
            document=documents[number % 2],
        )
        for number in range(1, _REVISIONS + 1)
    )  # fmt: skip


def _ms(seconds: list[float]) -> list[float]:
    return [value * 1000 for value in seconds]
