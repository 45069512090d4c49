"""Errors have a page of ours that needs no database."""

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory

from builder.web.shared import errors

REQUEST = RequestFactory().get("/somewhere/")
Handler = Callable[[HttpRequest, Exception], HttpResponse]
BY_HTMX = RequestFactory().get("/somewhere/", headers={"HX-Request": "true"})


@pytest.mark.parametrize(
    ("view", "fault", "status"),
    [
        (errors.bad_request, SuspiciousOperation(), 400),
        (errors.bad_request, RequestDataTooBig(), 413),
        (errors.forbidden, PermissionDenied(), 403),
        (errors.not_found, Http404(), 404),
    ],
)
def test_each_error_has_a_page_without_queries(view: Handler, fault: Exception, status: int) -> None:
    answer = view(REQUEST, fault)
    assert answer.status_code == status
    assert f"Status {status}" in answer.content.decode()


def test_server_errors_have_a_page() -> None:
    """By htmx, the message is at the top of the current page."""
    for request, is_page in ((REQUEST, True), (BY_HTMX, False)):
        answer = errors.server_error(request)
        assert answer.status_code == 500
        assert "Something went wrong" in answer.content.decode()
        assert ("<html" in answer.content.decode()) is is_page
        assert answer.get("HX-Retarget", "") == ("" if is_page else "#notices")
