"""Views that share the user's lists by link, in the gallery and with clubs.

Other views read and copy the lists that other people share.
"""

from django.http import Http404, HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.calculations.results import appraisal_json
from api.calculations.serializers import AppraisalQuerySerializer, AppraisalSerializer
from api.lists.serializers import ListSummarySerializer, list_summary
from api.lists.views import created_list_response
from api.shared.access_routes import AccessRouteView
from api.shared.addresses import url_of
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body, read_query
from api.shared.conditions import etag_of
from api.shared.idempotency import idempotent
from api.shared.pagination import PAGE_PARAMETERS, page_response, page_serializer
from api.shared.permissions import WithAccount
from api.shared.responses import created_response, document_response, row_serializer, serialize
from api.shared.schema import DOCUMENT, operation
from api.sharing.serializers import (
    FrozenLinkCreateSerializer,
    FrozenLinkSerializer,
    LinkReplaceSerializer,
    LinkSerializer,
    ListShareCreateSerializer,
    ListShareSerializer,
    ProfileTakeSerializer,
    RosterLinkSerializer,
    SharingSerializer,
    TakenProfileSerializer,
    serialize_list_share,
)
from builder.models import CompanyList, Share
from builder.models.clubs import ClubAction
from builder.queries.access import list_for_owner
from builder.queries.clubs import own_share_target, require_club_access, shares_of_list
from builder.queries.sharing import frozen_link_of, frozen_links_of, profile_with_references, roster_of
from builder.services import gallery
from builder.services import sharing as links
from builder.services.clubs import shares as services
from builder.services.lists import copy_list
from builder.services.sharing import copy_profiles, copy_profiles_to_new_list


class SharingView(BaseView):
    """The people who can see a list."""

    @operation("sharing", "Who can see your list", tag="sharing", responses={200: SharingSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        """Return the list's links, its address in the gallery, and its shares with clubs."""
        return _sharing_response(request, public_id)


class LinkView(BaseView):
    """The secret link of a list."""

    @operation("link_make", "Create a secret link", tag="sharing", responses={200: LinkSerializer})
    def put(self, request: Request, public_id: str) -> Response:
        """Create a link. If the list already has a link, nothing changes."""
        link = links.create_link(list_for_owner(request.user, public_id))
        return Response(serialize(LinkSerializer, request, {"link": link}))

    @operation(
        "link_replace", "Replace the secret link", tag="sharing", request=LinkReplaceSerializer,
        responses={200: LinkSerializer},
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Replace the link. The old link never works again."""
        row = list_for_owner(request.user, public_id)
        old_link: str = read_body(LinkReplaceSerializer, request)["old"]
        link = links.replace_link(row, old_link)
        return Response(serialize(LinkSerializer, request, {"link": link}))

    @operation("link_stop", "Stop the secret link", tag="sharing")
    def delete(self, request: Request, public_id: str) -> Response:
        """Stop the link. It never works again."""
        links.remove_link(list_for_owner(request.user, public_id))
        return Response(status=204)


class LiveLinkView(BaseView):
    """The link that always shows the current roster."""

    @operation(
        "live_link_make",
        "Create a link to a live roster",
        tag="sharing",
        responses={200: RosterLinkSerializer},
    )
    def put(self, request: Request, public_id: str, roster: str) -> Response:
        """Create a link that always shows the current roster. If there is already a link, nothing changes."""
        secret = links.create_live_link(list_for_owner(request.user, public_id), roster)
        return Response(serialize(RosterLinkSerializer, request, {"secret": secret}))

    @operation("live_link_stop", "Stop the link to a live roster", tag="sharing")
    def delete(self, request: Request, public_id: str, roster: str) -> Response:
        """Stop the link. It never works again."""
        links.remove_live_link(roster_of(list_for_owner(request.user, public_id), roster))
        return Response(status=204)


class FrozenLinkListView(BaseView):
    """Links to frozen rosters of a list."""

    @operation(
        "frozen_links", "Links to frozen rosters of your list", tag="sharing",
        responses={200: page_serializer(FrozenLinkSerializer)}, parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Return the links, last frozen first. Links to removed rosters are included."""
        rows = frozen_links_of(list_for_owner(request.user, public_id))
        serialize_row = row_serializer(FrozenLinkSerializer, request)
        return page_response(request, rows, ("-made", "-public_id"), serialize_row)

    @operation(
        "frozen_links_create",
        "Create a link to a frozen roster",
        tag="sharing",
        request=FrozenLinkCreateSerializer,
        responses={201: FrozenLinkSerializer},
        problems=("too-much", "broken-list"),
    )
    @idempotent
    def post(self, request: Request, public_id: str) -> Response:
        """Create a link to the roster as it is now. Later changes don't affect it."""
        row = list_for_owner(request.user, public_id)
        link = links.create_frozen_link(row, read_body(FrozenLinkCreateSerializer, request)["roster"])
        return created_response(serialize(FrozenLinkSerializer, request, link))


class FrozenLinkDetailView(BaseView):
    """A link to a frozen roster."""

    @operation(
        "frozen_link", "A link to a frozen roster", tag="sharing", responses={200: FrozenLinkSerializer}
    )
    def get(self, request: Request, public_id: str, frozen_link: str) -> Response:
        """Return the link, its address and what it shows."""
        link = frozen_link_of(list_for_owner(request.user, public_id), frozen_link)
        return Response(serialize(FrozenLinkSerializer, request, link))

    @operation(
        "frozen_link_update", "Freeze a roster again", tag="sharing", responses={200: FrozenLinkSerializer},
        problems=("broken-list",),
    )  # fmt: skip
    def put(self, request: Request, public_id: str, frozen_link: str) -> Response:
        """Freeze the roster as it is now, and show it at the same link."""
        link = frozen_link_of(list_for_owner(request.user, public_id), frozen_link)
        return Response(serialize(FrozenLinkSerializer, request, links.refreeze_link(link)))

    @operation("frozen_link_stop", "Stop a link to a frozen roster", tag="sharing")
    def delete(self, request: Request, public_id: str, frozen_link: str) -> Response:
        """Stop the link. It never works again."""
        links.delete_frozen_link(frozen_link_of(list_for_owner(request.user, public_id), frozen_link))
        return Response(status=204)


class PublicationView(BaseView):
    """The publication of a list in the gallery."""

    permission_classes = (WithAccount,)

    @operation(
        "publish", "Publish a list in the gallery", tag="sharing", responses={200: SharingSerializer},
        problems=("conflict", "broken-list"),
    )  # fmt: skip
    def put(self, request: Request, public_id: str) -> Response:
        """Publish the list under your user name. The gallery always shows the current version."""
        gallery.publish_list(list_for_owner(request.user, public_id))
        return _sharing_response(request, public_id)

    @operation("withdraw", "Remove a list from the gallery", tag="sharing")
    def delete(self, request: Request, public_id: str) -> Response:
        """Remove the list from the gallery. Other people's copies aren't deleted."""
        gallery.unpublish_list(list_for_owner(request.user, public_id))
        return Response(status=204)


class ListShareListView(BaseView):
    """The shares of a list with clubs."""

    permission_classes = (WithAccount,)

    @operation(
        "list_shares",
        "What your clubs can see of a list",
        tag="sharing",
        responses={200: page_serializer(ListShareSerializer)},
        parameters=PAGE_PARAMETERS,
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the shares, sorted by the name of the club."""
        row = list_for_owner(request.user, public_id)
        return page_response(
            request,
            shares_of_list(row),
            ("club__name", "made", "public_id"),
            lambda share: serialize_list_share(request, row, share),
        )

    @operation(
        "list_share",
        "Share a list, or one roster of it, with a club",
        tag="sharing",
        request=ListShareCreateSerializer,
        responses={201: ListShareSerializer},
        problems=("rank", "too-much", "conflict"),
    )
    @idempotent
    def post(self, request: Request, public_id: str) -> Response:
        """Share the list or roster for as long as you are in the club.

        If it is already shared with the club, return the existing share.
        """
        list_for_owner(request.user, public_id)
        body = read_body(ListShareCreateSerializer, request)
        club = require_club_access(request.user, body["club"], ClubAction.SHARE).club
        row, roster = own_share_target(authenticated_user(request), public_id, body["roster"] or "")
        share = services.share_with_club(club, row, roster)
        share.club, share.roster = club, roster  # so that the serializer doesn't query them again
        return created_response(serialize_list_share(request, row, share))


class ListShareDetailView(BaseView):
    """A share of a list with a club."""

    permission_classes = (WithAccount,)

    @operation(
        "list_share_read",
        "What a club can see of a list",
        tag="sharing",
        responses={200: ListShareSerializer},
    )
    def get(self, request: Request, public_id: str, share: str) -> Response:
        """Return a share of the list."""
        row = list_for_owner(request.user, public_id)
        return Response(serialize_list_share(request, row, _get_share(row, share)))

    @operation("list_share_stop", "Stop sharing", tag="sharing")
    def delete(self, request: Request, public_id: str, share: str) -> Response:
        """Stop sharing with the club."""
        services.stop_sharing(
            _get_share(list_for_owner(request.user, public_id), share), authenticated_user(request)
        )
        return Response(status=204)


def _sharing_response(request: Request, public_id: str) -> Response:
    row = list_for_owner(request.user, public_id)
    return Response(serialize(SharingSerializer, request, row))


def _get_share(row: CompanyList, public_id: str) -> Share:
    for share in shares_of_list(row):
        if share.public_id == public_id:
            return share
    raise Http404("This isn't shared, or is no longer shared.")


class SharedDocumentView(AccessRouteView):
    """The list, or the part of it that the user may read."""

    @operation(
        "document", "Document of {noun}", responses={200: DOCUMENT, 304: None}, problems=("broken-list",)
    )
    def get(self, request: Request, **address: str) -> HttpResponse | Response:
        """Return the document. It is the same file as the download on its page.

        If you may only read one roster, the document has this roster and its profiles.
        """
        return document_response(request, self.get_list_access(request, address))


class ListSummaryView(AccessRouteView):
    """The names, keys, versions and fingerprints of a list."""

    cost = "appraisal"

    @operation(
        "summary",
        "Summary of {noun}",
        responses={200: ListSummarySerializer},
        etag=True,
        problems=("broken-list",),
    )
    def get(self, request: Request, **address: str) -> Response:
        """Return names, keys, versions and fingerprints, without designs, notes and background."""
        access = self.get_list_access(request, address)
        route = self.access_route
        url = url_of(request, f"{route.url_name_prefix}list", address[route.parameter])
        summary = list_summary(request, access.load(), access.kind, url)
        return Response(summary, headers={"ETag": etag_of(access.version)})


class ListAppraisalView(AccessRouteView):
    """The appraisal of a list."""

    cost = "appraisal"

    @operation(
        "appraisal", "Appraisal of {noun}", responses={200: AppraisalSerializer},
        parameters=[AppraisalQuerySerializer], problems=("broken-list",),
    )  # fmt: skip
    def get(self, request: Request, **address: str) -> Response:
        """Return the points with all their lines, and the findings."""
        access = self.get_list_access(request, address)
        options = read_query(AppraisalQuerySerializer, request)
        loaded = access.load()
        return Response(appraisal_json(loaded.document, loaded.catalogue, options, stored=loaded.appraisal))


_COPY_PROBLEMS = ("broken-list", "too-much", "conflict")


class ListCopyView(AccessRouteView):
    """Copies of a list in the user's lists."""

    @operation(
        "copy", "Copy {noun} to your lists", responses={201: ListSummarySerializer}, etag=True,
        problems=_COPY_PROBLEMS,
    )  # fmt: skip
    @idempotent
    def post(self, request: Request, /, **address: str) -> Response:
        """Copy everything that you can see to a new list.

        If one of your lists already has the name, the copy gets another name.
        """
        access = self.get_list_access(request, address)
        copy = copy_list(authenticated_user(request), access.row, access.cut_document())
        return created_list_response(request, list_for_owner(request.user, copy.public_id))


class ProfileTakeView(AccessRouteView):
    """Copies of a profile in the user's lists."""

    @operation(
        "take",
        "Copy a profile of {noun} to your list",
        request=ProfileTakeSerializer,
        responses={201: TakenProfileSerializer},
        problems=_COPY_PROBLEMS,
    )
    @idempotent
    def post(self, request: Request, /, key: str, **address: str) -> Response:
        """Copy a profile to the end of your list, together with all profiles that it refers to.

        The copies get new keys.
        """
        loaded = self.get_list_access(request, address).load()
        taken = profile_with_references(loaded, key)
        body = read_body(ProfileTakeSerializer, request)
        if body["into"] is None:
            edition = (loaded.catalogue.system, loaded.catalogue.edition)
            row, copies = copy_profiles_to_new_list(
                authenticated_user(request), *edition, body.get("name", ""), taken.profiles
            )
        else:
            row = list_for_owner(request.user, body["into"])
            copies = copy_profiles(row, loaded.row, taken.profiles)
        keys = taken.new_keys(copies)
        value = {"into": row, "key": keys[key], "keys": keys}
        return created_response(serialize(TakenProfileSerializer, request, value))
