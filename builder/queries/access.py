"""Who may see which list. Strangers learn nothing: what is not theirs is not found."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from builder.models import CompanyList, Roster, Share, User
from builder.models.lists import restorable_since

Reader = User | AnonymousUser

_ROSTER_NOT_FOUND = "There is no such roster, or it is not shared with you."


def lists_with_edition() -> QuerySet[CompanyList]:
    """Lists joined with edition and system, without the long text that only the loader reads."""
    return CompanyList.objects.select_related("edition__system").defer("edition__layout")


def lists_for_reader(user: Reader) -> QuerySet[CompanyList]:
    """What this user may read: their own lists, samples, public ones, and those shared with a club of theirs.

    What staff have hidden is its owner's alone.
    """
    shown = Q(sample__isnull=False) | Q(published_at__isnull=False)
    if user.pk is None:
        return _visible().filter(shown)
    shares = Share.objects.filter(company_list=OuterRef("pk"), roster=None, club__memberships__user=user.pk)
    others = (shown | Q(Exists(shares))) & Q(hidden_at=None)
    return _not_deleted().filter(Q(owner_id=user.pk) | others)


def list_for_reader(user: Reader, public_id: str) -> CompanyList:
    """A list that this user may read."""
    return _get_or_404(lists_for_reader(user), public_id)


def public_list(public_id: str) -> CompanyList:
    """A list that its owner has made public, for everybody."""
    return _get_or_404(_visible().filter(published_at__isnull=False), public_id)


def list_by_link(link: str) -> CompanyList:
    """The list that this secret word opens, for whoever knows it."""
    row = _visible().filter(link=link).first() if _can_be_looked_up(link) else None
    if row is None:
        raise Http404("No list is shared by this link, or not any more.")
    return row


def roster_for_reader(user: Reader, roster: str) -> Roster:
    """A roster that is shared by itself with a club of this user's; its list comes with it, to be cut."""
    if user.pk is None or not _can_be_looked_up(roster):
        raise Http404(_ROSTER_NOT_FOUND)
    shares = Share.objects.filter(roster=OuterRef("pk"), club__memberships__user=user.pk)
    shown = Q(company_list__hidden_at=None) | Q(company_list__owner_id=user.pk)
    rows = Roster.objects.filter(
        Exists(shares), shown, public_id=roster, removed_at=None, company_list__deleted_at=None
    ).select_related("company_list__edition__system", "company_list__owner")
    row = rows.defer("company_list__edition__layout").first()
    if row is None:
        raise Http404(_ROSTER_NOT_FOUND)
    return row


def own_list_query(user: Reader, public_id: str) -> QuerySet[CompanyList]:
    """The list of this id as a query, which finds it where this user may change it: to be held meanwhile."""
    return _by_public_id(_owned_by(user).filter(deleted_at=None), public_id)


def list_for_owner(user: Reader, public_id: str) -> CompanyList:
    """A list that this user may change."""
    return _get_or_404(_owned_by(user).filter(deleted_at=None), public_id)


def deleted_list_for_owner(user: Reader, public_id: str) -> CompanyList:
    """A list that this user may bring back: deleted, and not longer ago than lists rest."""
    return _get_or_404(_owned_by(user).filter(deleted_at__gte=restorable_since()), public_id)


def sample_for_reader(slug: str) -> CompanyList:
    """The sample of this slug, for everybody."""
    sample = (
        lists_with_edition().filter(sample=slug, deleted_at=None).first() if _can_be_looked_up(slug) else None
    )
    if sample is None:
        raise Http404("There is no such sample list.")
    return sample


def _not_deleted() -> QuerySet[CompanyList]:
    return lists_with_edition().select_related("edition__system", "owner").filter(deleted_at=None)


def _visible() -> QuerySet[CompanyList]:
    """What is neither deleted nor hidden by staff."""
    return _not_deleted().filter(hidden_at=None)


def _owned_by(user: Reader) -> QuerySet[CompanyList]:
    # Samples have no owner and nobody has no id: the two must never be taken for one another.
    mine = lists_with_edition().select_related("edition__system", "owner")
    return mine.none() if user.pk is None else mine.filter(owner_id=user.pk)


def _get_or_404(rows: QuerySet[CompanyList], public_id: str) -> CompanyList:
    row = _by_public_id(rows, public_id).first()
    if row is None:
        raise Http404("There is no such list, or it is not yours.")
    return row


def _by_public_id(rows: QuerySet[CompanyList], public_id: str) -> QuerySet[CompanyList]:
    return rows.filter(public_id=public_id) if _can_be_looked_up(public_id) else rows.none()


def _can_be_looked_up(text: str) -> bool:
    """Whether a text can be looked up at all: PostgreSQL takes no NUL character."""
    return text.isprintable()
