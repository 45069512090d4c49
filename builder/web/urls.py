"""The addresses of the pages."""

from collections.abc import Callable, Mapping

from django.http import HttpResponse
from django.urls import path

from builder.web.battles import setup_views
from builder.web.clubs import invite_views
from builder.web.clubs import views as clubs
from builder.web.events import hand_in_views
from builder.web.events import views as events
from builder.web.exchange import export_views, import_views, paste_views
from builder.web.gallery import views as gallery
from builder.web.history import views as history
from builder.web.lists import arranging_views as profile_arranging
from builder.web.lists import home_views, new_roster_views
from builder.web.lists import views as lists
from builder.web.moderation import report_views
from builder.web.moderation import views as moderation
from builder.web.papers import views as papers
from builder.web.people import views as account
from builder.web.profiles import views as profiles
from builder.web.rosters import arranging_views as roster_arranging
from builder.web.rosters import quick_views
from builder.web.rosters import views as rosters
from builder.web.shared.list_access import ADDRESS_PREFIXES
from builder.web.sharing import embed_views, roster_link_views, shared_views
from builder.web.sharing import views as sharing
from builder.web.site import views as site
from builder.web.systems import views as reference

list_pages = [
    path("lists/<str:public_id>/details/", lists.details, name="details"),
    path("lists/<str:public_id>/rulings/", lists.accept_new_rulings, name="accept_rulings"),
    path("lists/<str:public_id>/first-steps/", lists.skip_steps, name="skip_first_steps"),
    path("lists/<str:public_id>/delete/", lists.delete, name="delete"),
    path("lists/<str:public_id>/restore/", lists.restore, name="restore"),
    path("lists/<str:public_id>/sharing/", sharing.sharing, name="sharing"),
    path("lists/<str:public_id>/roster-links/", roster_link_views.roster_links, name="roster_links"),
    path("lists/<str:public_id>/profiles/", profile_arranging.add, name="add_profile"),
    path("lists/<str:public_id>/new-profile/", profile_arranging.new_profile, name="new_profile"),
    path("lists/<str:public_id>/paste/", paste_views.paste, name="paste"),
]

# The views that show a list. Each key is the prefix of the view's URL name, as in ``ADDRESS_PREFIXES``.
LIST_VIEWS: Mapping[str, Callable[..., HttpResponse]] = {
    "": lists.show,
    "gallery_": shared_views.show_public_list,
    "shared_": shared_views.show_by_link,
    "roster_": shared_views.show_club_roster,
    "roster_link_": shared_views.show_by_link,
}
ONE_ROSTER_PREFIXES = ("roster_", "roster_link_")

reading_pages = [
    path(f"{address}{route}", view, name=f"{prefix}{name}")
    for prefix, address in ADDRESS_PREFIXES.items()
    for route, view, name in (
        ("", LIST_VIEWS[prefix], "list"),
        ("print/", papers.print_page, "print"),
        ("paper.pdf", papers.paper, "paper"),
        ("paper.png", papers.paper_preview, "paper_preview"),
        ("print/<str:file>", papers.print_file, "print_file"),
        ("picture.png", shared_views.picture, "picture"),
        ("text/", export_views.text, "text"),
        ("quick/", quick_views.quick, "quick"),
        ("profiles.csv", export_views.csv, "csv"),
        ("document.json", shared_views.document, "document"),
        ("copy/", shared_views.copy, "copy"),
        ("report/", report_views.report_list, "report"),
        ("wrong-number/", report_views.report_wrong_number, "wrong_number"),
        ("profiles/<slug:key>/take/", shared_views.copy_profile, "take"),
        ("rosters/<str:roster>/", rosters.show, "roster"),
    )
    if not (name == "roster" and prefix in ONE_ROSTER_PREFIXES)  # the view at "" already shows the roster
]

# Pages that other sites embed. They look the same for all users.
embedded_pages = [
    path("embed/lists/<str:public_id>/", embed_views.embedded, name="embed_list"),
    path("embed/lists/<str:public_id>/rosters/<str:roster>/", embed_views.embedded, name="embed_roster"),
    path("embed/link/<str:link>/", embed_views.embedded, name="embed_shared_list"),
    path("embed/link/<str:link>/rosters/<str:roster>/", embed_views.embedded, name="embed_shared_roster"),
    path("oembed", embed_views.oembed, name="oembed"),
]

profile_pages = [
    path("lists/<str:public_id>/profiles/<slug:key>/", profiles.edit, name="profile"),
    path(
        "lists/<str:public_id>/profiles/<slug:key>/duplicate/",
        profile_arranging.duplicate,
        name="duplicate_profile",
    ),
    path("lists/<str:public_id>/profiles/<slug:key>/move/", profile_arranging.move, name="move_profile"),
    path(
        "lists/<str:public_id>/profiles/<slug:key>/remove/", profile_arranging.remove, name="remove_profile"
    ),
    path(
        "lists/<str:public_id>/profiles/<slug:key>/restore/",
        profile_arranging.restore,
        name="restore_profile",
    ),
]

roster_pages = [
    path("lists/<str:public_id>/rosters/", new_roster_views.add, name="add_roster"),
    path(
        "lists/<str:public_id>/rosters/<str:roster>/duplicate/",
        roster_arranging.duplicate,
        name="duplicate_roster",
    ),
    path("lists/<str:public_id>/rosters/<str:roster>/remove/", roster_arranging.remove, name="remove_roster"),
    path(
        "lists/<str:public_id>/rosters/<str:roster>/restore/",
        roster_arranging.restore,
        name="restore_roster",
    ),
]

account_pages = [
    path("account/", account.overview, name="account"),
    path("account/bring/", account.bring_lists, name="bring"),
    path("account/export.zip", account.export_all, name="export_all"),
    path("account/delete/", account.delete_all, name="delete_all"),
    path("account/delete/sure/", account.delete_all_sure, name="delete_all_sure"),
    path("account/password/strength/", account.password_strength, name="password_strength"),
]

token_pages = [
    path("account/tokens/", account.tokens, name="tokens"),
    path("account/tokens/revoke/", account.revoke_all_tokens, name="revoke_all_tokens"),
    path("account/tokens/<str:token>/revoke/", account.revoke_token, name="revoke_token"),
]

club_pages = [
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/found/", clubs.create_club, name="found_club"),
    path("clubs/<str:club>/", clubs.show, name="club"),
    path("clubs/<str:club>/settings/", clubs.settings, name="club_settings"),
    path("clubs/<str:club>/leave/", clubs.leave, name="leave_club"),
    path("clubs/<str:club>/dissolve/", clubs.dissolve, name="dissolve_club"),
    path("clubs/<str:club>/members/", clubs.members, name="club_members"),
    path("clubs/<str:club>/members/<str:member>/role/", clubs.change_role, name="member_role"),
    path("clubs/<str:club>/members/<str:member>/remove/", clubs.remove_member, name="remove_member"),
    path("clubs/<str:club>/members/<str:member>/hand-over/", clubs.hand_over, name="hand_over_club"),
    path("clubs/<str:club>/invites/", invite_views.invites, name="club_invites"),
    path("clubs/<str:club>/invites/<str:invite>/revoke/", invite_views.revoke, name="revoke_invite"),
    path("clubs/<str:club>/ask/", invite_views.request_to_join, name="ask_to_join"),
    path("clubs/<str:club>/requests/", invite_views.join_requests, name="club_requests"),
    path("clubs/<str:club>/requests/<str:join_request>/let-in/", invite_views.accept_request, name="let_in"),
    path(
        "clubs/<str:club>/requests/<str:join_request>/turn-away/",
        invite_views.decline_request,
        name="turn_away",
    ),
    path("clubs/<str:club>/shares/", clubs.share, name="share_with_club"),
    path("clubs/<str:club>/shares/<str:share>/stop/", clubs.stop_share, name="stop_club_share"),
    path("join/<str:secret>/", invite_views.join, name="join"),
]

print_setup_pages = [
    path("print-setups/", papers.setups, name="print_setups"),
    path("print-setups/<str:setup>/", papers.setup, name="print_setup"),
]

gallery_pages = [
    path("gallery/", gallery.gallery, name="gallery"),
]

report_pages = [
    path("clubs/<str:club>/report/", report_views.report_club, name="report_club"),
    path("clubs/<str:club>/events/<str:event>/report/", report_views.report_event, name="report_event"),
    path("clubs/<str:club>/members/<str:member>/report/", report_views.report_member, name="report_member"),
]

moderation_pages = [
    path("moderation/", moderation.queue, name="moderation"),
    path("moderation/reports/<int:report>/", moderation.report, name="moderation_report"),
    path("moderation/reports/<int:report>/content/", moderation.reported_content, name="moderation_content"),
    path("moderation/reports/<int:report>/<slug:action>/", moderation.act_on_report, name="moderation_act"),
    path("moderation/people/", moderation.suspended_people, name="moderation_people"),
    path("moderation/people/<int:person>/", moderation.person, name="moderation_person"),
    path(
        "moderation/people/<int:person>/<slug:measure>/",
        moderation.act_on_person,
        name="moderation_act_on_person",
    ),
]

history_pages = [
    path("lists/<str:public_id>/history/", history.history, name="history"),
    path("lists/<str:public_id>/history/compare/", history.comparison, name="compare"),
    path("lists/<str:public_id>/history/<int:number>/", history.revision, name="revision"),
    path(
        "lists/<str:public_id>/history/<int:number>/document.json", history.document, name="revision_document"
    ),
    path("lists/<str:public_id>/history/<int:number>/restore/", history.restore, name="restore_revision"),
]

event_pages = [
    path("clubs/<str:club>/events/new/", events.new, name="new_event"),
    path("clubs/<str:club>/events/<str:event>/", events.show, name="event"),
    path("clubs/<str:club>/events/<str:event>/edit/", events.edit, name="edit_event"),
    path("clubs/<str:club>/events/<str:event>/delete/", events.delete, name="delete_event"),
    path("clubs/<str:club>/events/<str:event>/print/", events.print_all, name="print_event"),
    path("clubs/<str:club>/events/<str:event>/rosters.pdf", events.rosters_pdf, name="event_rosters"),
    path("clubs/<str:club>/events/<str:event>/hand-ins.csv", events.hand_ins_csv, name="event_csv"),
    path("clubs/<str:club>/events/<str:event>/hand-in/", hand_in_views.hand_in, name="hand_in"),
    path("clubs/<str:club>/events/<str:event>/hand-in/take-back/", hand_in_views.withdraw, name="take_back"),
    path(
        "clubs/<str:club>/events/<str:event>/hand-ins/<str:hand_in>/", hand_in_views.show, name="hand_in_page"
    ),
    path(
        "clubs/<str:club>/events/<str:event>/hand-ins/<str:hand_in>/paper.pdf",
        hand_in_views.paper,
        name="hand_in_paper",
    ),
    path(
        "clubs/<str:club>/events/<str:event>/hand-ins/<str:hand_in>/document.json",
        hand_in_views.document,
        name="hand_in_document",
    ),
]

urlpatterns = [
    path("", home_views.home, name="home"),
    path("about/", home_views.about, name="about"),
    *(path(f"{name}/", site.text, {"name": name}, name=name) for name in site.TITLES),
    path("readyz", home_views.readyz, name="readyz"),
    path("healthz", home_views.healthz, name="healthz"),
    path("robots.txt", home_views.robots, name="robots"),
    path(".well-known/security.txt", site.security_txt, name="security_txt"),
    path("lists/", lists.index, name="lists"),
    path("lists/start/", lists.start_list, name="start"),
    path("lists/several/", lists.act_on_several, name="several_lists"),
    path("lists/tags/", lists.tags, name="list_tags"),
    path("lists/tags/<str:tag>/", lists.tag, name="list_tag"),
    path("lists/import/", import_views.import_list, name="import"),
    *list_pages,
    *history_pages,
    *reading_pages,
    *embedded_pages,
    *gallery_pages,
    *profile_pages,
    *roster_pages,
    *club_pages,
    *account_pages,
    *token_pages,
    *print_setup_pages,
    *event_pages,
    *report_pages,
    *moderation_pages,
    path("schema/company-list-1.json", export_views.schema, name="schema"),
    path("samples/<slug:slug>/", shared_views.show_sample, name="sample"),
    path("systems/", reference.systems, name="systems"),
    path("systems/<slug:system>/<str:edition>/", reference.reference, name="reference"),
    path("systems/<slug:system>/<str:edition>/rules/", reference.rules, name="rules"),
    path("systems/<slug:system>/<str:edition>/quick/", reference.quick, name="quick_reference"),
    path("systems/<slug:system>/<str:edition>/setup/", setup_views.set_up, name="set_up"),
    path(
        "systems/<slug:system>/<str:edition>/blanks/<slug:paper>.pdf",
        reference.blank_paper,
        name="blank_paper",
    ),
]
