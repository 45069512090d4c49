"""The addresses of the pages."""

from django.urls import path

from builder.web.doors import ADDRESS_PREFIXES
from builder.web.views import (
    account,
    arranging,
    club_shares,
    clubs,
    events,
    gallery,
    hand_ins,
    history,
    home,
    imports,
    invites,
    lists,
    members,
    papers,
    paste,
    profiles,
    reference,
    rosters,
    rosters_arranging,
    schema,
    shared,
    sharing,
    taking,
    texts,
    tokens,
)

one_list = [
    path("lists/<str:public_id>/details/", lists.details, name="details"),
    path("lists/<str:public_id>/delete/", lists.delete, name="delete"),
    path("lists/<str:public_id>/restore/", lists.restore, name="restore"),
    path("lists/<str:public_id>/sharing/", sharing.sharing, name="sharing"),
    path("lists/<str:public_id>/profiles/", arranging.add, name="add_profile"),
    path("lists/<str:public_id>/paste/", paste.paste, name="paste"),
]

# The page of a list by each way that leads to it, and what stands below every one of them.
FIRST_PAGES = {
    "": lists.show,
    "gallery_": shared.public,
    "shared_": shared.by_link,
    "roster_": shared.by_roster,
}

reading = [
    path(f"{prefix}{route}", view, name=f"{kind}{name}")
    for kind, prefix in ADDRESS_PREFIXES.items()
    for route, view, name in (
        ("", FIRST_PAGES[kind], "list"),
        ("print/", papers.page, "print"),
        ("paper.pdf", papers.paper, "paper"),
        ("paper.png", papers.paper_preview, "paper_preview"),
        ("picture.png", shared.picture, "picture"),
        ("text/", texts.text, "text"),
        ("profiles.csv", texts.csv, "csv"),
        ("document.json", shared.document, "document"),
        ("copy/", shared.copy, "copy"),
        ("profiles/<slug:key>/take/", taking.take, "take"),
        ("rosters/<str:roster>/", rosters.show, "roster"),
    )
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

people = [
    path("account/", account.overview, name="account"),
    path("account/bring/", account.bring_lists, name="bring"),
    path("account/export.zip", account.export_all, name="export_all"),
    path("account/delete/", account.delete_all, name="delete_all"),
    path("account/delete/sure/", account.delete_all_sure, name="delete_all_sure"),
]

tokens_of_programs = [
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/revoke/", tokens.revoke_all, name="revoke_all_tokens"),
    path("account/tokens/<int:token>/revoke/", tokens.revoke, name="revoke_token"),
]

clubs_and_people = [
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/found/", clubs.found_club, name="found_club"),
    path("clubs/<str:club>/", clubs.show, name="club"),
    path("clubs/<str:club>/settings/", clubs.settings, name="club_settings"),
    path("clubs/<str:club>/leave/", clubs.leave, name="leave_club"),
    path("clubs/<str:club>/dissolve/", clubs.dissolve, name="dissolve_club"),
    path("clubs/<str:club>/members/", members.members, name="club_members"),
    path("clubs/<str:club>/members/<int:member>/role/", members.role, name="member_role"),
    path("clubs/<str:club>/members/<int:member>/remove/", members.remove, name="remove_member"),
    path("clubs/<str:club>/members/<int:member>/hand-over/", members.hand_over, name="hand_over_club"),
    path("clubs/<str:club>/invites/", invites.invites, name="club_invites"),
    path("clubs/<str:club>/invites/<int:invite>/revoke/", invites.revoke, name="revoke_invite"),
    path("clubs/<str:club>/ask/", invites.request_to_join, name="ask_to_join"),
    path("clubs/<str:club>/requests/", invites.requests, name="club_requests"),
    path("clubs/<str:club>/requests/<int:join_request>/let-in/", invites.accept_request, name="let_in"),
    path(
        "clubs/<str:club>/requests/<int:join_request>/turn-away/", invites.decline_request, name="turn_away"
    ),
    path("clubs/<str:club>/shares/", club_shares.share, name="share_with_club"),
    path("clubs/<str:club>/shares/<int:share>/stop/", club_shares.stop, name="stop_club_share"),
    path("join/<str:secret>/", invites.join, name="join"),
]

public_lists = [
    path("gallery/", gallery.gallery, name="gallery"),
    path("gallery/<str:listed>/report/", gallery.report, name="report"),
]

history_of_a_list = [
    path("lists/<str:public_id>/history/", history.history, name="history"),
    path("lists/<str:public_id>/history/compare/", history.comparison, name="compare"),
    path("lists/<str:public_id>/history/<int:number>/", history.revision, name="revision"),
    path(
        "lists/<str:public_id>/history/<int:number>/document.json", history.document, name="revision_document"
    ),
    path("lists/<str:public_id>/history/<int:number>/restore/", history.restore, name="restore_revision"),
]

one_event = [
    path("clubs/<str:club>/events/new/", events.new, name="new_event"),
    path("clubs/<str:club>/events/<str:event>/", events.show, name="event"),
    path("clubs/<str:club>/events/<str:event>/edit/", events.edit, name="edit_event"),
    path("clubs/<str:club>/events/<str:event>/delete/", events.delete, name="delete_event"),
    path("clubs/<str:club>/events/<str:event>/rosters.pdf", events.rosters_pdf, name="event_rosters"),
    path("clubs/<str:club>/events/<str:event>/hand-ins.csv", events.hand_ins_csv, name="event_csv"),
    path("clubs/<str:club>/events/<str:event>/hand-in/", hand_ins.hand_in, name="hand_in"),
    path("clubs/<str:club>/events/<str:event>/hand-in/take-back/", hand_ins.take_back, name="take_back"),
    path("clubs/<str:club>/events/<str:event>/hand-ins/<str:hand_in>/", hand_ins.show, name="hand_in_page"),
    path(
        "clubs/<str:club>/events/<str:event>/hand-ins/<str:hand_in>/paper.pdf",
        hand_ins.paper,
        name="hand_in_paper",
    ),
    path(
        "clubs/<str:club>/events/<str:event>/hand-ins/<str:hand_in>/document.json",
        hand_ins.document,
        name="hand_in_document",
    ),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("about/", home.about, name="about"),
    path("healthz", home.healthz, name="healthz"),
    path("robots.txt", home.robots, name="robots"),
    path("lists/", lists.index, name="lists"),
    path("lists/start/", lists.start, name="start"),
    path("lists/import/", imports.import_list, name="import"),
    *one_list,
    *history_of_a_list,
    *reading,
    *public_lists,
    *editor,
    *one_profile,
    *one_roster,
    *clubs_and_people,
    *people,
    *tokens_of_programs,
    *one_event,
    path("schema/company-list-1.json", schema.schema, name="schema"),
    path("samples/<slug:slug>/", shared.sample, name="sample"),
    path("systems/", reference.systems, name="systems"),
    path("systems/<slug:system>/<str:edition>/", reference.reference, name="reference"),
    path("systems/<slug:system>/<str:edition>/rules/", reference.rules, name="rules"),
]
