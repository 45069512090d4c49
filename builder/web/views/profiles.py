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
from builder.documents import LoadedList, load
from builder.points.document import Profile
from builder.points.reading import DocumentError
from builder.queries.access import list_for_owner
from builder.queries.lists import removed_profiles
from builder.services import lists as services
from builder.services.errors import StaleVersion
from builder.web.editor.actions import Effect, act_all
from builder.web.editor.controls import id_of
from builder.web.editor.draft import Draft, draft_from, draft_of, read
from builder.web.editor.page import Editing, answer_context, context_of, page_context, part_for
from builder.web.editor.picker import can_pick, open_picker, renumbered
from builder.web.saving import save_over
from builder.web.views.errors import answers_refusals
from builder.web.views.lists import private


@private
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def edit(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """The editor of one profile; POST saves all of it, and does what the pressed button says."""
    loaded = load(list_for_owner(request.user, public_id), rosters=False)
    if key not in loaded.versions:
        response = _gone(request, loaded, key)
    elif request.method == "POST":
        response = _save(request, loaded, key)
    else:
        response = _show(request, loaded, key)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _show(request: HttpRequest, loaded: LoadedList, key: str) -> HttpResponse:
    stored = _stored(loaded, key)
    draft = draft_of(stored, loaded.catalogue)
    pick, q = request.GET.get("pick", ""), request.GET.get("q", "")
    if request.headers.get("HX-Target") == "found":
        return _find(request, loaded, key, draft, pick, q)
    editing = Editing(
        loaded=loaded,
        profile=stored,
        draft=draft,
        version=str(loaded.versions[key]),
        pick=pick,
        q=q,
        opened=request.GET.get("since", ""),
    )
    return _page(request, editing, 200)


def _find(
    request: HttpRequest, loaded: LoadedList, key: str, draft: Draft, pick: str, q: str
) -> HttpResponse:
    """What the picker finds. ``row`` is the form's number for a row whose forerunners may be gone."""
    try:
        place = renumbered(draft, loaded.catalogue, pick, request.GET.get("row", ""))
        document = part_for(loaded.document, key, loaded.catalogue)
        picker = open_picker(document, key, loaded.catalogue, draft, place, q)
    except LookupError:
        raise Http404("Nothing can be picked there.") from None
    response = render(request, "profile/_found.html", {"picker": picker})
    response["HX-Replace-Url"] = _address(request.path, pick=pick, q=picker.q)
    return response


def _save(request: HttpRequest, loaded: LoadedList, key: str) -> HttpResponse:
    catalogue, post = loaded.catalogue, request.POST
    stored, draft = _stored(loaded, key), draft_from(post, catalogue)
    pick = post.get("pick", "")
    editing = Editing(
        loaded=loaded,
        profile=stored,
        draft=draft,
        version=post.get("version", ""),
        pick=pick if can_pick(catalogue, draft, pick) else "",
        q=post.get("q", ""),
        opened=post.get("opened", ""),
    )
    try:
        effect = act_all(draft, post.getlist("do"), catalogue)
        version = effect.version or _version(editing.version)
        profile = read(draft, key, catalogue, limits())
    except DocumentError as fault:
        return _refused(request, replace(editing, fault=fault))
    editing = replace(editing, profile=profile, effect=effect)
    current = loaded.versions[key]
    if profile != stored or "sent" in post:
        save, stored_by = partial(_save_design, loaded, profile), partial(_stored_by, loaded, key)
        try:
            current = save_over(save, version, post, stored_by)
        except StaleVersion:
            return _stale(request, replace(editing, loaded=load(loaded.row, rosters=False)))
    return _saved(request, replace(editing, version=str(current)))


def _version(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise DocumentError("version", "is not a number", "load the page again")
    return int(text)


def _stored_by(loaded: LoadedList, key: str, sent: QueryDict) -> int | None:
    """The version stored now, if a form that was sent says just that and was the next saved after its own."""
    fresh = load(loaded.row, rosters=False)
    if key not in fresh.versions:
        return None
    draft = draft_from(sent, fresh.catalogue)
    effect = act_all(draft, sent.getlist("do"), fresh.catalogue)
    following = (effect.version or _version(sent.get("version", ""))) + 1
    same = read(draft, key, fresh.catalogue, limits()) == _stored(fresh, key)
    return following if same and fresh.versions[key] == following else None


def _save_design(loaded: LoadedList, profile: Profile, version: int) -> int:
    return services.save_design(
        loaded.row,
        profile.key,
        version,
        name=profile.name,
        notes=profile.notes,
        max=profile.max,
        design=profile.design,
    )


def _stored(loaded: LoadedList, key: str) -> Profile:
    return next(profile for profile in loaded.document.profiles if profile.key == key)


# ------------------------------------------------------------------ answers


def _saved(request: HttpRequest, editing: Editing) -> HttpResponse:
    effect, draft = editing.effect, editing.draft
    pick = editing.pick if effect.picker is None else effect.picker
    pick = draft.document_place(pick) if can_pick(editing.catalogue, draft, pick) else ""
    if "HX-Request" not in request.headers:
        messages.success(request, "Saved.")
        place = id_of(draft.document_place(effect.place))
        address = _address(request.path, pick=pick, q=editing.q if pick else "", since=editing.opened)
        return HttpResponseRedirect(f"{address}{f'#r-{place}' if place else ''}", status=303)
    if request.POST.get("do", "").startswith("step:"):
        return HttpResponse(status=204, headers={"HX-Refresh": "true", "HX-Trigger-After-Settle": "saved"})
    response = render(
        request, "profile/answer.html", {**answer_context(editing), **_addresses(request, editing)}
    )
    response["HX-Trigger-After-Settle"] = "saved"
    if effect.picker is not None:
        response["HX-Push-Url"] = _address(request.path, pick=pick)
    return response


def _refused(request: HttpRequest, editing: Editing) -> HttpResponse:
    """Nothing was saved; everything that was typed is still there, and the fault stands at its field."""
    if "HX-Request" in request.headers:
        return render(request, "profile/refused.html", _shared(request, editing), status=400)
    return _page(request, editing, 400)


def _stale(request: HttpRequest, editing: Editing) -> HttpResponse:
    """Somebody else changed it: both versions, and a button for each."""
    if editing.profile.key not in editing.loaded.versions:
        return _gone(request, editing.loaded, editing.profile.key)
    editing = replace(editing, theirs=_stored(editing.loaded, editing.profile.key), effect=Effect())
    if "HX-Request" in request.headers:
        return render(request, "profile/stale.html", _shared(request, editing), status=409)
    return _page(request, editing, 409)


def _gone(request: HttpRequest, loaded: LoadedList, key: str) -> HttpResponse:
    """Removed, perhaps in another tab, with the way back; 404 when there was never such a profile."""
    if key not in [profile.key for profile in removed_profiles(loaded.row)]:
        raise Http404("There is no such profile in this list.")
    base = reverse("list", args=(loaded.row.public_id,))
    context = {"url": request.path, "base": base, "catalogue": loaded.catalogue, "nav": "lists"}
    if "HX-Request" not in request.headers:
        return render(request, "profile/gone.html", context, status=404)
    response = render(request, "profile/_gone.html", context, status=404)
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = "#notices", "innerHTML", "false"
    return response


def _page(request: HttpRequest, editing: Editing, status: int) -> HttpResponse:
    context = {**page_context(editing), **_addresses(request, editing)}
    return render(request, "profile/page.html", context, status=status)


def _shared(request: HttpRequest, editing: Editing) -> dict[str, object]:
    return {**context_of(editing), **_addresses(request, editing)}


def _addresses(request: HttpRequest, editing: Editing) -> dict[str, object]:
    base = reverse("list", args=(editing.loaded.row.public_id,))
    return {"base": base, "url": request.path, "key": editing.profile.key, "max_name": limits().name}


def _address(path: str, **query: str) -> str:
    given = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(given)}" if given else path
