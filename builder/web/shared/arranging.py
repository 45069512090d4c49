"""Shared code to arrange profiles and rosters on the page of a list: edit, respond, undo.

The response to htmx is the current section of the page. Other requests are redirected to it.
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
"""The fields of a list's page that select which profiles it shows, and their order."""

ItemView = Callable[[HttpRequest, str, str], HttpResponse]


class Undo(NamedTuple):
    """The last change, and the button to undo it.

    ``target_id`` is the id of the part of the page that receives the response; "" for a separate page.
    ``fields`` are further fields that the button sends.
    """

    text: str
    url: str
    button_label: str = "Undo"
    target_id: str = ""
    fields: tuple[tuple[str, str], ...] = ()


def removal_undo(name: str, url: str, target_id: str, failure: str = "") -> Undo:
    """Return the Undo of a removed item; if a change of it failed, the button that restores it."""
    if failure:
        return Undo(failure, url, "Restore", target_id)
    return Undo(f"“{name}” is removed.", url, target_id=target_id)


class SectionRenderer(Protocol):
    """A function that renders a section. ``failure`` says why the change of the item ``key`` failed."""

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
        """Return the current section; without ``focus``, the focus stays on the pressed button."""


class ListPageSection(NamedTuple):
    """The profiles or the rosters of a list on its page.

    The ids of their rows begin with ``anchor``. ``query`` is the query parameter for the removed item.
    ``removed_keys`` returns the keys of items that can be restored.
    """

    anchor: str
    query: str
    removed_keys: Callable[[CompanyList], Iterator[str]]
    render: SectionRenderer


def edit_own_list(request: HttpRequest, public_id: str) -> AbstractContextManager[EditedList]:
    """Lock a list of the user for changes."""
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
    """Return the section with the changed item in its new place."""
    if is_htmx(request):
        return section.render(request, edited, key, notice=notice, focus=focus)
    messages.success(request, notice)
    return redirect(f"{_list_url(request, edited.row)}#{section.anchor}-{key}")


def removed_response(
    request: HttpRequest, section: ListPageSection, edited: EditedList, key: str
) -> HttpResponse:
    """Return the section without the removed item, with an Undo button."""
    if is_htmx(request):
        return section.render(request, edited, key)
    return redirect(_list_url(request, edited.row, **{section.query: key}))


def handles_removed_items(section: ListPageSection) -> Callable[[ItemView], ItemView]:
    """Decorate a view of one profile or roster to respond with a notice if the item was removed elsewhere."""

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
    request: HttpRequest, section: ListPageSection, row: CompanyList, key: str, why: str
) -> HttpResponse:
    if is_htmx(request):
        response = section.render(request, load_stored_list(row), key, notice=why, failure=why)
        response.status_code = 404
        return response
    if key in section.removed_keys(row):
        messages.error(request, why)
        return redirect(_list_url(request, row, **{section.query: key}))
    return problem_response(request, 404, "Not in this list", why, "Nothing was changed.")


def _list_url(request: HttpRequest, row: CompanyList, **query: str) -> str:
    """Return the address of a list that shows the same rows in the same order as the form's page."""
    shown = {name: request.POST[name] for name in ROW_CHOICES if request.POST.get(name)}
    query = {**shown, **query}
    url = reverse("list", args=(row.public_id,))
    return f"{url}?{urlencode(query)}" if query else url
