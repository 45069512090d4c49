"""Several of one's own lists at once, and the tags by which they are sorted."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from builder.exports.archive import lists_archive_response
from builder.models import CompanyList, User
from builder.points.rules.wording import pluralize
from builder.queries.lists import own_lists_by_id, tag_for_owner, tags_of
from builder.services import tags as services
from builder.services.lists import copy_lists, delete_lists, restore_lists
from builder.web.lists.my_lists import PAGE_SIZE
from builder.web.shared.decorators import private
from builder.web.shared.errors import problem_response, refusals_as_responses
from builder.web.shared.users import signed_in_user


@private
@require_POST
@refusals_as_responses
def several(request: HttpRequest) -> HttpResponse:
    """Do with all ticked lists what the pressed button says, then show My lists as they were looked at."""
    user, do = signed_in_user(request), request.POST.get("do", "")
    ids = request.POST.getlist("pick")[:PAGE_SIZE]
    rows = own_lists_by_id(user, ids, deleted=do == "restore")
    if do not in _ACTIONS:
        return problem_response(request, 400, "Not done", "Nothing of that kind can be done with lists.")
    if not rows:
        messages.error(request, "Tick one list or more, then press the button again.")
        return redirect(_my_lists(request))
    response: HttpResponse = _ACTIONS[do](request, user, rows)  # type: ignore[assignment] # a file is one too
    return response


def _delete(request: HttpRequest, user: User, rows: list[CompanyList]) -> HttpResponseBase:
    delete_lists(user, rows)
    return redirect(_my_lists(request, deleted=",".join(row.public_id for row in rows)))


def _restore(request: HttpRequest, user: User, rows: list[CompanyList]) -> HttpResponseBase:
    restore_lists(user, rows)
    messages.success(request, "The list is back." if len(rows) == 1 else f"{len(rows)} lists are back.")
    return redirect(_my_lists(request))


def _duplicate(request: HttpRequest, user: User, rows: list[CompanyList]) -> HttpResponseBase:
    copy_lists(user, rows)
    messages.success(request, f"{pluralize(len(rows), 'list')} duplicated.")
    return redirect(_my_lists(request))


def _tag(request: HttpRequest, user: User, rows: list[CompanyList]) -> HttpResponseBase:
    tag = services.tag_lists(user, rows, request.POST.get("tag", ""))
    messages.success(request, f"{pluralize(len(rows), 'list')} tagged “{tag.name}”.")
    return redirect(_my_lists(request))


def _untag(request: HttpRequest, user: User, rows: list[CompanyList]) -> HttpResponseBase:
    tag = services.untag_lists(user, rows, request.POST.get("tag", ""))
    messages.success(request, f"“{tag.name}” taken off {pluralize(len(rows), 'list')}.")
    return redirect(_my_lists(request))


def _export(_request: HttpRequest, _user: User, rows: list[CompanyList]) -> HttpResponseBase:
    return lists_archive_response(rows)


_ACTIONS: dict[str, Callable[[HttpRequest, User, list[CompanyList]], HttpResponseBase]] = {
    "delete": _delete,
    "restore": _restore,
    "duplicate": _duplicate,
    "tag": _tag,
    "untag": _untag,
    "export": _export,
}


def _my_lists(request: HttpRequest, **more: str) -> str:
    """The address of My lists as they were looked at, without what was ticked or deleted before."""
    query = QueryDict(request.POST.get("query", ""))
    kept = {name: query[name] for name in ("q", "game", "tag", "sort", "page") if name in query}
    given = {**kept, **more}
    return f"{reverse('lists')}?{urlencode(given)}" if given else reverse("lists")


@private
@require_safe
def tags(request: HttpRequest) -> HttpResponse:
    """One's own tags, each to be renamed or removed."""
    context = {"nav": "lists", "tags": tags_of(request.user), "max_tag": services.MAX_TAG_LENGTH}
    return render(request, "lists/tags.html", context)


@private
@require_POST
@refusals_as_responses
def tag(request: HttpRequest, tag: str) -> HttpResponse:
    """Rename or remove one tag."""
    row = tag_for_owner(request.user, tag)
    if request.POST.get("do") == "remove":
        services.remove_tag(row)
        messages.success(request, "The tag is removed; the lists stay.")
    else:
        renamed = services.rename_tag(row, request.POST.get("name", ""))
        messages.success(request, f"The tag is called “{renamed.name}” now.")
    return redirect("list_tags")
