"""The format of log records: lines of text or of JSON, without secrets (docs/logging.md).

The settings of the site and the logger of gunicorn (``scripts/gunicorn_logger.py``) use this configuration.
"""

import json
import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from builder.request_context import current_request_id

_SECRETS_IN_PATHS = re.compile(
    r"(?:(?<=/)|(?<=%2F))(shared|r|roster-links|link|join|invites|key|confirm-email)(/|%2F)[^/\s?&%'\")>]+",
    re.IGNORECASE,
)
_TOKENS = re.compile(r"\b(muster_)[\w-]+")
# At most 64 characters before the @ (RFC 5321), because longer matches would be slow.
_EMAIL_ADDRESSES = re.compile(r"[^\s@<>\"'(),;:=\[\]{}]{1,64}@([\w-]+(?:\.[\w-]+)+)")
_INDENT = "    "


def mask_secrets(text: str) -> str:
    """Return a text with "…" instead of link secrets, API tokens and names in e-mail addresses.

    With secrets and tokens, somebody who reads the log could open other people's lists, clubs or accounts.
    """
    masked = _SECRETS_IN_PATHS.sub(r"\1\2…", text)
    masked = _TOKENS.sub(r"\1…", masked)
    return _EMAIL_ADDRESSES.sub(r"…@\1", masked) if "@" in masked else masked


def escape_unprintable(text: str) -> str:
    """Return a text in which escapes replace unprintable characters, such as those that begin a new line."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )


class RequestIdFilter(logging.Filter):
    """A filter that adds the id of the current request to every record. It removes no record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Set ``request_id``, and return True.

        When Django logs a failed request, it is no longer the current one, but Django adds it to the record.
        """
        request = getattr(record, "request", None)
        record.request_id = current_request_id() or getattr(request, "request_id", "")
        return True


class BusyFilter(logging.Filter):
    """A filter that turns some error records into warnings. It removes no record.

    Django logs each 503 response as an error, but a busy site sends such responses on purpose.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Lower the level of a record about a 503 response without an exception, and return True."""
        if getattr(record, "status_code", 0) == HTTPStatus.SERVICE_UNAVAILABLE and not record.exc_info:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


def _fields_of(record: logging.LogRecord) -> Mapping[str, str | int]:
    """Return the fields of a record, which the caller logged with ``extra={"fields": …}``."""
    fields: Mapping[str, str | int] = getattr(record, "fields", {})
    return fields


def _time_of(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class LineFormatter(logging.Formatter):
    """A formatter for text.

    A record consists of the time, the level, the logger, the request id, the message, and the fields in the
    form ``name=value``. Further lines of a record are indented, so that they can't look like another record.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        request_id = getattr(record, "request_id", "") or "-"
        items = _fields_of(record).items()
        # The message of a security event is only its name.
        fields = "".join(f" {name}={_quote(value)}" for name, value in items if name != "event")
        head = f"{_time_of(record)} {record.levelname} {record.name} {request_id}:"
        lines = self._lines_of(record)
        lines[0] = f"{head} {lines[0]}{fields}"
        return mask_secrets(f"\n{_INDENT}".join(escape_unprintable(line) for line in lines))

    def _lines_of(self, record: logging.LogRecord) -> list[str]:
        lines = record.getMessage().split("\n")
        if record.exc_info:
            lines += self.formatException(record.exc_info).split("\n")
        if record.stack_info:
            lines += self.formatStack(record.stack_info).split("\n")
        return lines


def _quote(value: str | int) -> str:
    """Return the value of a field as text, in quotes if it contains spaces, quotes or an equals sign."""
    text = str(value)
    return text if re.fullmatch(r"[^\s\"=]+", text) else json.dumps(text, ensure_ascii=False)


class JsonLineFormatter(JsonFormatter):
    """A formatter for JSON: a line with ``time``, ``level``, ``logger``, ``message`` and further fields."""

    def add_fields(
        self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        """Fill in the fields of a record.

        Of ``extra``, only add ``fields``, because Django's ``extra`` can contain the complete request.
        """
        texts = {
            "time": _time_of(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.message,
            "request_id": getattr(record, "request_id", ""),
            **_fields_of(record),
            "traceback": message_dict.get("exc_info", ""),
            "stack": message_dict.get("stack_info", ""),
        }
        for name, value in texts.items():
            if value != "":
                log_data[name] = mask_secrets(value) if isinstance(value, str) else value


def logging_config(level: str, log_format: str) -> dict[str, Any]:
    """Return the configuration for ``logging.config.dictConfig``, which logs to standard error.

    ``level`` is the lowest level that is logged, except in the security log and the access log, where it is
    always INFO. Raises ValueError for a format other than "text" and "json".
    """
    formatters = {"text": LineFormatter, "json": JsonLineFormatter}
    if log_format not in formatters:
        raise ValueError(f"LOG_FORMAT must be text or json, not {log_format}.")
    to_stderr = {"handlers": ["stderr"], "propagate": False}
    config: dict[str, Any] = {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request_id": {"()": RequestIdFilter}, "busy": {"()": BusyFilter}},
        "formatters": {"line": {"()": formatters[log_format]}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["request_id"]}
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # If DEBUG is off, Django's default configuration sends errors by mail and prints none.
            "django": {**to_stderr, "level": level},
            # If DEBUG is on, Django would log queries with their parameters.
            "django.db.backends": {"level": "INFO"},
            "django.request": {"filters": ["busy"]},
            "fido2": {"level": "WARNING"},  # on lower levels, it logs the identifiers of passkeys
            "httpx": {"level": "WARNING"},  # on lower levels, it logs five digits of a password's SHA-1
            "musterbook.access": {"level": "INFO"},
            "musterbook.security": {"level": "INFO"},
            "waitress.queue": {"level": "ERROR"},  # it warns whenever all threads are busy
        },
    }
    if log_format == "json":  # otherwise the development server logs requests in its own text format
        config["loggers"]["django.server"] = {**to_stderr, "level": level}
    return config
