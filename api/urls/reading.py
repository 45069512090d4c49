"""The addresses of what whoever may read a list can do with it, by each way that leads to it."""

from django.urls import URLPattern, path

from api.doors import ACCESS_ROUTES, BY_LINK, BY_ROSTER
from api.views import copies, files, reading

urlpatterns: list[URLPattern] = [
    *[
        path(door.path, reading.shared_document_view(door).as_view(), name=f"{door.url_name_prefix}list")
        for door in (BY_LINK, BY_ROSTER)
    ],
    *[
        path(f"{door.path}/{route}", view(door).as_view(), name=f"{door.url_name_prefix}{name}")
        for door in ACCESS_ROUTES
        for route, view, name in (
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
