"""The addresses of the interface: no slash at the end; ids are called as the pages call them."""

from django.urls import URLPattern, path

from api.urls import clubs, events, lists, me, reading, rules, sharing
from api.views import docs, root

urlpatterns: list[URLPattern] = [
    path("", root.RootView.as_view(), name="api_root"),
    path("problems/<slug:kind>", root.ProblemKindView.as_view(), name="api_problem"),
    path("schema", docs.SchemaView.as_view(), name="api_schema"),
    path("docs", docs.DocsView.as_view(), name="api_docs"),
    *rules.urlpatterns,
    *lists.urlpatterns,
    *reading.urlpatterns,
    *sharing.urlpatterns,
    *clubs.urlpatterns,
    *events.urlpatterns,
    *me.urlpatterns,
    path("<path:rest>", root.NotFoundView.as_view(), name="api_nowhere"),
]
