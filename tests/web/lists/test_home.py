"""The site's public pages: everybody can read them, and reading writes nothing."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from builder.catalogue.files import Catalogues
from builder.catalogue.play import game_summary, play_sheet
from builder.catalogue.store import all_catalogues, newest_editions
from builder.documents import load_list
from builder.models import CompanyList, Profile, User
from builder.points.document.document import dump_profile
from builder.services.lists import create_list
from builder.services.profiles import save_profile
from builder.services.rosters import add_roster
from tests.support.tin_soldiers import TIN


@pytest.fixture
def samples(catalogues: Catalogues) -> None:
    call_command("load_samples", verbosity=0)


def test_reading_creates_neither_user_nor_session(samples: None, client: Client) -> None:
    for address in ("/", "/lists/", "/lists/import/", "/about/", "/samples/drop-reavers/", "/gallery/"):
        assert client.get(address).status_code == 200
    assert not User.objects.exists()
    assert not Session.objects.exists()


def test_each_game_has_a_button_samples_and_a_rulebook(
    samples: None, tin_list: CompanyList, client: Client
) -> None:
    page = client.get("/").content.decode()
    games = newest_editions(all_catalogues().values())
    assert re.findall(r'name="edition" value="(.*?)"', page) == [f"{g.system}/{g.edition}" for g in games]
    for game in games:
        about = play_sheet(game).about
        assert f"<h3>{game.system_name}</h3>" in page
        assert game_summary(game) in page
        assert about is None or (about.tagline in page and about.book in page)
    for row in CompanyList.objects.filter(sample__isnull=False):
        assert f'href="{reverse("sample", args=(row.sample,))}"' in page
    answer = client.post("/lists/start/", {"edition": f"{TIN.system}/{TIN.edition}"}, follow=True)
    assert TIN.credit in answer.content.decode()


def test_a_new_visitor_sees_how_a_price_adds_up(samples: None, client: Client) -> None:
    """The sum of the first sample's Captain is on page 53 of Unbridled Fury's rulebook."""
    page = client.get("/").content.decode()
    assert "<dt>Mov<dd>6<dd>8</div>" in page
    *lines, total = re.findall(r'<td class="num">(.*?)</td>', page)
    assert total == "205"
    assert sum(int(line) for line in lines if line.isdigit()) == 205


def test_a_sample_can_be_copied_with_one_tap(samples: None, client: Client) -> None:
    """From the home page, for each game, and from the sample's own page."""
    copies = re.findall(r'action="(/samples/[\w-]+/)"', client.get("/").content.decode())
    assert len(copies) == 3
    page = client.get(copies[0]).content.decode()
    assert "Copy to my lists" in page
    assert "Remove</button>" not in page
    answer = client.post(copies[0])
    copy = CompanyList.objects.get(sample=None)
    assert answer["Location"] == f"/lists/{copy.public_id}/"
    sample = CompanyList.objects.get(sample=copies[0].split("/")[2])
    assert copy.profiles.count() == sample.profiles.count()


def test_without_readable_samples_each_game_still_has_its_button(samples: None, client: Client) -> None:
    Profile.objects.update(design={"wings": 2})
    for _ in range(2):
        page = client.get("/").content.decode()
        assert "How a price adds up" not in page
        assert page.count('name="edition"') == len(newest_editions(all_catalogues().values()))
        CompanyList.objects.all().delete()


def test_a_user_with_lists_can_continue_the_last_one(
    samples: None, alice: User, alices_list: CompanyList, client: Client
) -> None:
    """The profile or roster that was saved last. The game of the last list is the first in "Start"."""
    client.force_login(alice)
    captain = alices_list.profiles.get(key="captain")
    loaded = load_list(alices_list)
    value = dump_profile(loaded.document.profiles_by_key()["captain"], loaded.catalogue)
    save_profile(alices_list, "captain", None, {**value, "notes": "New"})
    answer = client.get("/")
    assert "no-store" in answer["Cache-Control"]
    page = answer.content.decode()
    head = page.partition("</h1>")[0]
    assert head.endswith(f"<h1>{captain.name}")
    assert f'href="/lists/{alices_list.public_id}/profiles/captain/">Continue' in page
    assert page.index(alices_list.edition.system.name) < page.index("Start a list")
    roster = add_roster(alices_list, name="Friday", limit=500)
    page = client.get("/").content.decode()
    assert f'href="/lists/{alices_list.public_id}/rosters/{roster.public_id}/">Continue' in page
    assert re.findall(r'name="edition" value="([\w-]+)/', page)[0] == alices_list.edition.system.code
    assert "How a price adds up" not in page


def test_continue_opens_an_empty_list_itself(alice: User, catalogues: Catalogues, client: Client) -> None:
    row = create_list(alice, "zapp", "seed", "Ants")
    client.force_login(alice)
    page = client.get("/").content.decode()
    assert f'href="/lists/{row.public_id}/">Continue' in page
    assert re.findall(r'name="edition" value="([\w-]+)/', page)[0] == "zapp"


def test_the_about_page_names_the_author_and_says_unofficial(catalogues: Catalogues, client: Client) -> None:
    page = client.get("/about/").content.decode()
    for catalogue in catalogues.values():
        assert catalogue.credit in page
        assert catalogue.notice in page
