"""The pages of events: announce, view, change and delete them, their table and their papers."""

import csv
import html
import io
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from builder.catalogue.files import Catalogues
from builder.exports.pdf.events import MAX_ROSTERS_AT_ONCE, MAX_ROSTERS_PER_PDF
from builder.models import Club, CompanyList, Edition, Event, HandIn, Membership, User
from builder.points.document.document import Document
from builder.services.exchange import create_list_from_document
from builder.services.print_setups import create_setup
from tests.support.accounts import browser
from tests.support.api_client import API_ROOT, ApiClient
from tests.support.events import add_event, add_hand_ins, close_event, in_days, submit_roster
from tests.support.pdf_pages import Pdf

FORM = {
    "name": "Spring muster",
    "date": "2030-05-09",
    "edition": "unbridled-fury/0.9.0",
    "limit": "1000",
    "other": "",
    "deadline_date": "2030-05-07",
    "deadline_time": "20:00",
    "notes": "Bring *dice*.\r\n\r\n<script>alert(1)</script>",
}


def page(user: User | None, address: str, status: int = 200) -> str:
    answer = browser(user).get(address)
    assert answer.status_code == status, address
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.fixture
def at(event: Event) -> str:
    """Return the address of the event."""
    return f"/clubs/{event.club.public_id}/events/{event.public_id}/"


# ------------------------------------------------------------------ announcing


def test_an_event_is_created_in_the_clubs_time_zone(
    club: Club, dora: User, bob: User, catalogues: Catalogues
) -> None:
    new = f"/clubs/{club.public_id}/events/new/"
    assert "Time zone: Europe/London." in page(dora, new)
    answer = browser(dora).post(new, FORM)
    event = Event.objects.get()
    assert answer.headers["Location"] == f"/clubs/{club.public_id}/events/{event.public_id}/"
    assert event.deadline == datetime(2030, 5, 7, 19, 0, tzinfo=UTC)  # London's clocks are an hour ahead then
    assert (event.limit, event.notes.count("\n")) == (1000, 2)
    seen = page(bob, answer.headers["Location"])
    assert "7 May 2030, 20:00 BST" in seen
    assert "Thursday 9 May 2030" in seen
    assert "1000 points" in seen
    assert "<em>dice</em>" in seen
    assert "<script>alert" not in seen


def test_a_typed_game_size_takes_precedence(club: Club, alice: User, catalogues: Catalogues) -> None:
    browser(alice).post(f"/clubs/{club.public_id}/events/new/", {**FORM, "other": "1250"})
    assert Event.objects.get().limit == 1250
    browser(alice).post(f"/clubs/{club.public_id}/events/new/", {**FORM, "name": "No game", "other": "0"})
    assert Event.objects.get(name="No game").limit == 0


def test_a_new_event_suggests_the_game_of_the_last_list(
    club: Club, dora: User, alice: User, alices_list: CompanyList
) -> None:
    """The middle game size is the default. A user without a list must choose first."""
    new = f"/clubs/{club.public_id}/events/new/"
    assert '<option value="unbridled-fury/0.9.0" selected>' in page(alice, new)
    assert 'value="750" checked' in page(alice, new)
    assert '<option value="" selected>Choose the game</option>' in page(dora, new)
    answer = browser(dora).post(new, {**FORM, "edition": ""})
    assert (answer.status_code, Event.objects.count()) == (400, 0)


def test_errors_are_at_their_fields_and_the_input_stays(
    club: Club, alice: User, catalogues: Catalogues
) -> None:
    changes: dict[str, str]
    for changes, words in (
        ({"name": ""}, "Enter a name"),
        ({"date": "2030-02-30"}, "Enter the day as"),
        ({"date": "1999-01-01"}, "Choose a year"),
        ({"edition": "unbridled-fury/7"}, "Choose an option"),
        ({"limit": "", "other": ""}, "Game size: choose a size"),
        ({"other": "-5"}, "greater than or equal to 0"),
        ({"deadline_date": ""}, "Choose a day"),
        ({"deadline_time": "25:00"}, "Enter the time as"),
        ({"deadline_date": "9999-12-31"}, "Choose a year"),
        ({"deadline_date": "2020-01-01"}, "has passed"),
        ({"deadline_date": "2030-05-10"}, "after the day of the event"),
        # The clocks go forward that night.
        ({"deadline_date": "2030-03-31", "deadline_time": "01:30"}, "leave out 01:30 that day: choose 02:30"),
        ({"notes": "x" * 20_001}, "at most 20,000"),
        ({"name": "a\0b"}, "Null characters"),
        ({"limit": "9" * 400}, "field-error"),
    ):
        answer = browser(alice).post(f"/clubs/{club.public_id}/events/new/", {**FORM, **changes})
        assert answer.status_code == 400
        text = answer.content.decode()
        assert words in text
        assert changes.get("notes", "Bring *dice*.") in text
    assert not Event.objects.exists()


def test_an_ambiguous_time_counts_as_the_later_one(club: Club, alice: User, catalogues: Catalogues) -> None:
    twice = {**FORM, "date": "2030-10-27", "deadline_date": "2030-10-27", "deadline_time": "01:30"}
    browser(alice).post(f"/clubs/{club.public_id}/events/new/", twice)
    event = Event.objects.get()
    later = datetime(2030, 10, 27, 1, 30, tzinfo=UTC)  # in winter time
    assert event.deadline == later
    first = later.replace(hour=0)
    Event.objects.update(deadline=first)
    at = f"/clubs/{club.public_id}/events/{event.public_id}/"
    assert "27 October 2030, 01:30 BST" in page(alice, at)
    browser(alice).post(f"{at}edit/", {**twice, "version": "1", "name": "Renamed"})
    event.refresh_from_db()
    assert (event.name, event.deadline) == ("Renamed", first)


# ------------------------------------------------------------------ on the page of the club


def test_the_club_shows_its_events(event: Event, alice: User, bob: User, charlie: User) -> None:
    club = f"/clubs/{event.club.public_id}/"
    add_event(event.club, alice, name="Long ago", date=datetime(2021, 1, 1, tzinfo=UTC).date())
    seen = page(bob, club)
    assert f'<a href="{club}events/{event.public_id}/">Spring muster</a>' in seen
    assert "0 handed in" in seen
    assert seen.index("Spring muster") < seen.index("Past events") < seen.index("Long ago")
    assert "Announce an event" not in seen
    assert "Announce an event" in page(alice, club)
    assert "Spring muster" not in browser(charlie).get(club).content.decode()


# ------------------------------------------------------------------ the table


def test_before_the_deadline_only_organisers_see_names(
    at: str, event: Event, alice: User, bob: User, dora: User, alices_list: CompanyList
) -> None:
    hand_in = submit_roster(event, alice, alices_list)
    seen = page(bob, at)
    assert "1 roster, 3 members" in seen
    assert "You\u2019ll see the other rosters after the deadline" in seen
    assert not re.search(f"alice|Night drop|{hand_in.public_id}|{hand_in.force}", seen)
    seen = page(dora, at)
    for words in (f'{at}hand-ins/{hand_in.public_id}/"', "Night drop", "739</b> of 750", "7 models", "Legal"):
        assert words in seen
    assert hand_in.force in seen
    assert seen.count(">none</td>") == 2


def test_after_the_deadline_members_see_all_hand_ins(
    at: str, event: Event, alice: User, bob: User, alices_list: CompanyList
) -> None:
    hand_in = submit_roster(event, alice, alices_list)
    close_event(event)
    seen = page(bob, at)
    assert f'{at}hand-ins/{hand_in.public_id}/"' in seen
    assert "<b>Closed</b>" in seen
    assert "You didn\u2019t hand in a roster before the deadline." in seen
    assert "All rosters (PDF)" in seen
    assert "hand-ins.csv" not in seen


def test_the_table_shows_errors_and_another_game_size(
    at: str, event: Event, alice: User, alices_list: CompanyList
) -> None:
    submit_roster(event, alice, alices_list, 1)
    HandIn.objects.update(summary={**HandIn.objects.get().summary, "errors": 3, "points": None})
    seen = page(alice, at)
    assert '<span data-status="illegal">Not legal; the event plays 750</span>' in seen
    assert "3 errors" in seen


# ------------------------------------------------------------------ the table and the rosters, to take away


def test_the_table_is_downloaded_as_csv(
    at: str,
    event: Event,
    alice: User,
    bob: User,
    dora: User,
    alices_list: CompanyList,
    bobs_list: CompanyList,
) -> None:
    """With semicolons and another encoding, if it has all letters."""
    User.objects.filter(pk=alice.pk).update(username="=alice")
    hand_in = submit_roster(event, alice, alices_list)
    submit_roster(event, bob, bobs_list)
    Membership.objects.filter(user=bob).delete()
    client = browser(dora)
    answer = client.get(f"{at}hand-ins.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert 'filename="spring-muster.csv"' in answer.headers["Content-Disposition"]
    text = answer.content.decode()
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert rows[0][:4] == ["Who", "In the club", "Roster", "List"]
    assert rows[1][:9] == [
        "'=alice", "yes", "Night drop", "Molybdenian Drop Reavers", "739", "750", "7", "yes", "0",
    ]  # fmt: skip
    assert datetime.fromisoformat(rows[1][9]) == hand_in.made.replace(microsecond=0)
    assert rows[1][10:] == [hand_in.force, hand_in.words, "Legal"]
    by_name = {row[0]: row for row in rows[1:]}
    assert by_name["bob"][1] == "no"
    assert by_name["dora"][1:] == ["yes", "nothing", *[""] * 10]
    assert f'action="{at}hand-ins.csv"' in client.get(at).content.decode()
    User.objects.filter(pk=alice.pk).update(username="Żółw")
    answer = client.get(f"{at}hand-ins.csv?separator=semicolon&encoding=cp1250")
    assert answer.headers["Content-Type"] == "text/csv; charset=windows-1250; header=present"
    assert "Żółw;yes;Night drop" in answer.content.decode("cp1250")
    refused = client.get(f"{at}hand-ins.csv?encoding=cp1252")
    assert refused.status_code == 400
    assert "“Ż” (U+017B)" in refused.content.decode()


def test_the_table_uses_the_words_of_its_game(club: Club, dora: User, catalogues: Catalogues) -> None:
    """Universal Values and units, if the game has no points."""
    edition = Edition.objects.get(system__code="zapp")
    event = add_event(club, dora, edition=edition, limit=None)
    text = (
        browser(dora).get(f"/clubs/{club.public_id}/events/{event.public_id}/hand-ins.csv").content.decode()
    )
    assert text.splitlines()[0].split(",")[4:7] == ["UV", "UV agreed", "Units"]


def test_all_rosters_are_printed_as_one_pdf(
    at: str, event: Event, alice: User, bob: User, alices_list: CompanyList, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, alice, alices_list), submit_roster(event, bob, bobs_list, 1)
    answer = browser(alice).get(f"{at}rosters.pdf?size=letter")
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "no-store" in answer.headers["Cache-Control"]
    pdf = Pdf(answer.content)
    assert pdf.size == (215.9, 279.4)
    assert "Nothing yet dora" in pdf.pages[0]
    for row in hand_in:
        assert row.force in pdf.pages[0]
    assert "Vault job" in pdf.text
    close_event(event)
    assert browser(bob).get(f"{at}rosters.pdf").status_code == 200


def test_another_paper_of_all_rosters_can_be_chosen(
    at: str, event: Event, alice: User, dora: User, alices_list: CompanyList
) -> None:
    """As a form or by a print setup. The form leads to the address of the PDF."""
    submit_roster(event, alice, alices_list)
    create_setup(dora, "Small", {"paper": "cards", "size": "letter", "points": "0"}, is_first=True)
    create_setup(dora, "Folder", {"paper": "list", "size": "a4"})
    assert 'action="' + at + 'print/"' in page(alice, f"{at}print/?paper=sheets")
    seen = page(dora, f"{at}print/")
    assert "Folder" not in seen
    assert 'name="roster"' not in seen
    assert 'name="blank"' not in seen
    (address,) = re.findall(r'href="([^"]*rosters\.pdf[^"]*)"', seen)
    assert address == f"{at}rosters.pdf?paper=cards&amp;size=letter&amp;points=0"
    answer = browser(dora).get(html.unescape(address))
    assert 'filename="spring-muster-cards.pdf"' in answer["Content-Disposition"]
    pdf = Pdf(answer.content)
    assert "alice · " in pdf.pages[1]
    assert pdf.size == (215.9, 279.4)
    known = browser(dora).get(html.unescape(address), headers={"If-None-Match": answer["ETag"]})
    assert known.status_code == 304
    for query in ("paper=list", "paper=cards&per=all", "paper=sheets&part=2"):
        assert browser(dora).get(f"{at}rosters.pdf?{query}").status_code == 400


def test_cards_for_each_model_are_split_into_more_parts(
    at: str, event: Event, alice: User, alices_list: CompanyList
) -> None:
    hand_in = submit_roster(event, alice, alices_list)
    HandIn.objects.update(summary={**hand_in.summary, "models": 9999})
    add_hand_ins(event, HandIn.objects.get(), 4)
    assert "Rosters 1 to 4 (PDF)" in page(alice, f"{at}print/?paper=cards&per=model&size=a4")
    assert "All rosters (PDF)" in page(alice, f"{at}print/?paper=cards&size=a4")


@pytest.mark.wide
def test_rosters_typeset_in_batches_become_one_pdf(
    at: str, event: Event, alice: User, alices_list: CompanyList
) -> None:
    hand_in = submit_roster(event, alice, alices_list)
    assert "take a few seconds" not in page(alice, at)
    add_hand_ins(event, hand_in, MAX_ROSTERS_AT_ONCE)
    seen = page(alice, at)
    assert "All rosters (PDF)" in seen
    assert "take a few seconds" in seen
    pdf = Pdf(browser(alice).get(f"{at}rosters.pdf").content)
    assert "part" not in pdf.pages[0]
    assert "Nothing yet bob, dora" in pdf.text
    assert pdf.text.count("Handed in ") >= MAX_ROSTERS_AT_ONCE + 1
    assert f"page {len(pdf.pages)} of {len(pdf.pages)}" in pdf.pages[-1]


def test_many_rosters_are_split_into_parts(
    at: str, event: Event, alice: User, alices_list: CompanyList
) -> None:
    add_hand_ins(event, submit_roster(event, alice, alices_list), MAX_ROSTERS_PER_PDF)
    seen = page(alice, at)
    assert "Rosters 1 to 200 (PDF)" in seen
    assert "Roster 201 (PDF)" in seen
    content = browser(alice).get(f"{at}rosters.pdf?part=2").content
    last = Pdf(content)
    assert "part 2 of 2" in last.pages[0]
    assert "member-199" in last.pages[0]
    assert "member-198" not in last.text
    assert "Nothing yet" not in last.text
    assert browser(alice).get(f"{at}rosters.pdf?part=3").status_code == 400
    assert ApiClient(alice).get(f"{API_ROOT}{at}rosters.pdf?part=2").content == content


def test_an_unknown_paper_is_reported(at: str, alice: User) -> None:
    """For an event without rosters, the message says so."""
    for query in ("size=a5", "part=0", "part=-1", "part=2", "part=x", "part=" + "9" * 500):
        answer = browser(alice).get(f"{at}rosters.pdf?{query}")
        assert answer.status_code == 400
        assert "Unknown option" in answer.content.decode()
    assert "Nobody has handed in a roster." in Pdf(browser(alice).get(f"{at}rosters.pdf").content).text


# ------------------------------------------------------------------ changing and deleting


def test_an_event_is_changed(
    at: str, event: Event, alice: User, dora: User, alices_list: CompanyList
) -> None:
    """Rosters that were handed in keep their game, and the page reports those that no longer fit."""
    client = browser(dora)
    form = client.get(f"{at}edit/").content.decode()
    assert 'value="Spring muster"' in form
    assert 'name="version" value="1"' in form
    assert re.search(r'value="750" checked', form)
    assert "You can\u2019t change the game" not in form
    submit_roster(event, alice, alices_list)
    form = client.get(f"{at}edit/").content.decode()
    assert "You can\u2019t change the game after rosters are handed in." in form
    answer = client.post(f"{at}edit/", {**FORM, "version": "1", "name": "Renamed"})
    assert answer.headers["Location"] == at
    event.refresh_from_db()
    assert (event.name, event.limit, event.version) == ("Renamed", 1000, 2)
    assert "handed in with a limit of 750 points" in client.get(at).content.decode()


def test_a_stale_form_shows_both_versions_and_can_overwrite(at: str, event: Event, dora: User) -> None:
    Event.objects.update(name="Theirs", version=2)
    answer = browser(dora).post(f"{at}edit/", {**FORM, "version": "1", "name": "Mine"})
    assert answer.status_code == 409
    seen = answer.content.decode()
    assert "<dd>Theirs</dd>" in seen
    assert 'value="Mine"' in seen
    assert 'name="keep" value="2"' in seen
    assert Event.objects.get().name == "Theirs"
    again = {**FORM, "version": "1", "keep": "2", "name": "Mine"}
    assert browser(dora).post(f"{at}edit/", again).status_code == 302
    assert Event.objects.get().name == "Mine"


def test_an_event_is_deleted_after_a_confirmation(
    at: str, event: Event, alice: User, bob: User, alices_list: CompanyList
) -> None:
    submit_roster(event, alice, alices_list)
    assert "This also deletes 1 handed-in roster" in page(alice, f"{at}delete/")
    assert Event.objects.exists()
    client = browser(alice)
    answer = client.post(f"{at}delete/")
    assert answer.headers["Location"] == f"/clubs/{event.club.public_id}/"
    assert (
        "“Spring muster” is deleted and 1 roster with it."
        in client.get(answer.headers["Location"]).content.decode()
    )
    assert not Event.objects.exists()
    assert browser(bob).get(at).status_code == 404


def test_the_page_says_closed_as_soon_as_the_deadline_has_passed(at: str, bob: User) -> None:
    """An unknown time zone of the club counts as UTC."""
    assert "left" in page(bob, at)
    Event.objects.update(deadline=timezone.now())
    assert "<b>Closed</b>" in page(bob, at)
    Event.objects.update(deadline=in_days(1))
    assert "Hand in a roster" in page(bob, at)
    for zone in ("Nowhere/Land", "../etc", ""):
        Club.objects.update(time_zone=zone)
        assert "UTC" in page(bob, at)


@pytest.fixture
def unfinished_list(bob: User, catalogues: Catalogues, reavers: Document) -> CompanyList:
    """Bob's list, in which the captain has no Fgt yet."""
    captain, *others = reavers.profiles
    values = {code: value for code, value in captain.design.values.items() if code != "fgt"}
    changed = replace(captain, design=replace(captain.design, values=values))
    return create_list_from_document(bob, replace(reavers, name="Bob's own", profiles=(changed, *others)))


def test_a_hand_in_with_missing_values_is_unfinished(
    at: str, event: Event, alice: User, bob: User, unfinished_list: CompanyList
) -> None:
    """In the table, on its own page, and above the table.

    The stored summary of an earlier version doesn't say so. The hand-in is unfinished too.
    """
    hand_in = submit_roster(event, bob, unfinished_list)
    own = f"{at}hand-ins/{hand_in.public_id}/"
    assert hand_in.summary["unfinished"] == "Unfinished: 1 choice left"
    assert "Unfinished: 1 choice left" in page(bob, at)
    assert 'data-status="unfinished">Unfinished: 1 choice left<' in page(bob, own)
    summary = {name: value for name, value in hand_in.summary.items() if name != "unfinished"}
    HandIn.objects.update(summary=summary)
    for reader in (alice, bob):
        seen = page(reader, at)
        assert "unfinished: 1 choice left" in seen.lower()
        assert "Not legal" not in seen
