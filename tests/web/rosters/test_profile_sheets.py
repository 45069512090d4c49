"""Every page of a roster shows all items of its profiles, and the profiles that it brings in addition."""

import re
from html import unescape

import pytest
from django.core.management import call_command
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Event, User
from builder.points.document.document import parse_document
from builder.services import gallery, sharing
from builder.services.exchange import create_list_from_document
from builder.services.profiles import remove_profile, save_profile
from tests.support.accounts import browser
from tests.support.bringing_list import bringing_list
from tests.support.events import roster_of, submit_roster
from tests.support.html_forms import HTMX, fields_of, page_text

# The texts are the edition's; pages add name and page.
MOUNTED = "<b>Mounted</b> Attacks and rides on"
SUMMONED = ["Imp", "Foot", "Wolf", "Toad"]


@pytest.fixture
def lent(alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's list, whose roster brings profiles that it doesn't buy."""
    return create_list_from_document(alice, parse_document(bringing_list(), catalogues))


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def summoned(said: str) -> dict[str, str]:
    """Return the names under "Also bring", with the profiles that bring them."""
    match = re.search(r'<h2 id="summoned-head">.*?</section>', said, re.DOTALL)
    row = r"<h3>(?:<a [^>]*>)?(\w+)(?:</a>)?</h3><p class=\"small\">Comes with ([^<]*)</p><p class=\"stats\">"
    return dict(re.findall(row, match[0])) if match else {}


def explanation(said: str, word: str) -> str:
    """Return the explanation that a word links to. The page has it once."""
    (place,) = set(re.findall(rf'<a href="#(x-[\w-]+)">{word}</a>', said))
    (result,) = re.findall(rf'<div class="explanation" id="{place}" popover>(.*?)</div>', said)
    return str(result)


def glossary(said: str) -> list[str]:
    match = re.search(r'id="glossary">.*?</details>', said, re.DOTALL)
    return [unescape(name) for name in re.findall(r"<dt><a [^>]*>([^<]*)</a>", match[0])] if match else []


# ------------------------------------------------------------------ the same on every page


@pytest.mark.parametrize("where", ["list", "roster", "shared", "public", "hand-in", "revision"])
def test_each_term_links_to_its_summary_and_page(
    alice: User, lent: CompanyList, event: Event, where: str
) -> None:
    """Without a script, because it is a link."""
    base, roster = f"/lists/{lent.public_id}/", roster_of(lent).public_id
    link = f"/shared/{sharing.create_link(lent)}/"
    addresses = {"list": base, "roster": f"{base}rosters/{roster}/", "shared": link}
    addresses["revision"] = f"{base}history/1/"
    if where == "public":
        gallery.publish_list(lent)
        addresses[where] = f"/gallery/{lent.public_id}/"
    if where == "hand-in":
        hand_in = submit_roster(event, alice, lent)
        at = f"/clubs/{event.club.public_id}/events/{event.public_id}/"
        addresses[where] = f"{at}hand-ins/{hand_in.public_id}/"
    said = page(browser(alice), addresses[where])
    assert explanation(said, "Mounted").startswith(MOUNTED)
    dismount = r"<b>Dismount</b> [^<]+ <i>p\. 45</i> <a href="
    assert re.match(dismount, explanation(said, "Dismount: Foot"))
    of_roster = where in ("roster", "hand-in")
    assert list(summoned(said)) == (SUMMONED if of_roster else [])
    if where not in ("list", "roster"):
        assert {"CW Combat weapon", "B Basic", "Mounted", "Heal"} <= set(glossary(said))


def test_differences_are_marked_in_opened_rows(alice: User, lent: CompanyList) -> None:
    client, base = browser(alice), f"/lists/{lent.public_id}/"
    rider = next(profile for profile in bringing_list()["profiles"] if profile["key"] == "rider")
    rider["design"]["properties"].append({"code": "scout"})
    save_profile(lent, "rider", None, rider)
    said = page(client, f"{base}history/compare/?from=1&to=now")
    assert said.count(">Mounted</a>") == 2
    assert explanation(said, "Mounted").startswith(MOUNTED)
    assert said.count("<mark>Scout</mark></a>") == 1


# ------------------------------------------------------------------ a roster to read


def test_the_sunken_foundry_is_named_in_full(client: Client, catalogues: Catalogues) -> None:
    call_command("load_samples", verbosity=0)
    foundry = CompanyList.objects.get(sample="sunken-foundry")
    rosters = {r.name: r.public_id for r in foundry.rosters.all()}
    said = page(client, f"/lists/{foundry.public_id}/rosters/{rosters['The night shift']}/")
    models = said[said.index('id="models-head"') : said.index('id="prices"')]
    strider = models[models.index("Furnace Strider") : models.index("Drowned Hand")]
    labels = re.findall(r"<dt[^>]*>(?:<abbr[^>]*>)?(\w+)", strider)
    assert " ".join(labels[:10]) == "Mov Fgt Shg Tds Cow Arm SSv Mgc Sz CD"
    headings = ("Stamping foot", "Slag mortar", "Steam lance", "Armour property", "Model properties")
    assert [f"<dt>{heading}</dt>" in strider for heading in headings] == [True] * 5
    assert "<dd><b>Vehicle</b> " in strider
    assert models.count("<dd><b>Undead</b> ") == 3
    assert summoned(said) == {}


def test_summoned_profiles_name_their_summoners_and_are_not_counted(alice: User, lent: CompanyList) -> None:
    roster = roster_of(lent).public_id
    said = page(browser(alice), f"/shared/{sharing.create_link(lent)}/rosters/{roster}/")
    assert "526 of 1000 points" in page_text(said)
    assert summoned(said) == {
        "Imp": "Witch (Summon), Wolf (Summon)",
        "Foot": "Rider (Dismount)",
        "Wolf": "Hound (Were-Creature)",
        "Toad": "Imp (Transmutation)",
    }
    # A bond names a profile further down. The spell of a profile that isn't fielded names none.
    assert re.search(r'<dd><b>Companion: Toad</b> [^\n]*?<a href="#p-toad">Toad</a></dd>', said)
    assert said.count('id="p-toad"') == 1


def test_summoned_profiles_follow_the_chosen_ones(alice: User, lent: CompanyList) -> None:
    client, address = browser(alice), f"/lists/{lent.public_id}/rosters/{roster_of(lent).public_id}/"
    fields = fields_of(page(client, address))
    (rider,) = (name for name in fields if name.endswith("].rider"))
    fields[rider] = ["0"]
    answer = client.post(address, fields, headers=HTMX).content.decode()
    assert answer.count('<div id="summoned" hx-swap-oob="innerHTML">') == 1
    assert list(summoned(answer)) == ["Imp", "Wolf", "Toad"]


def test_a_list_shows_the_summoned_profiles_of_each_roster(alice: User, lent: CompanyList) -> None:
    said = page(browser(alice), f"/shared/{sharing.create_link(lent)}/")
    links = ", ".join(f'<a href="#p-{name.lower()}">{name}</a>' for name in SUMMONED)
    assert f"Also bring: {links}</p>" in said
    past = page(browser(alice), f"/lists/{lent.public_id}/history/1/")
    assert f". <b>Also bring</b> {', '.join(SUMMONED)}</p>" in past


def test_a_missing_profile_is_shown_by_its_key_without_a_link(alice: User, lent: CompanyList) -> None:
    remove_profile(lent, "foot")
    said = page(browser(alice), f"/shared/{sharing.create_link(lent)}/")
    assert re.fullmatch(r"<b>Dismount</b>[^<]*<i>p\. 45</i>", explanation(said, "Dismount: foot"))
