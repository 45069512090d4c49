"""Queries for a person's data: the numbers of their lists and clubs, their lists' names, and their tokens."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, Q, QuerySet
from django.utils import timezone

from builder.models import CompanyList, Membership, Role, Token, User
from builder.models.people import moderate_permissions
from builder.queries.lookup import get_by_public_id


class AccountSummary(NamedTuple):
    """The numbers of a person's lists, hand-ins and clubs.

    ``lists`` doesn't include deleted lists. ``shared`` lists are public or have a link. If the account is
    deleted, the clubs with the names ``passed_on_clubs`` get another owner, and ``dissolved_clubs`` are
    deleted, because they have no other members.
    """

    lists: int
    deleted: int
    shared: int
    hand_ins: int
    clubs: int
    passed_on_clubs: tuple[str, ...]
    dissolved_clubs: tuple[str, ...]
    is_moderator: bool


def summarise_account(user: User) -> AccountSummary:
    """Return a summary of a person's data, in three queries."""
    not_deleted = Q(deleted_at=None)
    open_to_others = Q(link__isnull=False) | Q(published_at__isnull=False)
    counts = CompanyList.objects.filter(owner=user).aggregate(
        lists=Count("pk", filter=not_deleted),
        deleted=Count("pk", filter=~not_deleted),
        shared=Count("pk", filter=not_deleted & open_to_others),
    )
    members = Count("club__memberships")
    rows = Membership.objects.filter(user=user).annotate(members=members).order_by("club__name", "pk")
    clubs = list(rows.values_list("role", "members", "club__name"))
    user_counts = User.objects.filter(pk=user.pk).annotate(
        hand_in_count=Count("hand_ins"), has_permission=Exists(moderate_permissions(user))
    )
    hand_ins, has_permission = user_counts.values_list("hand_in_count", "has_permission").get()
    return AccountSummary(
        **counts,
        hand_ins=hand_ins,
        is_moderator=user.is_superuser or has_permission,
        clubs=len(clubs),
        passed_on_clubs=tuple(name for role, count, name in clubs if role == Role.OWNER and count > 1),
        dissolved_clubs=tuple(name for role, count, name in clubs if role == Role.OWNER and count == 1),
    )


def match_person(people: Sequence[int], name: str) -> int | None:
    """Return the one of these primary keys whose user name or e-mail address is ``name``, or None.

    ``name`` is in lower case.
    """
    if not people or not name:
        return None
    rows = User.objects.filter(pk__in=people).values_list("pk", "username", "email")
    return next((pk for pk, username, email in rows if name in (username.lower(), email.lower())), None)


def find_account(name: str) -> User | None:
    """Return the account with this user name or e-mail address in lower case, or None.

    django-allauth stores addresses in lower case. So they can be compared exactly, with the index of the
    column.
    """
    if not name:
        return None
    named = Q(email=name) if "@" in name else Q(username__iexact=name)
    return User.objects.filter(named, is_guest=False).order_by("pk").first()


def list_names(user: User) -> list[str]:
    """Return the names of a user's lists, the last changed first. Names can be empty."""
    rows = CompanyList.objects.filter(owner=user, deleted_at=None).order_by("-updated", "-pk")
    return list(rows.values_list("name", flat=True))


def active_token(digest: str) -> Token | None:
    """Return the token whose secret has this digest, with its user.

    Return None if there is none, if it has expired, or if its user is suspended.
    """
    rows = Token.objects.select_related("user").filter(digest=digest, ends__gt=timezone.now())
    return rows.filter(user__is_active=True).first()


def active_tokens(user: User) -> QuerySet[Token]:
    """Return a user's active tokens, the newest first."""
    return Token.objects.filter(user=user, ends__gt=timezone.now())


def get_active_token(user: User, token_id: str) -> Token:
    """Return an active token of a user.

    Raises Http404 if the token was revoked, has expired, or belongs to another user.
    """
    return get_by_public_id(active_tokens(user), token_id, "This token is revoked or has expired.")
