"""The addresses of one's own lists: documents, profiles, rosters, revisions."""

from django.urls import URLPattern, path

from api.views import lists, profiles, revisions, rosters

_LIST = "lists/<str:public_id>"
_PROFILE = f"{_LIST}/profiles/<slug:key>"
_ROSTER = f"{_LIST}/rosters/<str:roster>"
_REVISION = f"{_LIST}/revisions/<int:number>"

urlpatterns: list[URLPattern] = [
    path("lists", lists.Lists.as_view(), name="api_lists"),
    path("deleted-lists", lists.DeletedLists.as_view(), name="api_deleted_lists"),
    path("deleted-lists/<str:public_id>/restore", lists.ListRestore.as_view(), name="api_restore_list"),
    path(_LIST, lists.OneList.as_view(), name="api_list"),
    path(f"{_LIST}/removed", rosters.RemovedParts.as_view(), name="api_removed"),
    path(f"{_LIST}/profiles", profiles.Profiles.as_view(), name="api_profiles"),
    path(_PROFILE, profiles.OneProfile.as_view(), name="api_profile"),
    path(f"{_PROFILE}/duplicate", profiles.ProfileDuplicate.as_view(), name="api_duplicate_profile"),
    path(f"{_PROFILE}/move", profiles.ProfileMove.as_view(), name="api_move_profile"),
    path(f"{_PROFILE}/restore", profiles.ProfileRestore.as_view(), name="api_restore_profile"),
    path(f"{_LIST}/rosters", rosters.Rosters.as_view(), name="api_rosters"),
    path(_ROSTER, rosters.OneRoster.as_view(), name="api_roster"),
    path(f"{_ROSTER}/duplicate", rosters.RosterDuplicate.as_view(), name="api_duplicate_roster"),
    path(f"{_ROSTER}/restore", rosters.RosterRestore.as_view(), name="api_restore_roster"),
    path(f"{_LIST}/revisions", revisions.Revisions.as_view(), name="api_revisions"),
    path(_REVISION, revisions.OneRevision.as_view(), name="api_revision"),
    path(f"{_REVISION}/restore", revisions.RevisionRestore.as_view(), name="api_restore_revision"),
    path(f"{_LIST}/changes", revisions.ListChanges.as_view(), name="api_changes"),
]
