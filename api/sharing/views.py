"""Sharing one's own list by link, gallery and clubs; reading and copying what others share."""

from django.http import Http404, HttpResponse
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.calculations.results import appraisal_answer
from api.calculations.serializers import AppraisalSerializer
from api.calculations.sheets import AppraisalQuerySerializer
from api.lists.serializers import ListSummarySerializer, list_summary
from api.lists.views import created_list_response
from api.shared.access_routes import AccessRoute, AccessRouteView
from api.shared.answers import answer
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body, read_query
from api.shared.conditions import etag_of
from api.shared.idempotency import idempotent
from api.shared.pagination import PAGE_PARAMETERS, page_response, page_serializer
from api.shared.permissions import WithAccount
from api.shared.responses import document_response
from api.shared.schema import DOCUMENT, IDEMPOTENCY_KEY_PARAMETER, ResponseSpec, describes
from api.sharing.serializers import (
    LinkReplaceSerializer,
    LinkSerializer,
    ListShareCreateSerializer,
    ListShareSerializer,
    ProfileTakeSerializer,
    SharingSerializer,
    TakenProfileSerializer,
    serialize_list_share,
)
from builder.models import CompanyList, Share
from builder.models.clubs import ClubAction
from builder.queries.access import list_for_owner
from builder.queries.clubs import own_share_target, require_club_access, shares_of_list
from builder.queries.sharing import profile_with_references
from builder.services import gallery
from builder.services import sharing as links
from builder.services.clubs import shares as services
from builder.services.lists import copy_list
from builder.services.sharing import copy_profiles, copy_profiles_to_new_list


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
        link = links.create_link(list_for_owner(request.user, public_id))
        return Response(answer(LinkSerializer, request, {"link": link}))

    @describes(
        "link_replace", "Replace the secret link", tag="sharing",
        request=LinkReplaceSerializer, answers={200: ResponseSpec(LinkSerializer)}, problems=("not-found",),
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """The old one opens nothing any more, for ever."""
        row = list_for_owner(request.user, public_id)
        old_link: str = read_body(LinkReplaceSerializer, request)["old"]
        link = links.replace_link(row, old_link)
        return Response(answer(LinkSerializer, request, {"link": link}))

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
        answers={200: ResponseSpec(page_serializer(ListShareSerializer))},
        parameters=PAGE_PARAMETERS,
        problems=("not-found", "account-needed"),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """By the clubs' names."""
        row = list_for_owner(request.user, public_id)
        return page_response(
            request,
            shares_of_list(row),
            ("club__name", "made", "public_id"),
            lambda share: serialize_list_share(request, row, share),
        )

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
        share.club, share.roster = club, roster  # so that the serializer queries neither again
        location = reverse("api_list_share", args=(public_id, share.public_id))
        return Response(serialize_list_share(request, row, share), 201, headers={"Location": location})


class ListShareDetailView(BaseView):
    """What a club sees of a list."""

    permission_classes = (WithAccount,)

    @describes(
        "list_share_read", "What a club sees of a list", tag="sharing",
        answers={200: ResponseSpec(ListShareSerializer)}, problems=("not-found", "account-needed"),
    )  # fmt: skip
    def get(self, request: Request, public_id: str, share: str) -> Response:
        """One of the list's shares."""
        row = list_for_owner(request.user, public_id)
        return Response(serialize_list_share(request, row, _get_share(row, share)))

    @describes(
        "list_share_stop", "Stop sharing", tag="sharing",
        answers={204: ResponseSpec(None)}, problems=("not-found", "account-needed"),
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, share: str) -> Response:
        """The club sees it no more."""
        services.stop_sharing(
            _get_share(list_for_owner(request.user, public_id), share), authenticated_user(request)
        )
        return Response(status=204)


def _sharing_response(request: Request, public_id: str) -> Response:
    row = list_for_owner(request.user, public_id)
    return Response(answer(SharingSerializer, request, row))


def _get_share(row: CompanyList, public_id: str) -> Share:
    found = next((share for share in shares_of_list(row) if share.public_id == public_id), None)
    if found is None:
        raise Http404("This is not shared, or not any more.")
    return found


def shared_document_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view that answers with the document for one access route."""

    class SharedDocumentView(AccessRouteView):
        """The list itself, or as much of it as may be read."""

        access_route = route
        permission_classes = (route.permission,)

        @describes(
            f"{route.operation_prefix}document",
            f"{route.noun.capitalize()} as its document",
            tag=route.tag,
            answers={200: ResponseSpec(DOCUMENT), 304: ResponseSpec(None)},
            problems=("not-found", "broken-list"),
        )
        def get(self, request: Request, **address: str) -> HttpResponse | Response:
            """The same bytes as the download of its page. A roster comes with the profiles that it needs."""
            return document_response(request, self.get_list_access(request, address))

    return SharedDocumentView


def list_summary_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view that answers with the summary for one access route."""

    class ListSummaryView(AccessRouteView):
        """Names, keys, versions and fingerprints."""

        access_route = route
        permission_classes = (route.permission,)
        cost = "appraisal"

        @describes(
            f"{route.operation_prefix}summary",
            f"What there is in {route.noun}",
            tag=route.tag,
            answers={200: ResponseSpec(ListSummarySerializer, headers=("ETag",))},
            problems=("not-found", "broken-list"),
        )
        def get(self, request: Request, **address: str) -> Response:
            """Names, keys, versions and fingerprints, without designs, notes and background."""
            access = self.get_list_access(request, address)
            url = self.document_url(request, address)
            summary = list_summary(request, access.load(), access.kind, url)
            return Response(summary, headers={"ETag": etag_of(access.row.version)})

    return ListSummaryView


def list_appraisal_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view that answers with the appraisal for one access route."""

    class ListAppraisalView(AccessRouteView):
        """The appraisal of a list."""

        access_route = route
        permission_classes = (route.permission,)
        cost = "appraisal"

        @describes(
            f"{route.operation_prefix}appraisal", f"What {route.noun} comes to", tag=route.tag,
            parameters=[AppraisalQuerySerializer],
            answers={200: ResponseSpec(AppraisalSerializer)}, problems=("not-found", "broken-list"),
        )  # fmt: skip
        def get(self, request: Request, **address: str) -> Response:
            """Points with every line of their sums, and what the rules say against it."""
            access = self.get_list_access(request, address)
            asked = read_query(AppraisalQuerySerializer, request)
            loaded = access.load()
            return Response(appraisal_answer(loaded.document, loaded.catalogue, asked))

    return ListAppraisalView


_PROBLEMS = ("not-found", "broken-list", "too-much", "conflict", "key-reused")


def list_copy_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view that copies a list for one access route."""

    class ListCopyView(AccessRouteView):
        """Copies among one's own lists."""

        access_route = route

        @describes(
            f"{route.operation_prefix}copy", f"Copy {route.noun} to your own", tag=route.tag,
            answers={201: ResponseSpec(ListSummarySerializer, headers=("ETag", "Location"))},
            parameters=[IDEMPOTENCY_KEY_PARAMETER], problems=_PROBLEMS,
        )  # fmt: skip
        @idempotent
        def post(self, request: Request, /, **address: str) -> Response:
            """As much as may be read, under a name that no other list of yours has."""
            access = self.get_list_access(request, address)
            copy = copy_list(authenticated_user(request), access.row, access.cut_document())
            return created_list_response(request, list_for_owner(request.user, copy.public_id))

    return ListCopyView


def profile_take_view(route: AccessRoute) -> type[AccessRouteView]:
    """The view that copies a profile into an own list for one access route."""

    class ProfileTakeView(AccessRouteView):
        """A profile into a list of one's own."""

        access_route = route

        @describes(
            f"{route.operation_prefix}take",
            f"Take a profile of {route.noun} into a list of yours",
            tag=route.tag,
            request=ProfileTakeSerializer,
            answers={201: ResponseSpec(TakenProfileSerializer, headers=("Location",))},
            parameters=[IDEMPOTENCY_KEY_PARAMETER],
            problems=_PROBLEMS,
        )
        @idempotent
        def post(self, request: Request, /, key: str, **address: str) -> Response:
            """At its end, with all that it refers to, under keys of their own."""
            loaded = self.get_list_access(request, address).load()
            taken = profile_with_references(loaded, key)
            sent = read_body(ProfileTakeSerializer, request)
            if sent["into"] is None:
                edition = (loaded.catalogue.system, loaded.catalogue.edition)
                row, copies = copy_profiles_to_new_list(
                    authenticated_user(request), *edition, sent.get("name", ""), taken.profiles
                )
            else:
                row = list_for_owner(request.user, sent["into"])
                copies = copy_profiles(row, loaded.row, taken.profiles)
            keys = taken.new_keys(copies)
            location = reverse("api_profile", args=(row.public_id, keys[key]))
            value = answer(TakenProfileSerializer, request, {"into": row, "key": keys[key], "keys": keys})
            return Response(value, 201, headers={"Location": location})

    return ProfileTakeView
