"""The addresses of whoever asks: who that is, all that is theirs, their tokens."""

from django.urls import URLPattern, path

from api.views import me

urlpatterns: list[URLPattern] = [
    path("me", me.MeView.as_view(), name="api_me"),
    path("me/export.zip", me.ExportView.as_view(), name="api_export"),
    path("me/tokens", me.TokenListView.as_view(), name="api_tokens"),
    path("me/tokens/<int:token>", me.TokenDetailView.as_view(), name="api_token"),
]
