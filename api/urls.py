"""The addresses of the API: no slash at the end; ids are called as the pages call them."""

from django.urls import URLPattern, path

from api.calculations import views as appraisals
from api.clubs import invite_views, share_views
from api.clubs import views as clubs
from api.clubs import views as members
from api.events import views as events
from api.events import views as hand_ins
from api.gallery import views as gallery
from api.history import views as revisions
from api.lists import views as lists
from api.papers import views as files
from api.people import views as me
from api.profiles import views as profiles
from api.root import views as docs
from api.root import views as root
from api.rosters import views as rosters
from api.shared.access_routes import ACCESS_ROUTES, BY_LINK, BY_ROSTER
from api.sharing import views as copies
from api.sharing import views as reading
from api.sharing import views as sharing
from api.systems import views as rules

_LIST = "lists/<str:public_id>"
_PROFILE = f"{_LIST}/profiles/<slug:key>"
_ROSTER = f"{_LIST}/rosters/<str:roster>"
_REVISION = f"{_LIST}/revisions/<int:number>"
_EVENT = "clubs/<str:club>/events/<str:event>"
_HAND_IN = f"{_EVENT}/hand-ins/<str:hand_in>"

systems_and_calculations = [
    path("systems", rules.SystemListView.as_view(), name="api_systems"),
    path("systems/<slug:system>", rules.SystemDetailView.as_view(), name="api_system"),
    path(
        "systems/<slug:system>/editions/<str:edition>", rules.EditionDetailView.as_view(), name="api_edition"
    ),
    path(
        "systems/<slug:system>/editions/<str:edition>/play",
        rules.PlaySheetView.as_view(),
        name="api_play_sheet",
    ),
    path("samples", rules.SampleListView.as_view(), name="api_samples"),
    path("appraisals", appraisals.AppraisalView.as_view(), name="api_appraisals"),
    path("appraisals/steps", appraisals.StepsView.as_view(), name="api_steps"),
    path("appraisals/fits", appraisals.FitsView.as_view(), name="api_fits"),
    path("appraisals/fingerprints", appraisals.FingerprintsView.as_view(), name="api_fingerprints"),
    path("appraisals/changes", appraisals.DocumentChangesView.as_view(), name="api_changes_between"),
    path("shorthand", appraisals.ShorthandView.as_view(), name="api_shorthand"),
]

own_lists = [
    path("lists", lists.ListsView.as_view(), name="api_lists"),
    path("deleted-lists", lists.DeletedListsView.as_view(), name="api_deleted_lists"),
    path("deleted-lists/<str:public_id>/restore", lists.ListRestoreView.as_view(), name="api_restore_list"),
    path(_LIST, lists.ListDetailView.as_view(), name="api_list"),
    path(f"{_LIST}/removed", rosters.RemovedPartsView.as_view(), name="api_removed"),
    path(f"{_LIST}/profiles", profiles.ProfileListView.as_view(), name="api_profiles"),
    path(_PROFILE, profiles.ProfileDetailView.as_view(), name="api_profile"),
    path(f"{_PROFILE}/duplicate", profiles.ProfileDuplicateView.as_view(), name="api_duplicate_profile"),
    path(f"{_PROFILE}/move", profiles.ProfileMoveView.as_view(), name="api_move_profile"),
    path(f"{_PROFILE}/restore", profiles.ProfileRestoreView.as_view(), name="api_restore_profile"),
    path(f"{_LIST}/rosters", rosters.RosterListView.as_view(), name="api_rosters"),
    path(_ROSTER, rosters.RosterDetailView.as_view(), name="api_roster"),
    path(f"{_ROSTER}/duplicate", rosters.RosterDuplicateView.as_view(), name="api_duplicate_roster"),
    path(f"{_ROSTER}/restore", rosters.RosterRestoreView.as_view(), name="api_restore_roster"),
    path(f"{_LIST}/revisions", revisions.RevisionListView.as_view(), name="api_revisions"),
    path(_REVISION, revisions.RevisionDetailView.as_view(), name="api_revision"),
    path(f"{_REVISION}/restore", revisions.RevisionRestoreView.as_view(), name="api_restore_revision"),
    path(f"{_LIST}/changes", revisions.ListChangesView.as_view(), name="api_changes"),
]

list_access = [
    *[
        path(route.path, reading.shared_document_view(route).as_view(), name=f"{route.url_name_prefix}list")
        for route in (BY_LINK, BY_ROSTER)
    ],
    *[
        path(f"{route.path}/{end}", view(route).as_view(), name=f"{route.url_name_prefix}{name}")
        for route in ACCESS_ROUTES
        for end, view, name in (
            ("summary", reading.list_summary_view, "summary"),
            ("appraisal", reading.list_appraisal_view, "appraisal"),
            ("paper.pdf", files.paper_view, "paper"),
            ("paper.png", files.paper_preview_view, "paper_preview"),
            ("text", files.text_view, "text"),
            ("profiles.csv", files.profiles_csv_view, "csv"),
            ("copies", copies.list_copy_view, "copies"),
            ("profiles/<slug:key>/take", copies.profile_take_view, "take"),
        )
    ],
]

sharing_and_gallery = [
    path("lists/<str:public_id>/sharing", sharing.SharingView.as_view(), name="api_sharing"),
    path("lists/<str:public_id>/link", sharing.LinkView.as_view(), name="api_link"),
    path("lists/<str:public_id>/publication", sharing.PublicationView.as_view(), name="api_publication"),
    path("lists/<str:public_id>/shares", sharing.ListShareListView.as_view(), name="api_list_shares"),
    path(
        "lists/<str:public_id>/shares/<int:share>",
        sharing.ListShareDetailView.as_view(),
        name="api_list_share",
    ),
    path("gallery", gallery.GalleryView.as_view(), name="api_gallery"),
    path("gallery/choices", gallery.GalleryChoicesView.as_view(), name="api_gallery_choices"),
    path("gallery/<str:listed>/reports", gallery.ReportListView.as_view(), name="api_reports"),
]

clubs_urls = [
    path("clubs", clubs.ClubListView.as_view(), name="api_clubs"),
    path("clubs/listed", clubs.ListedClubListView.as_view(), name="api_listed_clubs"),
    path("clubs/<str:club>", clubs.ClubDetailView.as_view(), name="api_club"),
    path("clubs/<str:club>/members", members.MemberListView.as_view(), name="api_members"),
    path("clubs/<str:club>/members/<int:member>", members.MemberDetailView.as_view(), name="api_member"),
    path("clubs/<str:club>/owner", members.OwnershipView.as_view(), name="api_hand_over_club"),
    path("clubs/<str:club>/membership", members.OwnMembershipView.as_view(), name="api_leave_club"),
    path("clubs/<str:club>/invites", invite_views.InviteListView.as_view(), name="api_invites"),
    path("clubs/<str:club>/invites/<int:invite>", invite_views.InviteDetailView.as_view(), name="api_invite"),
    path("clubs/<str:club>/requests", invite_views.JoinRequestListView.as_view(), name="api_requests"),
    path(
        "clubs/<str:club>/requests/<int:asked>",
        invite_views.JoinRequestDetailView.as_view(),
        name="api_request",
    ),
    path("clubs/<str:club>/shares", share_views.ClubShareListView.as_view(), name="api_club_shares"),
    path(
        "clubs/<str:club>/shares/<int:share>",
        share_views.ClubShareDetailView.as_view(),
        name="api_club_share",
    ),
    path("invites/<str:secret>", invite_views.JoinView.as_view(), name="api_join"),
]

events_urls = [
    path("clubs/<str:club>/events", events.EventListView.as_view(), name="api_events"),
    path(_EVENT, events.EventDetailView.as_view(), name="api_event"),
    path(f"{_EVENT}/rosters.pdf", events.EventRostersView.as_view(), name="api_event_rosters"),
    path(f"{_EVENT}/hand-ins.csv", events.EventCsvView.as_view(), name="api_event_csv"),
    path(f"{_EVENT}/hand-in", hand_ins.OwnHandInView.as_view(), name="api_hand_in"),
    path(f"{_EVENT}/hand-ins", hand_ins.HandInListView.as_view(), name="api_hand_ins"),
    path(_HAND_IN, hand_ins.HandInDetailView.as_view(), name="api_one_hand_in"),
    path(f"{_HAND_IN}/document", hand_ins.HandInDocumentView.as_view(), name="api_hand_in_document"),
    path(f"{_HAND_IN}/paper.pdf", hand_ins.HandInPaperView.as_view(), name="api_hand_in_paper"),
]

people = [
    path("me", me.MeView.as_view(), name="api_me"),
    path("me/export.zip", me.ExportView.as_view(), name="api_export"),
    path("me/tokens", me.TokenListView.as_view(), name="api_tokens"),
    path("me/tokens/<int:token>", me.TokenDetailView.as_view(), name="api_token"),
]

urlpatterns: list[URLPattern] = [
    path("", root.RootView.as_view(), name="api_root"),
    path("problems/<slug:kind>", root.ProblemKindView.as_view(), name="api_problem"),
    path("schema", docs.SchemaView.as_view(), name="api_schema"),
    path("docs", docs.DocsView.as_view(), name="api_docs"),
    *systems_and_calculations,
    *own_lists,
    *list_access,
    *sharing_and_gallery,
    *clubs_urls,
    *events_urls,
    *people,
    path("<path:rest>", root.NotFoundView.as_view(), name="api_nowhere"),
]
