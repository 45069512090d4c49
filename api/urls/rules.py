"""The addresses that need no account: the games, the samples, and what a document comes to."""

from django.urls import URLPattern, path

from api.views import appraisals, rules

urlpatterns: list[URLPattern] = [
    path("systems", rules.Systems.as_view(), name="api_systems"),
    path("systems/<slug:system>", rules.OneSystem.as_view(), name="api_system"),
    path("systems/<slug:system>/editions/<str:edition>", rules.OneEdition.as_view(), name="api_edition"),
    path("systems/<slug:system>/editions/<str:edition>/play", rules.Play.as_view(), name="api_play_sheet"),
    path("samples", rules.Samples.as_view(), name="api_samples"),
    path("appraisals", appraisals.Appraisals.as_view(), name="api_appraisals"),
    path("appraisals/steps", appraisals.Steps.as_view(), name="api_steps"),
    path("appraisals/fits", appraisals.Fits.as_view(), name="api_fits"),
    path("appraisals/fingerprints", appraisals.Fingerprints.as_view(), name="api_fingerprints"),
    path("appraisals/changes", appraisals.Changes.as_view(), name="api_changes_between"),
    path("shorthand", appraisals.Shorthand.as_view(), name="api_shorthand"),
]
