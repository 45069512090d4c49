"""Clubs, each part of their pages in a fixed number of queries, however many people and lists are in them."""

from typing import TYPE_CHECKING, Any, TypedDict

from django.core.paginator import Page
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from builder.models import Club, Invite, JoinRequest, Membership
from builder.models.ids import is_public_id
from builder.queries.access import Reader
from builder.queries.pagination import paginate

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
    """How many people are in a club."""

    member_count: int


class ListedClubAnnotations(MemberCount):
    """How many people are in a club, and whether the reader has asked to join it."""

    has_requested: bool


# ------------------------------------------------------------------ clubs


def clubs_of(user: Reader) -> "QuerySet[CountedMembership]":
    """Somebody's memberships with their clubs, by the clubs' names, and how many members these have."""
    rows = Membership.objects.filter(user_id=user.pk or 0).select_related("club")
    rows = rows.annotate(member_count=_member_count("club"))
    return rows.order_by("club__name", "pk").defer("club__about")


def listed_clubs_page(user: Reader, search: str, number: int) -> Page[Any]:
    """A page of the listed clubs that this reader is not in."""
    return paginate(listed_clubs(user, search), number, LISTED_CLUBS_PER_PAGE)


def listed_clubs(user: Reader, search: str) -> "QuerySet[AnnotatedListedClub]":
    """The listed clubs that this reader is not in, found by words of their name or place."""
    rows = Club.objects.filter(listed=True) if search.isprintable() else Club.objects.none()
    for word in search[:MAX_SEARCH_LENGTH].split():
        rows = rows.filter(Q(name__icontains=word) | Q(place__icontains=word))
    if user.pk is not None:
        rows = rows.exclude(memberships__user_id=user.pk)
    annotated = rows.annotate(member_count=_member_count("pk"), has_requested=_has_requested(user))
    return annotated.defer("about")


def listed_club(user: Reader, public_id: str) -> "AnnotatedListedClub":
    """A club as strangers see it; Http404 where it is not listed."""
    rows = Club.objects.filter(listed=True).annotate(
        member_count=_member_count("pk"), has_requested=_has_requested(user)
    )
    club = rows.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if club is None:
        raise Http404("There is no such club, or you are not in it.")
    return club


def _member_count(club: str) -> Coalesce:
    rows = Membership.objects.filter(club=OuterRef(club)).order_by().values("club")
    return Coalesce(Subquery(rows.annotate(count=Count("pk")).values("count")), 0)


def _has_requested(user: Reader) -> Exists:
    return Exists(JoinRequest.objects.filter(club=OuterRef("pk"), user_id=user.pk or 0))


# ------------------------------------------------------------------ members and requests


def member_count(club: Club) -> int:
    """How many people are in a club."""
    return Membership.objects.filter(club=club).count()


def members_of(club: Club, number: int = 1, size: int = MEMBERS_PER_PAGE) -> Page[Any]:
    """A page of the members: the owner, the organisers, then the others as they came."""
    return paginate(memberships_of(club), number, size)


def member_of(club: Club, public_id: str) -> Membership:
    """One member, else Http404."""
    row = memberships_of(club).filter(public_id=public_id).first() if is_public_id(public_id) else None
    if row is None:
        raise Http404("Nobody of this club is called for.")
    return row


def memberships_of(club: Club) -> QuerySet[Membership]:
    """All members: the owner, the organisers, then the others as they came."""
    rows = Membership.objects.filter(club=club).select_related("user")
    return rows.only("public_id", "club", "role", "joined", "user__username")


def join_requests_of(club: Club) -> QuerySet[JoinRequest]:
    """The open requests to join, the oldest first."""
    rows = JoinRequest.objects.filter(club=club).select_related("user")
    return rows.only("public_id", "club", "words", "made", "user__username")


# ------------------------------------------------------------------ invites


def invites_of(club: Club) -> QuerySet[Invite]:
    """The open invites of a club, the newest first, with who created them."""
    return _open_invites().filter(club=club).select_related("by")


def invite_by_secret(secret: str) -> "CountedInvite | None":
    """The open invite of a secret, with its club and who created it; None where there is none."""
    if not is_public_id(secret):
        return None
    rows = _open_invites().select_related("club", "by").annotate(member_count=_member_count("club"))
    return rows.filter(secret=secret).first()


def _open_invites() -> QuerySet[Invite]:
    open_now = Q(revoked_at=None, expires__gt=timezone.now(), uses__lt=F("most_uses"))
    return Invite.objects.filter(open_now)
