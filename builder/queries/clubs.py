"""Queries for clubs: the rights of members, and a club's members, invites, requests to join and shares.

Everybody can find a listed club. For people who aren't members, any other club looks like one that doesn't
exist. A share is a list or a roster that a member shares with a club.
"""

from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from django.core.exceptions import PermissionDenied
from django.core.paginator import Page
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from builder.models import (
    Club,
    CompanyList,
    Event,
    GameSystem,
    Invite,
    JoinRequest,
    Membership,
    Role,
    Roster,
    Share,
    User,
)
from builder.models.clubs import REQUIRED_ROLE, ClubAction
from builder.models.ids import is_public_id
from builder.models.lists import lists_with_edition
from builder.queries.access import Reader
from builder.queries.lookup import get_by_public_id
from builder.queries.pagination import paginate

_CLUB_NOT_FOUND = "This club doesn't exist, or you aren't in it."


class ClubAccess(NamedTuple):
    """A club, and the reader's role in the club."""

    club: Club
    role: Role

    def may(self, action: ClubAction) -> bool:
        """Return whether the reader's role allows an action."""
        return self.role >= REQUIRED_ROLE[action]


def require_club_access(user: Reader, public_id: str, action: ClubAction) -> ClubAccess:
    """Return a user's access to a club, in one query.

    Raises Http404 if the club doesn't exist or the user is not a member. Raises PermissionDenied if the role
    doesn't allow the action.
    """
    access = club_access_or_none(user, public_id)
    if access is None:
        raise Http404(_CLUB_NOT_FOUND)
    if not access.may(action):
        raise PermissionDenied("Your role in this club doesn't allow this.")
    return access


def club_access_or_none(user: Reader, public_id: str) -> ClubAccess | None:
    """Return a user's access to a club, or None if the club doesn't exist or the user is not a member."""
    if user.pk is None or not is_public_id(public_id):
        return None
    rows = Membership.objects.select_related("club").filter(user_id=user.pk, club__public_id=public_id)
    row = rows.first()
    return ClubAccess(row.club, Role(row.role)) if row else None


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    CountedMembership = WithAnnotations[Membership, "MemberCount"]
    CountedInvite = WithAnnotations[Invite, "MemberCount"]
    AnnotatedListedClub = WithAnnotations[Club, "ListedClubAnnotations"]

LISTED_CLUBS_PER_PAGE = 30
MEMBERS_PER_PAGE = 100
MEMBERS_ON_CLUB_PAGE = 24
MAX_SEARCH_LENGTH = 200


class MemberCount(TypedDict):
    """The annotation of a row that belongs to a club: the number of the club's members."""

    member_count: int


class ListedClubAnnotations(MemberCount):
    """The annotations of a listed club: its number of members, and whether the reader requested to join."""

    has_requested: bool


# ------------------------------------------------------------------ clubs


def own_memberships(user: Reader) -> "QuerySet[CountedMembership]":
    """Return a user's memberships with their clubs and ``MemberCount``, sorted by the clubs' names."""
    rows = Membership.objects.filter(user_id=user.pk or 0).select_related("club")
    rows = rows.annotate(member_count=_member_count("club"))
    return rows.order_by("club__name", "pk").defer("club__about")


def listed_clubs_page(user: Reader, search: str, number: int) -> Page[Any]:
    """Return a page of ``listed_clubs``."""
    return paginate(listed_clubs(user, search), number, LISTED_CLUBS_PER_PAGE)


def listed_clubs(user: Reader, search: str) -> "QuerySet[AnnotatedListedClub]":
    """Return the listed clubs that the user has not joined and that match a search.

    A club matches if each word of ``search`` is in its name or its place.
    """
    rows = Club.objects.filter(listed=True) if search.isprintable() else Club.objects.none()
    for word in search[:MAX_SEARCH_LENGTH].split():
        rows = rows.filter(Q(name__icontains=word) | Q(place__icontains=word))
    if user.pk is not None:
        rows = rows.exclude(memberships__user_id=user.pk)
    annotated = rows.annotate(member_count=_member_count("pk"), has_requested=_has_requested(user))
    return annotated.defer("about")


def listed_club(user: Reader, public_id: str) -> "AnnotatedListedClub":
    """Return a listed club. Raises Http404 for other clubs."""
    rows = Club.objects.filter(listed=True).annotate(
        member_count=_member_count("pk"), has_requested=_has_requested(user)
    )
    return get_by_public_id(rows, public_id, _CLUB_NOT_FOUND)


def _member_count(club: str) -> Coalesce:
    rows = Membership.objects.filter(club=OuterRef(club)).order_by().values("club")
    return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count")), 0)


def _has_requested(user: Reader) -> Exists:
    return Exists(JoinRequest.objects.filter(club=OuterRef("pk"), user_id=user.pk or 0))


# ------------------------------------------------------------------ members and requests


def member_count(club: Club) -> int:
    """Return the number of members of a club."""
    return Membership.objects.filter(club=club).count()


def members_page(club: Club, number: int = 1, size: int = MEMBERS_PER_PAGE) -> Page[Any]:
    """Return a page of ``memberships_of``."""
    return paginate(memberships_of(club), number, size)


def get_membership(club: Club, public_id: str) -> Membership:
    """Return the membership with this id. Raises Http404 if there is none."""
    return get_by_public_id(memberships_of(club), public_id, "This club has no such member.")


def memberships_of(club: Club) -> QuerySet[Membership]:
    """Return the memberships of a club: the owner, the organisers, the others, each by date of joining."""
    rows = Membership.objects.filter(club=club).select_related("user")
    return rows.only("public_id", "club", "role", "joined", "user__username")


def join_requests_of(club: Club) -> QuerySet[JoinRequest]:
    """Return the open requests to join a club, the oldest first."""
    rows = JoinRequest.objects.filter(club=club).select_related("user")
    return rows.only("public_id", "club", "words", "made", "user__username")


# ------------------------------------------------------------------ invites


def invites_of(club: Club) -> QuerySet[Invite]:
    """Return the open invites of a club and their creators, the newest first."""
    return _open_invites().filter(club=club).select_related("by")


def invite_by_secret(secret: str) -> "CountedInvite | None":
    """Return the open invite with this secret, with its club and creator, or None."""
    if not is_public_id(secret):
        return None
    rows = _open_invites().select_related("club", "by").annotate(member_count=_member_count("club"))
    return rows.filter(secret=secret).first()


def joined_club_of_invite(user: Reader, secret: str) -> Club | None:
    """Return the club of an invite that may have ended, or None if the user is not a member of it.

    So a member who opens an old invite again can be sent to the page of the club.
    """
    if not is_public_id(secret) or user.pk is None:
        return None
    return Club.objects.filter(invites__secret=secret, memberships__user=user.pk).first()


def _open_invites() -> QuerySet[Invite]:
    open_now = Q(revoked_at=None, expires__gt=timezone.now(), uses__lt=F("most_uses"))
    return Invite.objects.filter(open_now)


# ------------------------------------------------------------------ shares


SHARES_PER_PAGE = 30
MAX_OFFERED_LISTS = 60
MAX_OFFERED_ROSTERS = 300

_SHARE_COLUMNS = (
    "public_id", "club", "made", "company_list__public_id", "company_list__name",
    "company_list__owner__username", "company_list__edition__version",
    "company_list__edition__edition_name", "company_list__edition__content",
    "company_list__edition__digest", "company_list__edition__system__code",
    "company_list__edition__system__name", "roster__public_id", "roster__name", "roster__limit",
)  # fmt: skip


def visible_shares() -> QuerySet[Share]:
    """Return the shares of all clubs that members of the clubs can see.

    A share is not visible if its list is deleted or hidden, its roster was removed, or its owner is
    suspended.
    """
    return Share.objects.filter(
        Q(roster=None) | Q(roster__removed_at=None),
        company_list__deleted_at=None,
        company_list__hidden_at=None,
        company_list__owner__is_active=True,
    )


def shares_page(club: Club, number: int = 1, system: str = "") -> Page[Any]:
    """Return a page of ``shares_with_club``."""
    return paginate(shares_with_club(club, system), number, SHARES_PER_PAGE)


def shares_with_club(club: Club, system: str = "") -> QuerySet[Share]:
    """Return the shares with a club, the newest first. ``system`` is the code of a game to filter by."""
    rows = visible_shares().filter(club=club)
    if system:
        rows = rows.filter(company_list__edition__system__code=system)
    rows = rows.select_related("company_list__owner", "company_list__edition__system", "roster")
    return rows.only(*_SHARE_COLUMNS)


def systems_in_club(club: Club) -> list[GameSystem]:
    """Return the systems of a club's shares and events, sorted by name."""
    shared = visible_shares().filter(club=club, company_list__edition__system=OuterRef("pk"))
    events = Event.objects.filter(club=club, edition__system=OuterRef("pk"))
    return list(GameSystem.objects.filter(Exists(shared) | Exists(events)))


def share_in_club(club: Club, public_id: str) -> Share:
    """Return the share of a club with this id. Raises Http404 if there is none."""
    rows = Share.objects.filter(club=club).select_related("company_list", "roster", "club")
    return get_by_public_id(rows, public_id, "This isn't shared with the club.")


def shares_of_list(company_list: CompanyList) -> QuerySet[Share]:
    """Return the shares of a list and of its rosters, sorted by the clubs' names."""
    rows = Share.objects.filter(company_list=company_list).filter(Q(roster=None) | Q(roster__removed_at=None))
    full_list_first = F("roster_id").asc(nulls_first=True)
    return rows.select_related("club", "roster").order_by("club__name", "club_id", full_list_first)


def rosters_of(company_list: CompanyList) -> QuerySet[Roster]:
    """Return the rosters of a list that are not removed."""
    return Roster.objects.filter(company_list=company_list, removed_at=None)


class ShareOffer(NamedTuple):
    """The parts of a user's list that are not yet shared with a club: the full list, and single rosters."""

    company_list: CompanyList
    offers_full_list: bool
    rosters: list[Roster]


def share_offers(club: Club, user: User) -> list[ShareOffer]:
    """Return the parts of a user's lists that are not yet shared with a club.

    Only the ``MAX_OFFERED_LISTS`` lists that were changed last are searched.
    """
    list_shares = Share.objects.filter(club=club, company_list=OuterRef("pk"), roster=None)
    lists = lists_with_edition().filter(owner=user, deleted_at=None, hidden_at=None)
    lists = lists.annotate(is_shared=Exists(list_shares)).defer("background")
    newest = list(lists[:MAX_OFFERED_LISTS])
    roster_shares = Share.objects.filter(club=club, roster=OuterRef("pk"))
    rosters = Roster.objects.filter(company_list__in=[row.pk for row in newest], removed_at=None)
    rosters_by_list: dict[int, list[Roster]] = {}
    for roster in rosters.exclude(Exists(roster_shares)).order_by("position", "pk")[:MAX_OFFERED_ROSTERS]:
        rosters_by_list.setdefault(roster.company_list_id, []).append(roster)
    offers = [ShareOffer(row, not row.is_shared, rosters_by_list.get(row.pk, [])) for row in newest]
    return [offer for offer in offers if offer.offers_full_list or offer.rosters]


def own_share_target(user: User, public_id: str, roster_id: str) -> tuple[CompanyList, Roster | None]:
    """Return the user's list and its roster that are to be shared.

    If ``roster_id`` is an empty string, the roster is None, for the full list. Raises Http404 if the list or
    the roster doesn't exist.
    """
    rows = CompanyList.objects.filter(owner=user, deleted_at=None)
    row = get_by_public_id(rows, public_id, "This list doesn't exist, or isn't yours.")
    if not roster_id:
        return row, None
    return row, get_by_public_id(rosters_of(row), roster_id, "This list has no such roster.")
