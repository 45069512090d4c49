"""The page of one roster: one form, saved at every change; a sample's roster to read."""

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
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from builder.catalogue.limits import limits
from builder.documents import LoadedList, StoredRoster
from builder.models import CompanyList
from builder.points.document.document import Roster, dump_profile
from builder.points.document.json_reader import DocumentError
from builder.points.rules.catalogue import Catalogue
from builder.queries.access import deleted_list_for_owner, own_list_query
from builder.queries.lists import removed_profiles, removed_rosters
from builder.services.editing.edited_list import EditedList, edit_list
from builder.services.errors import NotFound, StaleVersion
from builder.services.patching import apply_json_patch, reverse_json_patch
from builder.services.profiles import save_profile
from builder.services.rosters import save_roster
from builder.web.rosters.actions import ProfilePatch, RosterUndo, apply_actions, find_undo, rows_action
from builder.web.rosters.draft import (
    draft_from_post,
    draft_from_roster,
    match_rows,
    parse_draft,
    require_all_fields,
)
from builder.web.rosters.page import RosterPage, answer_context, page_context
from builder.web.shared.autosave import (
    gone_response,
    is_htmx,
    is_leaving_page,
    parse_form_version,
    reload_response,
    saved_response,
    version_to_save_over,
)
from builder.web.shared.decorators import private
from builder.web.shared.errors import refusals_as_responses, signed_out_response
from builder.web.shared.link_preview import LinkPreview, preview_picture_url, roster_preview
from builder.web.shared.list_access import PageAccess, own_page_access, page_access
from builder.web.shared.presentation import list_name, profile_name

_NO_SUCH_ROSTER = "There is no such roster in this list."


@private
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_as_responses
def show(request: HttpRequest, /, roster: str, **address: str) -> HttpResponse:
    """The page of one roster; POST saves all of it, and does what the pressed button says."""
    is_post = request.method == "POST"
    if is_post and not request.user.is_authenticated:
        return signed_out_response(request) if is_htmx(request) else redirect_to_login(request.path)
    try:
        response = _save(request, roster, **address) if is_post else _show(request, roster, **address)
    except (NotFound, Http404):
        response = _list_gone_page(request, address.get("public_id", ""))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _show(request: HttpRequest, roster: str, **address: str) -> HttpResponse:
    access = page_access(request, **address)
    loaded = access.load()
    if roster not in loaded.roster_ids:
        return _gone_page(request, access.row, roster, is_own=access.can_edit)
    return _page(request, _stored_page(access, loaded, roster), 200)


def _stored_page(access: PageAccess, loaded: LoadedList, public_id: str) -> RosterPage:
    place = loaded.roster_ids.index(public_id)
    roster = loaded.document.rosters[place]
    draft = draft_from_roster(roster, loaded.document, loaded.catalogue)
    return RosterPage(
        access=access,
        loaded=loaded,
        roster_index=place,
        draft=draft,
        roster=roster,
        numbers=tuple(row.number for row in draft.units()[: len(roster.entries)]),
        version=str(loaded.roster_versions[place]),
    )


def _save(request: HttpRequest, public_id: str, /, **address: str) -> HttpResponse:
    post, draft = request.POST, draft_from_post(request.POST)
    try:
        with edit_list(own_list_query(request.user, address.get("public_id", ""))) as edited:
            stored = edited.stored_roster(public_id)
            if stored is None:
                return _gone_page(request, edited.row, public_id, is_own=True)
            before = stored.roster
            page = replace(_edited_page(edited, public_id), draft=draft, version=post.get("version", ""))
            _require_profiles(page, [row.profile for row in draft.rows])
            if page.version == str(stored.row.version):
                require_all_fields(post, before, edited.catalogue)
            effect = apply_actions(draft, post.getlist("do"), edited.catalogue.roster.fields)
            parsed = parse_draft(draft, limits(), edited.catalogue)
            _require_profiles(page, effect.new_rows)
            page = replace(page, roster=parsed.roster, numbers=parsed.row_numbers)
            _save_draft(post, edited, stored, parsed.roster, effect.version or parse_form_version(post))
            undo_profiles = [_patch_profile(edited, change) for change in effect.profiles]
    except DocumentError as fault:
        numbers = match_rows(before.entries, draft.units())
        return _refused(request, replace(page, roster=before, fault=fault, numbers=numbers))
    except StaleVersion:
        return _stale(request, replace(page, theirs=before))
    undo = next(iter(undo_profiles), None) or find_undo(
        before, draft, effect, page.names, edited.catalogue.roster.fields
    )
    page = replace(page, version=str(stored.row.version), undo=undo)
    return _saved(request, page, before, unseen=effect.needs_reload)


def _require_profiles(page: RosterPage, keys: Iterable[str]) -> None:
    """DocumentError for a profile that the list never had, as far as can be seen."""
    known = page.names.keys() | page.roster.counts().keys() | page.draft.missing_profiles
    unknown = set(keys) - known
    if unknown:
        unknown -= {profile.key for profile in removed_profiles(page.loaded.row)}
    for key in sorted(unknown):
        raise DocumentError("", f"{key[:60]!r} is no profile of this list", "load the page again")


def _save_draft(
    post: QueryDict, edited: EditedList, stored: StoredRoster, roster: Roster, version: int
) -> None:
    """Save the draft's roster over the version that the form was filled in over."""
    over = version_to_save_over(
        post, version, stored.row.version, partial(_version_made_by, stored, edited.catalogue)
    )
    save_roster(
        edited, stored.row.public_id, over, name=roster.name, limit=roster.limit, entries=roster.entries,
        fields=roster.fields, unless_same=not is_leaving_page(post),
    )  # fmt: skip


def _patch_profile(edited: EditedList, change: ProfilePatch) -> RosterUndo:
    """Change a profile of the list by a patch, and say how that is taken back."""
    row = edited.profile_row(change.key)
    if row is None:
        problem = f"{change.key[:60]!r} is no profile of this list any more"
        raise DocumentError("", problem, "load the page again")
    before = dump_profile(edited.profile(row), edited.catalogue)
    try:
        after = apply_json_patch(before, change.patch)
    except DocumentError as error:
        raise DocumentError("", "fits no longer what stands there", "load the page again") from error
    save_profile(edited, change.key, None, after)
    inverse = json.dumps(reverse_json_patch(before, after), ensure_ascii=False)
    name = profile_name(row.name)
    if not change.label:
        return RosterUndo(f"Undone in {name}", "")
    return RosterUndo(f"Done in {name}: {change.label}", f"profile:{change.key}::{inverse}")


def _edited_page(edited: EditedList, public_id: str) -> RosterPage:
    return _stored_page(own_page_access(edited.row), edited.to_loaded(), public_id)


def _version_made_by(stored: StoredRoster, catalogue: Catalogue, sent: QueryDict) -> int | None:
    """The version that saving this form would have made, if just what it holds is stored."""
    draft = draft_from_post(sent)
    effect = apply_actions(draft, sent.getlist("do"), catalogue.roster.fields)
    same = parse_draft(draft, limits(), catalogue).roster == stored.roster
    return (effect.version or parse_form_version(sent)) + 1 if same else None


# ------------------------------------------------------------------ answers


def _saved(request: HttpRequest, page: RosterPage, before: Roster, *, unseen: bool) -> HttpResponse:
    """What changed; a reloaded page where fields changed, or the list has rows that the page lacks."""
    if is_htmx(request) and not unseen and not page.lacks_rows:
        return saved_response(request, "rosters/answer.html", _context(request, page, answer_context(page)))
    _add_saved_message(request, page.undo, before)
    if is_htmx(request):
        return reload_response()
    return HttpResponseRedirect(request.path + _row_fragment(page, request.POST.get("do", "")), status=303)


def _add_saved_message(request: HttpRequest, undo: RosterUndo | None, before: Roster) -> None:
    """Say on the next page that it is saved, with the roster as it was where that can be undone."""
    if undo is None:
        messages.success(request, "Saved.")
        return
    keeps_rows = undo.action.startswith(("profile:", "facts:"))
    action = undo.action and (undo.action if keeps_rows else rows_action(before))
    messages.success(request, f"{undo.text}.", extra_tags=action)


def _row_fragment(page: RosterPage, action: str) -> str:
    """The row of a step, as a part of the address."""
    number = action.removeprefix("set:").partition("=")[0]
    row = next((row for row in page.draft.rows if str(row.number) == number), None)
    return f"#p-{row.profile}" if row and row.profile in page.names else ""


def _refused(request: HttpRequest, page: RosterPage) -> HttpResponse:
    """400: nothing was saved; the page keeps all that was typed and shows the fault at its field."""
    if is_htmx(request):
        context = _context(request, page, answer_context(page))
        return render(request, "rosters/refused.html", context, status=400)
    return _page(request, page, 400)


def _stale(request: HttpRequest, page: RosterPage) -> HttpResponse:
    """409: somebody else changed it; the page shows both versions, with a button for each."""
    if is_htmx(request):
        context = _context(request, page, answer_context(page))
        return render(request, "rosters/stale.html", context, status=409)
    return _page(request, page, 409)


def _page(request: HttpRequest, page: RosterPage, status: int) -> HttpResponse:
    template = "rosters/page.html" if page.editable else "rosters/read.html"
    context = _context(request, page, page_context(page)) | {"preview": _preview(request, page)}
    return render(request, template, context, status=status)


def _preview(request: HttpRequest, page: RosterPage) -> LinkPreview | None:
    """The preview of links to the page; None where nobody else can open it."""
    access, absolute = page.access, request.build_absolute_uri
    if access.kind not in ("link", "public"):
        return None
    roster_id = page.loaded.roster_ids[page.roster_index]
    url, picture = f"{access.base_url}rosters/{roster_id}/", preview_picture_url(access.base_url, roster_id)
    return roster_preview(
        page.loaded, page.appraisal, page.roster_appraisal, absolute(url), absolute(picture)
    )


def _context(request: HttpRequest, page: RosterPage, shown: dict[str, object]) -> dict[str, object]:
    return {**shown, "base": page.base, "url": request.path, "max_name": limits().name}


def _gone_page(request: HttpRequest, row: CompanyList, public_id: str, *, is_own: bool) -> HttpResponse:
    """The page of a removed roster, with a button that restores it; Http404 if there never was one."""
    if not is_own or public_id not in [roster.public_id for roster in removed_rosters(row)]:
        raise Http404(_NO_SUCH_ROSTER)
    return gone_response(
        request,
        what="This roster is not in the list any more.",
        restore=f"{request.path}restore/",
        back=reverse("list", args=(row.public_id,)),
        back_to=list_name(row.name),
    )


def _list_gone_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a deleted list, with a button that restores it; Http404 if there never was one."""
    row = deleted_list_for_owner(request.user, public_id)
    return gone_response(
        request,
        what=f"The list “{list_name(row.name)}” is deleted, and this roster with it.",
        restore=reverse("restore", args=(public_id,)),
        back=reverse("lists"),
        back_to="My lists",
    )
