"""Every page has no error, escaped texts, existing ids, policies in headers, and tokens in forms."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import Club, Event, JoinRequest, OwnTag, PrintSetup, User
from builder.points.document.document import Document
from tests.lanes import is_wide
from tests.support.access_scenes import (
    MISSING_PARAMETERS,
    World,
    create_everything,
    form_data,
    url_of,
    url_parameter_names,
)
from tests.support.accounts import BACKEND, browser
from tests.web.shared.test_access_table import TABLE

EVIL = "</textarea>\"'><script>alert(1)</script>"
# Addresses of papers, pictures and archives, which are slow, and of the large schema.
FILES = re.compile(r"paper|picture|event_rosters|export|api_schema|api_edition|api_systems")
# More states of some pages.
QUERIES = {
    "list": ("", "?edit=details", "?sum=captain", "?move=captain", f"?find={EVIL}"),
    "shared_list": ("", "?sum=captain", f"?paper={EVIL}"),
    "roster_link": ("", "?prices=1"),
    "profile": ("", "?pick=properties", "?pick=shooting_weapons[0]", f"?pick=spells&q={EVIL}"),
    "gallery": ("", f"?q={EVIL}&setting={EVIL}&uses={EVIL}"),
    "text": ("", "?style=full", f"?style={EVIL}"),
    "reference": ("", f"?q={EVIL}"),
    "systems": ("", f"?q={EVIL}"),
}
TOKENLESS = {"password_strength"}  # it changes nothing, and its form may have no token yet


@pytest.fixture
def names(
    alice: User, bob: User, charlie: User, dora: User, catalogues: Catalogues, captain_alone: Document
) -> dict[str, str | int]:
    """The URL parameters of a site where each text that users can write is ``EVIL``."""
    (captain,), (roster,) = captain_alone.profiles, captain_alone.rosters
    captain = replace(captain, name=EVIL, notes=EVIL)
    document = replace(
        captain_alone, name=EVIL, setting=EVIL, background=EVIL, profiles=(captain,),
        rosters=(replace(roster, name=EVIL),),
    )  # fmt: skip
    names = create_everything(World.create(alice, bob, charlie, dora, document))
    Club.objects.update(name=EVIL, place=EVIL, about=EVIL)
    Event.objects.update(name=EVIL, notes=EVIL)
    JoinRequest.objects.update(words=EVIL)
    OwnTag.objects.update(name=EVIL)
    PrintSetup.objects.update(name=EVIL)
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(username=f"{EVIL} {user.pk}")
    return {**MISSING_PARAMETERS, **names}


def test_pages_escape_texts_and_send_the_policies(
    alice: User, bob: User, names: dict[str, str | int]
) -> None:
    """Each page for its owner, a member and a visitor, and the API for a visitor, except files.

    The fast lane opens most pages as one of the three, in turn.
    """
    wrong, escaped = [], 0
    clients = [browser(user) for user in (alice, bob, None)]
    for client in clients:
        client.raise_request_exception = False
    for number, name in enumerate(sorted(url_parameter_names())):
        if FILES.search(name):
            continue
        readers = clients if is_wide() or name in QUERIES else clients[number % 3 :][:1]
        for client in clients[-1:] if name.startswith("api_") else readers:
            for query in QUERIES.get(name, ("",)):
                answer = client.get(url_of(name, names) + query)
                content = b"".join(answer).decode(errors="replace")
                wrong += [f"{name}{query}: status {answer.status_code}"] * (answer.status_code >= 500)
                wrong += [f"{name}{query}: {fault}" for fault in faults(name, answer.headers, content)]
                escaped += "&lt;script&gt;alert" in content
    assert not wrong, "\n".join(wrong)
    assert escaped > 40


def faults(name: str, headers: object, content: str) -> list[str]:
    """Return the faults of a page."""
    assert hasattr(headers, "get")
    policy = {part.strip() for part in headers.get("Content-Security-Policy", "").split(";")}
    framed = name.startswith("embed_")
    result = []
    if ("frame-ancestors *" in policy, "frame-ancestors 'none'" in policy) != (framed, not framed):
        result.append("frame-ancestors")
    if (headers.get("X-Frame-Options") == "DENY") == framed:
        result.append("X-Frame-Options")
    if headers.get("Referrer-Policy") != "same-origin":
        result.append("Referrer-Policy")  # addresses of pages may contain secrets
    scripts = "script-src 'none'" if framed else "script-src 'self'"
    if scripts not in policy or any("unsafe" in part for part in policy):
        result.append(f"Content-Security-Policy {policy}")
    if not str(headers.get("Content-Type", "")).startswith("text/html"):
        return result
    ids = re.findall(r'\sid="([^"]+)"', content)
    named = re.findall(r'\s(?:for|aria-describedby|aria-labelledby)="([^"]+)"', content)
    missing = {word for words in named for word in words.split()} - set(ids)
    result += [f"twice: {sorted({id_ for id_ in ids if ids.count(id_) > 1})}"] * (len(ids) != len(set(ids)))
    result += [f"no such id: {missing}"] * bool(missing)
    result += ["not escaped"] * ("<script>alert" in content)
    return result


def test_every_form_needs_a_csrf_token(alice: User, names: dict[str, str | int]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend=BACKEND)
    forms = {row.name for row in TABLE.rows if row.method == "POST" and re.match(r"(?!api_)\w+$", row.name)}
    statuses = {name: client.post(url_of(name, names), form_data(name, names)).status_code for name in forms}
    assert {name for name, status in statuses.items() if status != 403} == TOKENLESS
