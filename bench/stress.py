"""``make stress``: many writers at once, and writers that are killed, on the database of DATABASE_URL.

Without DATABASE_URL a throw-away SQLite. It says what it found, and its exit status is 0 where nothing was
lost, nothing doubled and every list is whole. Every run makes a person and lists of its own.
"""

import argparse
import importlib
import json
import os
import sys
import tempfile
from types import ModuleType

import django
from django.core.management import call_command


def main() -> int:
    """Set the program up, then let the writers loose."""
    parser = argparse.ArgumentParser(prog="make stress", description=__doc__)
    parser.add_argument("--processes", type=int, default=8, help="writers at once (default 8)")
    parser.add_argument("--saves", type=int, default=100, help="saves of each writer (default 100)")
    parser.add_argument("--lists", type=int, default=4, help="lists, where they write to many (default 4)")
    parser.add_argument("--profiles", type=int, default=10, help="profiles of each list (default 10)")
    parser.add_argument("--tabs", type=int, default=25, help="times that two tabs save at once (default 25)")
    parser.add_argument("--kills", type=int, default=60, help="writers that are killed (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="when they are killed is drawn from this")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = run(options, folder)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<44} {value}")
    return 0


def run(options: argparse.Namespace, folder: str) -> dict[str, object]:
    """Everything, one after the other; Broken where something does not hold."""
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/stress.sqlite3")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "builder.settings")
    os.environ.setdefault("SECRET_KEY", "only-for-measuring-" + "x" * 40)
    os.environ.setdefault("MUSTERBOOK_KEPT_REVISIONS", "1000000")
    os.environ.setdefault("MUSTERBOOK_EDIT_SESSION_MINUTES", "0")  # a revision for every save
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("load_catalogues", verbosity=0)
    scenes: ModuleType = importlib.import_module("bench.stress_scenes")  # its models need the set-up above
    figures: dict[str, object] = scenes.run_scenes(options)
    return figures


if __name__ == "__main__":
    sys.exit(main())
