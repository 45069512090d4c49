"""The page of one roster: one form, saved at every change; a sample's roster to read."""

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
from builder.documents import LoadedList, load
from builder.points.document import Roster
from builder.points.reading import DocumentError
from builder.queries.access import deleted_list_for_owner
from builder.queries.lists import removed_rosters
from builder.services import rosters as services
from builder.services.errors import StaleVersion
from builder.web.doors import Door, open_door
from builder.web.presenting import list_name
from builder.web.rosters.actions import Undo, act_all, pairs_text, undo_of
from builder.web.rosters.draft import check_whole, draft_from, draft_of, matched, read
from builder.web.rosters.page import Viewing, answer_context, page_context
from builder.web.saving import save_over
from builder.web.views.errors import answers_refusals, signed_out
from builder.web.views.lists import private

_NOT_THERE = "There is no such roster in this list."


@private
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def show(request: HttpRequest, /, roster: str, **address: str) -> HttpResponse:
    """The page of one roster; POST saves all of it, and does what the pressed button says."""
    is_post = request.method == "POST"
    if is_post and not request.user.is_authenticated:
        return signed_out(request) if _is_htmx(request) else redirect_to_login(request.path)
    try:
        door = open_door(request, **address)
        if is_post and not door.is_own:
            raise Http404(_NOT_THERE)
    except Http404:
        return _list_gone(request, address.get("public_id", ""))
    loaded = door.load()
    if roster not in loaded.roster_ids:
        response = _gone(request, door, roster)
    elif is_post:
        response = _save(request, door, loaded, roster)
    else:
        response = _page(request, _as_stored(door, loaded, roster), 200)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _is_htmx(request: HttpRequest) -> bool:
    return "HX-Request" in request.headers


def _as_stored(door: Door, loaded: LoadedList, public_id: str) -> Viewing:
    place = loaded.roster_ids.index(public_id)
    roster = loaded.document.rosters[place]
    return Viewing(
        door=door,
        loaded=loaded,
        place=place,
        draft=draft_of(roster, loaded.document),
        roster=roster,
        numbers=tuple(range(len(roster.entries))),
        version=str(loaded.roster_versions[place]),
    )


def _save(request: HttpRequest, door: Door, loaded: LoadedList, public_id: str) -> HttpResponse:
    post, stored = request.POST, _as_stored(door, loaded, public_id)
    before, draft = stored.roster, draft_from(post)
    viewing = replace(stored, draft=draft, version=post.get("version", ""))
    try:
        if viewing.version == stored.version:
            check_whole(post, before)
        effect = act_all(draft, post.getlist("do"))
        version = effect.version or _version(viewing.version)
        reading = read(draft, limits())
    except DocumentError as fault:
        return _refused(request, replace(viewing, fault=fault, numbers=matched(before.entries, draft.rows)))
    viewing = replace(viewing, roster=reading.roster, numbers=reading.numbers)
    current = loaded.roster_versions[viewing.place]
    if reading.roster != before or "sent" in post:
        save, stored_by = partial(_save_roster, viewing, public_id), partial(_stored_by, viewing, public_id)
        try:
            current = save_over(save, version, post, stored_by)
        except StaleVersion:
            return _stale(request, replace(viewing, loaded=load(loaded.row)), public_id)
    undo = undo_of(before, draft, effect, viewing.names)
    return _saved(request, replace(viewing, version=str(current), undo=undo), before, unseen=effect.unseen)


def _version(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise DocumentError("", "it carries no version", "load the page again")
    return int(text)


def _stored_by(viewing: Viewing, public_id: str, sent: QueryDict) -> int | None:
    """The version stored now, if a form that was sent says just that and was the next saved after its own."""
    fresh = load(viewing.loaded.row)
    if public_id not in fresh.roster_ids:
        return None
    place, draft = fresh.roster_ids.index(public_id), draft_from(sent)
    effect = act_all(draft, sent.getlist("do"))
    following = (effect.version or _version(sent.get("version", ""))) + 1
    same = read(draft, limits()).roster == fresh.document.rosters[place]
    return following if same and fresh.roster_versions[place] == following else None


def _save_roster(viewing: Viewing, public_id: str, version: int) -> int:
    roster = viewing.roster
    return services.save_roster(
        viewing.loaded.row, public_id, version, name=roster.name, limit=roster.limit, entries=roster.entries
    )


# ------------------------------------------------------------------ answers


def _saved(request: HttpRequest, viewing: Viewing, before: Roster, *, unseen: bool) -> HttpResponse:
    """What changed; a page made anew where fields have changed, or there are other rows than it shows."""
    if _is_htmx(request) and not unseen and not viewing.lacks_rows:
        response = render(request, "roster/answer.html", _context(request, viewing, answer_context(viewing)))
        response["HX-Trigger-After-Settle"] = "saved"
        return response
    _tell(request, viewing.undo, before)
    if _is_htmx(request):
        return HttpResponse(status=204, headers={"HX-Refresh": "true", "HX-Trigger-After-Settle": "saved"})
    return HttpResponseRedirect(request.path + _place_of(viewing, request.POST.get("do", "")), status=303)


def _tell(request: HttpRequest, undo: Undo | None, before: Roster) -> None:
    """Say on the next page that it is saved, with the entries as they were where that can be undone."""
    if undo is None:
        messages.success(request, "Saved.")
        return
    entries = pairs_text((entry.profile, entry.count) for entry in before.entries)
    messages.success(request, f"Saved: {undo.text}.", extra_tags=f"rows:{entries}")


def _place_of(viewing: Viewing, action: str) -> str:
    """The row of a step, as a part of the address."""
    number = action.removeprefix("set:").partition("=")[0]
    row = next((row for row in viewing.draft.rows if str(row.number) == number), None)
    return f"#p-{row.profile}" if row and row.profile in viewing.names else ""


def _refused(request: HttpRequest, viewing: Viewing) -> HttpResponse:
    """Nothing was saved; everything that was typed is still there, and the fault stands at its field."""
    if _is_htmx(request):
        context = _context(request, viewing, answer_context(viewing))
        return render(request, "roster/refused.html", context, status=400)
    return _page(request, viewing, 400)


def _stale(request: HttpRequest, viewing: Viewing, public_id: str) -> HttpResponse:
    """Somebody else changed it: both versions, and a button for each."""
    if public_id not in viewing.loaded.roster_ids:
        return _gone(request, viewing.door, public_id)
    place = viewing.loaded.roster_ids.index(public_id)
    viewing = replace(viewing, place=place, theirs=viewing.loaded.document.rosters[place])
    if _is_htmx(request):
        context = _context(request, viewing, answer_context(viewing))
        return render(request, "roster/stale.html", context, status=409)
    return _page(request, viewing, 409)


def _page(request: HttpRequest, viewing: Viewing, status: int) -> HttpResponse:
    template = "roster/page.html" if viewing.editable else "roster/read.html"
    return render(request, template, _context(request, viewing, page_context(viewing)), status=status)


def _context(request: HttpRequest, viewing: Viewing, shown: dict[str, object]) -> dict[str, object]:
    return {**shown, "base": viewing.base, "url": request.path, "max_name": limits().name}


def _gone(request: HttpRequest, door: Door, public_id: str) -> HttpResponse:
    """Removed, perhaps in another tab, with the way back; 404 when there was never such a roster."""
    if not door.is_own or public_id not in [roster.public_id for roster in removed_rosters(door.row)]:
        raise Http404(_NOT_THERE)
    return _away(
        request,
        what="This roster is not in the list any more.",
        restore=f"{request.path}restore/",
        back=door.page,
        back_to=list_name(door.row.name),
    )


def _list_gone(request: HttpRequest, public_id: str) -> HttpResponse:
    """The list was deleted meanwhile, with the way back; 404 when there was never such a list."""
    row = deleted_list_for_owner(request.user, public_id)
    return _away(
        request,
        what=f"The list “{list_name(row.name)}” is deleted, and this roster with it.",
        restore=reverse("restore", args=(public_id,)),
        back=reverse("lists"),
        back_to="My lists",
    )


def _away(request: HttpRequest, **told: str) -> HttpResponse:
    if not _is_htmx(request):
        return render(request, "roster/gone.html", {**told, "nav": "lists"}, status=404)
    response = render(request, "roster/_gone.html", told, status=404)
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = "#notices", "innerHTML", "false"
    return response
