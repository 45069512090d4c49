"""Code shared by the views that arrange the profiles and rosters on the page of a list.

The response to htmx is the changed section of the page. Other requests are redirected to the page.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import wraps
from typing import NamedTuple, Protocol
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from builder.documents import StoredList, load_stored_list
from builder.models import CompanyList
from builder.queries.access import list_for_owner, own_list_query
from builder.services.editing.edited_list import EditedList, edit_list
from builder.services.errors import NotFound
from builder.web.shared.errors import problem_response
from builder.web.shared.htmx import is_htmx

ROW_CHOICES = ("find", "show", "order")
"""The fields on a list's page that select the profiles to show and their order."""

ItemView = Callable[[HttpRequest, str, str], HttpResponse]


class Undo(NamedTuple):
    """A text about the last change, and a button that undoes the change.

    ``target_id`` is the id of the part of the page that the response replaces. If it is an empty string, the
    response is a page of its own.
    ``fields`` are the names and values of hidden fields that the button also sends.
    """

    text: str
    url: str
    button_label: str = "Undo"
    target_id: str = ""
    fields: tuple[tuple[str, str], ...] = ()


def removal_undo(name: str, url: str, target_id: str, failure: str = "") -> Undo:
    """Return a text about a removed item, with the button that restores the item.

    By default, the text says that the item was just removed. ``failure`` replaces the text if a change failed
    because the item had been removed before.
    """
    if failure:
        return Undo(failure, url, "Restore", target_id)
    return Undo(f"“{name}” is removed.", url, target_id=target_id)


class SectionRenderer(Protocol):
    """A function that renders a section of a list's page.

    ``key`` is the key of the changed item. ``failure`` says why the change failed.
    """

    def __call__(
        self,
        request: HttpRequest,
        stored: StoredList,
        key: str,
        *,
        notice: str = "",
        failure: str = "",
        focus: bool = True,
    ) -> HttpResponse:
        """Return the section. Unless ``focus`` is False, the changed item takes the focus."""


class ListPageSection(NamedTuple):
    """The section of a list's page with its profiles, or the section with its rosters.

    The HTML id of a row is ``row_id_prefix``, a hyphen and the item's key.
    ``removed_parameter`` is the parameter in the page's address with the key of an item that was just
    removed.
    ``removed_keys`` returns the keys of the items that can be restored.
    """

    row_id_prefix: str
    removed_parameter: str
    removed_keys: Callable[[CompanyList], Iterator[str]]
    render: SectionRenderer


def edit_own_list(request: HttpRequest, public_id: str) -> AbstractContextManager[EditedList]:
    """Return a context manager that locks a list of the user for changes."""
    return edit_list(own_list_query(request.user, public_id))


def changed_response(
    request: HttpRequest,
    section: ListPageSection,
    edited: EditedList,
    key: str,
    notice: str = "",
    *,
    focus: bool = True,
) -> HttpResponse:
    """Return the section after a change. Unless ``focus`` is False, the changed item takes the focus."""
    if is_htmx(request):
        return section.render(request, edited, key, notice=notice, focus=focus)
    messages.success(request, notice)
    return redirect(f"{_list_url(request, edited.row)}#{section.row_id_prefix}-{key}")


def removed_response(
    request: HttpRequest, section: ListPageSection, edited: EditedList, key: str
) -> HttpResponse:
    """Return the section after an item was removed, with an Undo button."""
    if is_htmx(request):
        return section.render(request, edited, key)
    return redirect(_list_url(request, edited.row, **{section.removed_parameter: key}))


def handles_removed_items(section: ListPageSection) -> Callable[[ItemView], ItemView]:
    """Return a decorator for a view that changes a profile or roster.

    If the item was removed before, the response says so and offers to restore the item.
    """

    def decorate(view: ItemView) -> ItemView:
        @wraps(view)
        def answer(request: HttpRequest, public_id: str, *args: str, **kwargs: str) -> HttpResponse:
            try:
                return view(request, public_id, *args, **kwargs)
            except NotFound as error:
                key = next(iter((*args, *kwargs.values())))
                return _missing_item_response(
                    request, section, list_for_owner(request.user, public_id), key, str(error)
                )

        return answer

    return decorate


def _missing_item_response(
    request: HttpRequest, section: ListPageSection, row: CompanyList, key: str, reason: str
) -> HttpResponse:
    if is_htmx(request):
        response = section.render(request, load_stored_list(row), key, notice=reason, failure=reason)
        response.status_code = 404
        return response
    if key in section.removed_keys(row):
        messages.error(request, reason)
        return redirect(_list_url(request, row, **{section.removed_parameter: key}))
    return problem_response(request, 404, "Not in this list", reason, "Nothing was changed.")


def _list_url(request: HttpRequest, row: CompanyList, **query: str) -> str:
    """Return the address of a list's page, with the ``ROW_CHOICES`` that the request sent.

    So the page shows the same rows as before in the same order. ``query`` are further parameters.
    """
    row_choices = {name: request.POST[name] for name in ROW_CHOICES if request.POST.get(name)}
    query = {**row_choices, **query}
    url = reverse("list", args=(row.public_id,))
    return f"{url}?{urlencode(query)}" if query else url
