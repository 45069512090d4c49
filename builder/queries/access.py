"""Who may see which list. Strangers learn nothing: what is not theirs is not found."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from builder.models import CompanyList, Roster, Share, User
from builder.models.lists import rests_since

Reader = User | AnonymousUser

_NO_ROSTER = "There is no such roster, or it is not shared with you."


def lists_with_edition() -> QuerySet[CompanyList]:
    """Lists joined with edition and system, without the long text that only the loader reads."""
    return CompanyList.objects.select_related("edition__system").defer("edition__layout")


def lists_for_reader(user: Reader) -> QuerySet[CompanyList]:
    """What this user may read: their own lists, samples, public ones, and those shared with a club of theirs.

    What staff have hidden is its owner's alone.
    """
    shown = Q(sample__isnull=False) | Q(published_at__isnull=False)
    if user.pk is None:
        return _shown().filter(shown)
    shares = Share.objects.filter(company_list=OuterRef("pk"), roster=None, club__memberships__user=user.pk)
    others = (shown | Q(Exists(shares))) & Q(hidden_at=None)
    return _alive().filter(Q(owner_id=user.pk) | others)


def list_for_reader(user: Reader, public_id: str) -> CompanyList:
    """A list that this user may read."""
    return _one(lists_for_reader(user), public_id)


def public_list(public_id: str) -> CompanyList:
    """A list that its owner has made public, for everybody."""
    return _one(_shown().filter(published_at__isnull=False), public_id)


def list_by_link(link: str) -> CompanyList:
    """The list that this secret word opens, for whoever knows it."""
    row = _shown().filter(link=link).first() if _is_plain(link) else None
    if row is None:
        raise Http404("No list is shared by this link, or not any more.")
    return row


def roster_for_reader(user: Reader, roster: str) -> Roster:
    """A roster that is shared by itself with a club of this user's; its list comes with it, to be cut."""
    if user.pk is None or not _is_plain(roster):
        raise Http404(_NO_ROSTER)
    shares = Share.objects.filter(roster=OuterRef("pk"), club__memberships__user=user.pk)
    shown = Q(company_list__hidden_at=None) | Q(company_list__owner_id=user.pk)
    rows = Roster.objects.filter(
        Exists(shares), shown, public_id=roster, removed_at=None, company_list__deleted_at=None
    ).select_related("company_list__edition__system", "company_list__owner")
    row = rows.defer("company_list__edition__layout").first()
    if row is None:
        raise Http404(_NO_ROSTER)
    return row


def own_list(user: Reader, public_id: str) -> QuerySet[CompanyList]:
    """The list of this id as a query, which finds it where this user may change it: to be held meanwhile."""
    return _called(_own(user).filter(deleted_at=None), public_id)


def list_for_owner(user: Reader, public_id: str) -> CompanyList:
    """A list that this user may change."""
    return _one(_own(user).filter(deleted_at=None), public_id)


def deleted_list_for_owner(user: Reader, public_id: str) -> CompanyList:
    """A list that this user may bring back: deleted, and not longer ago than lists rest."""
    return _one(_own(user).filter(deleted_at__gte=rests_since()), public_id)


def sample_for_reader(slug: str) -> CompanyList:
    """The sample of this slug, for everybody."""
    sample = lists_with_edition().filter(sample=slug, deleted_at=None).first() if _is_plain(slug) else None
    if sample is None:
        raise Http404("There is no such sample list.")
    return sample


def _alive() -> QuerySet[CompanyList]:
    return lists_with_edition().select_related("edition__system", "owner").filter(deleted_at=None)


def _shown() -> QuerySet[CompanyList]:
    """What is neither deleted nor hidden by staff."""
    return _alive().filter(hidden_at=None)


def _own(user: Reader) -> QuerySet[CompanyList]:
    # Samples have no owner and nobody has no id: the two must never be taken for one another.
    mine = lists_with_edition().select_related("edition__system", "owner")
    return mine.none() if user.pk is None else mine.filter(owner_id=user.pk)


def _one(rows: QuerySet[CompanyList], public_id: str) -> CompanyList:
    row = _called(rows, public_id).first()
    if row is None:
        raise Http404("There is no such list, or it is not yours.")
    return row


def _called(rows: QuerySet[CompanyList], public_id: str) -> QuerySet[CompanyList]:
    return rows.filter(public_id=public_id) if _is_plain(public_id) else rows.none()


def _is_plain(text: str) -> bool:
    """Whether a text can be looked up at all: PostgreSQL takes no NUL character."""
    return text.isprintable()
