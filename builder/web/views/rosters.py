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
from builder.documents import LoadedList, StoredRoster
from builder.models import CompanyList
from builder.points.document import Roster
from builder.points.reading import DocumentError
from builder.queries.access import deleted_list_for_owner, own_list
from builder.queries.lists import removed_rosters
from builder.services.editing import EditedList, edit_list
from builder.services.errors import NotFound, StaleVersion
from builder.services.rosters import save_roster
from builder.web.autosave import form_version, gone, is_htmx, is_last, load_again, saved, version_over
from builder.web.doors import Door, open_door, own_door
from builder.web.presenting import list_name
from builder.web.rosters.actions import Undo, act_all, pairs_text, undo_of
from builder.web.rosters.draft import check_whole, draft_from, draft_of, matched, read
from builder.web.rosters.page import Viewing, answer_context, page_context
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
        return signed_out(request) if is_htmx(request) else redirect_to_login(request.path)
    try:
        response = _save(request, roster, **address) if is_post else _show(request, roster, **address)
    except (NotFound, Http404):
        response = _list_gone(request, address.get("public_id", ""))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _show(request: HttpRequest, roster: str, **address: str) -> HttpResponse:
    door = open_door(request, **address)
    loaded = door.load()
    if roster not in loaded.roster_ids:
        return _gone(request, door.row, roster, is_own=door.is_own)
    return _page(request, _as_stored(door, loaded, roster), 200)


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


def _save(request: HttpRequest, public_id: str, /, **address: str) -> HttpResponse:
    post, draft = request.POST, draft_from(request.POST)
    try:
        with edit_list(own_list(request.user, address.get("public_id", ""))) as edited:
            found = edited.stored_roster(public_id)
            if found is None:
                return _gone(request, edited.row, public_id, is_own=True)
            before = found.roster
            viewing = replace(_stored(edited, public_id), draft=draft, version=post.get("version", ""))
            if viewing.version == str(found.row.version):
                check_whole(post, before)
            effect = act_all(draft, post.getlist("do"))
            reading = read(draft, limits())
            viewing = replace(viewing, roster=reading.roster, numbers=reading.numbers)
            edited.asked = None if is_htmx(request) else ()
            _put(post, edited, found, reading.roster, effect.version or form_version(post))
    except DocumentError as fault:
        numbers = matched(before.entries, draft.rows)
        return _refused(request, replace(viewing, roster=before, fault=fault, numbers=numbers))
    except StaleVersion:
        return _stale(request, replace(viewing, theirs=before))
    undo = undo_of(before, draft, effect, viewing.names)
    viewing = replace(viewing, version=str(found.row.version), prices=edited.prices, undo=undo)
    return _saved(request, viewing, before, unseen=effect.unseen)


def _put(post: QueryDict, edited: EditedList, found: StoredRoster, said: Roster, version: int) -> None:
    """Save what stands in the form."""
    over = version_over(post, version, found.row.version, partial(_version_made_by, found))
    save_roster(
        edited, found.row.public_id, over, name=said.name, limit=said.limit, entries=said.entries,
        unless_same=not is_last(post),
    )  # fmt: skip


def _stored(edited: EditedList, public_id: str) -> Viewing:
    return _as_stored(own_door(edited.row), edited.loaded(), public_id)


def _version_made_by(found: StoredRoster, sent: QueryDict) -> int | None:
    """The version that saving a form made, if just what it says is stored."""
    draft = draft_from(sent)
    effect = act_all(draft, sent.getlist("do"))
    same = read(draft, limits()).roster == found.roster
    return (effect.version or form_version(sent)) + 1 if same else None


# ------------------------------------------------------------------ answers


def _saved(request: HttpRequest, viewing: Viewing, before: Roster, *, unseen: bool) -> HttpResponse:
    """What changed; a page made anew where fields have changed, or there are other rows than it shows."""
    if is_htmx(request) and not unseen and not viewing.lacks_rows:
        return saved(request, "roster/answer.html", _context(request, viewing, answer_context(viewing)))
    _tell(request, viewing.undo, before)
    if is_htmx(request):
        return load_again()
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
    if is_htmx(request):
        context = _context(request, viewing, answer_context(viewing))
        return render(request, "roster/refused.html", context, status=400)
    return _page(request, viewing, 400)


def _stale(request: HttpRequest, viewing: Viewing) -> HttpResponse:
    """Somebody else changed it: both versions, and a button for each."""
    if is_htmx(request):
        context = _context(request, viewing, answer_context(viewing))
        return render(request, "roster/stale.html", context, status=409)
    return _page(request, viewing, 409)


def _page(request: HttpRequest, viewing: Viewing, status: int) -> HttpResponse:
    template = "roster/page.html" if viewing.editable else "roster/read.html"
    return render(request, template, _context(request, viewing, page_context(viewing)), status=status)


def _context(request: HttpRequest, viewing: Viewing, shown: dict[str, object]) -> dict[str, object]:
    return {**shown, "base": viewing.base, "url": request.path, "max_name": limits().name}


def _gone(request: HttpRequest, row: CompanyList, public_id: str, *, is_own: bool) -> HttpResponse:
    """Removed, perhaps in another tab, with the way back; 404 when there was never such a roster."""
    if not is_own or public_id not in [roster.public_id for roster in removed_rosters(row)]:
        raise Http404(_NOT_THERE)
    return gone(
        request,
        what="This roster is not in the list any more.",
        restore=f"{request.path}restore/",
        back=reverse("list", args=(row.public_id,)),
        back_to=list_name(row.name),
    )


def _list_gone(request: HttpRequest, public_id: str) -> HttpResponse:
    """The list was deleted meanwhile, with the way back; 404 when there was never such a list."""
    row = deleted_list_for_owner(request.user, public_id)
    return gone(
        request,
        what=f"The list “{list_name(row.name)}” is deleted, and this roster with it.",
        restore=reverse("restore", args=(public_id,)),
        back=reverse("lists"),
        back_to="My lists",
    )
