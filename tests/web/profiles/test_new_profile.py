"""A reference can create a new profile: it is added, named there and opened, and its editor links back."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from builder.models import CompanyList, Profile, Revision, User
from tests.support.html_forms import buttons_of
from tests.support.saving import end_edit_session
from tests.web.profiles.test_editor import Editor

SUMMON = "new:spells[0].profile"


@pytest.fixture
def summoner(alice: User, alices_list: CompanyList, client: Client) -> Editor:
    """Alice's editor of a profile that summons no other yet."""
    client.force_login(alice)
    editor = Editor(client, alices_list, "second")
    editor.send(do="add:spells:summon")
    editor.open()
    return editor


def created(row: CompanyList) -> Profile:
    return Profile.objects.get(company_list=row, key="new-profile")


def followed(editor: Editor, answer: HttpResponse) -> str:
    """Return the page that a redirect leads to."""
    address = answer.headers.get("HX-Redirect") or answer.headers["Location"]
    assert address.startswith(f"/lists/{editor.row.public_id}/profiles/new-profile/")
    return editor.client.get(address).content.decode()


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_new_profile_is_named_saved_and_opened_in_one_revision(summoner: Editor, *, htmx: bool) -> None:
    """Other typed values are saved too. The new profile's editor links back to the reference."""
    end_edit_session(summoner.row)
    before = Revision.objects.count()
    assert SUMMON in buttons_of(summoner.open())
    answer = summoner.send({"attributes.mov": "7"}, do=SUMMON, htmx=htmx)
    assert answer.status_code == (204 if htmx else 303)
    assert summoner.design["spells"] == [{"code": "summon", "profile": "new-profile"}]
    assert summoner.design["attributes"]["mov"] == 7
    assert created(summoner.row).name == "New profile"
    assert Revision.objects.count() == before + 1
    page = followed(summoner, answer)
    assert f'href="{summoner.url}#r-spells-0-profile">Back to ' in page


def test_the_new_profile_keeps_a_link_back(summoner: Editor) -> None:
    """After each save without scripts too. For an unknown profile there is no link."""
    followed(summoner, summoner.send(do=SUMMON))
    imp = Editor(summoner.client, summoner.row, "new-profile")
    imp.open("?back=second:spells[0].profile")
    answer = imp.send({"name": "Imp"})
    assert "back=second" in answer.headers["Location"]
    assert "Back to " in summoner.client.get(answer.headers["Location"].partition("#")[0]).content.decode()
    for nowhere in ("gone:spells[0].profile", "new-profile", "\0", '"><script>:x', "second" * 100):
        assert "Back to " not in imp.client.get(imp.url, {"back": nowhere}).content.decode()


def test_a_were_creature_gets_one_more_form(summoner: Editor) -> None:
    """If several are named, the new profile is added to them, and each has its own name."""
    summoner.send(do="add:properties:were-creature")
    summoner.open()
    summoner.send({"properties[0].forms": ["captain"]}, do="new:properties[0].forms")
    summoner.open()
    summoner.send(do="new:properties[0].forms")
    assert summoner.design["properties"][0]["forms"] == ["captain", "new-profile", "new-profile-2"]
    names = (
        Profile.objects.filter(key__startswith="new-profile").order_by("pk").values_list("name", flat=True)
    )
    assert list(names) == ["New profile", "New profile 2"]


def test_an_invalid_new_profile_stays_in_the_form(summoner: Editor, settings: Settings) -> None:
    """An error in another field, a stale form, and a full list."""
    count = Profile.objects.count()
    refused = summoner.send({"attributes.mov": "fast", "name": "Typed"}, do=SUMMON)
    assert refused.status_code == 400
    page = refused.content.decode()
    assert 'value="fast"' in page
    assert 'value="Typed"' in page
    assert "new-profile" not in page
    summoner.send({"attributes.mov": "8"})
    assert summoner.send(do=SUMMON).status_code == 409
    summoner.open()
    settings.MUSTERBOOK_MAX_PROFILES = summoner.row.profiles.count()
    full = summoner.send({"name": "Typed"}, do=SUMMON)
    assert full.status_code == 400
    assert re.search(r"A list can have at most \d+ profiles", full.content.decode())
    assert 'value="Typed"' in full.content.decode()
    assert Profile.objects.count() == count


@pytest.mark.parametrize(
    "do", ["new:spells[9].profile", "new:attributes.mov", "new:spells", "new:spells[0].x"]
)
def test_new_profiles_can_be_started_only_at_references(summoner: Editor, do: str) -> None:
    assert summoner.send(do=do).status_code == 400
    assert not Profile.objects.filter(key="new-profile").exists()
