"""Kinds, values and agreed prices of a made-up game in the editor, on pages and in the API."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.catalogue.store import get_catalogue
from builder.documents import load_list
from builder.models import CompanyList, User
from builder.points.document.design import Design
from builder.points.rules.catalogue import Catalogue
from builder.services.exchange import create_list_from_document
from tests.support.designs import Json
from tests.support.html_forms import HTMX, fields_of
from tests.support.tin_soldiers import GUARDS, NAME, TIN, document
from tests.support.tin_variants import changed_catalogue, read_with

pytestmark = pytest.mark.usefixtures("tin_soldiers")

OFFICER: Json = {
    "kind": "officer",
    "body": {"stand": 3, "pace": 2},
    "paint": "gloss",
    "kit": {"coat": "wool"},
}
BANDS = {"own": GUARDS, "officer": OFFICER, "plain": {"body": {"pace": 1}}}

# A flag that costs, a line of text, bounds of a slot, an agreed price, and numbers of arms.
MORE = """
[[attributes]]
code = "varnish"
label = "Vn"
name = "Varnish"
at = "varnish"
kind = "flag"
page = 3
summary = "Keeps the paint on."
table = "varnish"
group = "body"

[[attributes]]
code = "motto"
label = "Mt"
name = "Motto"
at = "motto"
kind = "text"
page = 3
summary = "What the drummer sings."
group = ""

[[cost_tables]]
code = "varnish"
name = "Varnish"
page = 3
costs = { 1 = 6 }
"""
_DRUM = """cost = { kind = "fixed", points = 5 }
page = 7
summary = "Keeps step."
"""
_AGREED = """cost = { kind = "entered", parameter = "price" }
page = 3
summary = "Keeps step."
parameters = [{ code = "price", name = "Price", kind = "number", low = -5, high = 50, rule = "T-08" }]
"""
_ARMS = 'name = "Arms"\npage = 5\nreceipt = "kit"'
_COLUMNS = '\ncolumns = [{ code = "reach", label = "Reach", name = "Reach", unit = "″" }]'
CHANGES = (
    ("[numbers]", f"{MORE}\n[numbers]"),
    ('fields = ["kind", "figures"', 'fields = ["kind", "varnish", "motto", "figures"'),
    ('fields = ["arms", "coat"]', 'fields = ["arms", "coat", "drills"]'),
    ('[[sections]]\ncode = "drills"\nname = "Drills"\nfields = ["drills"]\n', ""),
    ('repeat_rule = "T-06"', 'repeat_rule = "T-06"\nmost = 4\nmost_rule = "T-06"'),
    (_DRUM, _AGREED),
    (_ARMS, _ARMS + _COLUMNS),
    ('summary = "Pointed."', 'summary = "Pointed."\nstats = { reach = "-2" }'),
)


@pytest.fixture
def more(catalogues: Catalogues) -> Catalogue:
    """The made-up game with features that only some games have, in the database."""
    load_edition(changed_catalogue(*CHANGES))
    return get_catalogue(*NAME)


class Room:
    """A list of Alice's in the made-up game, in her browser."""

    def __init__(self, client: Client, row: CompanyList) -> None:
        self.client = client
        self.row = row
        self.url = f"/lists/{row.public_id}/"

    def page(self, path: str = "") -> str:
        answer = self.client.get(self.url + path)
        assert answer.status_code == 200
        return answer.content.decode()

    def save(self, key: str, changed: Json, *, htmx: bool = True) -> HttpResponse:
        """Send the editor's form with changed fields; None removes a field."""
        url = f"{self.url}profiles/{key}/"
        sent = {**fields_of(self.page(f"profiles/{key}/")), **changed}
        sent = {name: value for name, value in sent.items() if value is not None}
        answer = self.client.post(url, sent, headers=HTMX if htmx else {})
        assert isinstance(answer, HttpResponse)
        return answer

    def values(self, key: str) -> Json:
        """Return the stored fields of a profile."""
        return dict(self.design(key).values)

    def design(self, key: str) -> Design:
        return load_list(CompanyList.objects.get(pk=self.row.pk)).document.profiles_by_key()[key].design


MakeRoom = Callable[..., Room]


@pytest.fixture
def make_room(alice: User, client: Client, catalogues: Catalogues) -> MakeRoom:
    """Create a list of these bands, of the plain game unless another game is loaded."""
    client.force_login(alice)

    def make(bands: dict[str, Json] | None = None, catalogue: Catalogue | None = None) -> Room:
        if catalogue is None:
            load_edition(TIN)
        list_document = read_with(catalogue or TIN, document(bands or BANDS))
        return Room(client, create_list_from_document(alice, list_document))

    return make


# ------------------------------------------------------------------ the editor


def test_changing_the_kind_changes_the_form_and_keeps_the_values(make_room: MakeRoom) -> None:
    """Values of the old kind have no price and no field, and a note says so. Changing back shows them."""
    room = make_room()
    assert 'id="s-drills"' in room.page("profiles/own/")
    before = room.design("own")
    page = room.save("own", {"kind": "officer"}).content.decode()
    assert 'id="s-drills"' not in page
    assert "This kind (Officer) has no Figures or Drills. Your input stays saved" in page
    assert room.save("own", {"body.pace": "2"}).status_code == 200
    room.save("own", {"kind": "band", "body.pace": "4"})
    after = room.design("own")
    assert (after.picks, after.weapons) == (before.picks, before.weapons)
    assert after.values == {**before.values, "kind": "band"}
    assert "Your input stays saved" not in room.page("profiles/own/")


def test_new_profiles_need_a_kind(make_room: MakeRoom) -> None:
    """There is a button for each kind. An unknown kind counts as the first."""
    room = make_room()
    assert re.findall(r'<button name="kind" value="(\w+)"', room.page()) == ["band", "officer"]
    for kind, expected in (("officer", "officer"), ("general", "band")):
        answer = room.client.post(f"{room.url}profiles/", {"name": "New", "kind": kind})
        assert room.values(answer.headers["Location"].split("/")[-2])["kind"] == expected


def test_the_form_has_a_checkbox_a_text_and_an_agreed_price(make_room: MakeRoom, more: Catalogue) -> None:
    """A checkbox, a text field, and an agreed price that is blank at first. Headings distinguish and count
    slots.
    """
    room = make_room(catalogue=more)
    page = room.page("profiles/own/")
    assert '<input type="checkbox" name="varnish" value="1"' in page
    assert '<small id="o-varnish">+18</small>' in page
    assert "<h3>Drills</h3>" in page
    assert '<p class="hint figures" id="k-drills">3 of 4 chosen</p>' in page
    answer = room.save("own", {"varnish": "1", "motto": "Forward", "do": "add:drills:drum"}).content.decode()
    assert '<p class="hint figures" id="k-drills">4 of 4 chosen: remove one to take another</p>' in answer
    assert room.values("own") == {
        "figures": 3,
        "stand": 1,
        "pace": 4,
        "paint": "gloss",
        "varnish": 1,
        "motto": "Forward",
    }
    assert room.design("own").picks["drills"][-1].parameters == {}
    room.save("own", {"varnish": None, "drills[0].price": "0"})
    assert "varnish" not in room.values("own")
    assert room.design("own").picks["drills"][0].parameters == {"price": 0}
    assert room.save("own", {"varnish": "2"}).status_code == 400


def test_references_offer_profiles_of_the_right_kind(make_room: MakeRoom) -> None:
    room = make_room()
    room.save("own", {"do": "add:drills:mould"})
    place = f"drills[{len(room.design('own').picks['drills']) - 1}].of"
    page = room.page("profiles/own/")
    offered = page.partition(f'name="{place}"')[2].partition("</select>")[0]
    assert re.findall(r'value="(\w*)"', offered) == ["", "plain"]  # and not the officer
    assert re.findall(rf'value="new:{re.escape(place)}([^"]*)">([^<]+)', page) == [(":band", "A new Band")]
    assert room.save("own", {"do": f"new:{place}:officers"}).status_code == 400
    room.save("own", {"do": f"new:{place}:band"})
    assert room.values("new-profile").get("kind") in (None, "band")


@pytest.mark.sampled(every=3)  # of 14
@pytest.mark.parametrize(
    "name", ["drills.code", "body.code", "kit.arms.name.x", "kit.wings", "kit", "body[0]", "drills.0.code"]
)
@pytest.mark.parametrize("value", ["", "x"])
def test_unknown_fields_are_rejected(make_room: MakeRoom, name: str, value: str) -> None:
    """They are never ignored, not even inside nested values."""
    answer = make_room().save("own", {name: [value], "body.pace": ["2"]})
    assert answer.status_code == 400
    assert name in answer.content.decode()


# ------------------------------------------------------------------ pages


def test_the_reference_shows_kinds_values_and_numbers(client: Client, more: Catalogue) -> None:
    """Kinds with their rule, values with their limit, arms in one table."""
    page = client.get(f"/systems/{more.system}/{more.edition}/").content.decode()
    kind = page[page.index('id="kind-officer"') :][:900]
    assert "You enter: Stand, Pace, Paint, Arms and Coat. Each roster has at most 1 of them." in kind
    assert "T-14" in kind
    load = page[page.index('id="value-load"') :][:600]
    assert "At most “Strength”." in load
    assert "T-15" in load
    spike = re.search(r'-spike">SP Spike</a></th>(.*?)</tr>', page)
    assert spike is not None
    assert re.findall(r">([^<]*)</td>", spike[1])[:2] == ["−2″", "3"]


def test_a_list_shows_kinds_values_and_numbers(make_room: MakeRoom, more: Catalogue) -> None:
    """Values without a column are below the stat line; an item's numbers are in its explanation."""
    page = make_room(catalogue=more).page()
    officer = page[page.index('id="p-officer"') : page.index('id="p-plain"')]
    assert "<b>Kind</b>" in officer
    assert "Ld 1 of 12" in officer
    own = page[page.index('id="p-own"') : page.index('id="p-officer"')]
    (spike,) = re.findall(r'href="#(x-[\w-]+)">SP Spike<', own)
    assert "Reach −2″. " in page.partition(f'id="{spike}"')[2].partition("</div>")[0]


# ------------------------------------------------------------------ texts, history, programs


def test_the_api_returns_values_and_spent_points(client: Client, catalogues: Catalogues) -> None:
    load_edition(TIN)
    list_document = document({"own": GUARDS})
    answer = client.post("/api/v1/appraisals", list_document, content_type="application/json").json()
    assert {value["code"]: value["text"] for value in answer["profiles"][0]["values"]} == {
        "strength": "4",
        "load": "2 of 4",
        "march": "9″",
    }
    steps = client.post(
        "/api/v1/appraisals/steps",
        {"document": list_document, "profile": "own", "place": "kit.coat"},
        content_type="application/json",
    ).json()
    plate = next(candidate for candidate in steps["candidates"]["kit.coat"] if candidate["code"] == "plate")
    assert (plate["change"], plate["spent"]) == (9, {"load": 2})
