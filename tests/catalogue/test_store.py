"""Rows and files contain the same catalogue, with all tables in the same order."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.catalogue.parsing import to_plain
from builder.catalogue.store import (
    all_catalogues,
    content_digest,
    encode_json,
    get_catalogue,
    newest_editions,
    plain_of,
    read_edition,
)
from builder.models import CostTable, Edition, Property, Spell

FURY = ("unbridled-fury", "0.9.0")


def test_the_catalogue_from_rows_equals_the_file(catalogues: Catalogues) -> None:
    for edition in Edition.objects.select_related("system"):
        assert to_plain(read_edition(edition)) == to_plain(catalogues[edition.system.code, edition.version])


def test_the_order_of_everything_is_preserved(catalogues: Catalogues) -> None:
    edition = Edition.objects.get(system__code=FURY[0], version=FURY[1])
    assert encode_json(plain_of(edition)) == encode_json(to_plain(catalogues[FURY]))
    assert edition.content == content_digest(plain_of(edition))


def test_rows_have_readable_columns(catalogues: Catalogues) -> None:
    entries = Property.objects.filter(edition__system__code=FURY[0])
    heavy = entries.get(group="armour", code="H")
    assert (heavy.name, heavy.points) == ("Heavy", 25)
    assert entries.get(group="model", code="flier").points is None
    assert entries.get(group="weapon", code="LA1").points == -20
    assert Spell.objects.get(code="banish", edition__system__code=FURY[0]).points == 25
    assert CostTable.objects.get(code="mov", edition__system__code=FURY[0]).page == 53


def test_rows_are_read_once_per_process(
    catalogues: Catalogues, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = all_catalogues()[FURY]
    # The editions are queried each time, because another process may have loaded one.
    with django_assert_num_queries(1):
        assert get_catalogue(*FURY) is first
    with django_assert_num_queries(1):
        assert all_catalogues()[FURY] is first


def test_a_missing_edition_is_reported(db: None) -> None:
    with pytest.raises(Edition.DoesNotExist):
        get_catalogue("unbridled-fury", "9.9.9")


def test_codes_are_unique_in_a_group(catalogues: Catalogues) -> None:
    twin = Property.objects.get(edition__system__code=FURY[0], group="armour", code="H")
    twin.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        twin.save()


def test_the_newest_edition_has_the_largest_number(catalogues: Catalogues) -> None:
    fury = catalogues[FURY]
    others = [replace(fury, edition=edition) for edition in ("0.10", "seed", "0.2", "0.9.1", "0.10.1")]
    chess = replace(fury, system="chess")
    assert newest_editions([*others, chess]) == [others[-1], chess]
    assert newest_editions([chess, *reversed(others)]) == [chess, others[-1]]
