"""``make bench``: a throw-away database, then every measurement; or two checkouts beside one another."""

import argparse
import importlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command

RESULTS = Path(__file__).resolve().parent / "results.json"


def main() -> int:
    """Set the program up on an empty database, then measure."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=30, help="how often each thing is measured (default 30)")
    parser.add_argument("--only", nargs="+", default=[], metavar="PART", help="modules of bench to measure")
    parser.add_argument("--against", type=Path, help="another checkout: five_games in both, in turns")
    parser.add_argument("--rows", default="", metavar="WORDS", help="of --against, rows with these in them")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where the JSON goes")
    options = parser.parse_args()
    if options.against:
        compare = importlib.import_module("bench.compare")
        compare.compare(options.against.resolve(), options.runs, options.json, options.rows)
        return 0
    with program_set_up():
        run = importlib.import_module("bench.run")  # its models need the set-up above
        print(run.measure_parts(options.only, options.runs, options.json))
    return 0


@contextmanager
def program_set_up() -> Iterator[None]:
    """The program on an empty database, with every edition."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            DATABASE_URL=f"sqlite:///{folder}/bench.sqlite3",
            DJANGO_SETTINGS_MODULE="builder.settings",
            SECRET_KEY="only-for-measuring-" + "x" * 40,
            DEBUG="off",
            HTTPS="off",
            ALLOWED_HOSTS="testserver",
            STATIC_ROOT=f"{folder}/static",
        )
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("load_catalogues", verbosity=0)
        yield


if __name__ == "__main__":
    sys.exit(main())
