"""A site with many rows of every kind, and the number of queries that its addresses take."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from builder.documents import load_list, pack_document
from builder.models import Club, CompanyList, Event, HandIn, Membership, Revision, Role, Scope, User
from builder.points.document.document import Document
from builder.services.clubs.invites import create_invite
from builder.services.clubs.shares import share_with_club
from builder.services.exchange import create_list_from_document
from builder.services.lists import delete_list, save_sample
from builder.services.people.tokens import create_token
from builder.services.print_setups import create_setup
from builder.services.profiles import remove_profile
from builder.services.rosters import remove_roster
from builder.services.sharing import create_frozen_link
from builder.services.tags import tag_lists
from tests.support.access_scenes import MISSING_PARAMETERS, UrlParameters, World, create_everything, url_of
from tests.support.api_client import Answer
from tests.support.events import add_event, add_hand_ins, roster_of
from tests.support.public_lists import publish_many


def multiplied(document: Document, times: int) -> Document:
    """Return a document with its profiles and rosters repeated, each under its own key or name."""
    return replace(
        document,
        profiles=tuple(
            replace(profile, key=f"{profile.key}-{n}" if n else profile.key)
            for n in range(times)
            for profile in document.profiles
        ),
        rosters=tuple(
            replace(roster, name=f"{roster.name} {n}") for n in range(times) for roster in document.rosters
        ),
    )


def add_revisions(row: CompanyList, by: User, count: int) -> None:
    """Rename a list ``count`` times. Each new name is a revision."""
    loaded = load_list(CompanyList.objects.select_related("edition__system").get(pk=row.pk))
    last, now = Revision.objects.filter(company_list=row).latest("number").number, timezone.now()
    Revision.objects.bulk_create(
        Revision(
            company_list=row,
            number=number,
            by=by,
            began=now,
            ended=now,
            document=pack_document(replace(loaded.document, name=f"Name {number}"), loaded.catalogue),
        )
        for number in range(last + 1, last + 1 + count)
    )
    CompanyList.objects.filter(pk=row.pk).update(version=last + count, name=f"Name {last + count}")


def crowded_site(world: World, document: Document, times: int) -> UrlParameters:
    """Create everything that an address can name, and ``times`` more rows of each kind.

    The additional lists have this document. Return the URL parameters.
    """
    parameters, row, alice = create_everything(world), world.row, world.alice
    save_sample("drop-reavers", document)
    club, event = Club.objects.get(), Event.objects.get()
    for n in range(times):
        save_sample(f"sample-{n}", document)
        other = create_list_from_document(alice, replace(document, name=f"List {n}"))
        tag_lists(alice, [other], f"Tag {n}")
        delete_list(create_list_from_document(alice, document))
        create_setup(alice, f"Setup {n}", {"paper": "cards", "size": "a4"})
        create_token(alice, f"Bot {n}", Scope.READ, 7)
        create_frozen_link(row, roster_of(row).public_id)
        another = Club.objects.create(name=f"Club {n}", listed=True)
        Membership.objects.create(club=another, user=alice, role=Role.OWNER)
        share_with_club(another, row)
        create_invite(club, alice, 7, 5)
        club.requests.create(user=User.objects.create(username=f"asker-{n}"))
        member = User.objects.create(username=f"player-{n}")
        Membership.objects.create(club=club, user=member)
        theirs = create_list_from_document(member, document)
        share_with_club(club, theirs)
        share_with_club(club, theirs, roster_of(theirs))
        add_event(club, alice, name=f"Event {n}")
        remove_profile(row, f"second-{n}" if n else "second")
        remove_roster(row, roster_of(row, 1).public_id)
    add_hand_ins(event, HandIn.objects.get(event=event), times)
    add_revisions(row, alice, times)
    publish_many(alice, document, times)
    return {**MISSING_PARAMETERS, **parameters}


# Numbers of queries by role and address. An address is a URL name, with a query if it isn't the usual query.
QueryTable = Mapping[str, Mapping[str, int]]


def read_query_table(path: Path) -> QueryTable:
    """Read a file that lists addresses by role and number of queries."""
    table: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        role: {address: int(number) for number, names in rows.items() for address in names.split()}
        for role, rows in table.items()
    }


def counted_queries(
    get: Callable[[str], Answer], addresses: Iterable[str], parameters: UrlParameters
) -> dict[str, int]:
    """Open the addresses, and return the number of queries that each takes."""
    result = {}
    for address in addresses:
        name, _, query = address.partition("?")
        url = url_of(name, parameters)
        with CaptureQueriesContext(connection) as captured:
            answer = get(f"{url.partition('?')[0]}?{query}" if query else url)
            b"".join(answer)
        assert answer.status_code == 200, address
        result[address] = len(captured)
    return result
