"""Clubs: one's own, those that strangers find, one of them, and what happens to it as a whole."""

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource, account_of
from api.bodies import read_body, read_query
from api.conditions import etag_of, seen_version
from api.idempotency import once_a_key
from api.parts import all_answer, all_shape, part_answer, part_shape
from api.permissions import ReadByAnyone, ReadElseAccount, WithAccount
from api.schema import IDEMPOTENCY_KEY, IF_MATCH, Answer, describes
from api.serializers.clubs import (
    ClubChange,
    ListedClub,
    MyClub,
    NewClub,
    Search,
    WholeClub,
    details_of,
    inside_told,
    listed_told,
    my_club_told,
    outside_told,
)
from builder.queries import clubs as queries
from builder.queries.club_access import Act, Inside, club_for, club_if_member
from builder.services import clubs as services
from builder.services.clubs import ClubDetails


class Clubs(Resource):
    """One's own clubs."""

    permission_classes = (WithAccount,)

    @describes(
        "clubs", "The clubs that you are in, by name", tag="clubs",
        answers={200: Answer(all_shape(MyClub))}, problems=("account-needed",),
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """All of them, with what you are in each."""
        rows = queries.clubs_of(account_of(request))
        return all_answer([my_club_told(row) for row in rows])

    @describes(
        "clubs_create", "Found a club", tag="clubs",
        request=NewClub, answers={201: Answer(WholeClub, headers=("ETag", "Location"))},
        parameters=[IDEMPOTENCY_KEY],
        problems=("account-needed", "too-much", "conflict", "key-reused"),
    )  # fmt: skip
    @once_a_key
    def post(self, request: Request) -> Response:
        """A club that you own."""
        user = account_of(request)
        club = services.found_club(user, ClubDetails(**read_body(NewClub, request)))
        made = told(club_for(user, club.public_id, Act.SEE), 201)
        made["Location"] = reverse("api_club", args=(club.public_id,))
        return made


class ListedClubs(Resource):
    """Clubs that strangers find."""

    permission_classes = (ReadByAnyone,)

    @describes(
        "clubs_listed", "Find clubs that take requests", tag="clubs",
        answers={200: Answer(part_shape(ListedClub))}, parameters=[Search],
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """A page of those that you are not in, by name."""
        sent = read_query(Search, request)
        part = queries.listed_clubs(request.user, sent.get("q", ""), sent["page"])
        return part_answer(request, part, [listed_told(row) for row in part.rows])


class OneClub(Resource):
    """A club to its members; a listed one from outside to everybody else."""

    permission_classes = (ReadElseAccount,)

    @describes(
        "club", "A club", tag="clubs",
        answers={200: Answer(WholeClub, headers=("ETag",))}, problems=("account-needed", "not-found"),
    )  # fmt: skip
    def get(self, request: Request, club: str) -> Response:
        """To strangers only one that is listed, and less of it."""
        inside = club_if_member(request.user, club)
        if inside is not None:
            return told(inside)
        try:
            return Response(outside_told(queries.listed_club(request.user, club)))
        except Http404:
            self._demand_account(request)
            raise

    def _demand_account(self, request: Request) -> None:
        """To whoever has no account a club that is not listed and one that never was are the same door."""
        if not WithAccount().has_permission(request, self):
            self.permission_denied(request)

    @describes(
        "club_change", "Change what is said of a club", tag="clubs",
        request=ClubChange, answers={200: Answer(WholeClub, headers=("ETag",))}, parameters=[IF_MATCH],
        problems=("account-needed", "not-found", "rank", "stale", "no-version", "too-much", "conflict"),
    )  # fmt: skip
    def patch(self, request: Request, club: str) -> Response:
        """What is left out stays as it is. For organisers."""
        user = account_of(request)
        inside = club_for(user, club, Act.EDIT)
        version = seen_version(request, inside.club.version)
        sent = read_body(ClubChange, request)
        services.save_club(inside.club, user, version, lambda now: details_of(now)._replace(**sent))
        return told(club_for(user, club, Act.SEE))

    @describes(
        "club_dissolve", "Dissolve a club", tag="clubs", answers={204: Answer(None)}, parameters=[IF_MATCH],
        problems=("account-needed", "not-found", "rank", "stale", "no-version"),
    )  # fmt: skip
    def delete(self, request: Request, club: str) -> Response:
        """For good, with its invites, shares and events; lists stay their owners'. For its owner."""
        user = account_of(request)
        inside = club_for(user, club, Act.DISSOLVE)
        services.dissolve(inside.club, user, seen_version(request, inside.club.version))
        return Response(status=204)


def told(inside: Inside, status: int = 200) -> Response:
    """A club as its members see it."""
    made = Response(inside_told(inside, queries.member_count(inside.club)), status)
    made["ETag"] = etag_of(inside.club.version)
    return made
