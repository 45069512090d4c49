"""Pages of one's own are kept by nobody: neither by a proxy, nor by the browser for the way back."""

import pytest
from django.test import Client
from django.urls import URLPattern

from builder.models import CompanyList, Roster, User
from builder.web.urls import urlpatterns

PUBLIC = ["home", "about", "healthz", "robots", "sample", "systems", "reference", "rules", "schema"]
PRIVATE = [pattern for pattern in urlpatterns if pattern.name not in PUBLIC]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def known(alice: User, alices_list: CompanyList, client: Client) -> dict[str, str]:
    """What stands in the addresses, and alice at the keyboard."""
    client.force_login(alice)
    roster = Roster.objects.filter(company_list=alices_list).first()
    assert roster is not None
    return {"public_id": alices_list.public_id, "key": "captain", "roster": roster.public_id}


def test_the_pages_of_lists_are_private() -> None:
    assert {"lists", "list", "document", "profile", "details", "move_profile", "remove_roster"} <= {
        p.name for p in PRIVATE
    }


@pytest.mark.parametrize("method", ["get", "post", "htmx"])
@pytest.mark.parametrize("pattern", PRIVATE, ids=lambda pattern: pattern.name)
def test_a_private_page_is_kept_by_nobody(
    pattern: URLPattern, method: str, known: dict[str, str], client: Client
) -> None:
    route = str(pattern.pattern)
    for kind in ("str", "slug"):
        for name, value in known.items():
            route = route.replace(f"<{kind}:{name}>", value)
    if method == "get":
        answer = client.get(f"/{route}")
    else:
        answer = client.post(f"/{route}", {"to": "down"}, headers=HTMX if method == "htmx" else {})
    if answer.status_code != 404:  # such as a list that was not deleted: it says nothing of anybody's
        assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))
