"""``make faults``: slow clients, floods, kills, a database that goes and a disk that is full.

Each scene starts a site of its own with gunicorn, on SQLite or on the database of DATABASE_URL, and says what
it saw. Slow clients connect to ``make run``, and to gunicorn behind nginx. Counts decide: nothing that was
acknowledged is lost, nobody is answered 500, the site comes back.
Seconds are told, for a machine is never quiet. The exit status is 1 where a count does not hold.
"""

import argparse
import importlib
import json
import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    """Play the scenes, and print what was seen."""
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("scenes", nargs="*", help="scenes to play; all where none is named")
    parser.add_argument("--short", action="store_true", help="a shorter form, of some seconds a scene")
    parser.add_argument("--json", action="store_true", help="print what was seen as JSON")
    options = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    play = importlib.import_module("bench.all_faults").play
    with tempfile.TemporaryDirectory(prefix="musterbook-faults-") as folder:
        seen = play(options.scenes, Path(folder), short=options.short)
    if options.json:
        print(json.dumps([row._asdict() for row in seen]))
    else:
        for row in seen:
            mark = {True: "holds ", False: "BROKEN", None: "      "}[row.holds]
            print(f"{row.scene:<12} {mark} {row.what:<62} {row.value}")
    return 0 if all(row.holds is not False for row in seen) else 1


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    sys.exit(main())
