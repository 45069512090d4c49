"""The page that sets up a game: results are rolled or entered, and stored in its address."""

import re
from html import unescape

import pytest
from django.test import Client

from builder.catalogue.files import bundled_catalogues
from builder.models import CompanyList, User
from tests.support.accounts import browser
from tests.support.html_forms import fields_of, page_text

pytestmark = pytest.mark.django_db
PAGE = "/systems/unbridled-fury/0.9.0/setup/"
EDITIONS = sorted(bundled_catalogues())


def words(client: Client, address: str, query: dict[str, str] | None = None) -> str:
    return page_text(client.get(address, query or {}).content.decode())


@pytest.mark.usefixtures("catalogues")
def test_rolls_made_at_the_table_are_worked_out(client: Client) -> None:
    query = {
        "command-1-die": "1D8", "command-1": "6", "command-2": "4", "objective": "14", "weather": "3",
        "mud": "7", "time": "6", "time-shift": "1", "moon": "1", "change": "5", "points": "755",
    }  # fmt: skip
    text = words(client, PAGE, query)
    assert "Your result is 2 higher." in text
    assert "Attacker and defender You 6, your opponent 4" in text
    assert "Objective Desecrate (14)" in text
    assert "Time of day Dusk Half-light (6, changed to 7)" in text
    assert 'Visibility 20" (Dawn and dusk, Heavy Rain) for 5 turns, then 8" (Full Moon, Heavy Rain)' in text
    assert "Airborne and Sniper models always start in reserve, and so do creatures of Summon." in text
    assert "Reserves 151 of the defender" in text
    assert "604 begin on the table" in text


@pytest.mark.usefixtures("catalogues")
def test_ties_and_the_roll_of_one_side_are_shown(client: Client) -> None:
    """In every game, including games without scenarios."""
    one_side = client.get("/systems/zapp/seed/setup/", {"counters-1": "7"}).content.decode()
    assert "Initiative of the first turn Order of a turn" in page_text(one_side)
    assert "“I Think Not” counters You 7" in page_text(one_side)
    assert 'name="counters-1" min="5" max="10" value="7"' in one_side
    tied = words(client, PAGE, {"command-1": "3", "command-2": "3"})
    assert "Attacker and defender You 3, your opponent 3: a tie, roll again" in tied


@pytest.mark.usefixtures("catalogues")
def test_modifiers_of_a_side_count_in_ties_and_comparisons(client: Client) -> None:
    """Crimson Dusk: the best quality and command bonus are added to the d10 (p. 5)."""
    page, rolls = "/systems/crimson-dusk/seed/setup/", {"initiative-1": "6", "initiative-1-bonus": "4"}
    tied = words(client, page, {**rolls, "initiative-2": "5", "initiative-2-bonus": "5"})
    assert "You 6 + 4 = 10, your opponent 5 + 5 = 10: a tie, roll again" in tied
    lower = words(client, page, {**rolls, "initiative-2": "9", "initiative-2-bonus": "2"})
    assert "result is 1 higher." in lower


@pytest.mark.usefixtures("catalogues")
def test_equal_rolls_are_shown_if_no_rule_rolls_again(client: Client) -> None:
    assert "Both results are equal." in words(
        client, "/systems/zapp/seed/setup/", {"initiative-1": "8", "initiative-2": "8"}
    )


@pytest.mark.usefixtures("catalogues")
def test_some_results_add_a_step(client: Client) -> None:
    """Strong winds, from 7 on the d20, have a direction; light winds begin at 8 (p. 20)."""
    for query, step, is_there in (
        ({"weather": "7"}, "Direction of the wind", True),
        ({"weather": "8"}, "Direction of the wind", False),
        ({"objective": "7"}, "11-30% Bloodied Their Noses...", True),
        ({"objective": "5"}, "Bloodied", False),
    ):
        assert (step in words(client, PAGE, query)) is is_there


def test_the_reserves_of_a_roster_are_those_of_its_side(
    alice: User, alices_list: CompanyList, client: Client
) -> None:
    """Night drop has 739 points: 30 % are 221.7, so 222 (p. 17). Bob can't read Alice's list."""
    night_drop, vault_job = alices_list.rosters.order_by("position")
    address = f"/lists/{alices_list.public_id}/rosters/"
    query = {
        "roster": f"{address}{night_drop.public_id}/", "opponent": f"http://testserver{address}{vault_job.public_id}/",
        "command-1": "4", "command-2": "1", "objective": "6", "attacker": "2",
    }  # fmt: skip
    client.force_login(alice)
    text = words(client, PAGE, query)
    assert "Your roster Night drop 739 of 750 points · Legal" in text
    assert "At least 222 points start in reserve. Choose more models, of at least 222 points." in text
    assert "517 begin on the table" in text
    assert "You 4, your opponent 1; your opponent attacks" in text
    assert "Reserves of Vault job This side has no reserves in this scenario." in text
    text = words(client, PAGE, {**query, "attacker": ""})
    assert "Choose who attacks to see the reserves." in text
    rolled = client.get(PAGE, {**query, "roll": "weather"}).headers["Location"]
    assert "739 of 750" in words(client, rolled)
    text = words(browser(None), PAGE, query)
    assert "739" not in text
    assert text.count("expected: the address of a roster that you can open") == 2


def submitted(page: str, **typed: str) -> dict[str, str]:
    """Return what the form sends after somebody entered these values."""
    return {name: values[0] for name, values in fields_of(page, "set-up").items()} | typed


def test_the_command_die_is_that_of_the_roster(alice: User, alices_list: CompanyList, client: Client) -> None:
    """The Captain of the Drop Reavers has a d8, even if the roster's address is typed into the form."""
    roster = alices_list.rosters.order_by("position")[0]
    client.force_login(alice)
    address = f"/lists/{alices_list.public_id}/rosters/{roster.public_id}/"
    assert f"{PAGE}?roster={address}" in client.get(address).content.decode()
    empty = client.get(PAGE).content.decode()
    assert empty.count("d4, no leader") == 2
    page = client.get(PAGE, submitted(empty, opponent=address)).content.decode()
    assert page.count("d8, its leader") == 1
    assert 'name="command-2" min="1" max="8"' in page


@pytest.mark.usefixtures("catalogues")
def test_the_opponents_view_has_the_sides_swapped(client: Client) -> None:
    query = {"command-1-die": "1D8", "command-1": "6", "command-2": "4", "attacker": "1", "weather": "5"}
    shown = client.get(PAGE, query).content.decode()
    assert "You 6, your opponent 4; you attack" in page_text(shown)
    (link,) = re.findall(r'href="\?([^"]+)">your opponent.s view', shown)
    other = words(client, f"{PAGE}?{unescape(link)}")
    assert "You 4, your opponent 6; your opponent attacks" in other
    assert "Weather Light Rain (5)" in other


def test_the_form_asks_for_the_points_of_an_unknown_roster(
    alice: User, alices_list: CompanyList, client: Client
) -> None:
    """Alice attacks in Attack!, so her opponent has the reserves."""
    roster = alices_list.rosters.order_by("position")[0]
    query = {"command-1": "4", "command-2": "1", "objective": "7", "points": "500", "attacker": "1"}
    mine = f"/lists/{alices_list.public_id}/rosters/{roster.public_id}/"
    client.force_login(alice)
    page = client.get(PAGE, query | {"roster": mine}).content.decode()
    assert 'name="points"' in page
    assert re.search("150 of the defender.s 500 points", page_text(page))
    assert 'name="points"' not in client.get(PAGE, query | {"roster": mine, "attacker": "2"}).content.decode()


@pytest.mark.usefixtures("catalogues")
def test_an_invalid_url_is_reported_and_stays_in_its_field(client: Client) -> None:
    for wrong in (
        "/lists/x/",
        "/lists/nobody/rosters/none/",
        "nowhere",
        "/rosters/\x00/",
        "http://[",
        "/r/none/",
    ):
        page = client.get(PAGE, {"opponent": wrong}).content.decode()
        assert "expected: the address of a roster that you can open" in page_text(page)
        assert "\0" in wrong or f'value="{wrong}"' in page


@pytest.mark.usefixtures("catalogues")
def test_games_without_dice_or_scenarios_say_so(client: Client) -> None:
    page = client.get("/systems/stargrave/seed-and-facts/setup/").content.decode()
    for part in ('name="roll"', ">Apply</button>", 'name="opponent"'):
        assert part not in page
    assert "The rulebook has no scenarios" in words(client, "/systems/zapp/seed/setup/")


@pytest.mark.usefixtures("catalogues")
@pytest.mark.parametrize(("system", "edition"), EDITIONS)
def test_rolling_everything_shows_the_result(client: Client, system: str, edition: str) -> None:
    """The result is stored in the address: the page shows it again, with nothing left to roll."""
    address = f"/systems/{system}/{edition}/setup/"
    response = client.get(address, {"roll": "all"})
    assert response.status_code == 302
    page = client.get(response.headers["Location"])
    assert page.status_code == 200
    assert "Roll what is missing" not in page.content.decode()
    assert page.content == client.get(response.headers["Location"]).content


@pytest.mark.usefixtures("catalogues")
def test_a_single_step_can_be_rolled(client: Client) -> None:
    location = client.get(PAGE, {"roll": "weather", "objective": "6"}).headers["Location"]
    assert "objective=6" in location
    assert "weather=" in location
    assert "time=" not in location


@pytest.mark.usefixtures("catalogues")
def test_an_impossible_number_is_reported(client: Client) -> None:
    for wrong in ("21", "0", "-3", "six", "9" * 5000, "\x00", "٣"):
        response = client.get(PAGE, {"objective": wrong, "weather": "3"})
        assert response.status_code == 200
        assert "expected: a whole number from 1 to 20" in page_text(response.content.decode())
