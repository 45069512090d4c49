#!/usr/bin/env python
"""Musterbook's command line: Django's commands and our own."""

import os
import secrets
import sys

FIX = "remove the folder .venv and run 'make setup'."

try:
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
except ModuleNotFoundError as error:
    sys.exit(f"The Python module {error.name} is missing: {FIX}")


def main() -> None:
    """Run the command of the command line; print an error that prevents the start as one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "builder.settings")
    if sys.argv[1:2] == ["appraise"]:
        # This command only calculates, so any secret key will do.
        os.environ["SECRET_KEY"] = os.environ.get("SECRET_KEY") or secrets.token_urlsafe(50)
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Cannot start: {error}")
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in {"", "api", "builder", "tests"}:
            raise
        sys.exit(f"The Python module {package} is missing: {FIX}")


if __name__ == "__main__":
    main()
