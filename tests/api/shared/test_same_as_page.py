"""Files of the API have the same bytes as files of the website, for each kind of access to a list."""

import pytest
from django.test import Client

from builder.models import User
from tests.support.access_scenes import UrlParameters
from tests.support.accounts import browser
from tests.support.api_client import API_ROOT

# The addresses of a list in the API and on the website, and the names of its files.
WAYS = {
    "lists/{public_id}": "lists/{public_id}",
    "shared/{link}": "shared/{link}",
    "rosters/{shared_roster}": "rosters/{shared_roster}",
    "roster-links/{roster_link}": "r/{roster_link}",
}
FILES = {
    "": "/document.json",
    "/profiles.csv": "/profiles.csv",
    "/paper.pdf?paper=roster&size=letter&background=0": "/paper.pdf?paper=roster&size=letter&background=0",
    "/paper.png?paper=cards&size=a4": "/paper.png?paper=cards&size=a4",
}
PAPERS = [
    *(f"paper={paper}&points=0&glossary=0&size=a4" for paper in ("list", "sheets", "battle", "quick")),
    "paper=cards&per=model&roster={roster}&blank=9&size=a4",
]
EVENT = "clubs/{club}/events/{event}"
HAND_IN = f"{EVENT}/hand-ins/{{hand_in}}"
SAME = {
    **{api + file: page + other for api, page in WAYS.items() for file, other in FILES.items()},
    **{at: at for query in PAPERS for at in [f"lists/{{public_id}}/paper.pdf?{query}"]},
    "lists/{public_id}/profiles.csv?roster={roster}": "lists/{public_id}/profiles.csv?roster={roster}",
    "lists/{public_id}/revisions/{number}": "lists/{public_id}/history/{number}/document.json",
    f"{EVENT}/hand-ins.csv": f"{EVENT}/hand-ins.csv",
    f"{EVENT}/rosters.pdf?size=letter": f"{EVENT}/rosters.pdf?size=letter",
    f"{EVENT}/rosters.pdf?paper=sheets&size=a4": f"{EVENT}/rosters.pdf?paper=sheets&size=a4",
    f"{HAND_IN}/document": f"{HAND_IN}/document.json",
    f"{HAND_IN}/paper.pdf?size=letter": f"{HAND_IN}/paper.pdf?size=letter",
}


@pytest.fixture
def reader(alice: User) -> Client:
    """Alice's browser. She can read everything."""
    return browser(alice)


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("api", SAME)
def test_files_equal_those_of_the_pages(everything: UrlParameters, reader: Client, api: str) -> None:
    answer = reader.get(f"{API_ROOT}/{api.format(**everything)}")
    page = reader.get(f"/{SAME[api].format(**everything)}")
    assert answer.status_code == page.status_code == 200
    assert answer.content == page.content
    assert answer["Content-Disposition"] == page.get("Content-Disposition", answer["Content-Disposition"])
    assert answer["Content-Type"].split(";")[0] == page["Content-Type"].split(";")[0]
