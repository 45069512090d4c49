"""The profile editor: one page, one form, saved at every change."""

from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from builder.catalogue.limits import limits
from builder.documents import StoredList, load_stored_profile
from builder.models import Profile as ProfileRow
from builder.points.advice.what_if import WhatIf
from builder.points.document.document import Profile, parse_profile
from builder.points.document.json_reader import DocumentError, JsonReader
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.queries.access import list_for_owner, own_list_query
from builder.queries.lists import removed_profiles
from builder.services.editing.edited_list import EditedList, edit_list
from builder.services.errors import LimitReached, StaleVersion
from builder.services.naming import new_name
from builder.services.profiles import add_profile, save_profile
from builder.web.profiles.actions import ProfileFormEffect, apply_actions, with_reference
from builder.web.profiles.controls import html_id
from builder.web.profiles.draft import ProfileDraft, draft_from_post, draft_from_profile, profile_json
from builder.web.profiles.page import ProfileEditor, answer_context, editor_context, page_context
from builder.web.profiles.picker import can_pick, open_picker, renumber_row
from builder.web.shared.autosave import (
    gone_response,
    is_htmx,
    is_leaving_page,
    parse_form_version,
    redirect_response,
    reload_response,
    saved_response,
    version_to_save_over,
)
from builder.web.shared.decorators import private
from builder.web.shared.errors import refusals_as_responses

NEW_PROFILE = "New profile"
_LONGEST_BACK = 200


@private
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_as_responses
def edit(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """The editor of one profile; POST saves all of it, and does what the pressed button says."""
    response = _save(request, public_id, key) if request.method == "POST" else _show(request, public_id, key)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _show(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    stored = load_stored_profile(list_for_owner(request.user, public_id), key)
    row = stored.profile_row(key)
    if row is None:
        return _gone_page(request, stored, key)
    profile = stored.profile(row)
    draft = draft_from_profile(profile, stored.catalogue)
    pick, q = request.GET.get("pick", ""), request.GET.get("q", "")
    if request.headers.get("HX-Target") == "found":
        return _search_picker(request, stored, profile, draft)
    editor = ProfileEditor(
        stored=stored,
        profile=profile,
        draft=draft,
        version=str(row.version),
        picker_place=pick,
        search=q,
        sort=request.GET.get("sort", ""),
        opened=request.GET.get("since", ""),
        back=request.GET.get("back", "")[:_LONGEST_BACK],
        lacks_rosters=True,
    )
    return _page(request, editor, 200)


def _search_picker(
    request: HttpRequest, stored: StoredList, profile: Profile, draft: ProfileDraft
) -> HttpResponse:
    """What the picker finds. ``row`` is the form's number for a row whose forerunners may be gone."""
    pick, q, sort = (request.GET.get(name, "") for name in ("pick", "q", "sort"))
    try:
        place = renumber_row(draft, stored.catalogue, pick, request.GET.get("row", ""))
        what_if = WhatIf(stored.document_for_profile(profile), profile.key, stored.catalogue)
        picker = open_picker(what_if, draft, place, q, sort)
    except LookupError:
        raise Http404("Nothing can be picked there.") from None
    response = render(request, "profiles/_results.html", {"picker": picker})
    response["HX-Replace-Url"] = _with_query(request.path, pick=pick, q=picker.search, sort=sort)
    return response


def _save(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    try:
        with edit_list(own_list_query(request.user, public_id)) as edited:
            row = edited.profile_row(key)
            if row is None:
                return _gone_page(request, edited, key)
            editor = _editor_from_post(request.POST, edited, row)
            effect, new_profile = _apply_and_save(request.POST, edited, row, editor.draft)
            editor = replace(editor, effect=effect)
    except DocumentError as fault:
        return _refused(request, replace(editor, fault=fault))
    except StaleVersion:
        return _stale(request, editor)
    if new_profile is not None:
        return _to_new_profile(request, editor, new_profile.key)
    profile = edited.profile(row)
    before, catalogue = editor.profile, edited.catalogue
    editor = replace(editor, profile=profile, version=str(row.version))
    is_other_kind = _kind(catalogue, before) != _kind(catalogue, profile)
    return _saved(request, editor, is_other_form=is_other_kind)


def _apply_and_save(
    post: QueryDict, edited: EditedList, row: ProfileRow, draft: ProfileDraft
) -> tuple[ProfileFormEffect, ProfileRow | None]:
    """Apply the pressed buttons to the draft, and save it; with the profile that one of them added."""
    effect = apply_actions(draft, post.getlist("do"), edited.catalogue)
    version = effect.version or _profile_form_version(post)
    over = version_to_save_over(post, version, row.version, partial(_version_made_by, edited, row))
    value, new_profile = profile_json(draft, row.key, edited.catalogue), None
    if effect.new_profile_at:
        # What cannot be saved is refused as it was typed, without the new profile.
        parse_profile(JsonReader(limits()), "", value, edited.catalogue)
        new_profile = _add_profile_at(edited, draft, effect)
        named = with_reference(draft, effect.new_profile_at, new_profile.key, edited.catalogue)
        value = profile_json(named, row.key, edited.catalogue)
    save_profile(edited, row.key, over, value, unless_same=not is_leaving_page(post))
    edited.document_for_profile(
        edited.profile(row)
    )  # what the page will show can be read, or nothing is saved
    return effect, new_profile


def _add_profile_at(edited: EditedList, draft: ProfileDraft, effect: ProfileFormEffect) -> ProfileRow:
    """Add a profile for the reference that wants one; DocumentError there where the list is full."""
    taken = {profile.name for profile in edited.profiles}
    name = new_name(NEW_PROFILE, taken) if NEW_PROFILE in taken else NEW_PROFILE
    try:
        return add_profile(edited, name, effect.new_kind)
    except LimitReached as error:
        at = f"design.{draft.document_place(effect.new_profile_at)}"
        raise DocumentError(at, f"cannot name a new profile: {error}", "choose one of the list") from error


def _profile_form_version(post: QueryDict) -> int:
    return parse_form_version(post, "version", "is not a number")


def _editor_from_post(post: QueryDict, edited: EditedList, row: ProfileRow) -> ProfileEditor:
    """The editor with what the posted form holds."""
    draft, pick = draft_from_post(post, edited.catalogue), post.get("pick", "")
    return ProfileEditor(
        stored=edited,
        profile=edited.profile(row),
        draft=draft,
        version=post.get("version", ""),
        picker_place=pick if can_pick(edited.catalogue, draft, pick) else "",
        search=post.get("q", ""),
        sort=post.get("sort", ""),
        opened=post.get("opened", ""),
        back=post.get("back", "")[:_LONGEST_BACK],
    )


def _version_made_by(edited: EditedList, row: ProfileRow, sent: QueryDict) -> int | None:
    """The version that saving this form would have made, if just what it holds is stored."""
    draft = draft_from_post(sent, edited.catalogue)
    effect = apply_actions(draft, sent.getlist("do"), edited.catalogue)
    same = _parse_draft(edited, row.key, draft) == edited.profile(row)
    return (effect.version or _profile_form_version(sent)) + 1 if same else None


def _parse_draft(stored: StoredList, key: str, draft: ProfileDraft) -> Profile:
    value = profile_json(draft, key, stored.catalogue)
    return parse_profile(JsonReader(limits()), "", value, stored.catalogue)


# ------------------------------------------------------------------ answers


def _to_new_profile(request: HttpRequest, editor: ProfileEditor, key: str) -> HttpResponse:
    """Go on to the editor of a profile that was added; its page leads back to where it is named."""
    place = editor.draft.document_place(editor.effect.new_profile_at)
    address = reverse("profile", args=(editor.stored.row.public_id, key))
    address = _with_query(address, back=f"{editor.profile.key}:{place}")
    if not is_htmx(request):
        messages.success(request, "Saved, with a new profile.")
        return HttpResponseRedirect(address, status=303)
    return redirect_response(address)


def _kind(catalogue: Catalogue, profile: Profile) -> str:
    """The kind of a profile; "" where the system has none."""
    return index_of(catalogue).for_kind(profile.design.values).kind


def _saved(request: HttpRequest, editor: ProfileEditor, *, is_other_form: bool) -> HttpResponse:
    """What was saved; the page is loaded anew where the form has other parts now (``is_other_form``)."""
    effect, draft = editor.effect, editor.draft
    pick = editor.picker_place if effect.picker is None else effect.picker
    pick = draft.document_place(pick) if can_pick(editor.catalogue, draft, pick) else ""
    if effect.patched is not None:
        text = f"Done: {effect.patched}." if effect.patched else "Undone."
        messages.success(request, text, extra_tags=effect.undo if effect.patched else "")
        if is_htmx(request):
            return reload_response()
    elif not is_htmx(request):
        messages.success(request, "Saved.")
    if not is_htmx(request):
        # A search leads back to its picker.
        place = html_id(draft.document_place(effect.place)) or (html_id(pick) if pick else "")
        search = editor.search if pick else ""
        if effect.picker:
            search = effect.search
        sort = editor.sort if pick else ""
        address = _with_query(
            request.path, pick=pick, q=search, sort=sort, since=editor.opened, back=editor.back
        )
        return HttpResponseRedirect(f"{address}{f'#r-{place}' if place else ''}", status=303)
    if is_other_form or request.POST.get("do", "").startswith("step:"):
        return reload_response()
    context = {**answer_context(editor), **_addresses(request, editor)}
    response = saved_response(request, "profiles/answer.html", context)
    if effect.picker is not None:
        response["HX-Push-Url"] = _with_query(request.path, pick=pick, back=editor.back)
    return response


def _refused(request: HttpRequest, editor: ProfileEditor) -> HttpResponse:
    """400: nothing was saved; the page keeps all that was typed and shows the fault at its field."""
    if is_htmx(request):
        return render(request, "profiles/refused.html", _fragment_context(request, editor), status=400)
    return _page(request, editor, 400)


def _stale(request: HttpRequest, editor: ProfileEditor) -> HttpResponse:
    """409: somebody else changed it; the page shows both versions, with a button for each."""
    theirs = editor.profile
    mine = _parse_draft(editor.stored, theirs.key, editor.draft)
    editor = replace(editor, profile=mine, theirs=theirs, effect=ProfileFormEffect())
    if is_htmx(request):
        return render(request, "profiles/stale.html", _fragment_context(request, editor), status=409)
    return _page(request, editor, 409)


def _gone_page(request: HttpRequest, stored: StoredList, key: str) -> HttpResponse:
    """The page of a removed profile, with a button that restores it; Http404 if there never was one."""
    if key not in [profile.key for profile in removed_profiles(stored.row)]:
        raise Http404("There is no such profile in this list.")
    base = reverse("list", args=(stored.row.public_id,))
    what = "This profile is not in the list any more."
    return gone_response(request, what=what, restore=f"{request.path}restore/", back=base, back_to="The list")


def _page(request: HttpRequest, editor: ProfileEditor, status: int) -> HttpResponse:
    context = {**page_context(editor), **_addresses(request, editor)}
    return render(request, "profiles/page.html", context, status=status)


def _fragment_context(request: HttpRequest, editor: ProfileEditor) -> dict[str, object]:
    return {**editor_context(editor), **_addresses(request, editor)}


def _addresses(request: HttpRequest, editor: ProfileEditor) -> dict[str, object]:
    base = reverse("list", args=(editor.stored.row.public_id,))
    return {"base": base, "url": request.path, "key": editor.profile.key, "max_name": limits().name}


def _with_query(path: str, **query: str) -> str:
    given = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(given)}" if given else path
