"""The personal data of an account, without its lists. ``archive.py`` writes it as JSON.

``tests/exports/test_personal_data.py`` checks that no table or column about a person is missing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F

from builder.documents import unpack_json
from builder.models import (
    JoinRequest,
    Membership,
    ModerationAction,
    ModerationEntry,
    NumberReport,
    Report,
    Role,
    Token,
    User,
)
from builder.queries.lists import tags_of
from builder.queries.print_setups import setups_of


def account_facts(user: User) -> dict[str, Any]:
    """Return the personal data of an account, without secrets and their digests. Times are objects."""
    return {
        "name": user.username if not user.is_guest else None,
        "email": _email_addresses(user),
        "joined": user.date_joined.date(),
        "seen": user.seen,
        "last_login": user.last_login,
        "sessions": _sessions(user),
        "second_factors": _second_factors(user),
        "clubs": _clubs(user),
        "requests_to_join": _requests_to_join(user),
        "tokens": _tokens(user),
        "reports": _reports(user),
        "number_reports": _number_reports(user),
        "moderation": _moderation(user),
        "tags": [tag.name for tag in tags_of(user)],
        "print_setups": [
            {"name": row.name, "options": row.options, "first": row.is_first} for row in setups_of(user)
        ],
    }


def _email_addresses(user: User) -> list[dict[str, Any]]:
    rows = EmailAddress.objects.filter(user=user).order_by("-primary", "email")
    addresses = list(rows.values("email", "verified", "primary"))
    # The command createsuperuser sets User.email without a row for the address.
    if user.email and user.email not in {row["email"] for row in addresses}:
        addresses.append({"email": user.email, "verified": False, "primary": not addresses})
    return addresses


def _sessions(user: User) -> list[dict[str, Any]]:
    rows = UserSession.objects.filter(user=user).order_by("created_at", "pk")
    names = {"began": "created_at", "last_seen": "last_seen_at", "address": "ip", "browser": "user_agent"}
    return list(rows.values(**{name: F(column) for name, column in names.items()}))


def _second_factors(user: User) -> list[dict[str, Any]]:
    rows = Authenticator.objects.filter(user=user).order_by("created_at", "pk")
    return [
        {
            "kind": "passkey" if row.type == Authenticator.Type.WEBAUTHN else row.type,
            "name": row.data.get("name"),
            "added": row.created_at,
            "last_used": row.last_used_at,
        }
        for row in rows
    ]


def _clubs(user: User) -> list[dict[str, Any]]:
    rows = Membership.objects.filter(user=user).select_related("club").order_by("club__name", "pk")
    return [
        {"name": row.club.name, "role": Role(row.role).label, "joined": row.joined.date()} for row in rows
    ]


def _requests_to_join(user: User) -> list[dict[str, Any]]:
    rows = JoinRequest.objects.filter(user=user).select_related("club").order_by("pk")
    return [{"club": row.club.name, "text": row.words, "made": row.made} for row in rows]


def _tokens(user: User) -> Sequence[Mapping[str, object]]:
    """Return all stored tokens, including expired ones that are not deleted yet."""
    return list(Token.objects.filter(user=user).values("name", "scope", "made", "ends", "used"))


def _reports(user: User) -> list[dict[str, Any]]:
    rows = Report.objects.filter(by=user).order_by("pk")
    return [
        {
            "about": str(row),
            "reason": row.reason,
            "made": row.made,
            "settled": row.settled_at,
        }
        for row in rows
    ]


def _number_reports(user: User) -> list[dict[str, Any]]:
    rows = NumberReport.objects.select_related("edition__system").filter(by=user).order_by("pk")
    return [
        {
            "about": str(row),
            "problem": row.problem,
            "document": unpack_json(row.document),
            "made": row.made,
            "settled": row.settled_at,
        }
        for row in rows
    ]


def _moderation(user: User) -> list[dict[str, Any]]:
    """Return moderators' decisions about a person and the person's content, without dismissed reports."""
    rows = ModerationEntry.objects.filter(person=user).exclude(action=ModerationAction.DISMISS).order_by("pk")
    return [
        {
            "action": row.get_action_display(),
            "about": row.subject,
            "note": row.note,
            "made": row.made,
        }
        for row in rows
    ]
