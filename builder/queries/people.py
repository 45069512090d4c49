"""Queries for a person's data: the numbers of their lists and clubs, their lists' names, and their tokens."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, Q, QuerySet
from django.utils import timezone

from builder.models import CompanyList, Membership, Role, Token, User
from builder.models.people import moderate_permissions
from builder.queries.lookup import get_by_public_id


class Belongings(NamedTuple):
    """A summary of a person's data: the numbers of their lists, deleted lists, hand-ins and clubs.

    ``lists`` is the number of lists that are not deleted.
    ``deleted`` is the number of deleted lists.
    ``shared`` is the number of lists that are public or have a link.
    ``hand_ins`` is the number of rosters that the person has handed in for events.
    ``clubs`` is the number of clubs that the person is in.
    ``passed_on`` are the names of the clubs that get another owner if the person's account is deleted.
    ``dissolved`` are the names of the clubs that are deleted with the account, because they have no other
    members.
    ``moderates`` is True if the person is a moderator.
    """

    lists: int
    deleted: int
    shared: int
    hand_ins: int
    clubs: int
    passed_on: tuple[str, ...]
    dissolved: tuple[str, ...]
    moderates: bool


def belongings(user: User) -> Belongings:
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
    return Belongings(
        **counts,
        hand_ins=hand_ins,
        moderates=user.is_superuser or has_permission,
        clubs=len(clubs),
        passed_on=tuple(name for role, count, name in clubs if role == Role.OWNER and count > 1),
        dissolved=tuple(name for role, count, name in clubs if role == Role.OWNER and count == 1),
    )


def person_named(people: Sequence[int], name: str) -> int | None:
    """Return the primary key of the person with this user name or e-mail address, or None.

    ``people`` are the primary keys of the people to search. ``name`` is the user name or the e-mail address
    in lower case.
    """
    if not people or not name:
        return None
    rows = User.objects.filter(pk__in=people).values_list("pk", "username", "email")
    return next((pk for pk, username, email in rows if name in (username.lower(), email.lower())), None)


def find_account(name: str) -> User | None:
    """Return the account with this user name or e-mail address, or None. ``name`` is in lower case.

    django-allauth stores e-mail addresses in lower case. So addresses can be compared exactly, and the
    database can use the index of the column.
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
    """Return the token whose secret has this digest, and load the token's user.

    Return None if there is no such token, if the token has expired, or if its user is suspended.
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
