"""Views of My lists, of tags, and of a single list."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from builder.catalogue.limits import limits
from builder.catalogue.play import play_sheet
from builder.catalogue.store import all_catalogues
from builder.documents import LoadedList, StoredList, load_stored_list
from builder.exports.archive import lists_archive_response
from builder.models import CompanyList, Profile, User
from builder.points.appraisal.appraisal import appraise
from builder.points.document.json_reader import MAX_NUMBER, DocumentError
from builder.points.document.salvage import plain_line
from builder.points.rules.names import list_name, profile_name
from builder.points.rules.wording import pluralize
from builder.queries.access import deleted_list_for_owner, list_for_owner
from builder.queries.lists import (
    deleted_lists,
    own_lists_by_id,
    removed_profiles,
    removed_rosters,
    samples,
    tag_for_owner,
    tags_of,
)
from builder.queries.sharing import copy_origin, count_clubs_shared_with, has_roster_links
from builder.services import lists as services
from builder.services.editing.list_names import suggest_list_name
from builder.services.editing.verdicts import accept_rulings, changes_by_new_rulings, may_have_new_findings
from builder.services.errors import LimitReached, StaleVersion
from builder.services.tags import MAX_TAG_LENGTH, delete_tag, rename_tag, tag_lists, untag_lists
from builder.web.lists.first_steps import first_steps, skip_first_steps
from builder.web.lists.forms import DetailsForm
from builder.web.lists.games import game_rows
from builder.web.lists.my_lists import MAX_QUERY_LENGTH, PAGE_SIZE, my_lists_page
from builder.web.lists.starts import StartGroup, first_profiles, template_groups
from builder.web.people.guests import waiting_list_names
from builder.web.profiles.row_choices import row_choices
from builder.web.profiles.rows import profile_rows
from builder.web.rosters.section import EMPTY_FORM, NewRosterInput, rosters_section, undo_removal
from builder.web.shared.arranging import Undo, removal_undo
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.errors import problem_response, signed_out_response
from builder.web.shared.glossary import make_glossary
from builder.web.shared.htmx import is_htmx
from builder.web.shared.list_access import page_access
from builder.web.shared.markdown import render_markdown
from builder.web.shared.query_options import QueryOptions
from builder.web.shared.users import owner_or_new_guest, signed_in_user
from builder.web.sharing.page import sharing_labels
from builder.web.sharing.shared_page import shared_list_context


class NamedRow(NamedTuple):
    """A list or profile with the name that pages show, such as "Unnamed list" for a list without a name."""

    row: CompanyList | Profile
    name: str


@never_store_or_index
@login_not_required
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the user's lists that match the search and the filters, and the games to start a list for."""
    options, editions = QueryOptions(request.GET), list(all_catalogues().values())
    page = my_lists_page(request, options)
    context = {
        "nav": "lists",
        "page": page,
        "max_search": MAX_QUERY_LENGTH,
        "max_tag": MAX_TAG_LENGTH,
        "not_understood": options.not_understood,
        "deleted": [NamedRow(row, list_name(row.name)) for row in deleted_lists(request.user)],
        "games": game_rows(editions, list(samples()), page.last_used_game),
        "waiting_lists": waiting_list_names(request),
        "undo": _undo_deleted_lists(request),
    }
    return render(request, "lists/index.html", context)


def _undo_deleted_lists(request: HttpRequest) -> Undo | None:
    """Return the Undo of the deleted lists that the address names, or None if none can be restored."""
    ids = request.GET.get("deleted", "").split(",")[:PAGE_SIZE]
    rows = own_lists_by_id(request.user, ids, deleted=True) if ids != [""] else []
    if len(rows) == 1:
        row = rows[0]
        return Undo(f"“{list_name(row.name)}” is deleted.", reverse("restore", args=(row.public_id,)))
    if not rows:
        return None
    fields = (("do", "restore"), *(("pick", row.public_id) for row in rows))
    return Undo(f"{len(rows)} lists are deleted.", reverse("several_lists"), fields=fields)


@never_store_or_index
@login_not_required
@require_POST
def start_list(request: HttpRequest) -> HttpResponse:
    """Create a list for the selected edition. Some games have profiles that the new list begins with."""
    system, _, edition = request.POST.get("edition", "").partition("/")
    catalogue = all_catalogues().get((system, edition))
    if catalogue is None:
        return problem_response(
            request,
            404,
            "No such edition",
            "Musterbook doesn't have this edition. No list was started.",
            "Choose a game on My lists.",
        )
    owner, profiles = owner_or_new_guest(request), first_profiles(catalogue)
    name = suggest_list_name(profiles[0].name, catalogue.words.roster) if profiles else ""
    row = services.create_list(owner, system, edition, name, profiles)
    return redirect("list", row.public_id)


@never_store_or_index
@login_not_required
@require_safe
def show(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a list to its owner, and to members of a club with which it is shared.

    Other users are redirected to the public page, if the list is public or a sample.
    """
    try:
        access = page_access(request, public_id=public_id)
    except Http404:
        if request.user.is_authenticated:
            raise
        return signed_out_response(request) if is_htmx(request) else redirect_to_login(request.path)
    if access.kind == "club":
        return render(request, "sharing/shared_list.html", shared_list_context(request, access))
    if not access.can_edit:
        return redirect(access.page_url)
    row = access.row
    form = None
    if request.GET.get("edit") == "details":
        form = DetailsForm(initial=model_to_dict(row, DetailsForm.base_fields))
    context = list_context(request, load_stored_list(row), form=form)
    if request.headers.get("HX-Target") == "head":
        return render(request, "lists/_head.html", {**context, "fragment": True})
    return render(request, "lists/page.html", context)


def list_context(
    request: HttpRequest,
    stored: StoredList,
    *,
    form: DetailsForm | None = None,
    changed_key: str = "",
    failure: str = "",
    list_url: str = "./",
    new_roster: NewRosterInput = EMPTY_FORM,
) -> dict[str, object]:
    """Return the context of a list's page and of its parts. The number of queries is fixed.

    ``form`` is the form for the list's details, if it is open.
    ``changed_key`` is the key of the profile that was just changed. If this profile was removed, the page
    offers Undo. Otherwise the profile takes the focus.
    ``failure`` says why the profile couldn't be changed.
    ``list_url`` is the relative address of the list.
    ``new_roster`` has the submitted texts of the form for a new roster.
    """
    row, loaded = stored.row, stored.to_loaded()
    appraisal = appraise(loaded.document, loaded.catalogue)
    base = reverse("list", args=(row.public_id,))
    open_receipt_key = request.GET.get("sum", "")
    profiles_section = profile_rows(
        loaded.document, loaded.catalogue, appraisal, list_url, open_receipt_key, changed_key,
        menu_key=request.GET.get("move", ""), choices=row_choices(request.GET.dict() | request.POST.dict()),
    )  # fmt: skip
    removed = removed_profiles(row)
    submitted = new_roster._replace(profile_keys=request.POST.getlist("pick"))
    rosters = rosters_section(loaded, appraisal, removed_rosters(row), submitted=submitted)
    suggested = ""
    if stored.profiles and not row.name:
        suggested = suggest_list_name(stored.profiles[0].name, loaded.catalogue.words.roster)
    removed_key = changed_key or request.GET.get("removed", "")
    return {
        "nav": "lists",
        "row": row,
        "title": list_name(row.name),
        "suggested_name": suggested,
        "base": base,
        "editable": True,
        "report_base": base,
        "catalogue": loaded.catalogue,
        "unit": loaded.catalogue.points_unit,
        "words": loaded.catalogue.words,
        "background": render_markdown(row.background),
        "origin": copy_origin(request.user, row),
        "states": sharing_labels(row, count_clubs_shared_with(row), has_roster_links=has_roster_links(row)),
        "form": form,
        **profiles_section._asdict(),
        "removed": [NamedRow(profile, profile_name(profile.name)) for profile in removed],
        "rosters": rosters,
        "undo": _undo_removed_profile(base, removed_key, removed, failure)
        or undo_removal(rosters, request.GET.get("removed_roster", "")),
        "rulings_changes": changes_by_new_rulings(row, loaded.document, loaded.catalogue),
        "may_have_new_findings": may_have_new_findings(row, loaded.document, loaded.catalogue),
        "glossary": make_glossary(loaded.catalogue, ()),  # only the stat line: the rows explain their traits
        "first_steps": first_steps(request, loaded, appraisal),
        "templates": _first_templates(loaded),
        "max_name": limits().name,
        "max_points": MAX_NUMBER,
    }


def _first_templates(loaded: LoadedList) -> tuple[StartGroup, ...]:
    """Return the templates that the page of a new list offers.

    These are all templates or, if lists of the game begin with certain profiles, the templates for them. If
    the user has already added a profile, there are none.
    """
    begins, groups = play_sheet(loaded.catalogue).begins, template_groups(loaded.catalogue)
    if len(loaded.document.profiles) > len(begins):
        return ()
    names = [kind.name for kind in loaded.catalogue.kinds if kind.code in begins]
    return tuple(group for group in groups if not begins or group.name in names)


def _undo_removed_profile(base: str, key: str, removed: list[Profile], failure: str) -> Undo | None:
    for profile in removed:
        if profile.key == key:
            return removal_undo(
                profile_name(profile.name), f"{base}profiles/{key}/restore/", "profiles", failure
            )
    return None


@never_store_or_index
@require_POST
def details(request: HttpRequest, public_id: str) -> HttpResponse:
    """Save the name, setting and background of a list.

    If somebody else changed them, show the stored texts below the user's texts.
    """
    row = list_for_owner(request.user, public_id)
    form = DetailsForm(request.POST)
    version, stored_row, status = None, None, 400
    if form.is_valid():
        try:
            version = services.save_details(row, form.seen_version(), **form.details()).version
        except StaleVersion as error:
            stored_row, status = error.row, 409
        except (LimitReached, DocumentError) as error:
            form.add_error(None, str(error))
    if is_htmx(request):
        name = form.cleaned_data["name"] if version else row.name
        base = reverse("list", args=(public_id,))
        answer_context = {
            "form": form,
            "version": version,
            "stored_row": stored_row,
            "title": list_name(name),
            "base": base,
        }
        response = render(
            request, "lists/_details_answer.html", answer_context, status=200 if version else status
        )
        if version:
            response["HX-Trigger-After-Settle"] = "saved"
        return response
    if version:
        messages.success(request, "Saved.")
        return redirect("list", public_id)
    context = {
        **list_context(request, load_stored_list(row), form=form, list_url="../"),
        "stored_row": stored_row,
    }
    return render(request, "lists/page.html", context, status=status)


@never_store_or_index
@require_POST
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a list, and show My lists with an offer of Undo."""
    services.delete_list(list_for_owner(request.user, public_id))
    return redirect(f"{reverse('lists')}?deleted={public_id}")


@never_store_or_index
@require_POST
def restore(request: HttpRequest, public_id: str) -> HttpResponse:
    """Restore a deleted list."""
    row = deleted_list_for_owner(request.user, public_id)
    services.restore_list(row)
    messages.success(request, "The list is restored.")
    return redirect("list", public_id)


@never_store_or_index
@require_POST
def accept_new_rulings(request: HttpRequest, public_id: str) -> HttpResponse:
    """Store the verdict on a list by the current rulings. This hides the notice about new rulings."""
    accept_rulings(load_stored_list(list_for_owner(request.user, public_id)))
    return redirect("list", public_id)


@never_store_or_index
@require_POST
def skip_steps(request: HttpRequest, public_id: str) -> HttpResponse:
    """Hide the first steps, and return to the list."""
    list_for_owner(request.user, public_id)
    skip_first_steps(request)
    return redirect("list", public_id)


# ------------------------------------------------------------------ several lists at once, and tags


@never_store_or_index
@require_POST
def act_on_several(request: HttpRequest) -> HttpResponse:
    """Apply an action to the selected lists, and return to My lists."""
    user, action = signed_in_user(request), request.POST.get("do", "")
    ids = request.POST.getlist("pick")[:PAGE_SIZE]
    rows = own_lists_by_id(user, ids, deleted=action == "restore")
    if action not in _ACTIONS_ON_SEVERAL:
        return problem_response(request, 400, "Not done", "This action doesn't exist.")
    if not rows:
        messages.error(request, "Select at least one list, then press the button again.")
        return redirect(_my_lists_url(request))
    if action == "export":
        return lists_archive_response(rows)  # type: ignore[return-value] # a FileResponse isn't an HttpResponse
    if action == "delete":
        services.delete_lists(user, rows)
        return redirect(_my_lists_url(request, deleted=",".join(row.public_id for row in rows)))
    messages.success(request, _change_several(user, rows, action, plain_line(request.POST.get("tag", ""))))
    return redirect(_my_lists_url(request))


_ACTIONS_ON_SEVERAL = ("export", "delete", "restore", "duplicate", "tag", "untag")


def _change_several(user: User, rows: list[CompanyList], action: str, tag: str) -> str:
    """Apply an action to lists, and return the notice about the change."""
    count_text = pluralize(len(rows), "list")
    if action == "restore":
        services.restore_lists(user, rows)
        return "The list is restored." if len(rows) == 1 else f"{count_text} are restored."
    if action == "duplicate":
        services.copy_lists(user, rows)
        return f"{count_text} duplicated."
    if action == "tag":
        return f"{count_text} tagged “{tag_lists(user, rows, tag).name}”."
    return f"“{untag_lists(user, rows, tag).name}” removed from {count_text}."


def _my_lists_url(request: HttpRequest, **further_parameters: str) -> str:
    """Return the address of the page of My lists that sent the form."""
    query = QueryDict(request.POST.get("query", ""))
    filters = {name: query[name] for name in ("q", "game", "tag", "sort", "page") if name in query}
    parameters = {**filters, **further_parameters}
    return f"{reverse('lists')}?{urlencode(parameters)}" if parameters else reverse("lists")


@never_store_or_index
@require_safe
def tags(request: HttpRequest) -> HttpResponse:
    """Show the user's tags. The user can rename and remove them."""
    context = {"nav": "lists", "tags": tags_of(request.user), "max_tag": MAX_TAG_LENGTH}
    return render(request, "lists/tags.html", context)


@never_store_or_index
@require_POST
def tag(request: HttpRequest, tag: str) -> HttpResponse:
    """Rename or remove a tag."""
    row = tag_for_owner(request.user, tag)
    if request.POST.get("do") == "remove":
        delete_tag(row)
        messages.success(request, "The tag is removed; the lists stay.")
    else:
        renamed = rename_tag(row, plain_line(request.POST.get("name", "")))
        messages.success(request, f"The tag is called “{renamed.name}” now.")
    return redirect("list_tags")
