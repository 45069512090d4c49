"""The addresses that need no account: the games, the samples, and what a document comes to."""

from django.urls import URLPattern, path

from api.views import appraisals, rules

urlpatterns: list[URLPattern] = [
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
