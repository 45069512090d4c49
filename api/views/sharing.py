"""Who sees a list: its link, the gallery, its owner's clubs. None of it is part of the document."""

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import BaseView, authenticated_user
from api.bodies import read_body
from api.idempotency import idempotent
from api.parts import results_response, results_serializer
from api.permissions import WithAccount
from api.schema import IDEMPOTENCY_KEY_PARAMETER, ResponseSpec, describes
from api.serializers.sharing import (
    LinkReplaceSerializer,
    LinkSerializer,
    ListShareCreateSerializer,
    ListShareSerializer,
    SharingSerializer,
    serialize_link,
    serialize_sharing,
)
from builder.models import CompanyList, Share
from builder.models.ranks import ClubAction
from builder.queries.access import list_for_owner
from builder.queries.club_access import require_club_access
from builder.queries.clubs import own_share_target, shares_of_list
from builder.services import gallery
from builder.services import shares as services
from builder.services import sharing as links


class SharingView(BaseView):
    """Everybody who sees a list."""

    @describes(
        "sharing", "Who sees a list of yours", tag="sharing",
        answers={200: ResponseSpec(SharingSerializer)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Its link, the gallery, and the clubs that see it or a roster of it."""
        return _sharing_response(request, public_id)


class LinkView(BaseView):
    """The secret link of a list."""

    @describes(
        "link_make", "Make a secret link", tag="sharing",
        answers={200: ResponseSpec(LinkSerializer)}, problems=("not-found",),
    )  # fmt: skip
    def put(self, request: Request, public_id: str) -> Response:
        """Where there is one, it stays: send this as often as you like."""
        word = links.create_link(list_for_owner(request.user, public_id))
        return Response(serialize_link(request, word))

    @describes(
        "link_replace", "Replace the secret link", tag="sharing",
        request=LinkReplaceSerializer, answers={200: ResponseSpec(LinkSerializer)}, problems=("not-found",),
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """The old one opens nothing any more, for ever."""
        row = list_for_owner(request.user, public_id)
        old: str = read_body(LinkReplaceSerializer, request)["old"]
        return Response(serialize_link(request, links.replace_link(row, old)))

    @describes(
        "link_stop", "Stop the secret link", tag="sharing",
        answers={204: ResponseSpec(None)}, problems=("not-found",),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str) -> Response:
        """It opens nothing any more, for ever."""
        links.remove_link(list_for_owner(request.user, public_id))
        return Response(status=204)


class PublicationView(BaseView):
    """Whether a list is in the gallery."""

    permission_classes = (WithAccount,)

    @describes(
        "publish", "Put a list into the gallery", tag="sharing",
        answers={200: ResponseSpec(SharingSerializer)},
        problems=("not-found", "account-needed", "conflict", "broken-list"),
    )  # fmt: skip
    def put(self, request: Request, public_id: str) -> Response:
        """Under your name, as it stands at any time."""
        gallery.publish_list(list_for_owner(request.user, public_id))
        return _sharing_response(request, public_id)

    @describes(
        "withdraw", "Take a list out of the gallery", tag="sharing",
        answers={204: ResponseSpec(None)}, problems=("not-found", "account-needed"),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str) -> Response:
        """Copies that others made stay theirs."""
        gallery.unpublish_list(list_for_owner(request.user, public_id))
        return Response(status=204)


class ListShareListView(BaseView):
    """What clubs see of a list."""

    permission_classes = (WithAccount,)

    @describes(
        "list_shares",
        "What your clubs see of a list",
        tag="sharing",
        answers={200: ResponseSpec(results_serializer(ListShareSerializer))},
        problems=("not-found", "account-needed"),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """By the clubs' names."""
        shares = shares_of_list(list_for_owner(request.user, public_id))
        return results_response(list(ListShareSerializer(shares, many=True).data))

    @describes(
        "list_share",
        "Share a list, or one roster of it, with a club",
        tag="sharing",
        request=ListShareCreateSerializer,
        answers={201: ResponseSpec(ListShareSerializer, headers=("Location",))},
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        problems=("not-found", "account-needed", "rank", "too-much", "key-reused", "conflict"),
    )
    @idempotent
    def post(self, request: Request, public_id: str) -> Response:
        """For as long as you are in the club. What is shared already stays so, and is answered again."""
        list_for_owner(request.user, public_id)
        sent = read_body(ListShareCreateSerializer, request)
        club = require_club_access(request.user, sent["club"], ClubAction.SHARE).club
        row, roster = own_share_target(authenticated_user(request), public_id, sent["roster"] or "")
        share = services.share_with_club(club, row, roster)
        share.club, share.roster = club, roster  # known, so that telling them asks for neither again
        made = Response(ListShareSerializer(share).data, 201)
        made["Location"] = reverse("api_list_share", args=(public_id, share.pk))
        return made


class ListShareDetailView(BaseView):
    """What a club sees of a list."""

    permission_classes = (WithAccount,)

    @describes(
        "list_share_read", "What a club sees of a list", tag="sharing",
        answers={200: ResponseSpec(ListShareSerializer)}, problems=("not-found", "account-needed"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str, share: int) -> Response:
        """One of the list's shares."""
        return Response(ListShareSerializer(_get_share(list_for_owner(request.user, public_id), share)).data)

    @describes(
        "list_share_stop", "Stop sharing", tag="sharing",
        answers={204: ResponseSpec(None)}, problems=("not-found", "account-needed"),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, share: int) -> Response:
        """The club sees it no more."""
        services.stop_sharing(
            _get_share(list_for_owner(request.user, public_id), share), authenticated_user(request)
        )
        return Response(status=204)


def _sharing_response(request: Request, public_id: str) -> Response:
    row = list_for_owner(request.user, public_id)
    return Response(serialize_sharing(request, row, shares_of_list(row)))


def _get_share(row: CompanyList, pk: int) -> Share:
    found = next((share for share in shares_of_list(row) if share.pk == pk), None)
    if found is None:
        raise Http404("This is not shared, or not any more.")
    return found
