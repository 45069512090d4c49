"""Invalid values in bodies and queries are rejected with their paths, and nothing changes.

``test_wrong_bodies`` tests values of the wrong type.
"""

import json
from typing import Any, NamedTuple

import pytest
from django.test import Client

from builder.catalogue.files import sample_files
from builder.models import CompanyList, User
from tests.support.access_scenes import UrlParameters
from tests.support.accounts import log_in_reauthenticated
from tests.support.api_client import ApiClient, used_client
from tests.support.database_rows import database_rows

Fault = tuple[Any, str]
"""Changed fields of a body, or a query; and the place that the answer names."""

REAVERS = json.loads(dict(sample_files())["drop-reavers"].read_text(encoding="utf-8"))
FURY = {"system": "unbridled-fury", "edition": "0.9.0"}
LONG = "x" * 100_000


def each(field: str, *values: object) -> list[Fault]:
    """Return a fault for each value of a field."""
    return [({field: value}, field) for value in values]


def queries(option: str, *values: str) -> list[Fault]:
    """Return a query for each value of an option."""
    return [(f"{option}={value}", option) for value in values]


class Faults(NamedTuple):
    """A request with a valid body, and the faults of invalid bodies."""

    request: str
    body: dict[str, Any]
    faults: list[Fault]
    by: str = "alice"


CLUB = [
    *each("name", "", " ", "x" * 201, "a\x07b", "a\nb"),
    *each("place", "a\tb"),
    *each("about", "x" * 20_001, "\x01"),
    *each("time_zone", "Mars", "", "europe/paris", LONG),
]
EVENT = [
    *each("name", "", "  ", "a\tb", "x" * 201),
    *each("date", "2030-02-30", "1999-12-31", "2201-01-01", "20300509"),
    *each("system", "no-such"),
    *each("edition", "7"),
    *each("limit", -1, 1_000_001),
    *each("deadline", "2030-05-07", "2030-05-07T20:00:00", "2030-05-07T25:00:00Z", "2201-01-01T00:00:00Z"),
    *each("deadline", "9999-12-31T23:59:59-23:00", "0001-01-01T00:00:00+23:00"),
    *each("notes", LONG),
]
ROSTER = [
    *each("name", LONG),
    *each("limit", -1, None),
    ({"entries": [5]}, "entries[0]"),
    ({"entries": [{"profile": "captain", "count": -1}]}, "entries[0].count"),
    ({"entries": [{"profile": "captain"}]}, "entries[0].count"),
    ({"entries": [{"profile": "a b", "count": 1}]}, "entries[0].profile"),
    ({"entries": [{"profile": "captain", "count": 1}] * 301}, "entries"),
]
DESIGN = [
    ({"design": {"attributes": {"fgt": "7"}}}, "design.attributes.fgt"),
    ({"design": {"nonsense": 1}}, "design.nonsense"),
    ({"design": {"properties": [{"code": "no-such-thing"}]}}, "design.properties[0].code"),
]
PRINTED = [
    *(({"options": {name: value}}, f"options.{name}") for name, value in (
        ("paper", "poster"), ("trim", "9"), ("roster", "x"), ("blank", "999"), ("paper", 1),
    )),
    *each("options", "paper=cards"),
]  # fmt: skip
PLACES = each("to", "sideways", -1, True, 1.5, None, 10**30)
STEPS = [
    *each("profile", "nobody", ""),
    *each("place", "hat", "shooting_weapons", "shooting_weapons[7]", LONG),
]
OUTPUT = [
    *each("output", "gif"),
    ({"output": "pdf", "roster": 9}, "roster"),
    ({"output": "pdf", "style": "full"}, "style"),
    ({"output": "text", "paper": "cards"}, "paper"),
    ({"output": "pdf", "paper": "cards", "per": "model"}, "per"),
]
PASTED = [
    *each("system", "chess"),
    *each("edition", "1"),
    *each("text", "Cook\x07 Mov 6", LONG, "x\n" * 120_000),
]

MUSTER = {**FURY, "name": "Muster", "date": "2030-05-09", "limit": 750, "deadline": "2030-05-07T20:00:00Z"}
BODIES = [
    Faults("POST clubs", {"name": "Tin Pot"}, CLUB),
    Faults("PATCH clubs/{club}", {}, CLUB),
    Faults("POST clubs/{club}/invites", {"uses": 1}, each("days", 0, 91)),
    Faults("POST clubs/{club}/invites", {"days": 1}, each("uses", 0, 101)),
    Faults("POST clubs/{club}/requests", {}, each("words", "x" * 1001, "a\x07"), by="gil"),
    Faults("PATCH clubs/{club}/members/{member}", {}, each("role", "owner", "Member")),
    Faults("POST clubs/{club}/shares", {"list": "x"}, [*each("list", ""), *each("roster", "")]),
    Faults("POST clubs/{club}/events", MUSTER, EVENT),
    Faults("PATCH clubs/{club}/events/{event}", {}, EVENT),
    Faults("PUT clubs/{club}/events/{event}/hand-in", {"list": "x", "roster": "x"}, each("seen", -1)),
    Faults("PATCH lists/{public_id}", {}, [*each("name", "a\nb", LONG), *each("background", LONG)]),
    Faults("POST lists/{public_id}/rosters", {"name": "Fight", "limit": 500}, ROSTER),
    Faults("PATCH lists/{public_id}/rosters/{roster}", {}, [*ROSTER, *each("id", "x")]),
    Faults("POST lists/{public_id}/rosters/{roster}/duplicate", {}, each("limit", -1, 1_000_001)),
    Faults("POST lists/{public_id}/profiles", {"name": "x"}, [*DESIGN, *each("key", "y"), *each("max", -1)]),
    Faults("PATCH lists/{public_id}/profiles/captain", {}, [*DESIGN, *each("key", "another", None)]),
    Faults("POST lists/{public_id}/profiles/captain/move", {}, PLACES),
    Faults("POST shared/{link}/profiles/captain/take", {"into": None}, each("name", "a\nb", "x" * 201)),
    Faults("POST shared/{link}/profiles/captain/take", {"into": "x"}, each("name", "Finds")),
    Faults("POST gallery/{listed}/reports", {}, each("reason", "", " \n ", "a\u202eb", "x" * 20_001)),
    Faults("POST me/print-setups", {"name": "C"}, PRINTED),
    Faults(
        "POST me/tokens", {"name": "x"},
        [*each("name", "a\nb", " ", "x" * 201), *each("scope", "admin"), *each("days", 0, 367)],
        by="browser",
    ),
    Faults("POST appraisals/steps", {"document": REAVERS, "profile": "captain"}, STEPS),
    Faults("POST appraisals/fits", {"document": REAVERS}, each("roster", 2, -1)),
    Faults("POST renderings", {"document": REAVERS}, OUTPUT),
    Faults("POST shorthand", {**FURY, "text": "Cook Mov 6"}, PASTED),
]  # fmt: skip

PAPER = [
    *queries("paper", "poster", LONG),
    *queries("size", "a5"),
    *queries("points", "yes"),
    *queries("background", "2"),
    *queries("glossary", "true"),
    *queries("per", "page"),
    ("paper=cards&per=model", "per"),
    *queries("blank", "37", "-1", "1e3", "9" * 5000),
    *queries("roster", "nobody", "%00", "%ED%A0%80"),
    *queries("colour", "red"),
]
MOMENTS = (
    "yesterday", "2026-03-01", "2026-03-01T12:00:00", "2026-02-30T12:00:00Z",
    "2026-03-01T12:00:00+01:00", "2026-03-01T23:59:60Z", "0001-01-01T00:00:00%2B05:00", "%00",
    "20260301T120000Z", "2026-W10-1T12:00:00Z", "9" * 5000,
)  # fmt: skip
SPELLS = "&property=".join(
    f"spell:{code}" for code in ("heal", "summon", "banish", "barrier", "enrage", "demolish")
)
GALLERY = [
    *queries("size", "many", "-1", "7.5", "1000001", "99999999999999999999", "%D9%A3", "%00"),
    *queries("cost_from", "9"),
    ("game=zapp&cost_to=-1", "cost_to"),
    ("game=zapp&cost_from=9&cost_to=8", "cost_to"),
    *queries("changed_since", *MOMENTS),
    *queries("sort", "best", "%00"),
    *queries("game", "chess", "%00"),
    *queries("edition", "0.9.0"),
    ("game=unbridled-fury&edition=7", "edition"),
    *queries("property", "model:nothing", "%00", LONG, SPELLS),
    *queries("choice", "kind:band", "%00"),
    ("game=tin-soldiers&choice=kind:crab", "choice"),
    ("game=tin-soldiers&property=model:flier", "property"),
    ("game=unbridled-fury&choice=kind:band", "choice"),
    *queries("q", "%25%25", "x" * 101, "%00"),
    *queries("setting", "x" * 201, "a%00"),
    *queries("cursor", "1"),
    ("sort=copied&cursor=x", "cursor"),
    *queries("after", "x"),
    *queries("system", "unbridled-fury"),
    *queries("page", "1"),
    ("q[]=1", '"q[]"'),
    ("%00=1", '"\\u0000"'),
]
OPTIONS: dict[str, list[Fault]] = {
    "lists": queries("game", "chess"),
    "lists/{public_id}/paper.pdf": PAPER,
    "lists/{public_id}/paper.png": PAPER,
    "lists/{public_id}/text": [
        *queries("style", "purple", LONG), *queries("format", "html"), *queries("points", "yes"),
        *queries("roster", "nobody", "%00"), *queries("size", "a4"),
    ],
    "lists/{public_id}/changes": [
        ("", "from"), *queries("from", "x", "0", "9" * 31, "9" * 5000, "%00"), ("from=1&until=2", "until"),
    ],
    "clubs/{club}/events/{event}/rosters.pdf": [
        *queries("paper", "list"), *queries("size", "a5"), *queries("blank", "2"),
        *queries("part", "0", "-1", "2", "x", "9" * 500),
    ],
    "clubs/listed": [*queries("q", "x" * 201, "%00"), *queries("page", "2"), *queries("search", "x")],
    "gallery": GALLERY,
}  # fmt: skip


def test_forbidden_values_are_refused_with_their_place_and_change_nothing(
    everything: UrlParameters, alice: User, client: Client
) -> None:
    browser = ApiClient()
    browser.client = log_in_reauthenticated(client, alice)  # a token can't create another token
    programs = {
        "alice": used_client(alice), "gil": used_client(User.objects.create(username="gil")),
        "browser": browser,
    }  # fmt: skip
    before, seen, expected = database_rows(), [], []
    for request, body, faults, by in BODIES:
        method, at = request.format(**everything).split(" ")
        for change, place in faults:
            answer = programs[by].request(method, at, {**body, **change}, headers={"If-Match": "*"})
            places = [fault["path"] for fault in answer.json().get("errors", ())]
            assert len(answer.json()["detail"]) < 1_000
            seen.append((request, str(change)[:80], answer.status_code, places))
            expected.append((request, str(change)[:80], 400, [place]))
    assert seen == expected
    assert database_rows() == before


@pytest.mark.usefixtures("tin_list")
def test_invalid_queries_are_refused_with_their_option(everything: UrlParameters, alice: User) -> None:
    program, seen, expected = ApiClient(alice), [], []
    assert CompanyList.objects.filter(edition__system__code="tin-soldiers").exists()
    for at, faults in OPTIONS.items():
        for query, place in faults:
            answer = program.get(f"{at.format(**everything)}?{query}")
            places = [fault["path"] for fault in answer.json().get("errors", ())]
            seen.append((at, query[:80], answer.status_code, places))
            expected.append((at, query[:80], 400, [place]))
    assert seen == expected
