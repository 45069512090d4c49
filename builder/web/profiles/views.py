"""The profile editor: one page with one form, which is saved after each change."""

import json
from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from builder.catalogue.limits import limits
from builder.documents import StoredList, load_stored_profile
from builder.models import Profile as ProfileRow
from builder.points.advice.what_if import WhatIf
from builder.points.document.document import Profile, dump_profile, parse_profile
from builder.points.document.json_reader import DocumentError, JsonReader
from builder.points.rules.catalogue import Catalogue
from builder.queries.access import list_for_owner, own_list_query
from builder.queries.lists import removed_profiles
from builder.services.editing.edited_list import EditedList, edit_list
from builder.services.editing.list_names import name_after_first_profile
from builder.services.errors import LimitReached, StaleVersion
from builder.services.naming import unused_name
from builder.services.patching import reverse_json_patch
from builder.services.profiles import add_profile, save_profile
from builder.web.profiles.actions import ActionResult, apply_actions, with_chosen_profile
from builder.web.profiles.controls import html_id
from builder.web.profiles.draft import ProfileDraft, draft_from_post, draft_from_profile, profile_json
from builder.web.profiles.find import requested_picker
from builder.web.profiles.page import form_context
from builder.web.profiles.picker import has_picker, renumber_row
from builder.web.profiles.profile_form import ProfileEditor
from builder.web.shared.autosave import (
    already_removed_response,
    form_response,
    is_leaving_page,
    parse_form_version,
    redirect_response,
    version_to_save_over,
)
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.htmx import is_htmx

NEW_PROFILE = "New profile"
_MAX_BACK_LENGTH = 200


@never_store_or_index
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def edit(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Show the editor of a profile. POST applies the actions of buttons and saves the profile."""
    return _save(request, public_id, key) if request.method == "POST" else _show(request, public_id, key)


def _show(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    stored = load_stored_profile(list_for_owner(request.user, public_id), key)
    row = stored.profile_row(key)
    if row is None:
        return _removed_profile_response(request, stored, key)
    profile, query = stored.profile(row), request.GET
    draft = draft_from_profile(profile, stored.catalogue)
    draft.version, draft.opened_points = str(row.version), query.get("since", "")
    draft.picker_place, draft.search = query.get("pick", ""), query.get("q", "")
    draft.sort_order = query.get("sort", "")
    draft.origin = query.get("back", "")[:_MAX_BACK_LENGTH]
    if request.headers.get("HX-Target") == "found":
        return _search_picker(request, stored, profile, draft)
    return _page_response(
        request, ProfileEditor(stored=stored, profile=profile, draft=draft, lacks_rosters=True), 200
    )


def _search_picker(
    request: HttpRequest, stored: StoredList, profile: Profile, draft: ProfileDraft
) -> HttpResponse:
    """Return the results of a search in the picker.

    In the address, ``pick`` is the picker's place in the document, and ``row`` is the number of its row on
    the page.
    """
    document_place = draft.picker_place
    try:
        renumber_row(draft, stored.catalogue, request.GET.get("row", ""))
        what_if = WhatIf(stored.document_for_profile(profile), profile.key, stored.catalogue)
        picker = requested_picker(what_if, draft)
    except LookupError:
        raise Http404("Nothing can be picked there.") from None
    response = render(request, "profiles/_results.html", {"picker": picker})
    response["HX-Replace-Url"] = _with_query(
        request.path, pick=document_place, q=picker.search, sort=draft.sort_order
    )
    return response


def _save(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    try:
        with edit_list(own_list_query(request.user, public_id)) as edited:
            row = edited.profile_row(key)
            if row is None:
                return _removed_profile_response(request, edited, key)
            draft = draft_from_post(request.POST, edited.catalogue)
            draft.origin = draft.origin[:_MAX_BACK_LENGTH]
            editor = ProfileEditor(stored=edited, profile=edited.profile(row), draft=draft)
            actions = request.POST.getlist("do")
            old_json = profile_json(draft, key, edited.catalogue) if actions else {}
            result = apply_actions(draft, actions, edited.catalogue)
            new_profile = _save_draft(request.POST, edited, row, draft, result)
            name_after_first_profile(edited)
    except DocumentError as fault:
        return _form_response(request, replace(editor, fault=fault), 400)
    except StaleVersion:
        return _conflict_response(request, editor)
    if new_profile is not None:
        return _new_profile_response(request, editor, result.place, new_profile.key)
    draft.version = str(row.version)
    editor = replace(
        editor,
        profile=edited.profile(row),
        is_saved=True,
        action_text=result.action_text,
        undo_action=_undo_action(old_json, edited.profile(row), edited.catalogue)
        if result.action_text
        else "",
    )
    return _saved_response(request, editor, result.place)


def _save_draft(
    post: QueryDict, edited: EditedList, row: ProfileRow, draft: ProfileDraft, result: ActionResult
) -> ProfileRow | None:
    """Save the profile of a draft. Return the new profile if a button adds one."""
    form_version = parse_form_version(draft.version, "version", "is not a number")
    version = version_to_save_over(post, form_version, row.version, partial(_version_created_by, edited, row))
    value, new_profile = profile_json(draft, row.key, edited.catalogue), None
    if result.new_profile_kind is not None:
        # If the form can't be saved, this raises DocumentError before a profile is added.
        parse_profile(JsonReader(limits()), "", value, edited.catalogue)
        new_profile = _add_profile_at(edited, draft, result.place, result.new_profile_kind)
        draft = with_chosen_profile(draft, result.place, new_profile.key, edited.catalogue)
        value = profile_json(draft, row.key, edited.catalogue)
    save_profile(edited, row.key, version, value, skip_if_same=not is_leaving_page(post))
    # If the result can't be read, this raises DocumentError, and the transaction saves nothing.
    edited.document_for_profile(edited.profile(row))
    return new_profile


def _add_profile_at(edited: EditedList, draft: ProfileDraft, place: str, kind: str) -> ProfileRow:
    """Add a profile for the field at ``place``. If the list is full, raise DocumentError for this field."""
    used_names = {profile.name for profile in edited.profiles}
    name = unused_name(NEW_PROFILE, used_names)
    try:
        return add_profile(edited, name, kind)
    except LimitReached as error:
        path = f"design.{draft.document_place(place)}"
        raise DocumentError(path, f"cannot name a new profile: {error}", "choose one of the list") from error


def _undo_action(old_json: dict[str, object], new_profile: Profile, catalogue: Catalogue) -> str:
    """Return the action that undoes a change, or an empty string if the old profile couldn't be saved."""
    try:
        old_profile = parse_profile(JsonReader(limits()), "", old_json, catalogue)
    except DocumentError:
        return ""
    patch = reverse_json_patch(dump_profile(old_profile, catalogue), dump_profile(new_profile, catalogue))
    return f"patch::{json.dumps(patch, ensure_ascii=False)}"


def _version_created_by(edited: EditedList, row: ProfileRow, earlier_post: QueryDict) -> int | None:
    """Return the version that an earlier request created, or None if it didn't create the stored profile."""
    draft = draft_from_post(earlier_post, edited.catalogue)
    apply_actions(draft, earlier_post.getlist("do"), edited.catalogue)
    is_same = _parse_draft(edited, row.key, draft) == edited.profile(row)
    return parse_form_version(draft.version, "version", "is not a number") + 1 if is_same else None


def _parse_draft(stored: StoredList, key: str, draft: ProfileDraft) -> Profile:
    value = profile_json(draft, key, stored.catalogue)
    return parse_profile(JsonReader(limits()), "", value, stored.catalogue)


# ------------------------------------------------------------------ responses


def _new_profile_response(request: HttpRequest, editor: ProfileEditor, place: str, key: str) -> HttpResponse:
    """Redirect to the editor of the new profile, with a link back to the field that it was added for."""
    address = reverse("profile", args=(editor.stored.row.public_id, key))
    address = _with_query(address, back=f"{editor.profile.key}:{editor.draft.document_place(place)}")
    if is_htmx(request):
        return redirect_response(address)
    messages.success(request, "Saved, with a new profile.")
    return HttpResponseRedirect(address, status=303)


def _saved_response(request: HttpRequest, editor: ProfileEditor, place: str) -> HttpResponse:
    """For htmx, return the saved form. For other requests, redirect to ``place`` on the page."""
    draft = editor.draft
    if not has_picker(editor.stored.catalogue, draft, draft.picker_place):
        draft.picker_place = ""
    picker_place = draft.document_place(draft.picker_place)
    if is_htmx(request):
        response = _form_response(request, editor, 200)
        if draft.picker_place != request.POST.get("pick", ""):
            response["HX-Push-Url"] = _with_query(request.path, pick=picker_place, back=draft.origin)
        return response
    messages.success(request, f"{editor.action_text or 'Saved'}.", extra_tags=editor.undo_action)
    # Actions such as a search have no place. After them, the user returns to the open picker.
    fragment = html_id(draft.document_place(place) or picker_place)
    address = _with_query(
        request.path,
        pick=picker_place,
        q=draft.search if picker_place else "",
        sort=draft.sort_order if picker_place else "",
        since=draft.opened_points,
        back=draft.origin,
    )
    return HttpResponseRedirect(f"{address}{f'#r-{fragment}' if fragment else ''}", status=303)


def _conflict_response(request: HttpRequest, editor: ProfileEditor) -> HttpResponse:
    """Show that somebody else changed the profile, with a button for each version: 409."""
    stored_profile = editor.profile
    form_profile = _parse_draft(editor.stored, stored_profile.key, editor.draft)
    return _form_response(request, replace(editor, profile=form_profile, stored_by_other=stored_profile), 409)


def _form_response(request: HttpRequest, editor: ProfileEditor, status: int) -> HttpResponse:
    """For htmx, return only the form. For other requests, return the complete page."""
    if not is_htmx(request):
        return _page_response(request, editor, status)
    draft, post = editor.draft, request.POST
    is_still_open = (draft.picker_place, draft.search) == (post.get("pick", ""), post.get("q", ""))
    context = form_context(editor, omits_entries=is_still_open)
    return form_response(request, "profiles/_answer.html", context, status)


def _removed_profile_response(request: HttpRequest, stored: StoredList, key: str) -> HttpResponse:
    """Show that a profile was removed, with a button to restore it.

    Raise Http404 if there is no such removed profile.
    """
    if key not in [profile.key for profile in removed_profiles(stored.row)]:
        raise Http404("There is no such profile in this list.")
    return already_removed_response(
        request,
        problem="This profile is no longer in the list.",
        restore_url=f"{request.path}restore/",
        back_url=reverse("list", args=(stored.row.public_id,)),
        back_label="The list",
    )


def _page_response(request: HttpRequest, editor: ProfileEditor, status: int) -> HttpResponse:
    return render(request, "profiles/page.html", form_context(editor), status=status)


def _with_query(path: str, **query: str) -> str:
    filled_in = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(filled_in)}" if filled_in else path
