"""A log record can't be forged, shows no secrets, and is one line of JSON if that is configured."""

import json
import logging
import sys

import pytest

from builder.logs import JsonLineFormatter, LineFormatter, escape_unprintable, mask_secrets
from tests.support.access_scenes import MISSING_PARAMETERS, url_of, url_parameter_names

FORMATTERS = {"text": LineFormatter(), "json": JsonLineFormatter()}
FORGED = "a\n2026-01-01T00:00:00.000Z INFO musterbook.security -: login by=alice\r\x1b[2J\u202e\u2028\x85"


def record(message: str, *args: object, **fields: str | int) -> logging.LogRecord:
    """A record of the logger "site"."""
    created = logging.LogRecord("site", logging.WARNING, "", 0, message, args, None)
    created.fields = fields
    return created


def failed() -> logging.LogRecord:
    """A record with a traceback, whose message has several lines."""
    try:
        raise ValueError(FORGED)
    except ValueError:
        return logging.LogRecord("site", logging.ERROR, "", 0, "It failed", (), sys.exc_info())


@pytest.mark.parametrize("created", [record("Not Found: %s", FORGED), record("x", path=FORGED), failed()])
def test_input_cannot_forge_log_records(created: logging.LogRecord) -> None:
    lines = LineFormatter().format(created).split("\n")
    assert all(line.startswith("    ") for line in lines[1:])
    assert all(line.isprintable() for line in lines)
    formatter = JsonLineFormatter().format(created)
    assert formatter.isascii()
    assert formatter.isprintable()
    assert json.loads(formatter)["logger"] == "site"


def test_fields_with_spaces_are_quoted() -> None:
    text = LineFormatter().format(record("m", a="b c", d=1, e='"', f=""))
    assert text.endswith(r'm a="b c" d=1 e="\"" f=""')


def test_both_formats_contain_tracebacks() -> None:
    assert "\n    ValueError: a\n" in LineFormatter().format(failed())
    assert "ValueError: a\n" in json.loads(JsonLineFormatter().format(failed()))["traceback"]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Not Found: /shared/s3cret/rosters/a/", "Not Found: /shared/…/rosters/a/"),
        ("/embed/link/s3cret/", "/embed/link/…/"),
        ("/r/s3cret/text/", "/r/…/text/"),
        ("/account/login/?next=%2Fr%2Fs3cret%2F", "/account/login/?next=%2Fr%2F…%2F"),
        ("/api/v1/roster-links/s3cret/text", "/api/v1/roster-links/…/text"),
        ("/join/s3cret/", "/join/…/"),
        ("/api/v1/invites/s3cret", "/api/v1/invites/…"),
        ("/account/password/reset/key/1-s3cret/", "/account/password/reset/key/…/"),
        ("/account/confirm-email/s3cret:a/", "/account/confirm-email/…/"),
        ("?url=http%3A%2F%2Fx%2Fshared%2Fs3cret%2F&a=1", "?url=http%3A%2F%2Fx%2Fshared%2F…%2F&a=1"),
        ("Referer 'https://x.example/shared/s3cret'", "Referer 'https://x.example/shared/…'"),
        ("Bearer muster_s3-cr_et.", "Bearer muster_…."),
        ("refused: {'alice.s3cret@mail.example': (550)}", "refused: {'…@mail.example': (550)}"),
        ("postgres://musterbook:s3cret@db.example/x", "postgres://musterbook:…@db.example/x"),
        ("GET /lists/a1b2/", "GET /lists/a1b2/"),
    ],
)
def test_secrets_are_masked_everywhere(text: str, masked: str) -> None:
    assert mask_secrets(text) == masked
    for formatter in FORMATTERS.values():
        assert "s3cret" not in formatter.format(record("%s", text, path=text))


def test_urls_are_logged_without_secrets() -> None:
    names = {**MISSING_PARAMETERS, **dict.fromkeys(("link", "roster_link", "secret"), "s3cret")}
    addresses = [
        url_of(name, names) for name, needed in url_parameter_names().items() if needed[:1] != ["rest"]
    ]
    secret = [address for address in addresses if "s3cret" in address]
    assert len(secret) > 20
    assert not [address for address in secret if "s3cret" in mask_secrets(address)]


def test_long_texts_are_formatted_quickly() -> None:
    assert mask_secrets("a" * 200_000 + " b@c").endswith("b@c")


def test_printable_characters_stay() -> None:
    assert escape_unprintable("Größe 棋 é") == "Größe 棋 é"
