"""``make bench``: a throw-away database, then every measurement."""

import importlib
import os
import sys
import tempfile

import django
from django.core.management import call_command


def main() -> int:
    """Set the program up on an empty database, then measure."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            DATABASE_URL=f"sqlite:///{folder}/bench.sqlite3",
            DJANGO_SETTINGS_MODULE="builder.settings",
            SECRET_KEY="only-for-measuring-" + "x" * 40,
            DEBUG="off",
            HTTPS="off",
            ALLOWED_HOSTS="testserver",
        )
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("load_catalogues", verbosity=0)
        run = importlib.import_module("bench.run")  # its models need the set-up above
        result: int = run.main()
        return result


if __name__ == "__main__":
    sys.exit(main())
