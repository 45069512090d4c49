"""Clubs: one's own, those that strangers find, one of them, and what happens to it as a whole."""

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import BaseView, authenticated_user
from api.bodies import read_body, read_query
from api.conditions import etag_of, if_match_version
from api.idempotency import idempotent
from api.parts import numbered_page_response, numbered_page_serializer, results_response, results_serializer
from api.permissions import AccountOrReadOnly, SignedInOrReadOnly, WithAccount
from api.schema import IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER, ResponseSpec, describes
from api.serializers.clubs import (
    ClubCreateSerializer,
    ClubSerializer,
    ClubUpdateSerializer,
    ListedClubQuerySerializer,
    ListedClubSerializer,
    MyClubSerializer,
    current_club_details,
    serialize_club,
    serialize_club_preview,
    serialize_listed_club,
    serialize_my_club,
)
from builder.queries import clubs as queries
from builder.queries.club_access import ClubAccess, ClubAction, club_access_or_none, require_club_access
from builder.services import clubs as services
from builder.services.clubs import ClubDetails


class ClubListView(BaseView):
    """One's own clubs."""

    permission_classes = (WithAccount,)

    @describes(
        "clubs", "The clubs that you are in, by name", tag="clubs",
        answers={200: ResponseSpec(results_serializer(MyClubSerializer))}, problems=("account-needed",),
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """All of them, with what you are in each."""
        rows = queries.clubs_of(authenticated_user(request))
        return results_response([serialize_my_club(row) for row in rows])

    @describes(
        "clubs_create",
        "Found a club",
        tag="clubs",
        request=ClubCreateSerializer,
        answers={201: ResponseSpec(ClubSerializer, headers=("ETag", "Location"))},
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        problems=("account-needed", "too-much", "conflict", "key-reused"),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """A club that you own."""
        user = authenticated_user(request)
        club = services.create_club(user, ClubDetails(**read_body(ClubCreateSerializer, request)))
        made = club_response(require_club_access(user, club.public_id, ClubAction.SEE), 201)
        made["Location"] = reverse("api_club", args=(club.public_id,))
        return made


class ListedClubListView(BaseView):
    """Clubs that strangers find."""

    permission_classes = (SignedInOrReadOnly,)

    @describes(
        "clubs_listed",
        "Find clubs that take requests",
        tag="clubs",
        answers={200: ResponseSpec(numbered_page_serializer(ListedClubSerializer))},
        parameters=[ListedClubQuerySerializer],
    )
    def get(self, request: Request) -> Response:
        """A page of those that you are not in, by name."""
        sent = read_query(ListedClubQuerySerializer, request)
        part = queries.listed_clubs(request.user, sent.get("q", ""), sent["page"])
        return numbered_page_response(request, part, [serialize_listed_club(row) for row in part.object_list])


class ClubDetailView(BaseView):
    """A club to its members; a listed one from outside to everybody else."""

    permission_classes = (AccountOrReadOnly,)

    @describes(
        "club",
        "A club",
        tag="clubs",
        answers={200: ResponseSpec(ClubSerializer, headers=("ETag",))},
        problems=("account-needed", "not-found"),
    )
    def get(self, request: Request, club: str) -> Response:
        """To strangers only one that is listed, and less of it."""
        inside = club_access_or_none(request.user, club)
        if inside is not None:
            return club_response(inside)
        try:
            return Response(serialize_club_preview(queries.listed_club(request.user, club)))
        except Http404:
            self._require_account(request)
            raise

    def _require_account(self, request: Request) -> None:
        """To whoever has no account a club that is not listed and one that never was are the same door."""
        if not WithAccount().has_permission(request, self):
            self.permission_denied(request)

    @describes(
        "club_change",
        "Change what is said of a club",
        tag="clubs",
        request=ClubUpdateSerializer,
        answers={200: ResponseSpec(ClubSerializer, headers=("ETag",))},
        parameters=[IF_MATCH_PARAMETER],
        problems=("account-needed", "not-found", "rank", "stale", "no-version", "too-much", "conflict"),
    )
    def patch(self, request: Request, club: str) -> Response:
        """What is left out stays as it is. For organisers."""
        user = authenticated_user(request)
        inside = require_club_access(user, club, ClubAction.EDIT)
        version = if_match_version(request, inside.club.version)
        sent = read_body(ClubUpdateSerializer, request)
        services.update_club(
            inside.club, user, version, lambda now: current_club_details(now)._replace(**sent)
        )
        return club_response(require_club_access(user, club, ClubAction.SEE))

    @describes(
        "club_dissolve",
        "Dissolve a club",
        tag="clubs",
        answers={204: ResponseSpec(None)},
        parameters=[IF_MATCH_PARAMETER],
        problems=("account-needed", "not-found", "rank", "stale", "no-version"),
    )
    def delete(self, request: Request, club: str) -> Response:
        """For good, with its invites, shares and events; lists stay their owners'. For its owner."""
        user = authenticated_user(request)
        inside = require_club_access(user, club, ClubAction.DISSOLVE)
        services.dissolve_club(inside.club, user, if_match_version(request, inside.club.version))
        return Response(status=204)


def club_response(inside: ClubAccess, status: int = 200) -> Response:
    """A club as its members see it."""
    made = Response(serialize_club(inside, queries.member_count(inside.club)), status)
    made["ETag"] = etag_of(inside.club.version)
    return made
