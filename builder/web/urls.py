"""The addresses of the pages."""

from django.urls import path

from builder.web.views import (
    arranging,
    home,
    imports,
    lists,
    papers,
    paste,
    profiles,
    reference,
    rosters,
    rosters_arranging,
    schema,
    texts,
)

one_list = [
    path("lists/<str:public_id>/", lists.show, name="list"),
    path("lists/<str:public_id>/details/", lists.details, name="details"),
    path("lists/<str:public_id>/delete/", lists.delete, name="delete"),
    path("lists/<str:public_id>/restore/", lists.restore, name="restore"),
    path("lists/<str:public_id>/copy/", lists.copy, name="copy"),
    path("lists/<str:public_id>/document.json", lists.document, name="document"),
    path("lists/<str:public_id>/profiles/", arranging.add, name="add_profile"),
    path("lists/<str:public_id>/paste/", paste.paste, name="paste"),
]

sharing = [
    path("lists/<str:public_id>/print/", papers.page, name="print"),
    path("lists/<str:public_id>/paper.pdf", papers.paper, name="paper"),
    path("lists/<str:public_id>/paper.png", papers.paper_preview, name="paper_preview"),
    path("lists/<str:public_id>/text/", texts.text, name="text"),
    path("lists/<str:public_id>/profiles.csv", texts.csv, name="csv"),
]

editor = [
    path("lists/<str:public_id>/profiles/<slug:key>/", profiles.edit, name="profile"),
]

one_profile = [
    path(
        "lists/<str:public_id>/profiles/<slug:key>/duplicate/", arranging.duplicate, name="duplicate_profile"
    ),
    path("lists/<str:public_id>/profiles/<slug:key>/move/", arranging.move, name="move_profile"),
    path("lists/<str:public_id>/profiles/<slug:key>/remove/", arranging.remove, name="remove_profile"),
    path("lists/<str:public_id>/profiles/<slug:key>/restore/", arranging.restore, name="restore_profile"),
]

one_roster = [
    path("lists/<str:public_id>/rosters/", rosters_arranging.add, name="add_roster"),
    path("lists/<str:public_id>/rosters/<str:roster>/", rosters.show, name="roster"),
    path(
        "lists/<str:public_id>/rosters/<str:roster>/duplicate/",
        rosters_arranging.duplicate,
        name="duplicate_roster",
    ),
    path(
        "lists/<str:public_id>/rosters/<str:roster>/remove/", rosters_arranging.remove, name="remove_roster"
    ),
    path(
        "lists/<str:public_id>/rosters/<str:roster>/restore/",
        rosters_arranging.restore,
        name="restore_roster",
    ),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", home.about, name="about"),
    path("healthz", home.healthz, name="healthz"),
    path("robots.txt", home.robots, name="robots"),
    path("lists/", lists.index, name="lists"),
    path("lists/start/", lists.start, name="start"),
    path("lists/import/", imports.bring_in, name="import"),
    *one_list,
    *sharing,
    *editor,
    *one_profile,
    *one_roster,
    path("schema/company-list-1.json", schema.schema, name="schema"),
    path("samples/<slug:slug>/", lists.sample, name="sample"),
    path("systems/", reference.systems, name="systems"),
    path("systems/<slug:system>/<str:edition>/", reference.reference, name="reference"),
    path("systems/<slug:system>/<str:edition>/rules/", reference.rules, name="rules"),
]
