"""What arranging profiles and arranging rosters on the page of a list share: edit, answer, undo.

A change answers htmx with the section of the page as it is now, and redirects everybody else to it.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import wraps
from typing import NamedTuple, Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from builder.documents import StoredList, load_stored_list
from builder.models import CompanyList
from builder.queries.access import list_for_owner, own_list_query
from builder.services.editing.edited_list import EditedList, edit_list
from builder.services.errors import NotFound
from builder.web.shared.autosave import is_htmx
from builder.web.shared.errors import problem_response

ItemView = Callable[[HttpRequest, str, str], HttpResponse]


class Undo(NamedTuple):
    """What has happened, and the button that takes it back.

    ``target_id`` is the id of the part of the page that answers the button; "" for a page of its own.
    ``fields`` are what the button sends besides.
    """

    text: str
    url: str
    button_label: str = "Undo"
    target_id: str = ""
    fields: tuple[tuple[str, str], ...] = ()


class SectionRenderer(Protocol):
    """Renders a section of the page. ``key`` says what was arranged, ``gone`` why it could not be."""

    def __call__(
        self,
        request: HttpRequest,
        stored: StoredList,
        key: str,
        *,
        notice: str = "",
        gone: str = "",
        focus: bool = True,
    ) -> HttpResponse:
        """The section as it is now; without ``focus`` the focus stays on the button that was pressed."""


class ListPageSection(NamedTuple):
    """The profiles or the rosters of a list on its page.

    The ids of their rows begin with ``anchor``; ``query`` names in the address what was removed;
    ``removed_keys`` are the keys of what can be put back.
    """

    anchor: str
    query: str
    removed_keys: Callable[[CompanyList], Iterator[str]]
    render: SectionRenderer


def edit_own_list(request: HttpRequest, public_id: str) -> AbstractContextManager[EditedList]:
    """Edit one's own list."""
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
    """The section with what was arranged in its new place."""
    if is_htmx(request):
        return section.render(request, edited, key, notice=notice, focus=focus)
    messages.success(request, notice)
    return redirect(f"{_list_url(edited.row)}#{section.anchor}-{key}")


def removed_response(
    request: HttpRequest, section: ListPageSection, edited: EditedList, key: str
) -> HttpResponse:
    """The section without what was removed, and Undo."""
    if is_htmx(request):
        return section.render(request, edited, key)
    return redirect(f"{_list_url(edited.row)}?{section.query}={key}")


def handles_removed_items(section: ListPageSection) -> Callable[[ItemView], ItemView]:
    """Decorates a view of one profile or roster: where that was removed elsewhere, the response says so."""

    def decorate(view: ItemView) -> ItemView:
        @wraps(view)
        def answer(request: HttpRequest, public_id: str, *args: str, **kwargs: str) -> HttpResponse:
            try:
                return view(request, public_id, *args, **kwargs)
            except NotFound as error:
                key = next(iter((*args, *kwargs.values())))
                return _gone_response(
                    request, section, list_for_owner(request.user, public_id), key, str(error)
                )

        return answer

    return decorate


def _gone_response(
    request: HttpRequest, section: ListPageSection, row: CompanyList, key: str, why: str
) -> HttpResponse:
    if is_htmx(request):
        response = section.render(request, load_stored_list(row), key, notice=why, gone=why)
        response.status_code = 404
        return response
    if key in section.removed_keys(row):
        messages.error(request, why)
        return redirect(f"{_list_url(row)}?{section.query}={key}")
    return problem_response(request, 404, "Not in the list", why, "Nothing was changed.")


def _list_url(row: CompanyList) -> str:
    return reverse("list", args=(row.public_id,))
