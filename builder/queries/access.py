"""Who may see which list. Strangers learn nothing: what is not theirs is not found."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import Http404

from builder.models import CompanyList, User

Reader = User | AnonymousUser


def lists_with_edition() -> QuerySet[CompanyList]:
    """Lists joined with edition and system, without the long text that only the loader reads."""
    return CompanyList.objects.select_related("edition__system").defer("edition__layout")


def list_for_reader(user: Reader, public_id: str) -> CompanyList:
    """A list that this user may read: their own, or a sample."""
    own = Q(owner_id=user.pk) if user.pk is not None else Q(pk__in=())
    return _one(lists_with_edition().filter(own | Q(sample__isnull=False), deleted_at=None), public_id)


def list_for_owner(user: Reader, public_id: str) -> CompanyList:
    """A list that this user may change."""
    return _one(_own(user).filter(deleted_at=None), public_id)


def deleted_list_for_owner(user: Reader, public_id: str) -> CompanyList:
    """A list that this user may bring back."""
    return _one(_own(user).filter(deleted_at__isnull=False), public_id)


def sample_for_reader(slug: str) -> CompanyList:
    """The sample of this slug, for everybody."""
    sample = lists_with_edition().filter(sample=slug, deleted_at=None).first() if _is_plain(slug) else None
    if sample is None:
        raise Http404("There is no such sample list.")
    return sample


def _own(user: Reader) -> QuerySet[CompanyList]:
    # Samples have no owner and nobody has no id: the two must never be taken for one another.
    return lists_with_edition().none() if user.pk is None else lists_with_edition().filter(owner_id=user.pk)


def _one(rows: QuerySet[CompanyList], public_id: str) -> CompanyList:
    row = rows.filter(public_id=public_id).first() if _is_plain(public_id) else None
    if row is None:
        raise Http404("There is no such list, or it is not yours.")
    return row


def _is_plain(text: str) -> bool:
    """Whether a text can be looked up at all: PostgreSQL takes no NUL character."""
    return text.isprintable()
