"""Requests of a chat bot to Musterbook: no token is needed, and nothing is stored.

MUSTERBOOK=https://musters.example python3 musterbook.py GAME [PICTURE.png] < LIST.txt
"""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = os.environ.get("MUSTERBOOK", "http://127.0.0.1:8000").rstrip("/") + "/api/v1/"
LINK = re.compile(r"https?://\S+/(gallery|lists|shared)/([\w-]+)")
Json = dict[str, Any]


def ask(path: str, body: Json | None = None) -> bytes:
    """Return the response to JSON, or a problem as text to post."""
    data = json.dumps(body).encode() if body is not None else None
    try:
        with urlopen(Request(API + path, data, {"Content-Type": "application/json"}), timeout=20) as answer:
            return bytes(answer.read())
    except HTTPError as error:
        raise ValueError(json.load(error)["detail"]) from error


def read_list(text: str, game: str) -> tuple[Json, list[str]]:
    """Return the document of a link, a pasted document, or stat lines, and their open questions."""
    if link := LINK.search(text):
        return dict(json.loads(ask(f"{'shared' if link[1] == 'shared' else 'lists'}/{link[2]}"))), []
    if text.lstrip().startswith("{"):
        return dict(json.loads(text)), []
    named = {"system": game, "edition": json.loads(ask(f"systems/{game}"))["editions"][-1]["id"]}
    read = json.loads(ask("shorthand", {**named, "text": text}))
    unread = [*read["unread"], *(part for profile in read["profiles"] for part in profile["unread"])]
    doubts = [
        f"Line {unread_text['line']}: “{unread_text['text']}” is not read: {unread_text['mend']}"
        for unread_text in unread
    ]
    doubts += [f"Line {question['line']}: {question['prompt']}" for question in read["questions"]]
    profiles = [read_profile["profile"] for read_profile in read["profiles"]]
    about = {"name": "Pasted list", "setting": "", "background": "", "profiles": profiles, "rosters": []}
    return {"format": "company-list", "version": 1, **named, **about}, doubts


def appraise(text: str, game: str) -> str:
    """Return a line for each profile and roster with its points and errors, then the open questions."""
    document, doubts = read_list(text, game)
    judged = json.loads(ask("appraisals", document))
    names = {profile["key"]: profile["name"] for profile in document["profiles"]}
    lines = [
        f"{names[part['key']] if 'key' in part else part['name']}: {part['priced_points']} points"
        + "".join(f"; {finding['message']}" for finding in part["findings"] if finding["level"] == "error")
        for part in [*judged["profiles"], *judged["rosters"]]
    ]
    return "\n".join([*lines, *doubts]) or "There is no profile in it."


def picture(text: str, game: str) -> bytes:
    """Return a PNG of the first roster, or of the list without rosters."""
    document, _ = read_list(text, game)
    paper = "roster" if document.get("rosters") else "list"
    return ask("renderings", {"document": document, "output": "png", "paper": paper})


if __name__ == "__main__":
    pasted = sys.stdin.read()
    print(appraise(pasted, sys.argv[1]))
    for name in sys.argv[2:]:
        Path(name).write_bytes(picture(pasted, sys.argv[1]))
