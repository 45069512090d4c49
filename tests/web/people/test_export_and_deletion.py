"""Exporting everything as one file, and deleting everything after two questions."""

import io
import json
from zipfile import ZipFile

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.documents import load_list
from builder.models import Club, CompanyList, Membership, Profile, Role, Roster, Scope, Share, User
from builder.points.document.cut import extract_roster
from builder.points.document.document import Document, parse_document
from builder.points.document.fingerprint import FingerprintMaker
from builder.services.exchange import create_list_from_document
from builder.services.lists import create_list, delete_list
from builder.services.people.tokens import create_token
from builder.services.sharing import create_frozen_link, create_live_link
from tests.support.accounts import PASSWORD, log_in, set_password, visible_text
from tests.support.accounts import start_list as start_as_guest
from tests.support.events import add_event, submit_roster

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")

CONFIRMATION = "/account/delete/sure/"


@pytest.fixture
def alice(alice: User) -> User:
    """Alice, with a password."""
    return set_password(alice)


def archive_of(client: Client) -> ZipFile:
    answer = client.get("/account/export.zip", headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert "Content-Encoding" not in answer
    content = answer.getvalue()
    assert len(content) == int(answer["Content-Length"])
    return ZipFile(io.BytesIO(content))


def test_documents_in_the_export_can_be_imported(
    client: Client, alice: User, alices_list: CompanyList, reavers: Document, catalogues: Catalogues
) -> None:
    away = create_list_from_document(alice, reavers)
    delete_list(away)
    client.force_login(alice)
    archive = archive_of(client)
    assert sorted(archive.namelist()) == [
        "account.json", "deleted/molybdenian-drop-reavers.json", "lists/molybdenian-drop-reavers.json",
    ]  # fmt: skip
    for name in ("lists/molybdenian-drop-reavers.json", "deleted/molybdenian-drop-reavers.json"):
        value = json.loads(archive.read(name))
        assert parse_document(value, catalogues) == reavers
    account = json.loads(archive.read("account.json"))
    assert account["name"] == "alice"
    assert account["lists"][0]["id"] == alices_list.public_id
    assert account["lists"][0]["file"] == "lists/molybdenian-drop-reavers.json"


def test_the_export_lists_clubs_and_readers(
    client: Client, alice: User, alices_list: CompanyList, club: Club
) -> None:
    Share.objects.create(club=club, company_list=alices_list)
    CompanyList.objects.filter(pk=alices_list.pk).update(link="x" * 24)
    roster = alices_list.rosters.get(name="Night drop")
    secret = create_live_link(alices_list, roster.public_id)
    frozen = create_frozen_link(alices_list, roster.public_id)
    client.force_login(alice)
    account = json.loads(archive_of(client).read("account.json"))
    assert [(row["name"], row["role"]) for row in account["clubs"]] == [("The Iron Table", "Owner")]
    (row,) = account["lists"]
    assert (row["by_link"], row["public"], row["clubs"]) == (True, False, ["The Iron Table"])
    assert row["rosters_by_link"] == ["Night drop"]
    (of_roster,) = account["frozen_rosters"]
    assert (of_roster["list"], of_roster["file"]) == (row["id"], "frozen-rosters/night-drop.json")
    archive = archive_of(client)
    assert json.loads(archive.read("frozen-rosters/night-drop.json"))["rosters"][0]["name"] == "Night drop"
    assert not [item for item in (secret, frozen.secret) if item in archive.read("account.json").decode()]
    assert [row["email"] for row in account["email"]] == ["alice@example.org"]


def test_the_export_lists_tokens_without_secrets(client: Client, alice: User, bob: User) -> None:
    token = create_token(alice, "Roster bot", Scope.READ, 7)
    create_token(bob, "his", Scope.READ, 7)
    client.force_login(alice)
    text = archive_of(client).read("account.json").decode()
    (row,) = json.loads(text)["tokens"]
    assert (row["name"], row["scope"], row["used"]) == ("Roster bot", "read", None)
    assert token.row.digest not in text
    assert token.secret not in text


def test_the_export_contains_ones_own_hand_ins_as_handed_in(
    client: Client, alice: User, bob: User, alices_list: CompanyList, bobs_list: CompanyList, club: Club,
    catalogues: Catalogues,
) -> None:  # fmt: skip
    event = add_event(club, alice, name="Spring muster")
    hand_in = submit_roster(event, alice, alices_list, 1)
    submit_roster(event, bob, bobs_list)
    then = load_list(alices_list).document
    delete_list(alices_list)
    client.force_login(alice)
    archive = archive_of(client)
    assert not [name for name in archive.namelist() if "bob" in name]
    document = parse_document(json.loads(archive.read("hand-ins/spring-muster.json")), catalogues)
    catalogue = catalogues[document.system, document.edition]
    assert document == extract_roster(then, 1, catalogue)
    (row,) = json.loads(archive.read("account.json"))["hand_ins"]
    assert row["file"] == "hand-ins/spring-muster.json"
    assert (row["event"], row["club"]) == ("Spring muster", "The Iron Table")
    assert row["handed_in"] == hand_in.made.isoformat()
    again = create_list_from_document(alice, document)
    loaded = load_list(again)
    assert FingerprintMaker(catalogue, again.edition.digest).of_roster(loaded.document, 0) == (
        hand_in.force,
        hand_in.words,
    )


def test_names_of_files_are_safe_and_unique(client: Client, alice: User, catalogues: Catalogues) -> None:
    names = ["../../etc/passwd", "Raiders", "raiders", "CON", "", "Åsgård 🪓", "x" * 200, "a\\b:c"]
    for name in names:
        create_list(alice, "unbridled-fury", "0.9.0", name)
    client.force_login(alice)
    result = [name for name in archive_of(client).namelist() if name != "account.json"]
    assert result[:6] == [
        "lists/etcpasswd.json", "lists/raiders.json", "lists/raiders-2.json", "lists/con-list.json",
        "lists/list.json", "lists/åsgård.json",
    ]  # fmt: skip
    assert len(result) == len(set(result)) == len(names)
    assert all(len(name) <= 80 and ".." not in name and "\\" not in name for name in result)


def test_an_unreadable_list_does_not_prevent_the_export(
    client: Client, alice: User, alices_list: CompanyList
) -> None:
    create_list(alice, "unbridled-fury", "0.9.0", "Good")
    Profile.objects.filter(company_list=alices_list, key="captain").update(design={"no": "design"})
    client.force_login(alice)
    archive = archive_of(client)
    assert "lists/good.json" in archive.namelist()
    files = {row["id"]: row["file"] for row in json.loads(archive.read("account.json"))["lists"]}
    assert files[alices_list.public_id] is None


def test_guests_can_export_everything(client: Client, catalogues: Catalogues) -> None:
    start_as_guest(client, "Raiders")
    archive = archive_of(client)
    assert "lists/raiders.json" in archive.namelist()
    assert json.loads(archive.read("account.json"))["name"] is None


@pytest.mark.parametrize(("lists", "queries"), [(3, 20 + 3), (20, 20 + 3), (21, 20 + 2 * 3)])
def test_queries_of_an_export(
    client: Client,
    alice: User,
    catalogues: Catalogues,
    lists: int,
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(lists):
        create_list(alice, "unbridled-fury", "0.9.0")
    client.force_login(alice)
    # Session, user, addresses, sessions, second factors; keys, shares, tags and links to rosters of lists,
    # and
    # the keys of deleted lists, of which there are none; clubs and requests; tokens; reports; reports of
    # numbers; moderation; tags; print setups; hand-ins; frozen rosters. Three for each twenty lists: rows,
    # profiles, rosters.
    with django_assert_num_queries(queries):
        client.get("/account/export.zip").getvalue()


# ------------------------------------------------------------------ deleting


def test_an_account_is_deleted_after_two_confirmations_and_the_password(
    client: Client, alice: User, bob: User, alices_list: CompanyList, club: Club
) -> None:
    log_in(client)
    first = visible_text(client.get("/account/delete/"))
    assert "1 list with its rosters and its history" in first
    assert "“The Iron Table” continues" in first
    assert client.get(CONFIRMATION)["Location"].startswith("/account/reauthenticate/?next=")
    assert client.post(CONFIRMATION, {"name": "alice"})["Location"].startswith("/account/reauthenticate/")
    assert User.objects.filter(pk=alice.pk).exists()
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert "Delete everything for good?" in visible_text(client.get(CONFIRMATION))
    wrong = client.post(CONFIRMATION, {"name": "bob"})
    assert wrong.status_code == 400
    assert "Nothing was deleted" in visible_text(wrong)
    done = client.post(CONFIRMATION, {"name": "alice"}, follow=True)
    assert "Everything is deleted" in visible_text(done)
    assert not User.objects.filter(pk=alice.pk).exists()
    assert not CompanyList.objects.exists()
    assert not Roster.objects.exists()
    assert Membership.objects.get(club=club, role=Role.OWNER).user.username == "dora"
    assert client.get("/account/").status_code == 302


def test_deleting_the_account_leaves_the_lists_of_the_browsers_guest(client: Client, alice: User) -> None:
    row = start_as_guest(client, "Raiders")
    log_in(client)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post(CONFIRMATION, {"name": "Alice"})
    assert not User.objects.filter(pk=alice.pk).exists()
    row.refresh_from_db()
    assert "Raiders" in visible_text(client.get("/lists/"))


def test_a_guest_is_deleted_after_two_confirmations_without_password(
    client: Client, catalogues: Catalogues
) -> None:
    start_as_guest(client)
    assert "1 list" in visible_text(client.get("/account/delete/"))
    assert "Delete everything for good?" in visible_text(client.get(CONFIRMATION))
    assert User.objects.count() == 1
    client.post(CONFIRMATION)
    assert not User.objects.exists()
    assert not CompanyList.objects.exists()
