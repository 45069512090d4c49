"""The WSGI application that waitress and gunicorn serve.

Importing this module also loads data that responses need, such as templates and catalogues. gunicorn imports
it before it forks its workers, so they share the memory of the loaded data.
"""

import gc
import io
import logging
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError, connections
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template

from builder.request_context import WARM_UP
from builder.request_watch import RequestWatch
from builder.typesetting.orders import program_digest

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "builder.settings")

WARM_UP_PATHS = ("/", "/systems/", "/gallery/", "/api/v1/", "/api/v1/schema", "/account/login/")
"""Answering these addresses imports all views and caches all catalogues and the schema."""

logger = logging.getLogger(__name__)

request_watch = RequestWatch(get_wsgi_application())


def application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Answer a request. Reject an HTTP/1.1 request without a Host header (RFC 9112, section 3.2).

    Neither gunicorn nor waitress checks this, and Django would use the server's address as the host.
    """
    if environ["SERVER_PROTOCOL"] == "HTTP/1.1" and not environ.get("HTTP_HOST"):
        body = b"Bad request: the Host header is missing.\n"
        start_response(
            "400 Bad Request", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))]
        )
        return [body]
    return request_watch(environ, start_response)


def warm_up() -> None:
    """Answer some requests and compile all templates, before the workers start.

    If the database can't be read, log a warning. Then close all connections, because two workers must not use
    the same one.
    """
    for path in WARM_UP_PATHS:
        _request_path(path)
    _compile_templates()
    program_digest()
    connections.close_all()
    gc.collect()
    # The garbage collector writes to each object that it examines. If a worker writes to an object, the
    # worker gets its own copy of the object's memory. Frozen objects aren't examined, so the workers share
    # their memory.
    gc.freeze()


def _request_path(path: str) -> None:
    """Answer a GET request for a path within this process, and discard the response."""
    host = next((name.lstrip(".") for name in settings.ALLOWED_HOSTS if name != "*"), "localhost")
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "",
        "SERVER_NAME": host, "SERVER_PORT": "443", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": host,
        "REMOTE_ADDR": "127.0.0.1", "wsgi.url_scheme": "https", "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(), WARM_UP: True,
    }  # fmt: skip
    try:
        response = application(environ, lambda _status, _headers, _error=None: len)
        getattr(response, "close", lambda: None)()
    except (DatabaseError, ImproperlyConfigured):
        logger.warning("%s could not be read before the workers start", path)


def _compile_templates() -> None:
    root = settings.BASE_DIR / "templates"
    for path in sorted(root.rglob("*.*")):
        try:
            get_template(str(path.relative_to(root)))
        except (TemplateDoesNotExist, TemplateSyntaxError, UnicodeDecodeError):
            continue  # the file is a template of another engine, or no template


if not settings.TESTING:
    warm_up()
