"""The addresses of the API. They have no slash at the end. The website's addresses use the same ids."""

from django.urls import URLPattern, path

from api.calculations import views as calculations
from api.clubs import invite_views, share_views
from api.clubs import views as clubs
from api.events import views as events
from api.exchange import views as exchange
from api.gallery import dump
from api.gallery import views as gallery
from api.history import views as history
from api.lists import views as lists
from api.papers import setup_views
from api.papers import views as papers
from api.papers.renderings import RenderingView
from api.people import views as people
from api.profiles import views as profiles
from api.root import views as root
from api.rosters import views as rosters
from api.shared.access_routes import ACCESS_ROUTES, BY_LINK, BY_ROSTER, BY_ROSTER_LINK
from api.sharing import views as sharing
from api.systems import views as systems

_EDITION = "systems/<slug:system>/editions/<str:edition>"
_LIST = "lists/<str:public_id>"
_PROFILE = f"{_LIST}/profiles/<slug:key>"
_ROSTER = f"{_LIST}/rosters/<str:roster>"
_REVISION = f"{_LIST}/revisions/<int:number>"
_EVENT = "clubs/<str:club>/events/<str:event>"
_HAND_IN = f"{_EVENT}/hand-ins/<str:hand_in>"

systems_and_calculations = [
    path("systems", systems.SystemListView.as_view(), name="api_systems"),
    path("systems/<slug:system>", systems.SystemDetailView.as_view(), name="api_system"),
    path(_EDITION, systems.EditionDetailView.as_view(), name="api_edition"),
    path(f"{_EDITION}/play", systems.PlaySheetView.as_view(), name="api_play_sheet"),
    path(f"{_EDITION}/blanks/<slug:paper>.pdf", systems.BlankPaperView.as_view(), name="api_blank_paper"),
    path("samples", systems.SampleListView.as_view(), name="api_samples"),
    path("appraisals", calculations.AppraisalView.as_view(), name="api_appraisals"),
    path("appraisals/steps", calculations.StepsView.as_view(), name="api_steps"),
    path("appraisals/fits", calculations.FitsView.as_view(), name="api_fits"),
    path("appraisals/plan", calculations.PlanView.as_view(), name="api_plan"),
    path("appraisals/fingerprints", calculations.FingerprintsView.as_view(), name="api_fingerprints"),
    path("appraisals/changes", calculations.DocumentChangesView.as_view(), name="api_changes_between"),
    path("renderings", RenderingView.as_view(), name="api_renderings"),
    path("shorthand", calculations.ShorthandView.as_view(), name="api_shorthand"),
]

own_lists = [
    path("lists", lists.ListsView.as_view(), name="api_lists"),
    path("deleted-lists", lists.DeletedListsView.as_view(), name="api_deleted_lists"),
    path("deleted-lists/<str:public_id>/restore", lists.ListRestoreView.as_view(), name="api_restore_list"),
    path("tags", lists.TagListView.as_view(), name="api_tags"),
    path("tags/<str:tag>", lists.TagDetailView.as_view(), name="api_tag"),
    path(_LIST, lists.ListDetailView.as_view(), name="api_list"),
    path(f"{_LIST}/tags", lists.ListTagsView.as_view(), name="api_list_tags"),
    path(f"{_LIST}/document", lists.ListDocumentView.as_view(), name="api_list_document"),
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
    path(f"{_LIST}/revisions", history.RevisionListView.as_view(), name="api_revisions"),
    path(_REVISION, history.RevisionDetailView.as_view(), name="api_revision"),
    path(f"{_REVISION}/restore", history.RevisionRestoreView.as_view(), name="api_restore_revision"),
    path(f"{_LIST}/changes", history.ListChangesView.as_view(), name="api_changes"),
]

list_access = [
    *[
        path(
            route.path,
            sharing.SharedDocumentView.as_view(access_route=route),
            name=f"{route.url_name_prefix}list",
        )
        for route in (BY_LINK, BY_ROSTER, BY_ROSTER_LINK)
    ],
    *[
        path(
            f"{route.path}/{end}",
            view.as_view(access_route=route, open_data=route.open_data),
            name=f"{route.url_name_prefix}{name}",
        )
        for route in ACCESS_ROUTES
        for end, view, name in (
            ("summary", sharing.ListSummaryView, "summary"),
            ("appraisal", sharing.ListAppraisalView, "appraisal"),
            ("paper.pdf", papers.PaperView, "paper"),
            ("paper.png", papers.PaperPreviewView, "paper_preview"),
            ("print/<str:file>", papers.PrintFileView, "print_file"),
            ("text", exchange.TextView, "text"),
            ("profiles.csv", exchange.ProfilesCsvView, "csv"),
            ("copies", sharing.ListCopyView, "copies"),
            ("profiles/<slug:key>/take", sharing.ProfileTakeView, "take"),
        )
    ],
]

sharing_and_gallery = [
    path(f"{_LIST}/sharing", sharing.SharingView.as_view(), name="api_sharing"),
    path(f"{_LIST}/link", sharing.LinkView.as_view(), name="api_link"),
    path(f"{_ROSTER}/link", sharing.LiveLinkView.as_view(), name="api_live_link"),
    path(f"{_LIST}/frozen-links", sharing.FrozenLinkListView.as_view(), name="api_frozen_links"),
    path(
        f"{_LIST}/frozen-links/<str:frozen_link>",
        sharing.FrozenLinkDetailView.as_view(),
        name="api_frozen_link",
    ),
    path(f"{_LIST}/publication", sharing.PublicationView.as_view(), name="api_publication"),
    path(f"{_LIST}/shares", sharing.ListShareListView.as_view(), name="api_list_shares"),
    path(f"{_LIST}/shares/<str:share>", sharing.ListShareDetailView.as_view(), name="api_list_share"),
    path("gallery", gallery.GalleryView.as_view(), name="api_gallery"),
    path("gallery/choices", gallery.GalleryChoicesView.as_view(), name="api_gallery_choices"),
    path("gallery/dump", dump.GalleryDumpView.as_view(), name="api_gallery_dump"),
    path("gallery/<str:listed>/reports", gallery.ReportListView.as_view(), name="api_reports"),
]

clubs_urls = [
    path("clubs", clubs.ClubListView.as_view(), name="api_clubs"),
    path("clubs/listed", clubs.ListedClubListView.as_view(), name="api_listed_clubs"),
    path("clubs/<str:club>", clubs.ClubDetailView.as_view(), name="api_club"),
    path("clubs/<str:club>/members", clubs.MemberListView.as_view(), name="api_members"),
    path("clubs/<str:club>/members/<str:member>", clubs.MemberDetailView.as_view(), name="api_member"),
    path("clubs/<str:club>/owner", clubs.OwnershipView.as_view(), name="api_hand_over_club"),
    path("clubs/<str:club>/membership", clubs.OwnMembershipView.as_view(), name="api_leave_club"),
    path("clubs/<str:club>/invites", invite_views.InviteListView.as_view(), name="api_invites"),
    path("clubs/<str:club>/invites/<str:invite>", invite_views.InviteDetailView.as_view(), name="api_invite"),
    path("clubs/<str:club>/requests", invite_views.JoinRequestListView.as_view(), name="api_requests"),
    path(
        "clubs/<str:club>/requests/<str:join_request>",
        invite_views.JoinRequestDetailView.as_view(),
        name="api_request",
    ),
    path("clubs/<str:club>/shares", share_views.ClubShareListView.as_view(), name="api_club_shares"),
    path(
        "clubs/<str:club>/shares/<str:share>",
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
    path(f"{_EVENT}/hand-in", events.OwnHandInView.as_view(), name="api_hand_in"),
    path(f"{_EVENT}/hand-ins", events.HandInListView.as_view(), name="api_hand_ins"),
    path(_HAND_IN, events.HandInDetailView.as_view(), name="api_one_hand_in"),
    path(f"{_HAND_IN}/document", events.HandInDocumentView.as_view(), name="api_hand_in_document"),
    path(f"{_HAND_IN}/paper.pdf", events.HandInPaperView.as_view(), name="api_hand_in_paper"),
]

people_urls = [
    path("me", people.MeView.as_view(), name="api_me"),
    path("me/export.zip", people.ExportView.as_view(), name="api_export"),
    path("me/tokens", people.TokenListView.as_view(), name="api_tokens"),
    path("me/tokens/<str:token>", people.TokenDetailView.as_view(), name="api_token"),
    path("me/print-setups", setup_views.PrintSetupListView.as_view(), name="api_print_setups"),
    path("me/print-setups/<str:setup>", setup_views.PrintSetupDetailView.as_view(), name="api_print_setup"),
]

urlpatterns: list[URLPattern] = [
    path("", root.RootView.as_view(), name="api_root"),
    path("problems/<slug:kind>", root.ProblemKindView.as_view(), name="api_problem"),
    path("schema", root.SchemaView.as_view(), name="api_schema"),
    path("docs/reference", root.ReferenceView.as_view(), name="api_reference"),
    *systems_and_calculations,
    *own_lists,
    *list_access,
    *sharing_and_gallery,
    *clubs_urls,
    *events_urls,
    *people_urls,
    path("<path:rest>", root.NotFoundView.as_view(), name="api_nowhere"),
]
