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
from builder.documents import StoredList, read_list
from builder.models import Profile as ProfileRow
from builder.points.document import Profile, parse_profile
from builder.points.reading import DocumentError, Reader
from builder.points.what_if import WhatIf
from builder.queries.access import list_for_owner, own_list
from builder.queries.lists import removed_profiles
from builder.services.editing import EditedList, edit_list
from builder.services.errors import StaleVersion
from builder.services.lists import save_profile
from builder.web.autosave import form_version, gone, is_htmx, is_last, load_again, saved, version_over
from builder.web.editor.actions import Effect, act_all
from builder.web.editor.controls import id_of
from builder.web.editor.draft import Draft, draft_from, draft_of, value_of
from builder.web.editor.page import Editing, answer_context, context_of, page_context
from builder.web.editor.picker import can_pick, open_picker, renumbered
from builder.web.views.errors import answers_refusals
from builder.web.views.lists import private


@private
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def edit(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """The editor of one profile; POST saves all of it, and does what the pressed button says."""
    response = _save(request, public_id, key) if request.method == "POST" else _show(request, public_id, key)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _show(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    stored = read_list(list_for_owner(request.user, public_id), rosters=False)
    row = stored.profile_row(key)
    if row is None:
        return _gone(request, stored, key)
    profile = stored.profile(row)
    draft = draft_of(profile, stored.catalogue)
    pick, q = request.GET.get("pick", ""), request.GET.get("q", "")
    if request.headers.get("HX-Target") == "found":
        return _find(request, stored, profile, draft, pick, q)
    editing = Editing(
        stored=stored,
        profile=profile,
        draft=draft,
        version=str(row.version),
        pick=pick,
        q=q,
        opened=request.GET.get("since", ""),
    )
    return _page(request, editing, 200)


def _find(
    request: HttpRequest, stored: StoredList, profile: Profile, draft: Draft, pick: str, q: str
) -> HttpResponse:
    """What the picker finds. ``row`` is the form's number for a row whose forerunners may be gone."""
    try:
        place = renumbered(draft, stored.catalogue, pick, request.GET.get("row", ""))
        what_if = WhatIf(stored.part(profile), profile.key, stored.catalogue)
        picker = open_picker(what_if, draft, place, q)
    except LookupError:
        raise Http404("Nothing can be picked there.") from None
    response = render(request, "profile/_found.html", {"picker": picker})
    response["HX-Replace-Url"] = _address(request.path, pick=pick, q=picker.q)
    return response


def _save(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    try:
        with edit_list(own_list(request.user, public_id)) as edited:
            row = edited.profile_row(key)
            if row is None:
                return _gone(request, edited, key)
            editing = _sent(request.POST, edited, row)
            editing = replace(editing, effect=_put(request.POST, edited, row, editing.draft))
    except DocumentError as fault:
        return _refused(request, replace(editing, fault=fault))
    except StaleVersion:
        return _stale(request, editing)
    profile = edited.profile(row)
    return _saved(request, replace(editing, profile=profile, version=str(row.version), prices=edited.prices))


def _put(post: QueryDict, edited: EditedList, row: ProfileRow, draft: Draft) -> Effect:
    """Do what the buttons say, and save what stands in the form then."""
    effect = act_all(draft, post.getlist("do"), edited.catalogue)
    version = effect.version or _version(post)
    over = version_over(post, version, row.version, partial(_version_made_by, edited, row))
    value = value_of(draft, row.key, edited.catalogue)
    edited.asked = [row.key]
    save_profile(edited, row.key, over, value, unless_same=not is_last(post))
    edited.part(edited.profile(row))  # what the page will show can be read, or nothing is saved
    return effect


def _version(post: QueryDict) -> int:
    return form_version(post, "version", "is not a number")


def _sent(post: QueryDict, edited: EditedList, row: ProfileRow) -> Editing:
    """What stands in the form that was sent."""
    draft, pick = draft_from(post, edited.catalogue), post.get("pick", "")
    return Editing(
        stored=edited,
        profile=edited.profile(row),
        draft=draft,
        version=post.get("version", ""),
        pick=pick if can_pick(edited.catalogue, draft, pick) else "",
        q=post.get("q", ""),
        opened=post.get("opened", ""),
    )


def _version_made_by(edited: EditedList, row: ProfileRow, sent: QueryDict) -> int | None:
    """The version that saving a form made, if just what it says is stored."""
    draft = draft_from(sent, edited.catalogue)
    effect = act_all(draft, sent.getlist("do"), edited.catalogue)
    same = _said(edited, row.key, draft) == edited.profile(row)
    return (effect.version or _version(sent)) + 1 if same else None


def _said(stored: StoredList, key: str, draft: Draft) -> Profile:
    value = value_of(draft, key, stored.catalogue)
    return parse_profile(Reader(limits()), "", value, stored.catalogue)


# ------------------------------------------------------------------ answers


def _saved(request: HttpRequest, editing: Editing) -> HttpResponse:
    effect, draft = editing.effect, editing.draft
    pick = editing.pick if effect.picker is None else effect.picker
    pick = draft.document_place(pick) if can_pick(editing.catalogue, draft, pick) else ""
    if not is_htmx(request):
        messages.success(request, "Saved.")
        place = id_of(draft.document_place(effect.place))
        address = _address(request.path, pick=pick, q=editing.q if pick else "", since=editing.opened)
        return HttpResponseRedirect(f"{address}{f'#r-{place}' if place else ''}", status=303)
    if request.POST.get("do", "").startswith("step:"):
        return load_again()
    context = {**answer_context(editing), **_addresses(request, editing)}
    response = saved(request, "profile/answer.html", context)
    if effect.picker is not None:
        response["HX-Push-Url"] = _address(request.path, pick=pick)
    return response


def _refused(request: HttpRequest, editing: Editing) -> HttpResponse:
    """Nothing was saved; everything that was typed is still there, and the fault stands at its field."""
    if is_htmx(request):
        return render(request, "profile/refused.html", _shared(request, editing), status=400)
    return _page(request, editing, 400)


def _stale(request: HttpRequest, editing: Editing) -> HttpResponse:
    """Somebody else changed it: both versions, and a button for each."""
    theirs = editing.profile
    mine = _said(editing.stored, theirs.key, editing.draft)
    editing = replace(editing, profile=mine, theirs=theirs, effect=Effect())
    if is_htmx(request):
        return render(request, "profile/stale.html", _shared(request, editing), status=409)
    return _page(request, editing, 409)


def _gone(request: HttpRequest, stored: StoredList, key: str) -> HttpResponse:
    """Removed, perhaps in another tab, with the way back; 404 when there was never such a profile."""
    if key not in [profile.key for profile in removed_profiles(stored.row)]:
        raise Http404("There is no such profile in this list.")
    base = reverse("list", args=(stored.row.public_id,))
    what = "This profile is not in the list any more."
    return gone(request, what=what, restore=f"{request.path}restore/", back=base, back_to="The list")


def _page(request: HttpRequest, editing: Editing, status: int) -> HttpResponse:
    context = {**page_context(editing), **_addresses(request, editing)}
    return render(request, "profile/page.html", context, status=status)


def _shared(request: HttpRequest, editing: Editing) -> dict[str, object]:
    return {**context_of(editing), **_addresses(request, editing)}


def _addresses(request: HttpRequest, editing: Editing) -> dict[str, object]:
    base = reverse("list", args=(editing.stored.row.public_id,))
    return {"base": base, "url": request.path, "key": editing.profile.key, "max_name": limits().name}


def _address(path: str, **query: str) -> str:
    given = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(given)}" if given else path
