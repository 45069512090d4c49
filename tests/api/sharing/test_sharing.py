"""Programs can share a list by link, in the gallery and with clubs, as the website can."""

from builder.models import Club, CompanyList, Roster, User
from builder.services import gallery, lists
from tests.support.api_client import ApiClient, assert_problem

# ------------------------------------------------------------------ reading


def test_hidden_lists_show_the_moderators_note(program: ApiClient, at: str, alices_list: CompanyList) -> None:
    gallery.publish_list(alices_list)
    gallery.hide_list(alices_list, "A copied text.")
    body = program.get(f"{at}/sharing").json()
    assert body["hidden_note"] == "A copied text."
    assert body["page"] is None
    assert body["published"] is not None


# ------------------------------------------------------------------ the gallery


def test_a_list_without_profiles_cannot_be_published(
    program: ApiClient, alice: User, alices_list: CompanyList
) -> None:
    row = lists.create_list(alice, "unbridled-fury", "0.9.0", "Nothing in it")
    problem = assert_problem(program.put(f"lists/{row.public_id}/publication"), 409, "conflict")
    assert "This list is empty" in problem["detail"]


# ------------------------------------------------------------------ who may


def test_removed_rosters_are_not_listed(
    program: ApiClient, at: str, club: Club, alices_list: CompanyList
) -> None:
    roster = Roster.objects.filter(company_list=alices_list).order_by("position")[0]
    program.post(f"{at}/shares", {"club": club.public_id, "roster": roster.public_id})
    Roster.objects.filter(pk=roster.pk).update(removed_at=roster.company_list.created)
    assert program.get(f"{at}/shares").json()["results"] == []
