"""The examples of the API: requests that the programs of three people send, and their responses.

The lists are made from the sample "drop-reavers". Ids, secrets and times differ in each run, so they are
replaced by stable values.
"""

import json
import random
import re
from collections.abc import Mapping
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.management import call_command
from django.test import override_settings

from builder.models import Club, User
from tests.support.accounts import log_in_reauthenticated
from tests.support.api_client import ApiClient
from tests.support.openapi import operations, schema_of_operation

Json = dict[str, Any]

SITE = "https://musterbook.example"
SYSTEM = {"system": "unbridled-fury", "edition": "0.9.0"}
BEGIN = datetime(2026, 11, 20, 20, tzinfo=UTC)
STAT_LINE = "Second (Max 1) Mov 6 Fgt 6 Shg 6 Tds 6 Cow 6 SW RPG R6 AP12 Arm 12 Sz 2 Flierr 90 points\n"

_LETTERS = "bcdfghjkmnpqrstvwxyz23456789"
_RANDOM = re.compile(rf"(?<![\w-])(?:[{_LETTERS}]{{24}}|[{_LETTERS}]{{12}})(?![\w-])")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


def make_examples(alice: User, bob: User, dora: User, sample: Json) -> dict[str, Json]:
    """Return the example of each operation by operation id.

    An example has a request, a response, or both. Operations without JSON have no example.
    """
    began = datetime.now(UTC)
    call_command("load_samples", verbosity=0)
    record = _Recorder()
    nobody, ours, bobs, doras = (ApiClient(user) for user in (None, alice, bob, dora))
    document = _two_profiles(sample)
    _record_rules(record, nobody)
    _record_calculations(record, nobody, document)
    list_id = _record_list(record, ours, document)
    _record_parts(record, ours, list_id)
    _record_history(record, ours, list_id)
    roster = _first_roster(ours, list_id)
    club = _record_club(record, ours, bobs, doras)
    _record_sharing(record, ours, bobs, list_id, roster, club)
    copy = _record_shared_roster(record, bobs, roster)
    _record_events(record, ours, bobs, club, copy)
    _record_account(record, ours, _browser_of(alice))
    _record_copies(record, ours, list_id)
    dora_id = Club.objects.get(public_id=club).memberships.get(user=dora).public_id
    record("club_hand_over", ours, {"member": dora_id}, club=club)
    return _with_stable_values(record.examples, began)


class _Recorder:
    """The recorded requests and responses."""

    def __init__(self) -> None:
        self.examples: dict[str, Json] = {}
        described = ((operation, schema_of_operation(operation)) for operation in operations())
        self._operations = {schema["operationId"]: (operation, schema) for operation, schema in described}

    def __call__(
        self,
        name: str,
        program: ApiClient,
        body: object = None,
        *,
        query: str = "",
        limit: int = 0,
        **parts: object,
    ) -> Json:
        """Send a request, record its example, and return the JSON of its response.

        If ``limit`` isn't 0, the recorded arrays have at most ``limit`` items.
        """
        operation, schema = self._operations[name]
        needs_version = any(item["name"] == "If-Match" for item in schema.get("parameters", ()))
        headers = {"If-Match": "*"} if needs_version else {}
        if body is not None:
            headers["Content-Type"] = next(iter(schema["requestBody"]["content"]))
        path = operation.path.lstrip("/").format(**parts)
        answer = program.request(operation.method, path + query, body, headers=headers)
        assert answer.status_code in {200, 201, 204}, (name, answer.content)
        example: Json = {} if body is None else {"request": body}
        value: Json = {}
        if answer.headers.get("Content-Type") == "application/json":
            value = answer.json()
            example["response"] = _shorten(value, limit) if limit else value
        if example:
            self.examples[name] = example
        return value


def _two_profiles(sample: Json) -> Json:
    """Return the sample with only two of its profiles, and a roster of these profiles."""
    profiles = [profile for profile in sample["profiles"] if profile["key"] in ("captain", "reaver")]
    roster = {**sample["rosters"][0], "entries": _entries(captain=1, reaver=4)}
    return {**sample, "background": "Raiders for hire.\n", "profiles": profiles, "rosters": [roster]}


def _entries(**counts: int) -> list[Json]:
    return [{"profile": key, "count": count} for key, count in counts.items()]


def _shorten(value: object, limit: int) -> object:
    """Return the value with at most ``limit`` items in each array."""
    if isinstance(value, dict):
        return {name: _shorten(inner, limit) for name, inner in value.items()}
    return [_shorten(inner, limit) for inner in value[:limit]] if isinstance(value, list) else value


def _record_rules(record: _Recorder, nobody: ApiClient) -> None:
    record("root", nobody)
    record("problem", nobody, kind="stale")
    record("systems", nobody)
    record("system", nobody, system=SYSTEM["system"])
    record("edition", nobody, limit=1, **SYSTEM)
    record("play_sheet", nobody, limit=1, **SYSTEM)
    record("samples", nobody, query="?page_size=3")


def _record_calculations(record: _Recorder, nobody: ApiClient, document: Json) -> None:
    captain = {**document, "profiles": document["profiles"][:1], "rosters": []}
    crowded = deepcopy(document)
    crowded["rosters"][0]["entries"] = _entries(captain=2, reaver=9)
    changed = deepcopy(captain)
    changed["profiles"][0]["design"]["attributes"]["fgt"] = 9
    record("appraisals", nobody, document)
    record("steps", nobody, {"document": captain, "profile": "captain", "place": "shooting_weapons[0]"})
    record("fits", nobody, {"document": document, "roster": 0})
    record("plan", nobody, {"document": crowded, "roster": 0})
    record("fingerprints", nobody, document)
    record("changes_between", nobody, {"before": captain, "after": changed})
    record("shorthand", nobody, {**SYSTEM, "text": STAT_LINE})
    paper = {"document": document, "output": "pdf", "paper": "roster", "roster": 0, "size": "a4"}
    record("renderings", nobody, paper)


def _record_list(record: _Recorder, ours: ApiClient, document: Json) -> str:
    """Record a list and its complete document, and return the id of the list."""
    list_id = str(record("lists_create", ours, document)["id"])
    record("list", ours, public_id=list_id)
    record("list_summary", ours, public_id=list_id)
    record("list_appraisal", ours, public_id=list_id)
    record("list_details", ours, {"name": "Drop Reavers"}, public_id=list_id)
    limit = {"op": "replace", "path": "/rosters/0/limit", "value": 1000}
    record("list_patch", ours, [limit], public_id=list_id)
    record("list_replace", ours, document, public_id=list_id)
    record("list_tags_replace", ours, {"tags": ["Finished", "Club night"]}, public_id=list_id)
    record("list_tags", ours, public_id=list_id)
    tags = record("tags", ours)["results"]
    record("tag_change", ours, {"name": "League night"}, tag=tags[0]["id"])
    record("lists", ours)
    return list_id


def _record_parts(record: _Recorder, ours: ApiClient, list_id: str) -> None:
    gunner = {"name": "Gunner", "notes": "Never sleeps.", "max": 2}
    record("profile_create", ours, gunner, public_id=list_id)
    record("profile_move", ours, {"to": "first"}, public_id=list_id, key="gunner")
    record("profiles", ours, public_id=list_id)
    record("profile", ours, public_id=list_id, key="captain")
    change = {"notes": "First out of the hatch.", "design": {"attributes": {"fgt": 9}}}
    record("profile_change", ours, change, public_id=list_id, key="captain")
    record("profile_duplicate", ours, public_id=list_id, key="captain")
    job = {"name": "Vault job", "limit": 1000, "entries": _entries(captain=1)}
    roster = record("roster_create", ours, job, public_id=list_id)["id"]
    of_roster = {"public_id": list_id, "roster": roster}
    record("roster_change", ours, {"entries": _entries(captain=1, reaver=2)}, **of_roster)
    record("roster", ours, **of_roster)
    record("roster_duplicate", ours, {"limit": 500}, **of_roster)
    record("rosters", ours, public_id=list_id)
    record("profile_remove", ours, public_id=list_id, key="gunner")
    record("roster_remove", ours, **of_roster)
    record("removed", ours, public_id=list_id)
    record("profile_restore", ours, public_id=list_id, key="gunner")
    record("roster_restore", ours, **of_roster)


def _record_history(record: _Recorder, ours: ApiClient, list_id: str) -> None:
    first = record("revisions", ours, public_id=list_id)["results"][-1]["number"]
    record("revisions", ours, query="?page_size=3", public_id=list_id)
    record("revision", ours, public_id=list_id, number=first)
    record("changes", ours, query=f"?from={first}", public_id=list_id)
    record("revision_restore", ours, public_id=list_id, number=first)


def _first_roster(ours: ApiClient, list_id: str) -> str:
    return str(ours.get(f"lists/{list_id}/rosters").json()["results"][0]["id"])


def _record_club(record: _Recorder, ours: ApiClient, bobs: ApiClient, doras: ApiClient) -> str:
    """Record a club and its members, and return the id of the club."""
    details = {
        "name": "The Harbour Table", "place": "Hull", "time_zone": "Europe/London", "listed": True,
        "about": "We meet every second *Tuesday*, and have terrain for six tables.",
    }  # fmt: skip
    club = str(record("clubs_create", ours, details)["id"])
    record("club_change", ours, {"place": "Hull, at the Old Pier"}, club=club)
    record("clubs_listed", ApiClient())
    invite = record("club_invites_create", ours, {"days": 14, "uses": 10}, club=club)
    secret = invite["page"].rstrip("/").rpartition("/")[2]
    record("club_invite", ours, club=club, invite=invite["id"])
    record("invite", doras, secret=secret)
    record("invite_follow", doras, secret=secret)
    record("club_invites", ours, club=club)
    words = "I have a company of reavers and most Tuesdays free."
    record("club_requests_create", bobs, {"words": words}, club=club)
    request = record("club_requests", ours, club=club)["results"][0]["id"]
    record("club_request_grant", ours, club=club, join_request=request)
    members = record("club_members", ours, club=club)["results"]
    dora = next(member["id"] for member in members if member["name"] == "dora")
    record("club_member_change", ours, {"role": "organiser"}, club=club, member=dora)
    record("club", bobs, club=club)
    record("clubs", bobs)
    return club


def _record_sharing(
    record: _Recorder, ours: ApiClient, bobs: ApiClient, list_id: str, roster: str, club: str
) -> None:
    old = record("link_make", ours, public_id=list_id)["word"]
    link = record("link_replace", ours, {"old": old}, public_id=list_id)["word"]
    record("list_print_file", ours, public_id=list_id, file="tabletop-simulator.json")
    record("publish", ours, public_id=list_id)
    share = record("list_share", ours, {"club": club, "roster": None}, public_id=list_id)["id"]
    record("list_share_read", ours, public_id=list_id, share=share)
    share = record("club_shares_create", ours, {"list": list_id, "roster": roster}, club=club)["id"]
    record("club_share", bobs, club=club, share=share)
    record("list_shares", ours, public_id=list_id)
    record("club_shares", bobs, club=club)
    _record_roster_links(record, ours, bobs, list_id, roster)
    record("sharing", ours, public_id=list_id)
    record("shared_document", bobs, link=link)
    record("shared_summary", bobs, link=link)
    record("shared_appraisal", bobs, link=link)
    record("shared_print_file", bobs, link=link, file="tabletop-simulator.json")
    record("shared_copy", bobs, link=link)
    record("shared_take", bobs, {"into": None, "name": "Finds"}, link=link, key="reaver")
    record("gallery", ApiClient(), query="?game=unbridled-fury&size=750&q=captain&page_size=1")
    record("gallery_choices", ApiClient(), limit=2)
    reason = "Its background is copied from a book, word by word."
    record("report", bobs, {"reason": reason}, listed=list_id)


def _record_roster_links(
    record: _Recorder, ours: ApiClient, bobs: ApiClient, list_id: str, roster: str
) -> None:
    record("live_link_make", ours, public_id=list_id, roster=roster)
    frozen = record("frozen_links_create", ours, {"roster": roster}, public_id=list_id)
    record("frozen_links", ours, public_id=list_id)
    record("frozen_link", ours, public_id=list_id, frozen_link=frozen["id"])
    link = record("frozen_link_update", ours, public_id=list_id, frozen_link=frozen["id"])["word"]
    record("roster_link_document", bobs, roster_link=link)
    record("roster_link_summary", bobs, roster_link=link)
    record("roster_link_appraisal", bobs, roster_link=link)
    record("roster_link_print_file", bobs, roster_link=link, file="tabletop-simulator.json")
    record("roster_link_copy", bobs, roster_link=link)
    record("roster_link_take", bobs, {"into": None, "name": "Finds"}, roster_link=link, key="captain")


def _record_shared_roster(record: _Recorder, bobs: ApiClient, roster: str) -> str:
    """Record what a member does with a roster that is shared with the club.

    Return the id of the member's copy.
    """
    record("club_roster_document", bobs, shared_roster=roster)
    record("club_roster_summary", bobs, shared_roster=roster)
    record("club_roster_appraisal", bobs, shared_roster=roster)
    copy = str(record("club_roster_copy", bobs, shared_roster=roster)["id"])
    record("club_roster_take", bobs, {"into": copy}, shared_roster=roster, key="captain")
    return copy


def _record_events(record: _Recorder, ours: ApiClient, bobs: ApiClient, club: str, copy: str) -> None:
    details = {
        "name": "Spring muster", "date": "2040-05-09", **SYSTEM, "limit": 750,
        "deadline": "2040-05-07T20:00:00+01:00", "notes": "Two games, then *supper*.",
    }  # fmt: skip
    of_event = {"club": club, "event": record("events_create", ours, details, club=club)["id"]}
    roster = _first_roster(bobs, copy)
    seen = bobs.get(f"lists/{copy}/summary").json()["version"]
    record("hand_in_put", bobs, {"list": copy, "roster": roster, "seen": seen}, **of_event)
    hand_in = record("hand_in", bobs, **of_event)["id"]
    record("hand_ins", ours, **of_event)
    record("one_hand_in", ours, **of_event, hand_in=hand_in)
    record("hand_in_document", ours, **of_event, hand_in=hand_in)
    record("events", bobs, club=club)
    record("event", bobs, **of_event)
    record("event_change", ours, {"limit": 500}, **of_event)
    record("event_delete", ours, **of_event)


def _browser_of(user: User) -> ApiClient:
    """Return a client with a session, because tokens can't be created with a token."""
    browser = ApiClient()
    log_in_reauthenticated(browser.client, user)
    return browser


def _record_account(record: _Recorder, ours: ApiClient, browser: ApiClient) -> None:
    new_token = {"name": "Roster bot of the Iron Table", "scope": "read", "days": 30}
    token = record("tokens_create", browser, new_token)["id"]
    record("tokens", ours)
    record("token", ours, token=token)
    with override_settings(MUSTERBOOK_UNITS_A_MINUTE=900):  # tests have more than a site's default
        record("me", ours)
    options = {"paper": "cards", "size": "letter", "per": "model"}
    setup = record(
        "print_setups_create", ours, {"name": "Cards for the club", "options": options, "first": True}
    )
    record("print_setups", ours)
    record("print_setup", ours, setup=setup["id"])
    record("print_setup_change", ours, {"name": "Cards", "first": False}, setup=setup["id"])


def _record_copies(record: _Recorder, ours: ApiClient, list_id: str) -> None:
    copy = record("list_copy", ours, public_id=list_id)["id"]
    record("list_take", ours, {"into": copy}, public_id=list_id, key="captain")
    record("list_delete", ours, public_id=copy)
    record("deleted_lists", ours)
    record("list_restore", ours, public_id=copy)


def _with_stable_values(examples: Mapping[str, Json], began: datetime) -> dict[str, Json]:
    """Return the examples with ids, secrets and times that are the same in each run."""
    text = json.dumps(examples, ensure_ascii=False).replace("http://testserver", SITE)
    by_key = dict.fromkeys(_RANDOM.findall(text))
    stable = {word: _stable_letters(place, len(word)) for place, word in enumerate(by_key)}
    text = _RANDOM.sub(lambda word: stable[word[0]], text)
    text = _MOMENT.sub(lambda moment: _stable_moment(moment[0], began), text)
    text = text.replace(f'"{began:%Y-%m-%d}"', f'"{BEGIN:%Y-%m-%d}"')
    text = re.sub(r"\bmuster_[\w-]+", "muster_this-secret-is-shown-only-once", text)
    text = re.sub(r"\bcursor=[^&\"]+", "cursor=W3RydWUsWzExXV0%3AQy8n2Yd4", text)
    data: dict[str, Json] = json.loads(text)
    return data


def _stable_letters(seed: int, count: int) -> str:
    return "".join(random.Random(seed).choices(_LETTERS, k=count))  # noqa: S311 - an example keeps no secret


def _stable_moment(moment: str, began: datetime) -> str:
    """Return the time in the examples: as many days after BEGIN as the moment is after ``began``."""
    days = round((datetime.fromisoformat(moment) - began) / timedelta(days=1))
    return f"{BEGIN + timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}"
