"""The page that sets up a game: rolled or entered, kept in its address."""

import pytest
from django.test import Client

from builder.catalogue.files import bundled_catalogues
from tests.support.html_forms import page_text

pytestmark = pytest.mark.django_db
PAGE = "/systems/unbridled-fury/0.9.0/setup/"
EDITIONS = sorted(bundled_catalogues())


def words(client: Client, address: str, query: dict[str, str] | None = None) -> str:
    return page_text(client.get(address, query or {}).content.decode())


@pytest.mark.usefixtures("catalogues")
def test_what_was_rolled_at_the_table_is_worked_out(client: Client) -> None:
    query = {
        "command-1-die": "1D8", "command-1": "6", "command-2": "4", "objective": "14", "weather": "3",
        "mud": "7", "time": "6", "time-shift": "1", "moon": "1", "change": "5", "points": "755",
    }  # fmt: skip
    text = words(client, PAGE, query)
    assert "You rolled 2 higher." in text
    assert "Attacker and defender You 6, your opponent 4" in text
    assert "Objective Desecrate (14)" in text
    assert "Time of day Dusk Half-light (6, changed to 7)" in text
    assert 'Visibility 20" (Dawn and dusk) for 5 turns, then 8" (Full Moon)' in text
    assert "Airborne and Sniper models always start in reserve." in text
    assert "Reserves 151 of the defender" in text
    assert "604 begin on the table" in text


@pytest.mark.usefixtures("catalogues")
def test_ties_and_the_roll_of_one_side_are_shown(client: Client) -> None:
    """In every game, also those without scenarios."""
    one_side = client.get("/systems/zapp/seed/setup/", {"counters-1": "7"}).content.decode()
    assert "I Think Not counters You 7" in page_text(one_side)
    assert 'name="counters-1" min="5" max="10" value="7"' in one_side
    tied = words(client, PAGE, {"command-1": "3", "command-2": "3"})
    assert "Attacker and defender You 3, your opponent 3: a tie, roll again" in tied


@pytest.mark.usefixtures("catalogues")
def test_a_game_without_dice_has_no_buttons(client: Client) -> None:
    page = client.get("/systems/stargrave/seed-and-facts/setup/").content.decode()
    assert 'name="roll"' not in page
    assert "Show the result" not in page


@pytest.mark.usefixtures("catalogues")
@pytest.mark.parametrize(("system", "edition"), EDITIONS)
def test_rolling_everything_leads_to_the_result(client: Client, system: str, edition: str) -> None:
    """The address of the result keeps it: it shows the same again, with nothing left to roll."""
    address = f"/systems/{system}/{edition}/setup/"
    response = client.get(address, {"roll": "all"})
    assert response.status_code == 302
    page = client.get(response.headers["Location"])
    assert page.status_code == 200
    assert "Roll what is missing" not in page.content.decode()
    assert page.content == client.get(response.headers["Location"]).content


@pytest.mark.usefixtures("catalogues")
def test_one_step_is_rolled_alone(client: Client) -> None:
    location = client.get(PAGE, {"roll": "weather", "objective": "6"}).headers["Location"]
    assert "objective=6" in location
    assert "weather=" in location
    assert "time=" not in location


@pytest.mark.usefixtures("catalogues")
@pytest.mark.parametrize("wrong", ["21", "0", "-3", "six", "9" * 5000, "\x00", "٣"])
def test_an_impossible_number_is_named(client: Client, wrong: str) -> None:
    response = client.get(PAGE, {"objective": wrong, "weather": "3"})
    assert response.status_code == 200
    assert "wanted: a whole number from 1 to 20" in page_text(response.content.decode())


@pytest.mark.usefixtures("catalogues")
def test_a_game_without_scenarios_says_so(client: Client) -> None:
    assert "The text has no scenarios" in words(client, "/systems/zapp/seed/setup/")
    assert client.get("/systems/zapp/none/setup/").status_code == 404
