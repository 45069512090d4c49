"""With whom a list is shared, where it came from, and into which lists a profile of it can be taken."""

from typing import NamedTuple

from builder.models import Club, CompanyList, Share
from builder.queries.access import Reader, lists_for_reader

MOST_OFFERED = 500


class Origin(NamedTuple):
    """Whose copy a list is: names as they were then. ``row`` is the original, where the reader may see it."""

    name: str
    owner: str
    row: CompanyList | None


def clubs_shown(company_list: CompanyList) -> int:
    """How many clubs see the list or a roster of it."""
    shares = Share.objects.filter(company_list=company_list)
    return shares.order_by().values("club").distinct().count()


def club_showing(user: Reader, company_list: CompanyList, roster: str = "") -> Club | None:
    """The club of this user's that sees the list, or the one roster of it; of several that saw it first."""
    shares = Share.objects.filter(company_list=company_list, club__memberships__user=user.pk)
    shares = shares.filter(roster__public_id=roster) if roster else shares.filter(roster=None)
    share = shares.select_related("club").order_by("pk").first()
    return share.club if share else None


def origin_of(user: Reader, company_list: CompanyList) -> Origin | None:
    """Where a list was copied from; None for one that is no copy."""
    if company_list.copied_from_id is None and not (company_list.copied_name or company_list.copied_owner):
        return None
    source = lists_for_reader(user).filter(pk=company_list.copied_from_id or 0).first()
    return Origin(company_list.copied_name, company_list.copied_owner, source)


def lists_to_take_into(user: Reader, source: CompanyList) -> list[CompanyList]:
    """One's own lists of the same edition but this one, the last changed first."""
    if user.pk is None:
        return []
    rows = CompanyList.objects.filter(owner_id=user.pk, deleted_at=None, edition_id=source.edition_id)
    return list(rows.exclude(pk=source.pk).only("public_id", "name", "edition_id")[:MOST_OFFERED])
