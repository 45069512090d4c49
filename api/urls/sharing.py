"""The addresses of who sees a list, and of the gallery."""

from django.urls import URLPattern, path

from api.views import gallery, sharing

urlpatterns: list[URLPattern] = [
    path("lists/<str:public_id>/sharing", sharing.WhoSees.as_view(), name="api_sharing"),
    path("lists/<str:public_id>/link", sharing.Link.as_view(), name="api_link"),
    path("lists/<str:public_id>/publication", sharing.Publication.as_view(), name="api_publication"),
    path("lists/<str:public_id>/shares", sharing.ListShares.as_view(), name="api_list_shares"),
    path("lists/<str:public_id>/shares/<int:share>", sharing.OneListShare.as_view(), name="api_list_share"),
    path("gallery", gallery.Gallery.as_view(), name="api_gallery"),
    path("gallery/choices", gallery.GalleryOptions.as_view(), name="api_gallery_choices"),
    path("gallery/<str:listed>/reports", gallery.Reports.as_view(), name="api_reports"),
]
