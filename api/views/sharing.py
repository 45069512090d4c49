"""Who sees a list: its link, the gallery, its owner's clubs. None of it is part of the document."""

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource, account_of
from api.bodies import read_body
from api.idempotency import once_a_key
from api.parts import all_answer, all_shape
from api.permissions import WithAccount
from api.schema import IDEMPOTENCY_KEY, Answer, describes
from api.serializers.sharing import (
    LinkChange,
    LinkShape,
    ListShare,
    NewListShare,
    Sharing,
    link_of,
    sharing_of,
)
from builder.models import CompanyList, Share
from builder.models.ranks import Act
from builder.queries.access import list_for_owner
from builder.queries.club_access import club_for
from builder.queries.clubs import own_share_target, shares_of
from builder.services import gallery
from builder.services import shares as services
from builder.services import sharing as links


class WhoSees(Resource):
    """Everybody who sees a list."""

    @describes(
        "sharing", "Who sees a list of yours", tag="sharing",
        answers={200: Answer(Sharing)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Its link, the gallery, and the clubs that see it or a roster of it."""
        return _told(request, public_id)


class Link(Resource):
    """The secret link of a list."""

    @describes(
        "link_make", "Make a secret link", tag="sharing",
        answers={200: Answer(LinkShape)}, problems=("not-found",),
    )  # fmt: skip
    def put(self, request: Request, public_id: str) -> Response:
        """Where there is one, it stays: send this as often as you like."""
        word = links.make_link(list_for_owner(request.user, public_id))
        return Response(link_of(request, word))

    @describes(
        "link_replace", "Replace the secret link", tag="sharing",
        request=LinkChange, answers={200: Answer(LinkShape)}, problems=("not-found",),
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """The old one opens nothing any more, for ever."""
        row = list_for_owner(request.user, public_id)
        old: str = read_body(LinkChange, request)["old"]
        return Response(link_of(request, links.replace_link(row, old)))

    @describes(
        "link_stop", "Stop the secret link", tag="sharing",
        answers={204: Answer(None)}, problems=("not-found",),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str) -> Response:
        """It opens nothing any more, for ever."""
        links.stop_link(list_for_owner(request.user, public_id))
        return Response(status=204)


class Publication(Resource):
    """Whether a list is in the gallery."""

    permission_classes = (WithAccount,)

    @describes(
        "publish", "Put a list into the gallery", tag="sharing",
        answers={200: Answer(Sharing)},
        problems=("not-found", "account-needed", "conflict", "broken-list"),
    )  # fmt: skip
    def put(self, request: Request, public_id: str) -> Response:
        """Under your name, as it stands at any time."""
        gallery.publish(list_for_owner(request.user, public_id))
        return _told(request, public_id)

    @describes(
        "withdraw", "Take a list out of the gallery", tag="sharing",
        answers={204: Answer(None)}, problems=("not-found", "account-needed"),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str) -> Response:
        """Copies that others made stay theirs."""
        gallery.withdraw(list_for_owner(request.user, public_id))
        return Response(status=204)


class ListShares(Resource):
    """What clubs see of a list."""

    permission_classes = (WithAccount,)

    @describes(
        "list_shares", "What your clubs see of a list", tag="sharing",
        answers={200: Answer(all_shape(ListShare))}, problems=("not-found", "account-needed"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """By the clubs' names."""
        shares = shares_of(list_for_owner(request.user, public_id))
        return all_answer(list(ListShare(shares, many=True).data))

    @describes(
        "list_share", "Share a list, or one roster of it, with a club", tag="sharing",
        request=NewListShare, answers={201: Answer(ListShare, headers=("Location",))},
        parameters=[IDEMPOTENCY_KEY],
        problems=("not-found", "account-needed", "rank", "too-much", "key-reused", "conflict"),
    )  # fmt: skip
    @once_a_key
    def post(self, request: Request, public_id: str) -> Response:
        """For as long as you are in the club. What is shared already stays so, and is answered again."""
        list_for_owner(request.user, public_id)
        sent = read_body(NewListShare, request)
        club = club_for(request.user, sent["club"], Act.SHARE).club
        row, roster = own_share_target(account_of(request), public_id, sent["roster"] or "")
        share = services.share_with(club, row, roster)
        share.club, share.roster = club, roster  # known, so that telling them asks for neither again
        made = Response(ListShare(share).data, 201)
        made["Location"] = reverse("api_list_share", args=(public_id, share.pk))
        return made


class OneListShare(Resource):
    """What a club sees of a list."""

    permission_classes = (WithAccount,)

    @describes(
        "list_share_read", "What a club sees of a list", tag="sharing",
        answers={200: Answer(ListShare)}, problems=("not-found", "account-needed"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str, share: int) -> Response:
        """One of the list's shares."""
        return Response(ListShare(_share(list_for_owner(request.user, public_id), share)).data)

    @describes(
        "list_share_stop", "Stop sharing", tag="sharing",
        answers={204: Answer(None)}, problems=("not-found", "account-needed"),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, share: int) -> Response:
        """The club sees it no more."""
        services.stop_sharing(_share(list_for_owner(request.user, public_id), share), account_of(request))
        return Response(status=204)


def _told(request: Request, public_id: str) -> Response:
    row = list_for_owner(request.user, public_id)
    return Response(sharing_of(request, row, shares_of(row)))


def _share(row: CompanyList, pk: int) -> Share:
    found = next((share for share in shares_of(row) if share.pk == pk), None)
    if found is None:
        raise Http404("This is not shared, or not any more.")
    return found
