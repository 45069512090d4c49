"""The page of a roster.

The owner gets a form that is saved at every change. Other people get a page to read.
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from builder.catalogue.limits import limits
from builder.documents import LoadedList, StoredRoster
from builder.exports.fingerprints import fingerprints_of
from builder.models import CompanyList
from builder.points.document.document import Roster, dump_profile
from builder.points.document.json_reader import DocumentError
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name, profile_name
from builder.points.sheets.roster import RosterSheet
from builder.queries.access import ListAccess, deleted_list_for_owner, own_list_query
from builder.queries.lists import removed_profiles, removed_rosters
from builder.services.editing.edited_list import EditedList, edit_list
from builder.services.errors import NotFound, StaleVersion
from builder.services.patching import apply_json_patch, reverse_json_patch
from builder.services.profiles import save_profile
from builder.services.rosters import save_roster
from builder.web.rosters.actions import ProfilePatch, RosterUndo, apply_actions, find_undo
from builder.web.rosters.draft import (
    MENU_ACTIONS,
    RosterDraft,
    draft_from_post,
    draft_from_roster,
    match_rows,
    parse_draft,
    require_all_fields,
)
from builder.web.rosters.force import force_context
from builder.web.rosters.messages import limit_fault_text
from builder.web.rosters.page import RosterPage, form_context, page_context
from builder.web.shared.autosave import (
    already_removed_response,
    form_response,
    is_leaving_page,
    parse_form_version,
    version_to_save_over,
)
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.errors import signed_out_response
from builder.web.shared.htmx import is_htmx
from builder.web.shared.link_preview import LinkPreview, preview_picture_url, roster_preview
from builder.web.shared.list_access import list_page_context, page_access

_NO_SUCH_ROSTER = "There is no such roster in this list."


@never_store_or_index
@login_not_required
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, /, roster: str, **address: str) -> HttpResponse:
    """Show the page of a roster. POST applies the actions of buttons and saves the roster."""
    is_post = request.method == "POST"
    if is_post and not request.user.is_authenticated:
        return signed_out_response(request) if is_htmx(request) else redirect_to_login(request.path)
    try:
        return _save(request, roster, **address) if is_post else _show(request, roster, **address)
    except (NotFound, Http404):
        return _removed_list_response(request, address.get("public_id", ""))


def _show(request: HttpRequest, roster: str, **address: str) -> HttpResponse:
    access = page_access(request, **address)
    loaded = access.load()
    if roster not in loaded.roster_ids:
        return _removed_roster_response(request, access.row, roster, is_own=access.can_edit)
    if not access.can_edit:
        return _read_only_response(request, access, loaded, roster)
    page = _stored_page(access, loaded, roster)
    page = replace(
        page, open_ids=frozenset(request.GET.getlist("open")), filter_text=request.GET.get("find", "").strip()
    )
    _open_menus(page.draft, request.GET)
    return _page_response(request, page, 200)


def _open_menus(draft: RosterDraft, query: QueryDict) -> None:
    """Open the menus that the address names, as it does after a redirect in a browser without scripts."""
    unit_numbers = {str(row.number): row.number for row in draft.main_rows()}
    for action in MENU_ACTIONS:
        if (unit_number := unit_numbers.get(query.get(action, ""))) is not None:
            draft.open_menu(action, unit_number)


def _stored_page(access: ListAccess, loaded: LoadedList, public_id: str) -> RosterPage:
    index = loaded.roster_ids.index(public_id)
    roster = loaded.document.rosters[index]
    draft = draft_from_roster(roster, loaded.document, loaded.catalogue)
    return RosterPage(
        access=access,
        loaded=loaded,
        roster_index=index,
        draft=draft,
        roster=roster,
        row_numbers=tuple(row.number for row in draft.main_rows()[: len(roster.entries)]),
        version=str(loaded.roster_versions[index]),
    )


def _save(request: HttpRequest, public_id: str, /, **address: str) -> HttpResponse:
    post, draft = request.POST, draft_from_post(request.POST)
    ids_with_sheet = draft.sheet_ids()
    try:
        with edit_list(own_list_query(request.user, address.get("public_id", ""))) as edited:
            stored = edited.stored_roster(public_id)
            if stored is None:
                return _removed_roster_response(request, edited.row, public_id, is_own=True)
            stored_roster = stored.roster
            page = replace(
                _stored_page(
                    ListAccess(row=edited.row, kind="own", is_owner=True), edited.to_loaded(), public_id
                ),
                draft=draft,
                version=post.get("version", ""),
                ids_with_sheet=ids_with_sheet,
            )
            _require_profiles(page, [row.profile for row in draft.rows])
            if page.version == str(stored.row.version):
                require_all_fields(post, stored_roster, edited.catalogue)
            effect = apply_actions(draft, post.getlist("do"), edited.catalogue)
            parsed = parse_draft(draft, limits(), edited.catalogue)
            _require_profiles(page, effect.new_row_profiles)
            page = replace(page, roster=parsed.roster, row_numbers=parsed.row_numbers)
            _save_draft(
                post,
                edited,
                stored,
                parsed.roster,
                effect.version_to_replace or parse_form_version(page.version),
            )
            profile_undos = [_patch_profile(edited, patch) for patch in effect.profile_patches]
    except DocumentError as fault:
        row_numbers = match_rows(stored_roster.entries, draft)
        page = replace(page, roster=stored_roster, fault=fault, row_numbers=row_numbers)
        return _form_response(request, page, 400)
    except StaleVersion:
        return _form_response(request, replace(page, stored_by_other=stored_roster), 409)
    undo = next(iter(profile_undos), None) or find_undo(
        stored_roster, parsed.roster, draft, effect, page.names, edited.catalogue
    )
    draft.sync_profiles(page.document.profile_names(), has_units=bool(edited.catalogue.unit_kinds))
    page = replace(page, version=str(stored.row.version), undo=undo, is_saved=True)
    if profile_undos:
        page = replace(page, loaded=edited.to_loaded(), ids_with_sheet=frozenset())
    return _saved_response(request, page)


def _require_profiles(page: RosterPage, keys: Iterable[str]) -> None:
    """Raise DocumentError if a key isn't the key of a known profile.

    The profiles of the list and of the stored roster, the profiles that the form calls missing, and removed
    profiles that can be restored are known.
    """
    known_keys = page.names.keys() | page.roster.counts().keys() | page.draft.missing_profiles
    unknown_keys = set(keys) - known_keys
    if unknown_keys:
        unknown_keys -= {profile.key for profile in removed_profiles(page.loaded.row)}
    for key in sorted(unknown_keys):
        raise DocumentError("", f"{key[:60]!r} is not a profile of this list", "load the page again")


def _save_draft(
    post: QueryDict, edited: EditedList, stored: StoredRoster, roster: Roster, version: int
) -> None:
    """Save a roster. Raise StaleVersion if somebody else saved a newer version than the form's."""
    version = version_to_save_over(
        post, version, stored.row.version, partial(_version_created_by, stored, edited.catalogue)
    )
    save_roster(
        edited, stored.row.public_id, version, name=roster.name, limit=roster.limit, entries=roster.entries,
        fields=roster.fields, skip_if_same=not is_leaving_page(post),
    )  # fmt: skip


def _patch_profile(edited: EditedList, profile_patch: ProfilePatch) -> RosterUndo:
    """Apply a patch to a profile of the list, and return its Undo."""
    key = profile_patch.profile
    row = edited.profile_row(key)
    if row is None:
        problem = f"{key[:60]!r} is no longer a profile of this list"
        raise DocumentError("", problem, "load the page again")
    old = dump_profile(edited.profile(row), edited.catalogue)
    try:
        new = apply_json_patch(old, profile_patch.patch)
    except DocumentError as error:
        raise DocumentError(
            "", "this change no longer fits the saved profile", "load the page again"
        ) from error
    save_profile(edited, key, None, new)
    name = profile_name(row.name)
    if not profile_patch.label:
        return RosterUndo(f"Undone in {name}", "")
    inverse = json.dumps(reverse_json_patch(old, new), ensure_ascii=False)
    return RosterUndo(f"Done in {name}: {profile_patch.label}", f"profile:{key}::{inverse}")


def _version_created_by(stored: StoredRoster, catalogue: Catalogue, earlier_post: QueryDict) -> int | None:
    """Return the version that an earlier request created, or None if it didn't create the stored roster."""
    draft = draft_from_post(earlier_post)
    effect = apply_actions(draft, earlier_post.getlist("do"), catalogue)
    if parse_draft(draft, limits(), catalogue).roster != stored.roster:
        return None
    return (effect.version_to_replace or parse_form_version(earlier_post.get("version", ""))) + 1


# ------------------------------------------------------------------ responses


def _saved_response(request: HttpRequest, page: RosterPage) -> HttpResponse:
    """For htmx, return the saved form. For other requests, redirect to the row of the pressed button."""
    if is_htmx(request):
        return _form_response(request, page, 200)
    undo = page.undo or RosterUndo("Saved", "")
    messages.success(request, f"{undo.text}.", extra_tags=undo.action)
    return HttpResponseRedirect(request.path + _row_fragment(page, request.POST.get("do", "")), status=303)


def _row_fragment(page: RosterPage, action: str) -> str:
    """Return the end of an address that leads to the row that an action changed.

    It also opens the menu of "choose", and the row of "set" and "with". For actions without a row, return an
    empty string.
    """
    verb, _, argument = action.partition(":")
    if verb == "choose":
        menu, _, unit_number = argument.partition(":")
        return f"?{menu}={unit_number}&open=u-{unit_number}#u-{unit_number}"
    number = argument.partition("=")[0]
    row = next((row for row in page.draft.rows if str(row.number) == number), None)
    if (
        verb not in ("set", "more", "with")
        or not row
        or row.profile not in page.document.profile_names()
        or "," in argument
    ):
        return ""
    row_id = f"p-{row.profile}"
    if verb == "more":
        return f"#{row_id}"
    main_number = row.number if row.unit_number is None else row.unit_number
    id_to_open = f"u-{main_number}" if page.catalogue.unit_kinds else row_id
    return f"?open={id_to_open}#{row_id}"


def _form_response(request: HttpRequest, page: RosterPage, status: int) -> HttpResponse:
    """For htmx, return only the form. For other requests, return the complete page."""
    if not is_htmx(request):
        return _page_response(request, replace(page, ids_with_sheet=frozenset()), status)
    return form_response(
        request, "rosters/_answer.html", _add_request_context(request, page, form_context(page)), status
    )


def _page_response(request: HttpRequest, page: RosterPage, status: int) -> HttpResponse:
    return render(
        request, "rosters/page.html", _add_request_context(request, page, page_context(page)), status=status
    )


def copy_problem_response(
    request: HttpRequest, public_id: str, roster: str, fault: DocumentError
) -> HttpResponse:
    """Show the page of a roster that wasn't copied because the limit for the copy is invalid."""
    access = page_access(request, public_id=public_id)
    loaded = access.load()
    page = _stored_page(access, loaded, roster)
    problem = limit_fault_text(fault, loaded.catalogue)
    url = reverse("roster", args=(public_id, roster))
    context = {**_add_request_context(request, page, page_context(page)), "url": url, "copy_problem": problem}
    return render(request, "rosters/page.html", context, status=400)


def _read_only_response(
    request: HttpRequest, access: ListAccess, loaded: LoadedList, roster_id: str
) -> HttpResponse:
    """Show a roster to a user who can read the list but not change it."""
    loaded_roster = loaded.cut_to(roster_id)
    (sheet,) = loaded_roster.sheet().rosters
    context = {
        **force_context(sheet, with_receipts="prices" in request.GET),
        **list_page_context(access, loaded),
        "roster_id": roster_id,
        "take_url": f"{access.base_url}profiles/",
        "title": sheet.name,
        "fingerprints": fingerprints_of(loaded_roster).rosters[0].labelled,
        "preview": _preview(request, access, sheet, roster_id),
    }
    return render(request, "rosters/read.html", context)


def _preview(
    request: HttpRequest, access: ListAccess, sheet: RosterSheet, roster_id: str
) -> LinkPreview | None:
    """Return the preview that other sites show for links to a page that everybody can open."""
    if access.kind not in ("link", "public"):
        return None
    url, picture = f"{access.base_url}rosters/{roster_id}/", preview_picture_url(access.base_url, roster_id)
    return roster_preview(sheet, request.build_absolute_uri(url), request.build_absolute_uri(picture))


def _add_request_context(
    request: HttpRequest, page: RosterPage, context: dict[str, object]
) -> dict[str, object]:
    return {**context, "base": page.list_url, "url": request.path, "max_name": limits().name}


def _removed_roster_response(
    request: HttpRequest, row: CompanyList, public_id: str, *, is_own: bool
) -> HttpResponse:
    """Show that a roster was removed, with a button to restore it.

    Raise Http404 if the user isn't the owner of the list, or if there is no such removed roster.
    """
    if not is_own or public_id not in [roster.public_id for roster in removed_rosters(row)]:
        raise Http404(_NO_SUCH_ROSTER)
    return already_removed_response(
        request,
        problem="This roster is no longer in the list.",
        restore_url=f"{request.path}restore/",
        back_url=reverse("list", args=(row.public_id,)),
        back_label=list_name(row.name),
    )


def _removed_list_response(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show that a list was deleted, with a button to restore it. Raise Http404 if there is no such list."""
    row = deleted_list_for_owner(request.user, public_id)
    return already_removed_response(
        request,
        problem=f"The list “{list_name(row.name)}” is deleted, and this roster with it.",
        restore_url=reverse("restore", args=(public_id,)),
        back_url=reverse("lists"),
        back_label="My lists",
    )
