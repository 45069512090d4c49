"""The addresses of who sees a list, and of the gallery."""

from django.urls import URLPattern, path

from api.views import gallery, sharing

urlpatterns: list[URLPattern] = [
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
