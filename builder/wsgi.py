"""The WSGI application that waitress and gunicorn serve.

Everything that each response needs is loaded here, before gunicorn forks its workers.
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

WARM_PATHS = ("/", "/systems/", "/gallery/", "/api/v1/", "/api/v1/schema", "/account/login/")
"""Pages that together import every view, read every catalogue and cache the OpenAPI schema."""

logger = logging.getLogger(__name__)

request_watch = RequestWatch(get_wsgi_application())


def application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Answer a request; an HTTP/1.1 request without a Host header is rejected (RFC 9112, section 3.2).

    Django would use the server's address instead. Neither gunicorn nor waitress checks the header.
    """
    if environ["SERVER_PROTOCOL"] == "HTTP/1.1" and not environ.get("HTTP_HOST"):
        body = b"Bad request: the Host header is missing.\n"
        start_response(
            "400 Bad Request", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))]
        )
        return [body]
    return request_watch(environ, start_response)


def warm_up() -> None:
    """Render some pages, and compile all templates.

    An unreachable database doesn't prevent the start. All connections are closed, because workers must not
    share one.
    """
    for path in WARM_PATHS:
        _answer(path)
    _compile_templates()
    program_digest()
    connections.close_all()
    gc.collect()
    # excludes objects that are shared with the workers from garbage collection, so they aren't copied
    gc.freeze()


def _answer(path: str) -> None:
    host = next((name.lstrip(".") for name in settings.ALLOWED_HOSTS if name != "*"), "localhost")
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "",
        "SERVER_NAME": host, "SERVER_PORT": "443", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": host,
        "REMOTE_ADDR": "127.0.0.1", "wsgi.url_scheme": "https", "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(), WARM_UP: True,
    }  # fmt: skip
    try:
        answer = application(environ, lambda _status, _headers, _error=None: len)
        getattr(answer, "close", lambda: None)()
    except (DatabaseError, ImproperlyConfigured):
        logger.warning("%s could not be read before the workers start", path)


def _compile_templates() -> None:
    root = settings.BASE_DIR / "templates"
    for path in sorted(root.rglob("*.*")):
        try:
            get_template(str(path.relative_to(root)))
        except (TemplateDoesNotExist, TemplateSyntaxError, UnicodeDecodeError):
            continue  # a template of another engine


if not settings.TESTING:
    warm_up()
