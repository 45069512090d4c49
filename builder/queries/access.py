"""Access to lists: the queries that decide who may read and change a list.

A reader is a user or an anonymous visitor who wants to read a list. A sample is an example list that the site
offers. It has no owner. A frozen roster is a stored copy of a roster, which doesn't change with the list.

Functions that return one list raise Http404 if the reader may not read it or it doesn't exist. So nobody can
find out which lists exist.
"""

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.timezone import localdate

from builder.documents import LoadedList, load_list
from builder.frozen import unpack_roster
from builder.models import CompanyList, FrozenLink, Roster, Share, User
from builder.models.ids import is_public_id
from builder.models.lists import lists_with_edition, restorable_since, with_edition
from builder.points.document.document import Document
from builder.queries.lookup import get_by_public_id

Reader = User | AnonymousUser

# Samples have no owner.
_OWNER_IS_ACTIVE = Q(owner=None) | Q(owner__is_active=True)
_LIST_IS_VISIBLE = Q(
    company_list__deleted_at=None, company_list__hidden_at=None, company_list__owner__is_active=True
)
_JOINED_TO_LIST = ("company_list__edition__system", "company_list__owner")
_LAYOUT = "company_list__edition__layout"

_ROSTER_NOT_FOUND = "This roster doesn't exist, or isn't shared with you."
_DEAD_LINK = "This link doesn't work. Its owner stopped it, or it is incomplete."


def lists_for_reader(user: Reader) -> QuerySet[CompanyList]:
    """Return the lists that this user can read. Deleted lists are never included.

    These are the user's own lists, samples, public lists, and lists that are shared with one of the user's
    clubs. If moderators have hidden a list, or have suspended its owner, only the owner can read it.
    """
    is_public = Q(sample__isnull=False) | Q(published_at__isnull=False)
    if user.pk is None:
        return _visible().filter(is_public)
    shares = Share.objects.filter(company_list=OuterRef("pk"), roster=None, club__memberships__user=user.pk)
    is_shown = (is_public | Q(Exists(shares))) & Q(hidden_at=None) & _OWNER_IS_ACTIVE
    return _not_deleted().filter(Q(owner_id=user.pk) | is_shown)


def list_for_reader(user: Reader, public_id: str) -> CompanyList:
    """Return a list that this user may read.

    This takes one query for the list's owner and for anonymous users, and two for other users.
    """
    # Most readers own the list that they read. Django builds the query for a user's own lists much faster
    # than the query for all lists that a user may read.
    own_row = own_list_query(user, public_id).first()
    return own_row or _get_or_404(lists_for_reader(user), public_id)


def public_list(public_id: str) -> CompanyList:
    """Return a list that a user has published in the gallery. Samples are not included."""
    return _get_or_404(_visible().filter(published_at__isnull=False, sample=None), public_id)


def list_by_link(link: str) -> CompanyList:
    """Return the list with this secret link."""
    row = _visible().filter(link=link).first() if is_public_id(link) else None
    if row is None:
        raise Http404(_DEAD_LINK)
    return row


def roster_for_reader(user: Reader, roster_id: str) -> Roster:
    """Return a roster that is shared with one of this user's clubs, and load its list."""
    if user.pk is None or not is_public_id(roster_id):
        raise Http404(_ROSTER_NOT_FOUND)
    shares = Share.objects.filter(roster=OuterRef("pk"), club__memberships__user=user.pk)
    is_own = Q(company_list__owner_id=user.pk, company_list__deleted_at=None)
    rows = Roster.objects.filter(
        Exists(shares), _LIST_IS_VISIBLE | is_own, public_id=roster_id, removed_at=None
    )
    return _roster_or_404(rows, _ROSTER_NOT_FOUND)


def _roster_or_404(rows: QuerySet[Roster], not_found: str) -> Roster:
    """Return the first roster of a query, and load its list. Raises Http404 if the query finds none."""
    row = rows.select_related(*_JOINED_TO_LIST).defer(_LAYOUT).first()
    if row is None:
        raise Http404(not_found)
    return row


def own_list_query(user: Reader, public_id: str) -> QuerySet[CompanyList]:
    """Return a query for the user's list with this id, for the service ``edit_list``.

    It finds nothing if the list is deleted or belongs to somebody else.
    """
    rows = _owned_by(user).filter(deleted_at=None)
    return rows.filter(public_id=public_id) if is_public_id(public_id) else rows.none()


def list_for_owner(user: Reader, public_id: str) -> CompanyList:
    """Return the list with this id, if the user owns it."""
    return _get_or_404(_owned_by(user).filter(deleted_at=None), public_id)


def deleted_list_for_owner(user: Reader, public_id: str) -> CompanyList:
    """Return the user's deleted list with this id, if the user can still restore it."""
    return _get_or_404(_owned_by(user).filter(deleted_at__gte=restorable_since()), public_id)


def sample_for_reader(slug: str) -> CompanyList:
    """Return the sample with this slug."""
    samples = lists_with_edition().filter(sample=slug, deleted_at=None)
    sample = samples.first() if is_public_id(slug.replace("-", "")) else None
    if sample is None:
        raise Http404("This example list doesn't exist.")
    return sample


def _not_deleted() -> QuerySet[CompanyList]:
    return lists_with_edition().select_related("owner").filter(deleted_at=None)


def _visible() -> QuerySet[CompanyList]:
    """Return samples, and lists of active owners that are neither deleted nor hidden."""
    return _not_deleted().filter(_OWNER_IS_ACTIVE, hidden_at=None)


def _owned_by(user: Reader) -> QuerySet[CompanyList]:
    # A sample has no owner, and an anonymous reader has no primary key. Both are None, but an anonymous
    # reader must not count as the owner of a sample.
    # ``user.lists`` sets the owner of each list to ``user``, so the owner's row is not queried again.
    return CompanyList.objects.none() if user.pk is None else with_edition(user.lists.all())


def _get_or_404(rows: QuerySet[CompanyList], public_id: str) -> CompanyList:
    return get_by_public_id(rows, public_id, "This list doesn't exist, or isn't yours.")


AccessKind = Literal["own", "sample", "public", "link", "club", "roster", "roster-link"]
"""The ways in which a reader can reach a list.

"own": the reader owns the list, and opens it by its id.
"sample": the list is a sample.
"public": the list is public, and the reader finds it in the gallery.
"link": the reader opens the list's secret link.
"club": the list is shared with a club of the reader.
"roster": a single roster of the list is shared with a club of the reader.
"roster-link": the reader opens the secret link of a single roster.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAccess:
    """A list that the reader may read, and how the reader reaches it.

    The owner can reach their list in other ways than "own", for example by its secret link. ``roster_id`` is
    the id of the only roster that the reader may read, or an empty string for the full list. ``link`` is the
    secret of a roster's link, or an empty string. ``frozen`` is the frozen roster that the reader sees, or
    None for current content.
    """

    row: CompanyList
    kind: AccessKind
    is_owner: bool = False
    roster_id: str = ""
    link: str = ""
    frozen: FrozenLink | None = None

    @property
    def can_edit(self) -> bool:
        """Whether the reader can change the list here. Owners only can if they opened it by its id."""
        return self.kind == "own"

    @property
    def version(self) -> int:
        """The version of the frozen roster or of the list."""
        return self.frozen.version if self.frozen else self.row.version

    @property
    def content_key(self) -> tuple[str, ...]:
        """A cache key that changes with the content of papers (PDFs for printing) and texts of the list."""
        row = self.frozen or self.row
        changed_at = row.made if isinstance(row, FrozenLink) else row.updated
        return row.public_id, str(row.version), changed_at.isoformat(), row.edition.content, self.roster_id

    @property
    def frozen_day(self) -> date | None:
        """The date that papers of a frozen roster show, or None for current content."""
        return localdate(self.frozen.made) if self.frozen else None

    @property
    def page_url(self) -> str:
        """The address of the page where this reader sees the list."""
        if self.kind == "link":
            return reverse("shared_list", args=(self.row.link,))
        if self.kind == "roster-link":
            return reverse("roster_link_list", args=(self.link,))
        if self.kind == "roster":
            return reverse("roster_list", args=(self.roster_id,))
        if self.kind == "public":
            return reverse("gallery_list", args=(self.row.public_id,))
        return list_address(self.row)

    @property
    def base_url(self) -> str:
        """The beginning of the addresses of the list's other pages, such as the page of a profile.

        Only the page of a sample itself has a special address.
        """
        return reverse("list", args=(self.row.public_id,)) if self.kind == "sample" else self.page_url

    @property
    def paper_url(self) -> str:
        """The address that papers show, at which anyone can read the list, or an empty string.

        A reader who isn't the owner gets the address that they have used. So their paper never shows a secret
        link that they didn't know.
        """
        if self.kind in ("link", "roster-link", "public", "sample"):
            return self.page_url
        if not self.can_edit or self.row.hidden_at is not None:
            return ""
        if self.row.link:
            return reverse("shared_list", args=(self.row.link,))
        is_public = self.row.published_at is not None
        return reverse("gallery_list", args=(self.row.public_id,)) if is_public else ""

    def load(self) -> LoadedList:
        """Return the list with its document, cut to the only roster that the reader may read.

        Raises Http404 if this roster was removed.
        """
        if self.frozen:
            return unpack_roster(self.frozen).to_loaded(self.row)
        loaded = load_list(self.row)
        if not self.roster_id:
            return loaded
        if self.roster_id not in loaded.roster_ids:
            raise Http404("This roster is no longer in the list.")
        return loaded.cut_to(self.roster_id)

    def cut_document(self) -> Document | None:
        """Return the document cut to the only roster that the reader may read, or None for a full list."""
        return self.load().document if self.roster_id else None

    def load_profiles(self) -> LoadedList:
        """Return the list like ``load``, but without its rosters."""
        if not self.roster_id:
            return load_list(self.row, rosters=False)
        loaded = self.load()
        document = replace(loaded.document, rosters=())
        return replace(loaded, document=document, roster_ids=(), roster_versions=())


def list_address(row: CompanyList) -> str:
    """Return the address of a list's page."""
    return reverse("sample", args=(row.sample,)) if row.sample else reverse("list", args=(row.public_id,))


def access_by_id(user: Reader, public_id: str) -> ListAccess:
    """Return access to a list in ``lists_for_reader``."""
    row = list_for_reader(user, public_id)
    if row.sample:
        return ListAccess(row=row, kind="sample")
    if _is_owner(user, row):
        return ListAccess(row=row, kind="own", is_owner=True)
    return ListAccess(row=row, kind="club" if row.published_at is None else "public")


def access_public_list(user: Reader, public_id: str) -> ListAccess:
    """Return access to a list that a user has published in the gallery."""
    row = public_list(public_id)
    return ListAccess(row=row, kind="public", is_owner=_is_owner(user, row))


def access_by_link(user: Reader, link: str) -> ListAccess:
    """Return access to the list with this secret link."""
    row = list_by_link(link)
    return ListAccess(row=row, kind="link", is_owner=_is_owner(user, row))


def access_shared_roster(user: Reader, roster_id: str) -> ListAccess:
    """Return access to a single roster that is shared with one of this user's clubs."""
    row = roster_for_reader(user, roster_id).company_list
    return ListAccess(row=row, kind="roster", is_owner=_is_owner(user, row), roster_id=roster_id)


def access_by_roster_link(user: Reader, secret: str) -> ListAccess:
    """Return access to the frozen or current roster with this secret link."""
    if not is_public_id(secret):
        raise Http404(_DEAD_LINK)
    live = Roster.objects.filter(_LIST_IS_VISIBLE, link=secret, removed_at=None)
    frozen = _frozen_link(secret)
    roster = frozen or _roster_or_404(live, _DEAD_LINK)
    return ListAccess(
        row=roster.company_list,
        kind="roster-link",
        is_owner=_is_owner(user, roster.company_list),
        roster_id=roster.public_id,
        link=secret,
        frozen=frozen,
    )


def _frozen_link(secret: str) -> FrozenLink | None:
    rows = FrozenLink.objects.filter(_LIST_IS_VISIBLE, secret=secret)
    return rows.select_related(*_JOINED_TO_LIST, "edition__system").defer(_LAYOUT, "edition__layout").first()


def access_sample(slug: str) -> ListAccess:
    """Return access to the sample with this slug."""
    return ListAccess(row=sample_for_reader(slug), kind="sample")


def _is_owner(user: Reader, row: CompanyList) -> bool:
    # A sample has no owner, and an anonymous reader has no primary key. Both are None, but an anonymous
    # reader must not count as the owner of a sample.
    return row.owner_id is not None and row.owner_id == user.pk
