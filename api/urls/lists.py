"""The addresses of one's own lists: documents, profiles, rosters, revisions."""

from django.urls import URLPattern, path

from api.views import lists, profiles, revisions, rosters

_LIST = "lists/<str:public_id>"
_PROFILE = f"{_LIST}/profiles/<slug:key>"
_ROSTER = f"{_LIST}/rosters/<str:roster>"
_REVISION = f"{_LIST}/revisions/<int:number>"

urlpatterns: list[URLPattern] = [
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
