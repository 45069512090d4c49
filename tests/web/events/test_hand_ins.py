"""The pages for hand-ins: choose a roster, see its price and findings, hand it in, view it."""

import json
import re

import pytest

from builder.catalogue.files import Catalogues
from builder.documents import pack_json, unpack_json
from builder.models import CompanyList, Event, HandIn, Roster, User
from builder.points.document.document import parse_document
from builder.points.document.fingerprint import FingerprintMaker
from builder.services.exchange import create_list_from_document
from builder.services.lists import create_list
from builder.services.profiles import add_profile
from builder.services.rosters import add_roster, save_roster
from tests.support.accounts import browser
from tests.support.events import close_event, roster_of, submit_roster
from tests.support.html_forms import HTMX
from tests.support.pdf_pages import Pdf


def page(user: User, address: str, status: int = 200) -> str:
    answer = browser(user).get(address)
    assert answer.status_code == status, address
    return re.sub(r"\s+", " ", answer.content.decode())


def form_of(text: str) -> dict[str, str]:
    """Return the hidden fields of the form that hands in."""
    return dict(re.findall(r'<input type="hidden" name="(list|roster|seen)" value="([^"]*)">', text))


@pytest.fixture
def at(event: Event) -> str:
    """Return the address of the event."""
    return f"/clubs/{event.club.public_id}/events/{event.public_id}/"


# ------------------------------------------------------------------ choosing


def test_the_first_roster_of_the_events_size_is_previewed(at: str, bob: User, bobs_list: CompanyList) -> None:
    """With its findings. Another roster has its own address."""
    first, other = roster_of(bobs_list).public_id, roster_of(bobs_list, 1).public_id
    seen = page(bob, f"{at}hand-in/?roster={other}")
    assert form_of(seen)["roster"] == other
    assert '<b data-status="legal">Legal at 1000; 193 over the event limit of 750</b>' in seen
    part = browser(bob).get(f"{at}hand-in/?roster={other}", headers=HTMX).content.decode()
    assert part.startswith('<div class="sharing" id="hand-in">')
    assert form_of(part) == form_of(seen)
    Roster.objects.filter(public_id=first).update(limit=100)
    Event.objects.update(limit=1000)
    seen = page(bob, f"{at}hand-in/")
    assert '<optgroup label="Bob&#x27;s own">' in seen
    assert re.search(r'<option value="\w{12}" selected>Vault job \(1000\)</option>', seen)
    assert "Night drop (100; the event has 1000)" in seen
    assert re.search(r'<b data-status="legal">Legal</b> <span>\s*<b>943</b> of 1000 points', seen)
    assert "8 models (at most 40)" in seen
    seen = page(bob, f"{at}hand-in/?roster={first}")
    assert "Not legal" in seen
    assert "739 points, 639 over the 100" in seen


def test_an_unknown_roster_is_replaced_by_the_first(
    at: str, bob: User, alices_list: CompanyList, bobs_list: CompanyList
) -> None:
    """And so is another user's roster."""
    for roster in ("", "nobody", "%00", "x" * 3000, roster_of(alices_list).public_id):
        seen = page(bob, f"{at}hand-in/?roster={roster}")
        assert form_of(seen)["roster"] == roster_of(bobs_list).public_id
        assert form_of(seen)["list"] == bobs_list.public_id
        assert alices_list.public_id not in seen


def test_a_member_without_a_roster_sees_what_to_do(at: str, bob: User, catalogues: Catalogues) -> None:
    create_list(bob, "unbridled-fury", "0.9.0")
    seen = page(bob, f"{at}hand-in/")
    assert "You have no roster of Unbridled Fury 0.9.0 yet." in seen
    assert 'href="/lists/"' in seen


def test_after_the_deadline_nothing_is_handed_in(
    at: str, event: Event, bob: User, bobs_list: CompanyList
) -> None:
    client = browser(bob)
    form = form_of(client.get(f"{at}hand-in/").content.decode())
    close_event(event)
    seen = page(bob, f"{at}hand-in/")
    assert "<b>Closed.</b>" in seen
    assert "<select" not in seen
    answer = client.post(f"{at}hand-in/", form)
    assert answer.status_code == 409
    assert "Not handed in: The deadline has passed." in answer.content.decode()
    assert client.post(f"{at}hand-in/take-back/").status_code == 409
    assert not HandIn.objects.exists()


# ------------------------------------------------------------------ handing in


def test_a_roster_is_handed_in_replaced_and_withdrawn(at: str, bob: User, bobs_list: CompanyList) -> None:
    client = browser(bob)
    form = form_of(client.get(f"{at}hand-in/").content.decode())
    assert client.post(f"{at}hand-in/", form).headers["Location"] == at
    seen = client.get(at).content.decode()
    assert "“Night drop” is handed in." in seen
    assert "Hand in again" in seen
    again = client.get(f"{at}hand-in/?roster={roster_of(bobs_list, 1).public_id}").content.decode()
    assert "This roster replaces “Night drop”" in again
    client.post(f"{at}hand-in/", form_of(again))
    seen = client.get(at).content.decode()
    assert "“Vault job” replaces the roster that you handed in before." in seen
    assert HandIn.objects.get().version == 2
    assert client.post(f"{at}hand-in/take-back/").headers["Location"] == at
    assert "Your roster is withdrawn." in client.get(at).content.decode()
    assert not HandIn.objects.exists()
    assert client.post(f"{at}hand-in/take-back/").status_code == 404


def test_a_list_that_changed_is_shown_again_before_the_hand_in(
    at: str, bob: User, bobs_list: CompanyList
) -> None:
    client = browser(bob)
    form = form_of(client.get(f"{at}hand-in/").content.decode())
    row = roster_of(bobs_list)
    save_roster(bobs_list, row.public_id, row.version, name="Changed", limit=750, entries=())
    answer = client.post(f"{at}hand-in/", form)
    assert answer.status_code == 409
    seen = answer.content.decode()
    assert "the list has changed since you opened this page" in seen
    assert "Changed" in seen
    assert not HandIn.objects.exists()
    assert client.post(f"{at}hand-in/", form_of(seen)).status_code == 302
    assert HandIn.objects.get().summary["roster"] == "Changed"


def test_an_invalid_form_hands_nothing_in(at: str, bob: User, bobs_list: CompanyList) -> None:
    client = browser(bob)
    form = form_of(client.get(f"{at}hand-in/").content.decode())
    for field, values, status in (
        ("list", ("", "a\0b", "x" * 100_000), 404),
        ("roster", ("", "a\0b", "x" * 100_000), 409),
        ("seen", ("9",), 409),
    ):
        for value in values:
            assert client.post(f"{at}hand-in/", {**form, field: value}).status_code == status
    assert not HandIn.objects.exists()


def test_later_changes_are_reported_to_the_owner_only(
    at: str, event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    item = f"{at}hand-ins/{hand_in.public_id}/"
    row = roster_of(bobs_list)
    assert "(you)" in page(bob, item)
    assert "has changed since" not in page(bob, at)
    save_roster(bobs_list, row.public_id, row.version, name="Changed", limit=750, entries=())
    for address in (at, item):
        assert "You\u2019ve changed your roster since you handed it in" in page(bob, address)
        assert "has changed since" not in page(alice, address)
    close_event(event)
    for address in (at, item):
        assert "has changed since" not in page(bob, address)


# ------------------------------------------------------------------ what was handed in


def test_a_hand_in_is_shown_as_it_was_handed_in(
    at: str, event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    row = roster_of(bobs_list)
    save_roster(bobs_list, row.public_id, row.version, name="Changed", limit=500, entries=())
    seen = page(alice, f"{at}hand-ins/{hand_in.public_id}/?prices=1")
    for words in (
        "Night drop",
        "<b>739</b> of 750 points",
        "7 models (at most 30)",
        hand_in.force,
        "Bob&#x27;s own",
    ):
        assert words in seen
    assert "points and findings are the same" in seen
    assert '<article class="profile" id="p-captain">' in seen
    assert re.search(r"<h3>4 × Reaver Infantryman</h3><p class=.pv.><b>360</b> 90 each", seen)
    assert "Receipt, line by line" in seen
    assert "Changed" not in seen
    assert "hand it in again" not in seen


def test_totals_that_differ_under_new_rulings_are_reported(
    at: str, event: Event, alice: User, bob: User, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    then = unpack_json(hand_in.appraisal)
    then["rosters"][0]["points"] = 755
    HandIn.objects.update(appraisal=pack_json(then))
    item = f"{at}hand-ins/{hand_in.public_id}/"
    seen = page(alice, item)
    assert "<b>755</b> of 750 points" in seen
    assert "Checked with today\u2019s rulings, the result is different" in seen
    assert "<b>739</b> of 750" in seen
    assert "755 of 750" in Pdf(browser(alice).get(f"{item}paper.pdf").content).text


def test_the_document_can_be_imported_and_the_paper_has_the_fingerprint(
    at: str, event: Event, alice: User, bob: User, catalogues: Catalogues, bobs_list: CompanyList
) -> None:
    hand_in = submit_roster(event, bob, bobs_list)
    base, client = f"{at}hand-ins/{hand_in.public_id}/", browser(alice)
    answer = client.get(f"{base}document.json")
    assert 'filename="bob-bobs-own-night-drop.json"' in answer.headers["Content-Disposition"]
    value = json.loads(answer.content)
    assert value == unpack_json(hand_in.document)
    company_list = create_list_from_document(alice, parse_document(value, catalogues))
    assert company_list.name == "Bob's own"
    assert roster_of(company_list).name == "Night drop"
    answer = client.get(f"{base}paper.pdf?size=letter")
    pdf = Pdf(answer.content)
    assert hand_in.force in pdf.pages[0]
    assert pdf.size == (215.9, 279.4)
    assert 'filename="bob-bobs-own-night-drop.pdf"' in answer.headers["Content-Disposition"]
    assert client.get(f"{base}paper.pdf?size=a5").status_code == 400


def test_an_empty_roster_can_be_handed_in(at: str, event: Event, bob: User, bobs_list: CompanyList) -> None:
    row = add_roster(bobs_list, name="", limit=750)
    add_profile(bobs_list, "Nobody's")
    client = browser(bob)
    form = form_of(client.get(f"{at}hand-in/?roster={row.public_id}").content.decode())
    assert client.post(f"{at}hand-in/", form).status_code == 302
    hand_in = HandIn.objects.get()
    seen = page(bob, f"{at}hand-ins/{hand_in.public_id}/")
    assert "No models yet." in seen
    assert browser(bob).get(f"{at}hand-ins/{hand_in.public_id}/paper.pdf").status_code == 200
    assert browser(User.objects.get(username="alice")).get(f"{at}rosters.pdf").status_code == 200


def test_an_old_hand_in_keeps_the_fingerprint_on_its_papers(
    at: str, event: Event, bob: User, bobs_list: CompanyList, catalogues: Catalogues
) -> None:
    """The page says that the fingerprint is of the older kind, and doesn't call the roster changed."""
    hand_in = submit_roster(event, bob, bobs_list)
    document = parse_document(unpack_json(hand_in.document), catalogues)
    maker = FingerprintMaker(catalogues[document.system, document.edition], bobs_list.edition.digest)
    older = maker.older_of_list(document)
    HandIn.objects.filter(pk=hand_in.pk).update(force="", words="", older_fingerprint=older)
    said = browser(bob).get(at).content.decode()
    assert f"Fingerprint of the older kind</span> <code>{older}</code>" in said
    assert "changed your roster since you handed it in" not in said
