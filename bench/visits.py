"""What a browser asks of the site, as actions to be measured: a page, and a tap in the profile editor."""

import itertools
import re
from collections.abc import Callable, Sequence
from urllib.parse import urlencode

from django.http.response import HttpResponseBase
from django.test import Client

from bench.forms import fields_of

Action = Callable[[], object]

_FORM = "application/x-www-form-urlencoded"
_VERSION = re.compile(rb'name="version"[^>]* value="([0-9]+)"')


def expect_ok(answer: HttpResponseBase) -> HttpResponseBase:
    """The answer, which must be 200."""
    if answer.status_code != 200:
        raise RuntimeError(f"answered {answer.status_code}")
    return answer


def get_page(client: Client, path: str) -> Action:
    """A page, asked for again and again."""
    return lambda: expect_ok(client.get(path))


def change_field(client: Client, path: str, field: str, values: Sequence[object]) -> Action:
    """A tap on a stepper: the whole form, as htmx sends it; each answer's version goes into the next."""
    form = fields_of(client.get(path).content.decode())
    following = itertools.cycle(values)

    def action() -> object:
        form[field] = [str(next(following))]
        sent = urlencode(form, doseq=True)
        answer = client.post(path, sent, content_type=_FORM, headers={"HX-Request": "true"})
        expect_ok(answer)
        version = _VERSION.search(answer.content)
        if version is None:
            raise RuntimeError(f"{path} answered a change without its version")
        form["version"] = [version[1].decode()]
        return answer

    return action
