"""The page of a roster: one form, saved with each change, with and without htmx."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from gzip import compress
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.catalogue.rulings import DATA_FOLDER
from builder.models import CompanyList, Roster, RosterEntry, User
from builder.points.document.document import RosterEntry as CoreEntry
from builder.points.document.document import parse_document
from builder.points.systems import SYSTEMS
from builder.services import lists as list_services
from builder.services import rosters as services
from builder.services.exchange import create_list_from_document
from builder.services.profiles import add_profile, remove_profile
from tests.lanes import is_wide
from tests.support.accounts import browser
from tests.support.designs import design, document, picks, read_document
from tests.support.html_forms import HTMX, URLENCODED, Fields, buttons_of, fields_of, page_text
from tests.support.roster_cases import document_with_roster as every_rule
from tests.support.roster_cases import roster_spec
from tests.support.saving import set_attributes, stored_value
from tests.support.tin_soldiers import GUARD_POINTS, GUARDS, TIN
from tests.support.transactions import rolled_back
from tests.systems.tin_soldiers.system import SYSTEM

MINUS = "\N{MINUS SIGN}"
Entries = list[tuple[str, int]]

# Night drop, 750: captain 205, second 76, sergeant 98, four reavers at 90. In sum 739.
NIGHT_DROP: Entries = [("captain", 1), ("second", 1), ("sergeant", 1), ("reaver", 4)]


class RosterPage:
    """A roster's page in a browser. ``fields`` is the form on the page."""

    def __init__(self, client: Client, roster: Roster) -> None:
        self.client = client
        self.roster = roster
        self.url = f"/lists/{roster.company_list.public_id}/rosters/{roster.public_id}/"
        self.fields: Fields = {}
        self.open()

    def open(self) -> str:
        page = self.client.get(self.url).content.decode()
        self.fields = fields_of(page)
        return page

    def field(self, key: str, which: int = 0) -> str:
        """Return the name of a profile's field. A profile can have several."""
        return [name for name in self.fields if name.startswith("count[") and name.endswith(f"].{key}")][
            which
        ]

    def row(self, key: str, which: int = 0) -> str:
        """Return the number of a profile's row."""
        return self.field(key, which).removeprefix("count[").partition("]")[0]

    def send(
        self, changed: Mapping[str, str] | None = None, *, do: str | Sequence[str] = "", htmx: bool = False,
        **counts: int | str,
    ) -> HttpResponse:  # fmt: skip
        """Change some fields and counts by key, and press a button."""
        typed = {self.field(key): str(count) for key, count in counts.items()}
        sent: dict[str, Any] = {**self.fields, **typed, **(changed or {}), **({"do": do} if do else {})}
        body = urlencode(sent, doseq=True)
        answer = self.client.post(self.url, body, URLENCODED, headers=HTMX if htmx else {})
        assert isinstance(answer, HttpResponse)
        return answer

    @property
    def stored(self) -> Roster:
        return Roster.objects.get(pk=self.roster.pk)

    @property
    def entries(self) -> Entries:
        rows = RosterEntry.objects.filter(roster=self.roster).order_by("position")
        return list(rows.values_list("profile_key", "count"))


Open = Callable[..., RosterPage]


@pytest.fixture
def open_roster(alice: User, alices_list: CompanyList, client: Client) -> Open:
    """Return alice's page of a new roster of her list, with these entries."""
    client.force_login(alice)

    def make(*entries: tuple[str, int], limit: int = 750, name: str = "Friday") -> RosterPage:
        wanted = [CoreEntry(profile=key, count=count) for key, count in entries]
        return RosterPage(client, services.add_roster(alices_list, name=name, limit=limit, entries=wanted))

    return make


@pytest.fixture
def night(alice: User, alices_list: CompanyList, client: Client) -> RosterPage:
    """Alice's page of her roster Night drop."""
    client.force_login(alice)
    return RosterPage(client, Roster.objects.get(company_list=alices_list, name="Night drop"))


def part(page: str, id_: str) -> str:
    """Return the text of an element that contains no element of the same kind."""
    match = re.search(rf'<(\w+)[^>]* id="{id_}"[^>]*>(.*?)</\1>', page, re.DOTALL)
    assert match is not None, id_
    return page_text(match[2])


def row_of(page: str, key: str) -> str:
    """Return the text of a profile's first row."""
    match = re.search(rf'<li class="pick[^"]*" id="p-{key}"(.*?)</li>', page, re.DOTALL)
    assert match is not None, key
    return page_text(match[1])


# ------------------------------------------------------------------ the page


def test_the_page_shows_every_row_with_count_and_sum(night: RosterPage) -> None:
    """The first button, which Enter presses, saves."""
    page = night.open()
    assert buttons_of(page)[0] == ""
    assert "739 of 750 points , 11 left" in page_text(page)
    assert "7 of 30 models , 23 left" in page_text(page)
    assert "Leader: Captain, Command Die d8" in page_text(page)
    keys = re.findall(r'<li class="pick" id="p-([^"]+)"', page)
    assert keys == ["captain", "second", "sergeant", "reaver"]
    keys = re.findall(r'<li class="pick offer" id="p-([^"]+)"', page)
    assert keys == ["bodyguard", "breacher", "pathfinder"]
    reaver = row_of(page, "reaver")
    for words in (
        "90 each",
        f"One fewer Reaver Infantryman {MINUS} {MINUS}90",
        "One more Reaver Infantryman + +90",
        "360",
        "Mov 6 Fgt 6",
    ):
        assert words in reaver
    assert "Max 1" in row_of(page, "captain")


def test_the_quick_reference_of_a_roster_names_its_models(night: RosterPage) -> None:
    """The captain leads and costs 205. Sergeant and reavers have fast firing rifles. There is no ensign."""
    link = re.search(r'href="([^"]+/quick/[^"]+)"', night.open())
    assert link is not None
    page = night.client.get(unescape(link[1])).content.decode()
    text = page_text(page)
    assert "Initiative: both roll (no leader: d4) Captain Command Die" in text
    assert "but not with the leader or such a model Captain" in text
    assert "within 6″ of the first target Sergeant, Reaver Infantryman" in text
    assert "Ensign in sight within 12″ p. 45–46 +3" in text
    unknown = night.client.get(unescape(link[1]).partition("?")[0], {"roster": "nothing"})
    assert "Ignored in the address: roster “nothing”" in page_text(unknown.content.decode())


def test_a_roster_shows_its_verdict_with_the_findings(night: RosterPage, open_roster: Open) -> None:
    """The roster of the rulebook is three points over."""
    assert part(night.open(), "findings") == "Legal 2 notes"
    page = open_roster(("captain", 1), ("sergeant", 1), ("reaver", 5)).open()
    assert "753 of 750 points , 3 over" in page_text(page)
    assert part(page, "findings").startswith("Not legal 1 error")
    assert "753 points, 3 over the 750" in part(page, "n-all")


def test_ids_are_unique_and_references_exist(open_roster: Open) -> None:
    page = open_roster(("reaver", 1), ("captain", 2), ("reaver", 2), ("gone", 1), ("gone", 2)).open()
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted({name for name in ids if ids.count(name) > 1}) == []
    named = re.findall(r'\s(?:for|aria-describedby|aria-labelledby)="([^"]+)"', page)
    assert {name for names in named for name in names.split()} - set(ids) == set()
    assert set(re.findall(r'href="#([^"]+)"', page)) - set(ids) == set()


def test_saving_an_unchanged_form_changes_nothing(open_roster: Open) -> None:
    entries: Entries = [("reaver", 1), ("captain", 0), ("gone", 3), ("reaver", 2), ("second", 0), ("gone", 0)]
    page = open_roster(*entries)
    assert page.send().status_code == 303
    assert (page.entries, page.stored.version) == (entries, 1)


def test_rows_are_saved_in_their_order(open_roster: Open) -> None:
    """A profile can have two rows. New rows are last. A count of 0 removes only its row."""
    page = open_roster(("reaver", 1), ("captain", 0), ("reaver", 2), ("sergeant", 1))
    page.send({page.field("reaver", 1): "5"}, bodyguard=1)
    assert page.entries == [("reaver", 1), ("captain", 0), ("reaver", 5), ("sergeant", 1), ("bodyguard", 1)]
    page.open()
    page.send(reaver=0, htmx=True)
    assert page.entries == [("captain", 0), ("reaver", 5), ("sergeant", 1), ("bodyguard", 1)]
    page.send({"version": "3"}, reaver=2, htmx=True)
    assert page.entries[:3] == [("reaver", 2), ("captain", 0), ("reaver", 5)], "it is back in its place"


def test_the_form_reports_profiles_removed_elsewhere(open_roster: Open) -> None:
    friday = open_roster(("captain", 1), ("second", 1))
    remove_profile(friday.roster.company_list, "second")
    late = friday.send(captain=3, htmx=True)
    assert late.status_code == 200
    assert "No longer in the list" in row_of(late.content.decode(), "second")
    assert friday.entries == [("captain", 3), ("second", 1)]
    friday.fields = form_of(late)
    assert friday.send(do=f"set:{friday.row('second')}=0", htmx=True).status_code == 200
    assert friday.entries == [("captain", 3)]


def test_a_removed_profile_has_its_name_and_a_link_to_where_it_can_be_restored(open_roster: Open) -> None:
    """A profile that never existed is shown by its key."""
    page = open_roster(("captain", 1), ("second", 1), ("gone", 3))
    company_list = page.roster.company_list
    name = company_list.profiles.get(key="second").name
    remove_profile(company_list, "second")
    html = unescape(page.open())
    base = f"/lists/{company_list.public_id}/"
    link = f'<a href="{base}#removed-profiles" data-level="error">{name} is not in this company list'
    assert link in html
    assert f"Remove 1 × {name}" in html
    assert "1 × second" not in html
    assert "gone is not in this company list" in part(html, f"n-{page.row('gone')}")
    page.send(do=f"set:{page.row('gone')}=0")
    assert page.entries == [("captain", 1), ("second", 1)]
    listed = unescape(page.client.get(base).content.decode())
    assert 'id="removed-profiles"' in listed
    assert f"{name} is not in this company list" in listed
    assert "second is not in" not in listed


EACH_RULE = roster_spec(
    ("captain", 2), ("flag", 2), ("drum", 2), ("cat", 1), ("hound", 1), ("zombie", 1), ("summoner", 1),
    ("rider", 1), ("kite", 1), ("eagle", 1), ("pike", 1), ("giant", 1), ("wrong", 1), ("plain", 9), limit=400,
    plain=1,
)  # fmt: skip


def test_every_finding_is_shown(alice: User, catalogues: Catalogues, client: Client) -> None:
    """Level, message, and the page of the book with the address of its rule."""
    client.force_login(alice)
    row = create_list_from_document(alice, parse_document(every_rule(EACH_RULE), catalogues))
    roster = row.rosters.get()
    html = client.get(f"/lists/{row.public_id}/rosters/{roster.public_id}/").content.decode()
    matches = re.findall(r'rules/#rule-(R-\d\d)"><span class="vh">Rule, </span>p\. \d+</a>', html)
    assert {"R-01", "R-04", "R-05", "R-06", "R-08", "R-09", "R-10", "R-12", "R-13", "R-14"} <= set(matches)
    assert {"R-15", "R-16", "R-17"} <= set(matches)
    assert "400 points is not a standard game" in part(html, "n-limit")
    assert re.search(r'href="#p-wrong">\d+ errors? in Wrong<', html)


# ------------------------------------------------------------------ saving


def test_without_htmx_it_is_saved_and_shown_again(night: RosterPage) -> None:
    answer = night.send({"name": " Dawn ", "limit": "1000"}, reaver=5)
    assert (answer.status_code, answer["Location"]) == (303, night.url)
    row = night.stored
    assert (row.name, row.limit, row.version) == ("Dawn", 1000, 2)
    assert night.entries == [*NIGHT_DROP[:3], ("reaver", 5)]
    page = night.open()
    assert "829 of 1000 points" in page_text(page)
    assert "Saved: game of 1000." in page


def form_of(answer: HttpResponse) -> Fields:
    """Return the fields of the form in a response to htmx."""
    return fields_of(f'<form id="design">{answer.content.decode()}</form>')


def test_htmx_gets_the_form(night: RosterPage) -> None:
    answer = night.send(reaver=5, htmx=True)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert answer["HX-Trigger-After-Settle"] == "saved"
    assert answer["HX-Reswap"].startswith("morph:innerHTML")
    assert "829 of 750 points , 79 over" in part(page, "sum")
    assert part(page, f"t-{night.row('reaver')}").startswith("450")
    assert part(page, "live") == "829 of 750 points, 79 over; 8 of 30 models, 22 left. Not legal."
    assert "HX-Request" in answer["Vary"]
    saved = {**night.fields, night.field("reaver"): ["5"], "version": ["2"]}
    night.open()
    for fields in (form_of(answer), night.fields, saved):
        fields.pop("csrfmiddlewaretoken")
    assert form_of(answer).keys() - {"csrfmiddlewaretoken"} == saved.keys()
    assert night.fields == saved


def test_responses_omit_the_sheets_that_the_page_has(night: RosterPage, alices_list: CompanyList) -> None:
    assert "Mov 6" in row_of(night.open(), "reaver")
    add_profile(alices_list, "Cook")
    answer = night.send(reaver=3, htmx=True).content.decode()
    assert "Mov 6" not in row_of(answer, "reaver")
    assert re.search(r'id="p-reaver">.*?<div data-left-out></div>', answer, re.DOTALL)
    assert "Mov 6" in row_of(answer, "cook")
    assert len(compress(answer.encode())) <= 10_000


def test_every_button_of_the_page_does_something(open_roster: Open) -> None:
    """Each is pressed on the same page. Only the current game size changes nothing."""
    entries: Entries = [("captain", 1), ("gone", 1)]
    page = open_roster(*entries, limit=500)
    pressed = {do for do in buttons_of(page.open()) if do}
    assert {do.partition(":")[0] for do in pressed} == {"set", "more", "game", "patch"}
    for do in pressed:
        with rolled_back():
            assert page.send(do=do).status_code == 303, do
            assert ((page.entries, page.stored.limit) == (entries, 500)) is (do == "game:500"), do


def test_a_step_without_htmx_returns_to_its_row(night: RosterPage) -> None:
    answer = night.send(do=f"set:{night.row('reaver')}=5")
    assert answer["Location"] == f"{night.url}?open=p-reaver#p-reaver"
    assert night.entries[-1] == ("reaver", 5)


def test_a_game_size_is_set_with_one_press(night: RosterPage) -> None:
    night.send(do="game:500")
    assert night.stored.limit == 500
    assert "739 of 500 points , 239 over" in page_text(night.open())
    assert "<span>Game size <b>500</b>" in night.send({"limit": "-5"}).content.decode()  # refused


def test_a_duplicate_has_the_current_limit(night: RosterPage) -> None:
    """The button doesn't change when the game size changes on the same page."""
    button = re.search(
        rf'action="{night.url}duplicate/".*?<button name="(\w+)" value="(\w+)">Duplicate', night.open()
    )
    assert button is not None
    night.send({"limit": "1000"}, htmx=True)
    answer = night.client.post(f"{night.url}duplicate/", {button[1]: button[2]})
    copy = Roster.objects.get(name="Night drop 2")
    assert copy.limit == 1000
    assert answer["Location"] == night.url.replace(night.roster.public_id, copy.public_id)


def test_copies_are_offered_for_the_other_game_sizes(night: RosterPage) -> None:
    assert re.findall(r">Copy to (\d+)<", night.open()) == ["500", "1000"]
    answer = night.send({"limit": "1000"}, htmx=True).content.decode()
    assert re.findall(r'name="limit" value="(\d+)">Copy to', answer) == ["500", "750"]


# ------------------------------------------------------------------ what still fits, and Undo


def test_profiles_and_fills_that_fit_are_offered_and_added_with_one_press(
    night: RosterPage, open_roster: Open
) -> None:
    """Of 116, 98, 90, 178, and once 76 and 155, only 116 and 178 come closest to 295."""
    html = night.open()
    assert "11 points left" in part(html, "add-models")
    assert "one more would be 79 points over" in row_of(html, "reaver")
    page = open_roster(("captain", 1), limit=500)  # 295 left
    html = page.open()
    assert "295 points left" in part(html, "add-models")
    assert "+90 3 fit" in row_of(html, "reaver")
    assert "Max 1" in row_of(html, "captain")
    best = re.search(r'<li><p>(.*?)</p><button id="fill-0"[^>]*value="([^"]+)"', html)
    assert best is not None
    assert page_text(best[1]) == "1 × Bodyguard, 1 × Breacher uses 294 points, leaves 1"
    with rolled_back():
        page.send(do=f"more:{page.row('reaver')}=1")
        assert page.entries == [("captain", 1), ("reaver", 1)]
        assert "2 more fit" in row_of(page.open(), "reaver")
    page.open()
    page.send(do=best[2])
    assert page.entries == [("captain", 1), ("bodyguard", 1), ("breacher", 1)]
    assert "499 of 500 points , 1 left" in page_text(page.open())


@pytest.mark.parametrize("added", [[2], [2, 1]], ids=["one", "two at once"])
def test_undo_of_a_fill(night: RosterPage, added: list[int]) -> None:
    """The page has already added the models, and sends this even on leaving."""
    row, count = night.row("reaver"), sum(added)
    do = [f"added:{row}={models}" for models in added]
    page = night.send(do=do, reaver=4 + count, htmx=True).content.decode()
    assert f"added {count} × Reaver Infantryman" in part(page, "status")
    assert f'data-put="f-{row}=4"' in page
    assert night.entries[-1] == ("reaver", 4 + count)
    night.open()
    night.send(do=button_value(page, "Undo"), htmx=True)
    assert night.entries[-1] == ("reaver", 4)


def test_undo_of_a_count_set_to_0(night: RosterPage) -> None:
    row, before = night.row("second"), night.entries
    answer = night.send(second=0, htmx=True)
    page = answer.content.decode()
    assert "removed Captain's Second" in unescape(part(page, "status"))
    night.fields = form_of(answer)
    answer = night.send(do=button_value(page, "Undo"), htmx=True)
    assert night.entries == before
    night.fields = form_of(answer)
    assert night.row("second") == row
    assert "removed" not in night.send(reaver=3, htmx=True).content.decode()


def test_undo_of_another_limit(night: RosterPage) -> None:
    page = night.send({"limit": "500"}, htmx=True).content.decode()
    assert "game of 500" in part(page, "status")
    night.open()
    night.send(do=button_value(page, "Undo"), htmx=True)
    assert night.stored.limit == 750


def test_a_fix_is_rejected_if_its_rows_have_moved(open_roster: Open) -> None:
    """For example, if it is pressed during the response to a count of 0."""
    page = open_roster(*BROKEN)
    apply = button_value(page.open(), "Make these changes")
    answer = page.send(do=apply, captain=0, htmx=True)
    assert answer.status_code == 400
    assert "no longer fits the saved roster" in answer.content.decode()
    assert page.entries == BROKEN


def test_undo_without_javascript_restores_every_row(open_roster: Open) -> None:
    before: Entries = [("reaver", 1), ("captain", 0), ("gone", 3), ("sergeant", 1), ("reaver", 2)]
    page = open_roster(*before)
    page.send({page.field("reaver", 1): "0"}, sergeant=0, gone=0)
    assert page.entries == [("reaver", 1), ("captain", 0)]
    html = page.open()
    assert "removed Sergeant" in html
    page.send(do=button_value(html, "Undo"))
    assert page.entries == before


def test_the_form_has_the_result_of_the_button_and_new_profiles(
    night: RosterPage, alices_list: CompanyList
) -> None:
    row = night.row("reaver")
    add_profile(alices_list, "Cook")
    answer = night.send(do=f"more:{row}=1", htmx=True)
    assert form_of(answer)[night.field("reaver")] == ["5"]
    assert "Cook" in row_of(answer.content.decode(), "cook")


# ------------------------------------------------------------------ the plan, and fixes one by one

# Two leaders, a missing profile, and 2 × 205 + 5 × 90 = 860 of 750 points: without one captain 655 are left.
BROKEN: Entries = [("captain", 2), ("gone", 1), ("reaver", 5)]


def button_value(page: str, label: str) -> str:
    """Return the effect of the button with this label."""
    match = re.search(rf'<button[^>]* value="([^"]*)"[^>]*>{label}', page)
    assert match is not None, label
    return unescape(match[1])


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
def test_one_button_makes_the_roster_legal_and_one_undoes_it(open_roster: Open, htmx: bool) -> None:
    page = open_roster(*BROKEN)
    html = page.open()
    assert "Remove 1 × Captain and 1 × gone. This makes 655 of 750 points, 6 models." in part(html, "plan")
    apply = button_value(html, "Make these changes")
    if htmx:
        answer = page.send(do=apply, htmx=True)
        html = answer.content.decode()
        assert "Saved: removed 1 × Captain and 1 × gone." in part(html, "status")
        assert part(html, "plan") == ""
    else:
        page.send(do=apply)
        html = page.open()
    assert page.entries == [("captain", 1), ("reaver", 5)]
    assert "Legal" in page_text(html)
    page.open()
    page.send(do=button_value(html, "Undo"))
    assert page.entries == BROKEN


def test_a_roster_without_models_has_no_plan(open_roster: Open) -> None:
    """A new roster doesn't need to be fixed."""
    assert part(open_roster().open(), "plan") == ""


def test_a_plan_can_change_the_limit_and_undo_restores_it(open_roster: Open) -> None:
    """390 points in a game of 400, which is no listed size."""
    page = open_roster(("captain", 1), ("second", 1), ("sergeant", 1), limit=400)
    html = page.open()
    assert "Play 500. This makes 379 of 500 points, 3 models." in part(html, "plan")
    page.send(do=button_value(html, "Make these changes"))
    assert page.stored.limit == 500
    page.send(do=button_value(page.open(), "Undo"))
    assert page.stored.limit == 400


def test_a_finding_has_its_own_fix_and_does_not_repeat_it(open_roster: Open) -> None:
    page = open_roster(*BROKEN)
    html = page.open()
    findings = part(html, "n-all")
    assert "2 models have a Command Die: a company has one leader. Rule, p. 13" in page_text(findings)
    assert "Remove 1 × Captain" in findings
    page.send(do=button_value(html, "Remove 1 × Captain"))
    assert page.entries == [("captain", 1), ("gone", 1), ("reaver", 5)]


def test_a_fix_of_a_profile_names_the_other_rosters_with_it(
    open_roster: Open, alices_list: CompanyList
) -> None:
    """A sergeant of Cow 12, whom Night drop fields too: the button sets Cow to 11, and Undo to 12 again."""
    set_attributes(alices_list, "sergeant", cow=12)
    page = open_roster(("sergeant", 1), ("reaver", 1))
    html = page.open()
    fixed = "Or fix Sergeant to keep it: Cow 12 has no price: choose 1 to 11, or 0."
    assert f"{fixed} This also changes it in Night drop and Vault job." in part(html, "plan")
    assert "1 error" in part(html, "bar-sum")
    assert "2 of 30 models" in part(html, "bar-sum")
    page.send(do=button_value(html, "Set Cow to 11"))
    assert stored_value(alices_list, "sergeant", "cow") == 11
    html = page.open()
    assert "Done in Sergeant: Set Cow to 11." in page_text(html)
    page.send(do=button_value(html, "Undo"))
    assert stored_value(alices_list, "sergeant", "cow") == 12
    html = page.open()
    assert "Undone in Sergeant." in page_text(html)
    assert ">Undo</button>" not in html


def test_a_plan_that_leaves_no_leader_says_so(open_roster: Open, alices_list: CompanyList) -> None:
    """The only captain has an error of her own and is removed. Five reavers of 90 stay."""
    set_attributes(alices_list, "captain", cow=12)
    html = open_roster(("captain", 1), ("reaver", 5), limit=500).open()
    assert "This makes 450 of 500 points, 5 models, without a leader." in part(html, "plan")


def test_a_row_and_the_bar_count_the_warnings_of_a_profile(
    alices_list: CompanyList, open_roster: Open
) -> None:
    captain = alices_list.profiles.get(key="captain")
    captain.design["magic"] = "high"  # without Mgc
    captain.save()
    html = open_roster(("captain", 1)).open()
    assert re.search(r"Legal , 1 of \d+ models? 1 warning", part(html, "bar-sum"))
    assert '<b data-level="warning">1 warning</b>' in html


def test_a_plan_names_the_warning_that_it_causes(alice: User, catalogues: Catalogues, client: Client) -> None:
    """The leader has an error and is removed, and the musician has no dice to pass on (R-11)."""
    client.force_login(alice)
    profiles = {"boss": design(command_die="d6", cow=12), "drum": design(properties=picks("musician"))}
    rows = [{"profile": key, "count": 1} for key in profiles]
    list_document = document(profiles, rosters=[{"name": "Friday", "limit": 500, "entries": rows}])
    company_list = create_list_from_document(alice, read_document(list_document))
    html = RosterPage(client, Roster.objects.get(company_list=company_list)).open()
    assert "This brings a warning: Drum has no leader whose Tds and Cow" in part(html, "plan")


def test_a_roster_that_is_over_is_offered_several_ways(open_roster: Open) -> None:
    """205 + 4 × 90 = 565, 65 above 500: a reaver is removed, or the game is larger."""
    html = part(open_roster(("captain", 1), ("reaver", 4), limit=500).open(), "plan")
    assert "Choose one of these." in html
    assert "Remove 1 × Reaver Infantryman. This makes 475 of 500 points, 4 models." in html
    assert "Play 750. This makes 565 of 750 points, 5 models." in html
    assert html.count("Make these changes") == 2


def test_an_outdated_fix_changes_nothing(open_roster: Open, alices_list: CompanyList) -> None:
    """The profile changed after the page was made: the patch's test fails, and the page says so."""
    set_attributes(alices_list, "sergeant", cow=12)
    page = open_roster(("sergeant", 1), ("reaver", 1))
    fix = button_value(page.open(), "Set Cow to 11")
    set_attributes(alices_list, "sergeant", cow=9)
    answer = page.send(do=fix, reaver=2)
    assert answer.status_code == 400
    assert "no longer fits the saved profile" in answer.content.decode()
    assert stored_value(alices_list, "sergeant", "cow") == 9
    assert page.entries == [("sergeant", 1), ("reaver", 1)]


# ------------------------------------------------------------------ what is refused

REFUSED = {
    "a word": ({"count": "abc"}, "The count of Reaver Infantryman is not a whole number"),
    "a fraction": ({"count": "1.5"}, "is not a whole number"),
    "below 0": ({"count": "-1"}, "is below 0"),
    "with a true minus": ({"count": f"{MINUS}1"}, "is below 0"),
    "too many": ({"count": "10000"}, "is too large: write a whole number from 0 to 9,999"),
    "far too many": ({"count": "9" * 5000}, "is too large"),
    "other digits": ({"count": "٣"}, "is not a whole number"),
    "no limit": ({"limit": ""}, "Game size is blank"),
    "a limit below 0": ({"limit": "-5"}, "Game size is below 0"),
    "a limit beyond all": ({"limit": "1000000000"}, "is too large: write a whole number from 0 to 1,000,000"),
    "a word for a limit": ({"limit": "big"}, "Game size is not a whole number"),
    "a long name": ({"name": "x" * 201}, "The name has 201 characters"),
    "a NUL in the name": ({"name": "a\0b"}, "The name contains the control character U+0000"),
    "two lines in the name": ({"name": "a\nb"}, "The name has a line break"),
    "a strange field": ({"colour": "red"}, "is not a field of this form"),
    "a row of nobody's": ({"count[99999].x": "1"}, "is not a field of this form"),
    "strange zeros": ({"zeros": "x"}, "is not a field of this form"),
    "no version": ({"version": ""}, "the form has no version"),
    "a strange version": ({"version": "1.0"}, "the form has no version"),
    "a strange button": ({"do": "sell:captain"}, "is not an action of this page"),
    "a button for no row": ({"do": "set:77=1"}, "is not an action of this page"),
    "half a button": ({"do": "more:0"}, "is not an action of this page"),
    "undo of nothing": ({"do": "patch::[["}, "is not JSON"),
    "undo for no game": ({"do": "patch::[{}]"}, "no longer fits the saved roster"),
    "a fix of a count that is none": ({"do": "set:limit=x"}, "is not an action of this page"),
    "more of a game": ({"do": "more:limit=1"}, "is not an action of this page"),
    "a fix of nobody": ({"do": "profile:nobody::[]"}, "is no longer a profile of this list"),
    "a fix that is no patch": ({"do": "profile:captain::{}"}, "no longer fits the saved profile"),
    "a fix that is no JSON": ({"do": "profile:captain::["}, "The form"),
}


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
def test_an_unreadable_value_is_rejected_and_stays_in_the_form(night: RosterPage, htmx: bool) -> None:
    for what, (typed, said) in list(REFUSED.items())[:: 1 if is_wide() or not htmx else 5]:
        changed = {night.field("reaver") if name == "count" else name: text for name, text in typed.items()}
        answer = night.send({**changed, night.field("captain"): "3"}, htmx=htmx)
        page = answer.content.decode()
        assert answer.status_code == 400, what
        assert said in unescape(page), what
        if not htmx:
            fields = fields_of(page)
            assert fields[night.field("captain")] == ["3"], what
            shown = ("name", "limit", night.field("reaver"))
            assert all(fields[name] == [text] for name, text in changed.items() if name in shown), what
    assert (night.entries, night.stored.version) == (NIGHT_DROP, 1)


def test_errors_are_at_their_fields(night: RosterPage) -> None:
    page = night.send({"limit": ""}, reaver="abc").content.decode()
    assert "Game size is blank" in part(page, "n-limit")
    assert re.search(r'id="f-limit"[^>]*aria-invalid="true"', page)
    page = night.send(reaver="abc", htmx=True).content.decode()
    assert "not a whole number" in part(page, f"n-{night.row('reaver')}")
    assert "forces Cow checks" in part(page, f"n-{night.row('captain')}")  # earlier results stay


@pytest.mark.parametrize("lacks", ["name", "limit", "reaver"])
def test_a_form_without_some_fields_removes_no_rows(night: RosterPage, lacks: str) -> None:
    lost = lacks if lacks in night.fields else night.field(lacks)
    sent = {name: values for name, values in night.fields.items() if name != lost}
    answer = night.client.post(night.url, sent)
    assert answer.status_code == 400
    assert "is missing from it: load the page again" in page_text(answer.content.decode())
    assert (night.stored.name, night.stored.limit, night.entries) == ("Night drop", 750, NIGHT_DROP)


def test_a_blank_count_is_zero_and_an_unchanged_form_is_never_stale(night: RosterPage) -> None:
    for _ in range(2):
        assert night.send(reaver="").status_code == 303
        assert night.entries == NIGHT_DROP[:3]


# ------------------------------------------------------------------ changed meanwhile


def test_two_tabs_never_overwrite_each_other(night: RosterPage) -> None:
    night.client.post(night.url, {**night.fields, night.field("reaver"): "2", "limit": "500"})
    answer = night.send({"name": "Mine"}, second=0)
    page = answer.content.decode()
    assert answer.status_code == 409
    result = page_text(page[page.index('class="changed-elsewhere"') :])
    for row in (
        "Name Mine Night drop",
        "Game size 750 500",
        "Captain's Second – 1",
        "Reaver Infantryman 4 2",
    ):
        assert row in result
    assert "Total 663 points 559 points" in result
    assert night.entries[-1] == ("reaver", 2)
    assert fields_of(page)["name"] == ["Mine"]
    keep = next(do for do in buttons_of(page) if do.startswith("keep:"))
    night.fields = fields_of(page)
    assert night.send(do=keep).status_code == 303
    assert (night.stored.name, night.entries) == ("Mine", [("captain", 1), ("sergeant", 1), ("reaver", 4)])


def test_a_stale_form_shows_both_versions_by_htmx(night: RosterPage) -> None:
    """It counts the rows in the form: 739 and a breacher of 178."""
    night.client.post(night.url, {**night.fields, "name": "Theirs"})
    answer = night.send({"name": "Mine"}, breacher=1, htmx=True)
    assert answer.status_code == 409
    text = page_text(answer.content.decode())
    assert "Name Mine Theirs" in text
    assert "917 of 750 points , 167 over" in text
    assert night.stored.name == "Theirs"


@pytest.mark.parametrize(("meanwhile", "status"), [("2", 200), ("7", 409)], ids=["its own", "another"])
def test_a_form_sent_on_leaving_conflicts_only_with_other_changes(
    night: RosterPage, meanwhile: str, status: int
) -> None:
    """The first was saved, but its response was never seen. The second contains what the first was."""
    first = {**night.fields, night.field("reaver"): ["2"]}
    night.client.post(night.url, first | {night.field("reaver"): [meanwhile]}, headers=HTMX)
    sent = "&".join(f"{name}={value[0]}" for name, value in first.items())
    assert night.send({"sent": sent}, reaver=1, htmx=True).status_code == status
    assert night.entries[-1] == ("reaver", 1 if status == 200 else 7)


def test_saves_that_arrive_after_the_form_sent_on_leaving_are_rejected(night: RosterPage) -> None:
    """The last form reverts a change of the form before it, which is still on its way."""
    late = {**night.fields, night.field("reaver"): ["2"]}
    sent = "&".join(f"{name}={value[0]}" for name, value in late.items())
    assert night.send({"sent": sent}, htmx=True).status_code == 200
    assert night.client.post(night.url, late, headers=HTMX).status_code == 409
    assert (night.entries, night.stored.version) == (NIGHT_DROP, 2)


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_removed_roster_is_reported_with_undo(
    night: RosterPage, alices_list: CompanyList, method: str
) -> None:
    services.remove_roster(alices_list, night.roster.public_id)
    answer = night.client.get(night.url) if method == "get" else night.send(reaver=1)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "This roster is no longer in the list." in page
    assert f'action="{night.url}restore/"' in page
    answer = night.send(reaver=1, htmx=True)
    assert (answer.status_code, answer["HX-Retarget"]) == (404, "#notices")


def test_a_deleted_list_is_reported_with_undo(night: RosterPage, alices_list: CompanyList) -> None:
    list_services.delete_list(alices_list)
    answer = night.send(reaver=1)
    assert answer.status_code == 404
    assert f'action="/lists/{alices_list.public_id}/restore/"' in answer.content.decode()
    assert night.client.get(night.url).status_code == 404
    assert night.entries == NIGHT_DROP


# ------------------------------------------------------------------ who, and how


def test_samples_can_be_read_and_not_changed(alices_list: CompanyList, client: Client) -> None:
    CompanyList.objects.filter(pk=alices_list.pk).update(owner=None, sample="drop-reavers")
    roster = Roster.objects.get(company_list=alices_list, name="Night drop")
    page = client.get(f"/lists/{alices_list.public_id}/rosters/{roster.public_id}/").content.decode()
    assert "739 of 750 points" in page_text(page)
    assert 'name="do"' not in page
    assert f'action="/lists/{alices_list.public_id}/copy/"' in page
    assert re.findall(r'<article class="profile" id="p-([^"]+)"', page) == [key for key, _ in NIGHT_DROP]


# ------------------------------------------------------------------ another game


def test_a_new_game_needs_no_code_for_its_roster_page(
    alice: User, catalogues: Catalogues, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tin Soldiers has no game sizes and no leader, and points have another name."""
    monkeypatch.setitem(SYSTEMS, TIN.system, SYSTEM)
    load_edition(TIN)
    profiles = [{"key": "band", "name": "Band", "design": GUARDS}]
    rosters = [{"name": "Nursery", "limit": 300, "entries": [{"profile": "band", "count": 2}]}]
    plain = {
        "format": "company-list", "version": 1, "system": TIN.system, "edition": TIN.edition, "name": "Box",
        "profiles": profiles, "rosters": rosters,
    }  # fmt: skip
    known = {**catalogues, (TIN.system, TIN.edition): TIN}
    row = create_list_from_document(alice, parse_document(plain, known))
    client.force_login(alice)
    page = RosterPage(client, row.rosters.get())
    html = page.open()
    each = sum(GUARD_POINTS)
    assert f"{2 * each} of 300 pennies" in page_text(html)
    assert "Leader" not in html
    assert "game:" not in html
    assert "Pennies by kind of soldier" in html
    assert page.send(band=3, htmx=True).status_code == 200
    assert page.entries == [("band", 3)]


WORDS = {
    "crimson-dusk": ("force", "Forces"),
    "dark-fantasy-fubar": ("force", "Forces"),
    "stargrave": ("crew", "Crews"),
    "unbridled-fury": ("roster", "Rosters"),  # p. 13
    "zapp": ("army", "Armies"),
}


@pytest.mark.parametrize("system", WORDS)
def test_pages_use_the_games_word_for_a_roster(alice: User, system: str) -> None:
    """On its own page, on its list's page, and on the print page."""
    first, many = WORDS[system]
    path = next((DATA_FOLDER / system / "samples").glob("*.json"))
    row = create_list_from_document(alice, read_document(json.loads(path.read_text(encoding="utf-8"))))
    client = browser(alice)
    roster = row.rosters.all()[0]
    seen = client.get(f"/lists/{row.public_id}/").content.decode()
    assert f">{many}</h2>" in seen
    assert f">Start the {first}</button>" in seen
    seen = client.get(f"/lists/{row.public_id}/rosters/{roster.public_id}/").content.decode()
    assert f">Name of the {first}</label>" in seen
    assert f">Remove this {first}</button>" in seen
    seen = client.get(f"/lists/{row.public_id}/print/?paper=battle").content.decode()
    assert f'<label for="o-roster">{first.capitalize()}</label>' in seen
