"""Check all company lists (*.json) in a FOLDER, write illegal ones to its illegal.txt, and upload the others.

MUSTERBOOK=https://musters.example MUSTERBOOK_TOKEN=muster_… python3 upload_lists.py FOLDER [CLUB ID]
"""

import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = os.environ.get("MUSTERBOOK", "http://127.0.0.1:8000").rstrip("/") + "/api/v1/"


def send(path: str, body: bytes, **headers: str) -> dict[str, Any]:
    """Send JSON and return the response, which may be a problem of this document; exit for other problems."""
    request = Request(API + path, body, {"Content-Type": "application/json", **headers})
    request.add_header("Authorization", f"Bearer {os.environ['MUSTERBOOK_TOKEN'].strip()}")
    try:
        return dict(json.load(urlopen(request)))
    except HTTPError as error:
        if error.code == 429:  # too many requests: wait, and try again
            time.sleep(int(error.headers["Retry-After"]))
            return send(path, body, **headers)
        return dict(json.load(error)) if error.code in (400, 413) else sys.exit(json.load(error)["detail"])


def faults(judged: dict[str, Any]) -> list[str]:
    """Return all errors as lines; for an unreadable document, those of the problem."""
    if "status" in judged:
        return [f"{fault['path']} {fault['message']}".strip() for fault in judged["errors"]]
    parts = [(part.get("key") or part["name"], part) for part in judged["profiles"] + judged["rosters"]]
    errors = [
        (name, finding) for name, part in parts for finding in part["findings"] if finding["level"] == "error"
    ]
    return [
        f"{name}: {finding['message']} ({finding['code']}, page {finding['page']})"
        for name, finding in errors
    ]


def main(folder: Path, club: str = "") -> None:
    """Print a line for each file."""
    illegal = [""]
    for path in sorted(folder.glob("*.json")):
        text = path.read_bytes()
        if wrong := faults(send("appraisals", text)):
            illegal.insert(-1, "\n  ".join([path.name, *wrong]))
            print(f"{path.name}: illegal")
            continue
        created = send("lists", text, **{"Idempotency-Key": hashlib.sha256(text).hexdigest()})
        if "id" in created and club:
            created |= send(f"clubs/{club}/shares", json.dumps({"list": created["id"]}).encode())
        print(f"{path.name}: {created.get('detail') or 'uploaded'}")
    (folder / "illegal.txt").write_text("\n".join(illegal), encoding="utf-8")


try:
    main(Path(sys.argv[1]), *sys.argv[2:3])
except (LookupError, OSError, ValueError) as error:  # no FOLDER, no token, no such file, no such site
    sys.exit(f"{__doc__}\nStopped at {API}: {type(error).__name__}, {error}")
