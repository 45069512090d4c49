"""The shared page of a list: all its data, calculated again, and whether a printed sheet matches it."""

import io
import re
from html import unescape
from itertools import chain
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.test import Client
from pypdf import PdfReader

from builder.catalogue.files import Catalogues
from builder.documents import Json, LoadedList, load_list, profile_json
from builder.models import Club, CompanyList, Edition, Roster, User
from builder.points.document.document import Document, parse_document
from builder.points.document.fingerprint import FingerprintMaker, ListFingerprints
from builder.queries.access import list_by_link
from builder.services import gallery, lists, rosters, sharing
from builder.services.clubs import shares
from builder.services.exchange import create_list_from_document
from builder.services.people.accounts import create_guest
from builder.services.profiles import save_profile
from tests.support.api_client import Answer
from tests.support.long_lists import long_document
from tests.support.transactions import rolled_back


@pytest.fixture
def address(alices_list: CompanyList) -> str:
    """The address of alice's list by its link."""
    return f"/shared/{sharing.create_link(alices_list)}/"


def page(client: Client, address: str, **query: str) -> str:
    """Return the text of the page."""
    answer = client.get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


def printed(text: str) -> list[str]:
    """Return the fingerprints on the page: first those of the rosters, then the list's."""
    return re.findall(r"<code>([0-9a-z-]{24})</code>", text)


def prints_of(row: CompanyList) -> tuple[str, str]:
    """Return the first fingerprints of a list and of its first roster."""
    prints = all_prints_of(row)
    return prints.company_list.force, prints.rosters[0].force


def all_prints_of(row: CompanyList) -> ListFingerprints:
    """Return the fingerprints of a list and its rosters, made here from the stored document."""
    loaded, maker = loaded_with_maker(row)
    return maker.of_all(loaded.document)


def loaded_with_maker(row: CompanyList) -> tuple[LoadedList, FingerprintMaker]:
    loaded = load_list(list_by_link(str(CompanyList.objects.get(pk=row.pk).link)))
    digest = Edition.objects.get(pk=row.edition_id).digest
    return loaded, FingerprintMaker(loaded.catalogue, digest)


def spoil(row: CompanyList, key: str = "captain") -> None:
    """Change a profile so that it breaks a rule."""
    profile = row.profiles.get(key=key)
    profile.design["size"] = 9
    profile.save()


# ------------------------------------------------------------------ what it says


def test_the_page_needs_no_account_and_is_complete(
    alice: User, alices_list: CompanyList, address: str, client: Client
) -> None:
    """It has no controls to change the list. The owner gets a link to the editor."""
    said = page(Client(), address)
    for text in (
        "Unbridled Fury 0.9.0 · by alice · changed",
        f'datetime="{alices_list.updated:%Y-%m-%dT%H:%M}',
        alices_list.name,
        alices_list.setting.replace("'", "&#x27;"),
        "<strong>dropped</strong>",
        ">Legal</b> <span>All 7 profiles are legal.",
        "<b>739</b> of 750 points",
        '<b data-status="legal">Legal</b> · 7 models · Normal game',
        "Glossary",
        "Copy this profile",
    ):
        assert text in said
    assert said.count('<dl class="statline">') == 7
    main = said[said.index("<main") : said.index("</main>")]
    assert re.findall(r'<form[^>]* method="post" action="([^"]*)"', main) == [f"{address}copy/"]
    assert "formaction" not in main
    assert "Edit it" not in said
    client.force_login(alice)
    assert f'<a href="/lists/{alices_list.public_id}/">Edit it</a>' in page(client, address)


def test_errors_are_in_their_places(alices_list: CompanyList, address: str) -> None:
    """In the first lines, at the roster that fields the profile, and at the profile itself."""
    row = Roster.objects.filter(company_list=alices_list).order_by("position")[0]
    with rolled_back():
        row.entries.update(count=40)
        said = page(Client(), address)
    assert f'aria-label="Findings of {row.name}"' in said
    assert ">Not legal</b> <span>All 7 profiles are legal. " in said
    assert '<a href="#rosters">1 of 2 rosters is not legal.</a>' in said
    spoil(alices_list)
    said = page(Client(), address)
    verdict = '<b data-status="illegal">Not legal</b> <span>1 of 7 profiles breaks a rule:'
    assert f'{verdict} <a href="#p-captain">' in said
    roster = said[said.index('id="rosters"') : said.index('id="profiles"')]
    assert '<b data-status="illegal">Not legal</b>' in roster
    assert 'errors in <a href="#p-captain">Captain</a>' in roster
    profile = said[said.index('id="p-captain"') : said.index('id="p-second"')]
    assert "There is no Size 9" in profile
    assert profile.index('aria-label="Findings"') < profile.index('class="acts"')


def test_numbers_of_profiles_are_in_words(alices_list: CompanyList, client: Client, address: str) -> None:
    keep = list(alices_list.profiles.order_by("position")[:2])
    Roster.objects.filter(company_list=alices_list).delete()
    alices_list.profiles.exclude(pk__in=[row.pk for row in keep]).delete()
    assert ">Legal</b> <span>Both profiles are legal.</span>" in page(client, address)
    keep[0].design["magic"] = "high"  # without Mgc
    keep[0].save()
    assert ">Legal</b> <span>Both profiles are legal, 1 with warnings.</span>" in page(client, address)
    keep[1].delete()
    assert ">Legal</b> <span>The profile is legal, with warnings.</span>" in page(client, address)
    spoil(alices_list)
    assert ">Not legal</b> <span>The profile breaks a rule: <a" in page(client, address)
    alices_list.profiles.all().delete()
    assert ">Empty</b> <span>No profiles yet.</span>" in page(client, address)


def test_many_faulty_profiles_are_counted(alice: User, catalogues: Catalogues, client: Client) -> None:
    value = long_document(40)
    for profile in value["profiles"]:
        profile["design"]["size"] = 9
    row = create_list_from_document(alice, parse_document(value, catalogues))
    said = page(client, f"/shared/{sharing.create_link(row)}/")
    assert "40 of 40 profiles break a rule:" in said
    assert "and 35 more" in said


def test_a_receipt_opens_with_the_notes_and_a_change_shows_at_once(
    alices_list: CompanyList, address: str
) -> None:
    before = page(Client(), address, sum="captain")
    profile = before[before.index('id="p-captain"') : before.index('id="p-second"')]
    assert '<table class="receipt">' in profile
    assert "First out of the hatch" in profile
    row = Roster.objects.filter(company_list=alices_list).order_by("position")[0]
    rosters.save_roster(alices_list, row.public_id, 1, name="Night drop", limit=500, entries=())
    after = page(Client(), address)
    assert "<b>0</b> of 500 points" in after
    assert printed(after) != printed(before)


def test_an_empty_list_can_be_read(alice: User, catalogues: Catalogues) -> None:
    row = lists.create_list(alice, "unbridled-fury", "0.9.0")
    said = page(Client(), f"/shared/{sharing.create_link(row)}/")
    assert "Unnamed list" in said
    assert "No profiles yet." in said
    assert 'id="rosters"' not in said


def test_guests_are_not_named_and_samples_have_no_owner(catalogues: Catalogues, reavers: Document) -> None:
    guest = create_guest()
    row = create_list_from_document(guest, reavers)
    said = page(Client(), f"/shared/{sharing.create_link(row)}/")
    assert "by a guest" in said
    assert guest.username not in said
    call_command("load_samples", verbosity=0)
    said = page(Client(), "/samples/heron-court/")
    assert "an example to copy" in said
    assert " · by " not in said
    assert properties(said) == {}


# ------------------------------------------------------------------ fingerprints


def test_the_fingerprints_equal_those_of_list_and_rosters(alices_list: CompanyList, address: str) -> None:
    prints = all_prints_of(alices_list)
    assert printed(page(Client(), address)) == [*chain(*prints.rosters), *prints.company_list]


def paper_check_text(text: str) -> str:
    """Return the page's text about a sheet, without mark-up."""
    pieces = re.split('class="(?:judged-list|force-head)"', text[text.index('id="paper-check"') :])[0]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", pieces)).partition(">")[2]).strip()


@pytest.mark.parametrize(("kind", "label", "title"), [
    ("force", "Models", "The models match"),
    ("words", "Names", "The names and notes match"),
])  # fmt: skip
@pytest.mark.parametrize("which", ["list", "roster"])
def test_an_unchanged_sheet_agrees_with_the_page(
    alices_list: CompanyList, address: str, which: str, kind: str, label: str, title: str
) -> None:
    """However it was typed. A change of a text doesn't change the first fingerprint."""
    prints = all_prints_of(alices_list)
    typed: str = getattr(prints.company_list if which == "list" else prints.rosters[0], kind)
    of = "the list" if which == "list" else "the roster “Night drop”"
    for text in (typed, typed.replace("-", ""), f"{label} {typed.upper()}", f"{kind} {typed}"):
        said = paper_check_text(page(Client(), address, paper=text))
        assert said.startswith(f"{title}.")
        assert f"of {of} as it is now." in said
    lists.save_details(alices_list, None, name=alices_list.name, setting="Another", background="Nothing.")
    said = paper_check_text(page(Client(), address, paper=typed))
    if kind == "force":
        assert said.startswith("The models match.")
    else:
        assert said.startswith("The models match.")
        assert "Setting: now Another" in said
        assert ("Background changed" in said) is (which == "list")


def test_differences_of_numbers_and_of_words_are_reported(alices_list: CompanyList, address: str) -> None:
    """For each kind of fingerprint. A fingerprint of the old kind is called so."""
    loaded, maker = loaded_with_maker(alices_list)
    before, older = maker.of_all(loaded.document), maker.older_of_all(loaded.document)
    agreeing = paper_check_text(page(Client(), address, paper=older.rosters[0]))
    assert agreeing.startswith("The code matches.")
    value: Json = profile_json(alices_list.profiles.get(key="captain"))
    value["design"]["attributes"]["mov"] = 7
    save_profile(alices_list, "captain", None, {**value, "name": "Boss", "notes": ""})
    for typed in (before.rosters[0].force, before.company_list.words, older.company_list):
        said = paper_check_text(page(Client(), address, paper=typed))
        force, words = said.split("Changes of names and notes")
        assert "Boss: Mov 6 → 7, +3 points" in force
        assert "Boss: renamed, notes removed" in words
        assert ("The sheet shows the version of" in force, "old kind" in force) == (True, typed in older)
    everything = paper_check_text(page(Client(), address, paper=str(before.rosters[0])))
    assert everything.count("The models have changed.") == 1  # both have one version, which is named once


def test_differences_that_the_sheet_does_not_show_are_not_reported(
    alices_list: CompanyList, address: str, bob: User, club: Club
) -> None:
    """A roster's sheet doesn't show other rosters, and of a removed roster no name."""
    loaded, maker = loaded_with_maker(alices_list)
    before, older = maker.of_all(loaded.document), maker.older_of_all(loaded.document)
    first, second = Roster.objects.filter(company_list=alices_list).order_by("position")
    rosters.save_roster(alices_list, second.public_id, None, name="Secret plan", limit=1000, entries=())
    rosters.remove_roster(alices_list, second.public_id)
    lists.save_details(alices_list, None, name=alices_list.name, setting="", background="A secret.")
    of_roster = paper_check_text(page(Client(), address, paper=older.rosters[0]))
    assert of_roster.startswith("The models match.")
    assert not re.search(
        "Vault|roster|Background|ecret", of_roster.partition("Changes of names and notes")[2]
    )
    full = paper_check_text(page(Client(), address, paper=before.company_list.force))
    assert "Removed a roster" in full
    assert not re.search("Vault|ecret", full)
    assert "No match" in paper_check_text(page(Client(), address, paper=before.rosters[1].force))
    shares.share_with_club(club, alices_list, first)
    browser = Client()
    browser.force_login(bob)
    at = f"/rosters/{first.public_id}/"
    assert paper_check_text(page(browser, at, paper=before.rosters[0].force)).startswith("The models match.")
    for hidden in (before.company_list.force, older.company_list, before.rosters[1].words):
        assert "No match" in paper_check_text(page(browser, at, paper=hidden))


def test_invalid_fingerprints_are_reported(address: str) -> None:
    assert 'id="paper-check"' not in page(Client(), address)
    for text in ("zzz", "", " ", "\0", "k" * 10**4, "<b>", "\u202eabc", "½" * 20):
        said = page(Client(), address, paper=text)
        assert "Not compared" in said
        assert "agree" not in paper_check_text(said)
        assert "<b>“" not in said


def test_the_comparison_of_a_list_with_one_roster_names_neither(
    alices_list: CompanyList, address: str
) -> None:
    """Both sheets have the same fingerprints, so the page can't tell which of them you have."""
    CompanyList.objects.filter(pk=alices_list.pk).update(background="")
    first, *others = Roster.objects.filter(company_list=alices_list).order_by("position")
    Roster.objects.filter(pk__in=[other.pk for other in others]).delete()
    fielded = first.entries.values_list("profile_key", flat=True)
    alices_list.profiles.exclude(key__in=list(fielded)).delete()
    full, roster = prints_of(alices_list)
    assert full == roster
    assert "the list as it is now." in paper_check_text(page(Client(), address, paper=full))


def text_of(answer: Answer) -> str:
    """Return the words of a PDF."""
    return "\n".join(part.extract_text() for part in PdfReader(io.BytesIO(answer.content)).pages)


def pdf(client: Client, address: str, **query: str) -> str:
    answer = client.get(f"{address}paper.pdf", query)
    assert answer.status_code == 200
    return text_of(answer)


def test_papers_have_the_codes_of_the_page(alice: User, alices_list: CompanyList, address: str) -> None:
    """The roster for play has the roster's, all other papers the list's, for every reader."""
    full, roster = prints_of(alices_list)
    for paper, expected in (("list", full), ("cards", full), ("sheets", full), ("roster", roster)):
        assert expected in pdf(Client(), address, paper=paper)
    owner = Client()
    owner.force_login(alice)
    assert roster in pdf(owner, f"/lists/{alices_list.public_id}/", paper="roster")


def test_the_full_text_has_the_codes_of_the_page(alices_list: CompanyList, address: str) -> None:
    full, _ = prints_of(alices_list)
    assert f"Models {full} · Names " in page(Client(), f"{address}text/", style="full")
    assert full not in page(Client(), f"{address}text/", style="compact")


# ------------------------------------------------------------------ a link that opens nothing


@pytest.mark.parametrize("link", ["nothing", "%00", "x" * 2000, "%ED%A0%80"])
def test_an_unknown_link_is_explained(alices_list: CompanyList, address: str, link: str) -> None:
    answer = Client().get(f"/shared/{link}/")
    assert answer.status_code == 404
    assert "The owner stopped it" in answer.content.decode()


def test_an_ended_link_reveals_nothing_of_the_list(alices_list: CompanyList, address: str) -> None:
    """On the page itself and on all pages below it; and no cache stores it."""
    sharing.remove_link(alices_list)
    for path in ("", "print/", "paper.pdf", "picture.png", "document.json", "profiles/captain/take/"):
        answer = Client().get(address + path)
        assert answer.status_code == 404
        assert alices_list.name not in answer.content.decode()
    assert "no-store" in Client().get(address)["Cache-Control"]


# ------------------------------------------------------------------ copies


def test_a_stranger_can_copy_the_list(alices_list: CompanyList, address: str) -> None:
    """Without an account: the copy belongs to a new guest, is complete, and names its original's owner."""
    client = Client()
    answer = client.post(f"{address}copy/", follow=True)
    assert f"Copied from “{alices_list.name}” by alice" in answer.content.decode()
    copy = CompanyList.objects.exclude(pk=alices_list.pk).get()
    assert copy.owner is not None
    assert copy.owner.is_guest
    assert CompanyList.objects.get(pk=alices_list.pk).times_copied == 1


# ------------------------------------------------------------------ previews


def properties(text: str) -> dict[str, str]:
    """Return the page's metadata for link previews."""
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', text))


def test_the_link_preview_has_name_points_and_a_picture(
    alices_list: CompanyList, address: str, client: Client
) -> None:
    """By link and in the gallery. It is short and up to date."""
    result = properties(page(client, address))
    assert result["og:title"] == alices_list.name
    assert result["og:description"] == (
        "Unbridled Fury 0.9.0: 7 profiles, 76 to 205 points, all legal. "
        "Rosters: Night drop, 739 of 750 points, legal; Vault job, 943 of 1000 points, legal."
    )
    assert result["twitter:card"] == "summary_large_image"
    gallery.publish_list(alices_list)
    for base in (address, f"/gallery/{alices_list.public_id}/"):
        result = properties(page(client, base))
        assert result["og:url"] == f"http://testserver{base}"
        assert result["og:image"] == f"http://testserver{base}picture.png"
        answer = client.get(urlsplit(result["og:image"]).path)
        assert answer["Content-Type"] == "image/png"
        assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
        assert [int.from_bytes(answer.content[at : at + 4]) for at in (16, 20)] == [1200, 630]
    spoil(alices_list)
    Roster.objects.update(name="Long " * 40)
    CompanyList.objects.update(name="Name " * 40)
    result = properties(page(client, address))
    assert "1 not legal" in result["og:description"]
    assert len(result["og:description"]) <= 280
    assert len(result["og:title"]) <= 280
