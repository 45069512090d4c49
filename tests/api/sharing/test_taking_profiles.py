"""One profile of a list that may be read, taken by a program into a list of its owner's."""

import pytest

from builder.catalogue.files import Catalogues
from builder.models import Club, CompanyList, Profile, Roster, User
from builder.points.document.document import parse_document
from builder.services import sharing
from builder.services.clubs import shares
from builder.services.exchange import create_list_from_document
from tests.support.api_client import ApiClient, assert_problem
from tests.support.designs import design, document


@pytest.fixture
def shared(coven: CompanyList) -> str:
    """What the addresses of the list begin with, by its link."""
    return f"shared/{sharing.create_link(coven)}"


@pytest.fixture
def bobs(bob: User, catalogues: Catalogues) -> CompanyList:
    """A list of bob's with an imp of his own."""
    value = {**document({"imp": design(mov=3)}), "name": "Bob's own"}
    return create_list_from_document(bob, parse_document(value, catalogues))


def names(row: CompanyList) -> list[str]:
    return [profile.name for profile in Profile.objects.filter(company_list=row).order_by("position")]


def test_a_profile_is_copied_with_those_it_refers_to(shared: str, bobs: CompanyList, bob: User) -> None:
    """Under keys of their own: the witch summons the imp that came along, not the one that was there."""
    answer = ApiClient(bob).post(f"{shared}/profiles/witch/take", {"into": bobs.public_id})
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/lists/{bobs.public_id}/profiles/witch"
    body = answer.json()
    assert body == {
        "id": "witch",
        "url": f"http://testserver/api/v1/lists/{bobs.public_id}/profiles/witch",
        "list": bobs.public_id,
        "key": "witch",
        "keys": {"witch": "witch", "imp": "imp-2", "hound": "hound"},
    }
    assert names(bobs) == ["Imp", "Witch", "Imp", "Hound"]
    witch = Profile.objects.get(company_list=bobs, key="witch")
    assert witch.design["spells"] == [{"code": "summon", "profile": "imp-2"}]


def test_a_profile_can_start_a_new_list(shared: str, bob: User) -> None:
    body = ApiClient(bob).post(f"{shared}/profiles/witch/take", {"into": None, "name": "Finds"}).json()
    row = CompanyList.objects.get(owner=bob)
    assert (row.public_id, row.name) == (body["list"], "Finds")
    assert names(row) == ["Witch", "Imp", "Hound"]


def test_profiles_of_a_clubs_roster_can_be_copied(
    coven: CompanyList, club: Club, bobs: CompanyList, bob: User
) -> None:
    """Those that it needs, and no others."""
    roster = Roster.objects.create(company_list=coven, name="Friday", limit=500, position=0)
    roster.entries.create(profile_key="imp", count=1, position=0)
    shares.share_with_club(club, coven, roster)
    base, into = f"rosters/{roster.public_id}/profiles", {"into": bobs.public_id}
    assert_problem(ApiClient(bob).post(f"{base}/witch/take", into), 404, "not-found")
    assert ApiClient(bob).post(f"{base}/imp/take", into).status_code == 201
    assert names(bobs) == ["Imp", "Imp", "Hound"]


# ------------------------------------------------------------------ what is shown no more


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("into", ["", "nobody", "\0", "x" * 10**5, "\ud800", "{coven}"])
def test_profiles_cannot_be_copied_into_lists_of_others(
    shared: str, coven: CompanyList, bobs: CompanyList, bob: User, into: str
) -> None:
    """The same as for a list that is nowhere."""
    sent = {"into": into.format(coven=coven.public_id)}
    answer = ApiClient(bob).post(f"{shared}/profiles/hound/take", sent)
    assert answer.status_code in (400, 404)
    if into.isalnum() or "{" in into:
        assert_problem(answer, 404, "not-found")
    assert names(coven) == ["Witch", "Imp", "Bystander", "Hound"]
