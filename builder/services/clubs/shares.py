"""Shares: the lists and rosters that members share with their clubs. They end when the member leaves."""

from collections.abc import Collection

from django.conf import settings
from django.db import transaction

from builder.models import Club, CompanyList, Membership, Roster, Share, User
from builder.models.clubs import ClubAction
from builder.services.clubs.clubs import lock_club, require_role
from builder.services.edit_sessions import end_edit_session
from builder.services.errors import LimitReached, NotFound, require_found
from builder.services.locks import lock_list


@transaction.atomic
def share_with_club(club: Club, company_list: CompanyList, roster: Roster | None = None) -> Share:
    """Share a list, or only ``roster``, with a club of the list's owner. Return the new or existing share.

    Raises NotFound if the list's owner is not a member of the club, or if the roster was removed. Raises
    LimitReached if the club has too many shares.
    """
    current = lock_club(club.pk)
    if not Membership.objects.filter(club=current, user=company_list.owner_id).exists():
        raise NotFound("You can only share your lists with your own clubs.")
    lock_list(CompanyList.objects.filter(pk=company_list.pk, deleted_at=None))
    rosters = Roster.objects.filter(company_list=company_list, removed_at=None)
    if roster is not None and not rosters.filter(pk=roster.pk).exists():
        raise NotFound("This roster is no longer in the list.")
    shares = Share.objects.filter(club=current)
    present = shares.filter(company_list=company_list, roster=roster).first()
    if present is not None:
        return present
    limit = settings.MUSTERBOOK_MAX_SHARES
    if shares.count() >= limit:
        raise LimitReached(f"This club has {limit:,} shared lists and rosters, which is the limit.")
    end_edit_session(company_list)
    return Share.objects.create(club=current, company_list=company_list, roster=roster)


@transaction.atomic
def stop_sharing(share: Share, by: User) -> None:
    """Stop a share, if the user owns the list or is an organiser of the club.

    Raises NotFound if the share has already ended. For other users, raises the errors of ``require_role``.
    """
    club = lock_club(share.club_id)
    rows = Share.objects.select_related("company_list").filter(club=club, pk=share.pk)
    row = require_found(rows.first(), "This is no longer shared.")
    if row.company_list.owner_id != by.pk:
        require_role(club, by, ClubAction.STOP_SHARES)
    row.delete()


@transaction.atomic
def change_shares(
    company_list: CompanyList,
    by: User,
    *,
    add: Collection[tuple[Club, Roster | None]],
    remove: Collection[Share],
) -> None:
    """Add shares of a list and its rosters, and stop other shares. If one change fails, nothing is changed.

    ``add`` contains pairs of a club and a roster, or None for the full list.
    """
    # To avoid deadlocks, lock all clubs before the list, in the order of their primary keys.
    for pk in sorted({*(club.pk for club, _ in add), *(share.club_id for share in remove)}):
        lock_club(pk)
    for club, roster in add:
        share_with_club(club, company_list, roster)
    for share in remove:
        stop_sharing(share, by)
