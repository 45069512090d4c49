"""The addresses of what whoever may read a list can do with it, by each way that leads to it."""

from django.urls import URLPattern, path

from api.doors import BY_LINK, BY_ROSTER, DOORS
from api.views import copies, files, reading

urlpatterns: list[URLPattern] = [
    *[
        path(door.route, reading.document(door).as_view(), name=f"{door.names}list")
        for door in (BY_LINK, BY_ROSTER)
    ],
    *[
        path(f"{door.route}/{route}", view(door).as_view(), name=f"{door.names}{name}")
        for door in DOORS
        for route, view, name in (
            ("summary", reading.summary, "summary"),
            ("appraisal", reading.appraisal, "appraisal"),
            ("paper.pdf", files.paper, "paper"),
            ("paper.png", files.preview, "paper_preview"),
            ("text", files.text, "text"),
            ("profiles.csv", files.csv, "csv"),
            ("copies", copies.copies, "copies"),
            ("profiles/<slug:key>/take", copies.take, "take"),
        )
    ],
]
