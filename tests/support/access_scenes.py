"""The scenes of docs/access-table.md. Each creates a state of the site and returns its URL parameters."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from io import StringIO
from itertools import product
from typing import Self

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from builder.models import Club, CompanyList, Edition, Event, HandIn, Membership, Report, Role, Scope, User
from builder.points.document.document import Document
from builder.services import events, gallery, lists, rosters, sharing
from builder.services.clubs import clubs, invites, shares
from builder.services.exchange import create_list_from_document
from builder.services.moderation.actions import create_moderators_group, suspend_person
from builder.services.moderation.reports import list_subject, send_report
from builder.services.people.accounts import create_guest
from builder.services.people.tokens import create_token
from builder.services.print_setups import create_setup
from builder.services.profiles import add_profile, remove_profile, restore_profile
from builder.services.tags import tag_lists

UrlParameters = Mapping[str, str | int]


# The values of URL parameters that a scene doesn't have.
MISSING_PARAMETERS: UrlParameters = {
    "public_id": "nothing", "listed": "nothing", "link": "nothing", "shared_roster": "nothing",
    "roster": "nothing", "key": "captain", "number": 1, "slug": "drop-reavers", "system": "unbridled-fury",
    "edition": "0.9.0", "uidb36": "a", "club": "nothing", "event": "nothing", "hand_in": "nothing",
    "secret": "nothing", "member": "nothing", "invite": "nothing", "join_request": "nothing",
    "share": "nothing", "tag": "nothing", "setup": "nothing", "roster_link": "nothing",
    "frozen_link": "nothing",
    "paper": "sheets", "file": "chat.png", "kind": "stale", "token": "nothing", "rest": "nowhere", "pk": 1,
    "report": 0, "person": 0, "action": "hide", "measure": "suspend",
}  # fmt: skip

# The beginnings of the URL names under which a list can be read.
WAYS = ("", "gallery_", "shared_", "roster_", "roster_link_")

# The values of forms with fields. The response to an empty form is its page again, which counts as access.
FORM_DATA: Mapping[str, Mapping[str, str]] = {
    "start": {"edition": "unbridled-fury/0.9.0"},
    "move_profile": {"to": "down"},
    "add_roster": {"name": "Friday", "limit": "750"},
    **{f"{way}take": {"into": "new"} for way in WAYS},
    **{f"{way}report": {"reason": "Not a list at all."} for way in WAYS},
    "roster_links": {"do": "create", "roster": "{roster}"},
    "report_club": {"reason": "Not a club at all."},
    "report_event": {"reason": "Not an event at all."},
    "report_member": {"reason": "Not a name at all."},
    "moderation_act": {"note": "Not a list at all."},
    "moderation_act_on_person": {"note": "Not a person at all."},
    "share_with_club": {"what": "{public_id}/"},
    "hand_in": {"list": "{public_id}", "roster": "{roster}"},
    "found_club": {"name": "The Iron Table"},
    "several_lists": {"do": "tag", "tag": "Moon"},
    "list_tag": {"name": "Sun"},
    "print_setups": {"name": "Sun", "options": "paper=cards&size=letter"},
    "print_setup": {"do": "first"},
}

# The bodies of API requests. Other requests send an empty object, which is refused after permission checks.
JSON_BODIES: Mapping[str, str] = {
    "api_take": '{"into": null}',
    "api_shared_take": '{"into": null}',
    "api_club_roster_take": '{"into": null}',
    "api_roster_link_take": '{"into": null}',
    "api_reports": '{"reason": "Not a list at all."}',
}

QUERIES: Mapping[str, str] = {
    "compare": "?from=1&to=1",
    "oembed": "?url=http://testserver/samples/drop-reavers/",
}


@dataclass(frozen=True, kw_only=True)
class World:
    """The users by role, and alice's list."""

    people: dict[str, User | None]
    row: CompanyList

    @classmethod
    def create(cls, alice: User, bob: User, charlie: User, dora: User, document: Document) -> Self:
        """Create the roles: alice is the owner, dora organises, bob is a member, charlie a stranger."""
        people: dict[str, User | None] = {
            "owner": alice, "organiser": dora, "member": bob, "stranger": charlie,
            "guest": create_guest(), "nobody": None,
        }  # fmt: skip
        return cls(people=people, row=create_list_from_document(alice, document))

    @property
    def alice(self) -> User:
        """The owner of the list."""
        return self.person("owner")

    def person(self, role: str) -> User:
        """Return the user with a role other than "nobody"."""
        user = self.people[role]
        assert user is not None
        return user

    def roster(self) -> str:
        """Return the id of the list's first roster."""
        return str(self.row.rosters.values_list("public_id", flat=True)[0])

    def url_parameters(self) -> dict[str, str | int]:
        """Return the URL parameters of alice's list."""
        public_id = self.row.public_id
        return {**MISSING_PARAMETERS, "public_id": public_id, "listed": public_id, "roster": self.roster(),
                "shared_roster": self.roster(), "number": self.row.version}  # fmt: skip

    def club(self, *, listed: bool = False) -> Club:
        """Create alice's club with dora, bob and another member."""
        club = clubs.create_club(self.alice, clubs.ClubDetails(name="The Iron Table", listed=listed))
        for role, rank in (("organiser", Role.ORGANISER), ("member", Role.MEMBER)):
            Membership.objects.create(club=club, user=self.person(role), role=rank)
        erin = User.objects.create(username="erin")
        Membership.objects.create(club=club, user=erin, role=Role.MEMBER)
        return club


def site_with_sample(world: World) -> UrlParameters:
    """Load the samples, and make a dump of the gallery."""
    call_command("load_samples", verbosity=0)
    call_command("dump_gallery", stdout=StringIO())
    sample = CompanyList.objects.get(sample="drop-reavers")
    return {**MISSING_PARAMETERS, "public_id": sample.public_id, "listed": sample.public_id}


def account_with_token(world: World) -> UrlParameters:
    """Create a token of alice."""
    return {
        **MISSING_PARAMETERS,
        "token": create_token(world.alice, "Club script", Scope.READ, 7).row.public_id,
    }


def private_list(world: World) -> UrlParameters:
    remove_profile(world.row, "captain")
    restore_profile(world.row, "captain")
    world.row.refresh_from_db()
    tag = tag_lists(world.alice, [world.row], "Moon")
    setup = create_setup(world.alice, "Cards", {"paper": "cards", "size": "a4"})
    return {**world.url_parameters(), "tag": tag.public_id, "setup": setup.public_id}


def list_by_link(world: World) -> UrlParameters:
    return {**world.url_parameters(), "link": sharing.create_link(world.row)}


def frozen_roster_by_link(world: World) -> UrlParameters:
    return {**world.url_parameters(), **_freeze(world)}


def _freeze(world: World) -> dict[str, str]:
    """Create a link to a frozen roster of alice's list, and return the URL parameters of the link."""
    link = sharing.create_frozen_link(world.row, world.roster())
    return {"roster_link": link.secret, "frozen_link": link.public_id}


def list_of_the_club(world: World) -> UrlParameters:
    shares.share_with_club(world.club(), world.row)
    return world.url_parameters()


def roster_of_the_club(world: World) -> UrlParameters:
    roster = world.row.rosters.order_by("position").first()
    shares.share_with_club(world.club(), world.row, roster)
    return world.url_parameters()


def public_list(world: World) -> UrlParameters:
    gallery.publish_list(world.row)
    return world.url_parameters()


def hidden_list(world: World) -> UrlParameters:
    """Publish the list, share it by link and with the club, then hide it as moderators do."""
    parameters = _share_every_way(world)
    gallery.hide_list(world.row, "Not a list of profiles.")
    return parameters


def _share_every_way(world: World) -> UrlParameters:
    """Publish the list, and share it and a roster by link and with the club. Return the URL parameters."""
    gallery.publish_list(world.row)
    club = world.club()
    shares.share_with_club(club, world.row)
    shares.share_with_club(club, world.row, world.row.rosters.order_by("position").first())
    return {**world.url_parameters(), "link": sharing.create_link(world.row), **_freeze(world)}


def suspended_owner(world: World) -> UrlParameters:
    """Publish the list, share it and a roster by link and with the club, then suspend its owner."""
    parameters = _share_every_way(world)
    suspend_person(world.alice, User.objects.create(username="mo"), "Spam.")
    return parameters


def moderation(world: World) -> UrlParameters:
    """Create moderators, staff and a superuser, and let charlie report alice's list.

    Staff have every permission except the permission to moderate.
    """
    moderator = User.objects.create(username="mo")
    create_moderators_group()
    moderator.groups.add(Group.objects.get())
    staff = User.objects.create(username="staff", is_staff=True)
    staff.user_permissions.set(Permission.objects.exclude(codename="moderate"))
    suspended = User.objects.create(username="sam")
    suspend_person(suspended, moderator, "Spam.")
    superuser = User.objects.create(username="root", is_staff=True, is_superuser=True)
    world.people.update(moderator=moderator, superuser=superuser, staff=staff, suspended=suspended)
    send_report(list_subject(world.row), world.person("stranger"), "Not a list at all.")
    address = EmailAddress.objects.create(user=superuser, email="root@example.org")
    factor = Authenticator.objects.create(user=superuser, type=Authenticator.Type.TOTP, data={})
    rows = {
        "builder_user": superuser.pk, "auth_group": Group.objects.get().pk, "mfa_authenticator": factor.pk,
        "account_emailaddress": address.pk, "builder_companylist": world.row.pk,
        "builder_report": Report.objects.get().pk,
    }  # fmt: skip
    targets = {f"{measure}:{rights}": target for measure, rights, target in _suspension_targets(moderator)}
    pages = {f"admin:{name}_{page}": pk for name, pk in rows.items() for page in ("change", "delete")}
    return {
        **MISSING_PARAMETERS, **pages, **targets, "admin:auth_user_password_change": superuser.pk,
        "report": Report.objects.get().pk, "person": world.alice.pk,
    }  # fmt: skip


def _suspension_targets(moderator: User) -> Iterator[tuple[str, str, int]]:
    """Create and yield people to suspend, and suspended people whose suspension can be ended.

    There is one of each with each kind of rights.
    """
    for measure, rights in product(("suspend", "unsuspend"), ("ordinary", "moderator", "staff", "superuser")):
        target = User.objects.create(
            username=f"{measure}-{rights}",
            is_active=measure == "suspend",
            is_staff=rights == "staff",
            is_superuser=rights == "superuser",
        )
        if rights == "moderator":
            target.groups.set(moderator.groups.all())
        yield measure, rights, target.pk


def deleted_list(world: World) -> UrlParameters:
    """Publish the list and share it by link, then delete it."""
    gallery.publish_list(world.row)
    parameters = {**world.url_parameters(), "link": sharing.create_link(world.row), **_freeze(world)}
    lists.delete_list(world.row)
    return parameters


def _club_parameters(world: World, club: Club) -> dict[str, str | int]:
    erin = Membership.objects.get(club=club, user__username="erin")
    invite = invites.create_invite(club, world.alice, 7, 5)
    applicant = User.objects.create(username="fay")
    join_request = club.requests.create(user=applicant).public_id
    share = shares.share_with_club(club, world.row).public_id
    return {
        **world.url_parameters(), "club": club.public_id, "member": erin.public_id,
        "invite": invite.public_id,
        "secret": invite.secret, "join_request": join_request, "share": share,
    }  # fmt: skip


def closed_club(world: World) -> UrlParameters:
    return _club_parameters(world, world.club())


def listed_club(world: World) -> UrlParameters:
    return _club_parameters(world, world.club(listed=True))


def make_event(world: World, club: Club) -> Event:
    """Create an event of the club, and hand in alice's roster."""
    details = events.EventDetails(
        name="Winter meeting",
        date=timezone.localdate() + timedelta(days=9),
        edition=Edition.objects.get(system__code="unbridled-fury", version="0.9.0"),
        limit=750,
        deadline=timezone.now() + timedelta(days=7),
    )
    event = events.create_event(club, world.alice, details)
    events.hand_in_roster(event, world.alice, world.row, world.roster())
    return event


def _event_parameters(world: World) -> tuple[UrlParameters, Event]:
    club = world.club()
    event = make_event(world, club)
    parameters = {
        "club": club.public_id,
        "event": event.public_id,
        "hand_in": event.hand_ins.get().public_id,
    }
    return {**world.url_parameters(), **parameters}, event


def open_event(world: World) -> UrlParameters:
    """Hand in a roster of alice, who owns the club."""
    return _event_parameters(world)[0]


def closed_event(world: World) -> UrlParameters:
    parameters, event = _event_parameters(world)
    event.deadline = timezone.now() - timedelta(hours=1)
    event.save(update_fields=["deadline"])
    return parameters


SCENES: Mapping[str, Callable[[World], UrlParameters]] = {
    "The site, and a sample": site_with_sample,
    "Accounts": account_with_token,
    "A private list": private_list,
    "A list by link": list_by_link,
    "A frozen roster by link": frozen_roster_by_link,
    "A list shared with the club": list_of_the_club,
    "A roster shared with the club": roster_of_the_club,
    "A public list": public_list,
    "A list that moderators have hidden": hidden_list,
    "The lists of a suspended person": suspended_owner,
    "A deleted list": deleted_list,
    "A club": closed_club,
    "A club that strangers find": listed_club,
    "An event before its deadline": open_event,
    "An event after its deadline": closed_event,
    "Moderation and the administration": moderation,
}


def other_world(document: Document) -> World:
    """Create another owner with a list, and another organiser, member and stranger."""
    User.objects.filter(username="erin").update(username="erin of alice")
    roles = ("owner", "organiser", "member", "stranger")
    people: dict[str, User | None] = {role: User.objects.create(username=f"other {role}") for role in roles}
    owner = people["owner"]
    assert owner is not None
    row = create_list_from_document(owner, replace(document, name="Elsewhere"))
    return World(people={**people, "guest": None, "nobody": None}, row=row)


# Parameters that have the same value in every list, or that belong to nobody. Everybody may use roster links.
UNOWNED_PARAMETERS = {
    "roster_link",
    "key", "number", "system", "edition", "kind", "token", "file", "paper", "slug", "report", "person",
    "action", "measure",
}  # fmt: skip


def foreign_parts(
    needed: Sequence[str], own: UrlParameters, others: UrlParameters
) -> Iterator[UrlParameters]:
    """Yield the parameters of an address, with one parameter after the first replaced by another owner's.

    Each of these parameters is replaced once.
    """
    for name in needed[1:]:
        if name in own and name not in UNOWNED_PARAMETERS:
            yield {**own, name: others[name]}


def foreign_beginning(
    needed: Sequence[str], own: UrlParameters, others: UrlParameters
) -> Iterator[UrlParameters]:
    """Yield the parameters of an address, with the first parameter replaced by another owner's.

    Yield nothing if the address has only one parameter.
    """
    if len([name for name in needed if name in own]) > 1 and needed[0] not in UNOWNED_PARAMETERS:
        yield {**own, needed[0]: others[needed[0]]}


@cache
def url_parameter_names() -> dict[str, list[str]]:
    """Map the name of each address to the names of its parameters."""
    result: dict[str, list[str]] = {}

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> None:
        for pattern in patterns:
            route = f"{prefix}{pattern.pattern}"
            if isinstance(pattern, URLResolver):
                if pattern.app_name != "admin":
                    walk(pattern.url_patterns, route)
            else:
                result[str(pattern.name)] = re.findall(r"<(?:\w+:)?(\w+)>", route)

    walk(get_resolver().url_patterns, "")
    return result


def url_of(name: str, parameters: UrlParameters) -> str:
    """Return the URL of a named address in a scene with these parameters."""
    if name.startswith("admin:"):
        return reverse(name, args=[parameters[name]] if name in parameters else [])
    if ":" in name:
        return reverse("moderation_act_on_person", args=[parameters[name], name.partition(":")[0]])
    needed = url_parameter_names()[name]
    return reverse(name, kwargs={part: parameters[part] for part in needed}) + QUERIES.get(name, "")


def json_body(name: str) -> str:
    """Return the JSON body for a named address of the API."""
    return JSON_BODIES.get(name, "{}")


def json_media(name: str) -> str:
    """Return the media type of the body for a named address of the API."""
    return "application/json-patch+json" if name == "api_list_document" else "application/json"


def form_data(name: str, parameters: UrlParameters) -> dict[str, str]:
    """Return the form data for a named address of the pages, in a scene with these parameters."""
    if name.startswith("suspend:"):
        return {"note": "Spam."}
    return {field: value.format(**parameters) for field, value in FORM_DATA.get(name, {}).items()}


def create_everything(world: World) -> UrlParameters:
    """Create everything that an address can name, and return the URL parameters.

    Alice's list is public, and shared by link and with her club. One of its rosters is shared in the same
    ways. Alice has handed in a roster and created an invite. The stranger has requested to join the club.
    """
    club = world.club()
    row = world.row
    for_the_club = row.rosters.order_by("position").first()
    assert for_the_club is not None
    event = make_event(world, club)
    gallery.publish_list(row)
    share = shares.share_with_club(club, row)
    shares.share_with_club(club, row, for_the_club)
    link = sharing.create_link(row)
    add_profile(row, "Somebody else")
    rosters.add_roster(row, name="Another", limit=500)
    applicant = world.person("stranger")
    club.listed = True
    club.save(update_fields=["listed"])
    join_request = invites.request_to_join(club, applicant, "Let me in.")
    invite = invites.create_invite(club, world.alice, 7, 5)
    member = club.memberships.get(user=world.person("member"))
    hand_in = HandIn.objects.get(event=event)
    frozen = sharing.create_frozen_link(row, for_the_club.public_id)
    row = CompanyList.objects.get(pk=row.pk)
    return {
        "public_id": row.public_id,
        "listed": row.public_id,
        "link": link,
        "key": "captain",
        "roster": for_the_club.public_id,
        "shared_roster": for_the_club.public_id,
        "roster_link": frozen.secret,
        "frozen_link": frozen.public_id,
        "number": row.version,
        "club": club.public_id,
        "member": member.public_id,
        "invite": invite.public_id,
        "secret": invite.secret,
        "join_request": join_request.public_id,
        "share": share.public_id,
        "tag": tag_lists(world.alice, [row], "Moon").public_id,
        "paper": "sheets",
        "file": "chat.png",
        "setup": create_setup(world.alice, "Cards", {"paper": "cards", "size": "a4"}).public_id,
        "event": event.public_id,
        "hand_in": hand_in.public_id,
        "system": "unbridled-fury",
        "edition": "0.9.0",
        "kind": "stale",
        "slug": "drop-reavers",
        "token": create_token(world.alice, "Club script", Scope.READ, 7).row.public_id,
        "report": 0,
        "person": 0,
        "action": "hide",
        "measure": "suspend",
    }
