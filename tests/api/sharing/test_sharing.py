"""Who sees a list, decided by a program: the link, the gallery, the clubs; as the page decides it."""

from django.test import Client

from builder.models import Club, CompanyList, Roster, Share, User
from builder.services import gallery, lists, rosters
from tests.support.api_client import ApiClient, assert_problem
from tests.support.saving import reload

# ------------------------------------------------------------------ reading


def test_hidden_lists_show_the_moderators_note(program: ApiClient, at: str, alices_list: CompanyList) -> None:
    gallery.publish_list(alices_list)
    gallery.hide_list(alices_list, "A copied text.")
    body = program.get(f"{at}/sharing").json()
    assert body["hidden_note"] == "A copied text."
    assert body["page"] is None
    assert body["published"] is not None


# ------------------------------------------------------------------ the link


def test_a_link_is_created_replaced_and_stopped(
    program: ApiClient, at: str, alices_list: CompanyList
) -> None:
    nobody = Client()
    version = alices_list.version
    first = program.put(f"{at}/link")
    assert first.status_code == 200
    assert nobody.get(first.json()["page"]).status_code == 200
    assert program.put(f"{at}/link").json() == first.json()
    second = program.post(f"{at}/link", {"old": first.json()["word"]})
    assert second.status_code == 200
    assert nobody.get(first.json()["page"]).status_code == 404
    assert nobody.get(second.json()["page"]).status_code == 200
    # Somebody else, who knows the first one still, takes the second away from nobody.
    assert program.post(f"{at}/link", {"old": first.json()["word"]}).json() == second.json()
    stopped = program.delete(f"{at}/link")
    assert (stopped.status_code, stopped.content) == (204, b"")
    assert nobody.get(second.json()["page"]).status_code == 404
    assert program.delete(f"{at}/link").status_code == 204
    assert reload(alices_list).version == version  # a link is no part of the document


# ------------------------------------------------------------------ the gallery


def test_a_list_is_published_and_unpublished(program: ApiClient, at: str, alices_list: CompanyList) -> None:
    published = program.put(f"{at}/publication")
    assert published.status_code == 200
    assert published.json() == program.get(f"{at}/sharing").json()
    assert [row["id"] for row in ApiClient().get("gallery").json()["results"]] == [alices_list.public_id]
    since = reload(alices_list).published_at
    assert program.put(f"{at}/publication").status_code == 200
    assert reload(alices_list).published_at == since
    assert program.delete(f"{at}/publication").status_code == 204
    assert reload(alices_list).published_at is None
    assert program.delete(f"{at}/publication").status_code == 204


def test_a_list_without_profiles_cannot_be_published(
    program: ApiClient, alice: User, alices_list: CompanyList
) -> None:
    row = lists.create_list(alice, "unbridled-fury", "0.9.0", "Nothing in it")
    problem = assert_problem(program.put(f"lists/{row.public_id}/publication"), 409, "conflict")
    assert "This list is empty" in problem["detail"]


# ------------------------------------------------------------------ clubs


def test_a_list_and_a_roster_are_shared_with_a_club(
    program: ApiClient, at: str, alices_list: CompanyList, club: Club, bob: User
) -> None:
    roster = alices_list.rosters.order_by("position")[1]
    assert ApiClient(bob).get(at).status_code == 404
    answer = program.post(f"{at}/shares", {"club": club.public_id})
    assert answer.status_code == 201
    assert answer.json()["roster"] is None
    assert ApiClient(bob).get(at).status_code == 200
    part = program.post(f"{at}/shares", {"club": club.public_id, "roster": roster.public_id})
    assert part.json()["roster"] == roster.public_id
    assert program.get(part["Location"]).json() == part.json()
    again = program.post(f"{at}/shares", {"club": club.public_id, "roster": None})
    assert again.json() == answer.json()
    assert Share.objects.count() == 2
    assert program.delete(answer["Location"]).status_code == 204
    assert ApiClient(bob).get(at).status_code == 404
    assert_problem(program.delete(answer["Location"]), 404, "not-found")
    assert Share.objects.get().roster == roster


def test_other_clubs_and_rosters_are_not_found(
    program: ApiClient, at: str, club: Club, bobs_list: CompanyList
) -> None:
    other = Club.objects.create(name="Others")
    foreign = bobs_list.rosters.order_by("position")[0].public_id
    for body in (
        {"club": other.public_id},
        {"club": "nobody"},
        {"club": club.public_id, "roster": "nobody"},
        {"club": club.public_id, "roster": foreign},
        {"club": "x" * 10**5},
    ):
        assert_problem(program.post(f"{at}/shares", body), 404, "not-found")
    assert not Share.objects.exists()


# ------------------------------------------------------------------ who may


def test_removed_rosters_are_not_listed(
    program: ApiClient, at: str, club: Club, alices_list: CompanyList
) -> None:
    roster = Roster.objects.filter(company_list=alices_list).order_by("position")[0]
    program.post(f"{at}/shares", {"club": club.public_id, "roster": roster.public_id})
    Roster.objects.filter(pk=roster.pk).update(removed_at=roster.company_list.created)
    assert program.get(f"{at}/shares").json()["results"] == []


# ------------------------------------------------------------------ links to single rosters


def test_a_frozen_roster_is_shared_frozen_again_and_stopped(
    program: ApiClient, at: str, alices_list: CompanyList
) -> None:
    roster = alices_list.rosters.get(name="Night drop")
    answer = program.post(f"{at}/frozen-links", {"roster": roster.public_id})
    body = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/{at}/frozen-links/{body['id']}"
    known = ("roster", "roster_name", "points", "limit", "models", "errors", "version")
    assert [body[name] for name in known] == [roster.public_id, "Night drop", 739, 750, 7, 0, 1]
    assert body["page"] == f"http://testserver/r/{body['word']}/"
    rosters.save_roster(alices_list, roster.public_id, 1, name="Dawn", limit=500, entries=())
    path = f"roster-links/{body['word']}"
    assert ApiClient().get(path).json()["rosters"][0]["name"] == "Night drop"
    assert ApiClient().get(f"{path}/appraisal").json()["rosters"][0]["points"] == 739
    assert ApiClient().get(f"{path}/summary").json()["way"] == "roster-link"
    assert program.get(f"{at}/frozen-links").json()["results"] == [body]
    assert program.get(f"{at}/sharing").json()["frozen_links"] == [body]
    again = program.put(f"{at}/frozen-links/{body['id']}").json()
    assert (again["word"], again["roster_name"], again["version"]) == (body["word"], "Dawn", 2)
    assert ApiClient().get(path).json()["rosters"][0]["name"] == "Dawn"
    assert program.delete(f"{at}/frozen-links/{body['id']}").status_code == 204
    assert_problem(ApiClient().get(path), 404, "not-found")
    assert_problem(program.put(f"{at}/frozen-links/{body['id']}"), 404, "not-found")


def test_a_live_roster_is_shared_and_stopped(program: ApiClient, at: str, alices_list: CompanyList) -> None:
    roster = alices_list.rosters.get(name="Night drop")
    answer = program.put(f"{at}/rosters/{roster.public_id}/link").json()
    assert program.put(f"{at}/rosters/{roster.public_id}/link").json() == answer
    assert program.get(f"{at}/sharing").json()["live_links"] == [{**answer, "roster": roster.public_id}]
    assert ApiClient().get(f"roster-links/{answer['word']}").status_code == 200
    assert program.delete(f"{at}/rosters/{roster.public_id}/link").status_code == 204
    assert_problem(ApiClient().get(f"roster-links/{answer['word']}"), 404, "not-found")
