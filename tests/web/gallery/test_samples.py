"""The site's own samples in the gallery: found, counted and sorted like other lists, and marked."""

import re

import pytest
from django.core.management import call_command
from django.test import Client

from builder.catalogue.files import Catalogues, sample_files
from builder.models import CompanyList, Listing
from builder.services import gallery
from tests.support.api_client import ApiClient

MARK = '<span class="mark">sample</span>'


@pytest.fixture
def samples(catalogues: Catalogues) -> int:
    """Return the number of samples."""
    call_command("load_samples", verbosity=0)
    return len(list(sample_files()))


def test_samples_are_listed_among_the_lists_of_players(
    samples: int, alices_list: CompanyList, client: Client
) -> None:
    gallery.publish_list(alices_list)
    page = client.get("/gallery/").content.decode()
    assert f"{samples + 1} lists" in page
    assert page.count(MARK) == samples
    assert 'href="/samples/drop-reavers/"' in page
    fury = client.get("/gallery/?edition=unbridled-fury/0.9.0").content.decode()
    of_fury = CompanyList.objects.filter(edition__system__code="unbridled-fury", sample__isnull=False).count()
    assert fury.count(MARK) == of_fury
    assert fury.count("by alice") == 1


def test_the_home_page_shows_only_published_lists_as_new(
    samples: int, alices_list: CompanyList, client: Client
) -> None:
    assert "New in the gallery" not in client.get("/").content.decode()
    gallery.publish_list(alices_list)
    home = client.get("/").content.decode()
    assert re.findall(r'<h3><a href="(/gallery/[^"]+)"', home) == [f"/gallery/{alices_list.public_id}/"]


def test_the_api_marks_and_counts_samples(samples: int, alices_list: CompanyList) -> None:
    gallery.publish_list(alices_list)
    value = ApiClient().get("gallery?page_size=100").json()
    assert value["total"] == len(value["results"]) == samples + 1
    owners = {(row["owner"], row["sample"]) for row in value["results"]}
    assert owners == {("alice", None), *(("", file.slug) for file in sample_files())}
    (first,) = ApiClient().get("gallery?q=drop+reavers&sort=copied&page_size=1").json()["results"]
    assert ApiClient().get(f"lists/{first['id']}").status_code == 200


def test_samples_are_listed_once_and_updated(samples: int) -> None:
    """Also samples that a site loaded before the gallery existed."""
    before = dict(Listing.objects.values_list("company_list__sample", "published_at"))
    call_command("load_samples", verbosity=0)
    assert dict(Listing.objects.values_list("company_list__sample", "published_at")) == before
    assert list(gallery.outdated_listings()) == []
    Listing.objects.all().delete()
    CompanyList.objects.update(published_at=None)
    call_command("load_samples", verbosity=0)
    assert Listing.objects.count() == samples
