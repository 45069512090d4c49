"""The lists and rosters that are shared with clubs, and what could be."""

from typing import Any, NamedTuple

from django.core.paginator import Page
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404

from builder.models import Club, CompanyList, Event, GameSystem, Roster, Share, User
from builder.models.ids import is_public_id
from builder.queries.access import lists_with_edition
from builder.queries.pagination import paginate

SHARES_PER_PAGE = 30
MAX_OFFERED_LISTS = 60
MAX_OFFERED_ROSTERS = 300

_SHARE_COLUMNS = (
    "public_id", "club", "made", "company_list__public_id", "company_list__name",
    "company_list__owner__username", "company_list__edition__version",
    "company_list__edition__edition_name", "company_list__edition__system__code",
    "company_list__edition__system__name", "roster__public_id", "roster__name", "roster__limit",
)  # fmt: skip


def visible_shares() -> QuerySet[Share]:
    """The shares that clubs see: not of deleted or hidden lists, removed rosters or suspended people."""
    return Share.objects.filter(
        Q(roster=None) | Q(roster__removed_at=None),
        company_list__deleted_at=None,
        company_list__hidden_at=None,
        company_list__owner__is_active=True,
    )


def shares_page(club: Club, number: int = 1, system: str = "") -> Page[Any]:
    """A page of the lists and rosters that a club sees, or of those of a system."""
    return paginate(shares_with_club(club, system), number, SHARES_PER_PAGE)


def shares_with_club(club: Club, system: str = "") -> QuerySet[Share]:
    """The lists and rosters that a club sees, or those of a system, the last shared first."""
    rows = visible_shares().filter(club=club)
    if system:
        rows = rows.filter(company_list__edition__system__code=system)
    rows = rows.select_related("company_list__owner", "company_list__edition__system", "roster")
    return rows.only(*_SHARE_COLUMNS)


def systems_in_club(club: Club) -> list[GameSystem]:
    """The systems of what is shared with a club and of its events, by name."""
    shared = visible_shares().filter(club=club, company_list__edition__system=OuterRef("pk"))
    events = Event.objects.filter(club=club, edition__system=OuterRef("pk"))
    return list(GameSystem.objects.filter(Exists(shared) | Exists(events)))


def share_in_club(club: Club, public_id: str) -> Share:
    """One share of a club, else Http404."""
    rows = Share.objects.filter(club=club).select_related("company_list", "roster", "club")
    row = rows.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if row is None:
        raise Http404("This is not shared with the club.")
    return row


def shares_of_list(company_list: CompanyList) -> QuerySet[Share]:
    """The shares of a list and of its rosters, by the clubs' names."""
    rows = Share.objects.filter(company_list=company_list).filter(Q(roster=None) | Q(roster__removed_at=None))
    whole_list_first = F("roster_id").asc(nulls_first=True)
    return rows.select_related("club", "roster").order_by("club__name", "club_id", whole_list_first)


def rosters_of(company_list: CompanyList) -> QuerySet[Roster]:
    """The rosters of a list that can be shared by themselves."""
    return Roster.objects.filter(company_list=company_list, removed_at=None)


class ShareOffer(NamedTuple):
    """A list of one's own with what of it could be shared with a club: the whole list, and these rosters."""

    company_list: CompanyList
    offers_whole_list: bool
    rosters: list[Roster]


def share_offers(club: Club, user: User) -> list[ShareOffer]:
    """What somebody could share with a club of the lists that they changed last: what is not shared yet."""
    shared = Share.objects.filter(club=club, company_list=OuterRef("pk"), roster=None)
    lists = lists_with_edition().filter(owner=user, deleted_at=None, hidden_at=None)
    lists = lists.annotate(shared=Exists(shared)).defer("background", "edition__layout")
    newest = list(lists[:MAX_OFFERED_LISTS])
    shown = Share.objects.filter(club=club, roster=OuterRef("pk"))
    rosters = Roster.objects.filter(company_list__in=[row.pk for row in newest], removed_at=None)
    by_list: dict[int, list[Roster]] = {}
    for roster in rosters.exclude(Exists(shown)).order_by("position", "pk")[:MAX_OFFERED_ROSTERS]:
        by_list.setdefault(roster.company_list_id, []).append(roster)
    offers = [ShareOffer(row, not row.shared, by_list.get(row.pk, [])) for row in newest]
    return [offer for offer in offers if offer.offers_whole_list or offer.rosters]


def own_share_target(user: User, public_id: str, roster: str) -> tuple[CompanyList, Roster | None]:
    """A list of one's own to be shared, and the roster of it where one is named; else Http404."""
    rows = CompanyList.objects.filter(owner=user, deleted_at=None)
    row = rows.filter(public_id=public_id).first() if is_public_id(public_id) else None
    if row is None:
        raise Http404("There is no such list, or it is not yours.")
    if not roster:
        return row, None
    chosen = rosters_of(row).filter(public_id=roster).first() if is_public_id(roster) else None
    if chosen is None:
        raise Http404("There is no such roster in this list.")
    return row, chosen
