"""The API's guide and reference are correct: their code runs, and their tables are complete."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from pytest_django.live_server_helper import LiveServer
from rest_framework.permissions import SAFE_METHODS

from api.shared.errors import PROBLEM_KINDS
from builder.catalogue.files import Catalogues, sample_files
from builder.models import Club, CompanyList, Scope, User
from builder.points.document.document import Document, dump_document
from builder.services.people.tokens import create_token
from builder.web.guide.views import EXAMPLE_SITE, guide_text
from tests.support.openapi import Operation, operations, schema_of_operation

DOCS = Path(settings.BASE_DIR) / "docs"
PAGE = guide_text()
SCRIPT = DOCS / "upload_lists.py"
BOT = DOCS / "examples" / "discord-bot"
NODE = shutil.which("node")
QUICK_START = PAGE.split("## Quick start")[1].split("\n## ")[0]

Files = dict[str, dict[str, object]]


def blocks(language: str, text: str = QUICK_START) -> str:
    """Return the code of a language in the quick start, in order."""
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL))


def run(
    command: list[str], folder: Path, environment: dict[str, str], typed: str | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a command in a folder. Return its exit status and its output."""
    return subprocess.run(
        command, cwd=folder, env=environment, input=typed, capture_output=True, text=True, check=False
    )


@pytest.fixture
def samples(catalogues: Catalogues) -> None:
    """The sample lists of the site."""
    call_command("load_samples", verbosity=0)


@pytest.fixture
def site(live_server: LiveServer, samples: None, alice: User) -> dict[str, str]:
    """A running site with its samples, and alice's token, as environment variables."""
    return {
        "PATH": os.environ["PATH"],
        "SITE": str(live_server.url),
        "TOKEN": create_token(alice, "docs", Scope.WRITE, 7).secret,
    }


@pytest.mark.process
@pytest.mark.django_db(transaction=True)
def test_the_first_steps_in_curl(site: dict[str, str], tmp_path: Path, alice: User) -> None:
    done = run(["bash", "-euo", "pipefail", "-c", blocks("sh")], tmp_path, site)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "412 Changed in the meantime\n"
    judged = json.loads((tmp_path / "appraisal.json").read_text(encoding="utf-8"))
    assert all(sum(line["points"] for line in p["lines"]) == p["points"] for p in judged["profiles"])
    changed = json.loads((tmp_path / "changed.json").read_text(encoding="utf-8"))
    assert changed != json.loads((tmp_path / "captain.json").read_text(encoding="utf-8"))
    assert (tmp_path / "list.pdf").read_bytes().startswith(b"%PDF")
    row = CompanyList.objects.get(owner=alice)
    assert row.profiles.get(key="captain").design["attributes"]["fgt"] == 9
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/lists/{row.public_id}/").status_code == 200


@pytest.mark.process
@pytest.mark.django_db(transaction=True)
def test_the_first_steps_in_python(site: dict[str, str], tmp_path: Path, alice: User) -> None:
    done = run([sys.executable, "-W", "error", "-c", blocks("python")], tmp_path, site)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "First among equals."
    assert CompanyList.objects.get(owner=alice).name == "The second company"


@pytest.mark.skipif(NODE is None, reason="JavaScript is run by node, which is not here")
@pytest.mark.process
@pytest.mark.django_db(transaction=True)
def test_the_first_steps_in_javascript(site: dict[str, str], tmp_path: Path, alice: User) -> None:
    """The test also runs the script for web pages, which requests the gallery."""
    in_pages = blocks("js", PAGE.split("## From scripts in pages")[1]).replace(EXAMPLE_SITE, site["SITE"])
    code = f"{blocks('js')}\n{{ {in_pages} console.log(results.length); }}"
    done = run(["node", "--input-type=module", "--eval", code], tmp_path, site)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2:] == ["Second to none.", str(len(list(sample_files())))]
    assert CompanyList.objects.get(owner=alice).name == "The third company"


STAT_LINE = "Cook Mov 6 Fgt 4 Shg 0 Tds 6 Cow 6 CW Ladle B Sz 2 Flierr"


@pytest.mark.process
@pytest.mark.django_db(transaction=True)
def test_the_bot_answers_a_pasted_list_with_a_picture(
    site: dict[str, str], tmp_path: Path, files: Files
) -> None:
    """Stat lines, a document whose roster is over its limit, a link, and a text that it can't read."""

    def said_to(pasted: str) -> tuple[int, str, str]:
        command = [sys.executable, "-W", "error", str(BOT / "musterbook.py"), "unbridled-fury", "drawn.png"]
        done = run(command, tmp_path, {"PATH": site["PATH"], "MUSTERBOOK": site["SITE"]}, pasted)
        return done.returncode, done.stdout, done.stderr

    assert said_to(STAT_LINE) == (
        0, "Cook: 30 points\nLine 1: “Flierr” is not read: did you mean Flier?\n", "",
    )  # fmt: skip
    assert (tmp_path / "drawn.png").read_bytes().startswith(b"\x89PNG")
    (tmp_path / "drawn.png").unlink()
    _, crowded, _ = said_to(json.dumps(files["crowded.json"]))
    assert re.search(r"^Captain: 205 points$", crowded, re.MULTILINE)
    assert re.search(r"^Friday: 6150 points; .+$", crowded, re.MULTILINE)
    assert (tmp_path / "drawn.png").read_bytes().startswith(b"\x89PNG")
    sample = CompanyList.objects.get(name="Molybdenian Drop Reavers")
    assert "Captain: 205 points\n" in said_to(f"see {site['SITE']}/gallery/{sample.public_id}/")[1]
    assert "ValueError: profiles[0].design" in said_to(json.dumps(files["misspelt.json"]))[2]


def test_the_bot_is_short_and_calls_existing_operations() -> None:
    bot, musterbook = ((BOT / name).read_text(encoding="utf-8") for name in ("bot.py", "musterbook.py"))
    assert len([line for line in f"{bot}{musterbook}".splitlines() if line]) <= 100
    called = set(re.findall(r"musterbook\.(\w+)", bot))
    assert called == {"appraise", "picture"}
    assert called <= set(re.findall(r"^def (\w+)", musterbook, re.MULTILINE))


@pytest.mark.process
@pytest.mark.django_db(transaction=True)
def test_the_script_reports_illegal_lists_and_uploads_the_others(
    site: dict[str, str], tmp_path: Path, alice: User, club: Club, files: Files
) -> None:
    for name, value in files.items():
        (tmp_path / name).write_text(json.dumps(value), encoding="utf-8")
    (tmp_path / "torn.json").write_text('{"format": "company-list", ', encoding="utf-8")
    environment = {**site, "MUSTERBOOK": site["SITE"], "MUSTERBOOK_TOKEN": site["TOKEN"]}
    for _ in range(2):  # the second run must not create duplicates
        done = run([sys.executable, str(SCRIPT), str(tmp_path), club.public_id], tmp_path, environment)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines() == [
            "crowded.json: illegal", "legal.json: uploaded", "misspelt.json: illegal", "torn.json: illegal",
        ]  # fmt: skip
    output = (tmp_path / "illegal.txt").read_text(encoding="utf-8")
    assert "misspelt.json\n  profiles[0].design.attributes.mov is a text, not a whole number" in output
    assert "torn.json\n  is not JSON at line 1" in output
    assert re.search(r"crowded\.json\n  Friday: .*\(\S+, page \d+\)", output)
    row = CompanyList.objects.get(owner=alice)
    assert row.shares.get().club == club


@pytest.mark.process
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"MUSTERBOOK_TOKEN": "muster_wrong"}, "The token is wrong, expired or revoked"),
        (
            {"MUSTERBOOK": "http://127.0.0.1:9"},
            "FOLDER [ID OF A CLUB]\n\nStopped at http://127.0.0.1:9/api/v1/: ",
        ),
        ({}, "This club doesn't exist, or you aren't in it."),
    ],
    ids=["token", "site", "club"],
)
def test_the_script_stops_on_errors_that_are_not_of_a_document(
    site: dict[str, str], tmp_path: Path, files: Files, wrong: dict[str, str], message: str
) -> None:
    (tmp_path / "legal.json").write_text(json.dumps(files["legal.json"]), encoding="utf-8")
    environment = {**site, "MUSTERBOOK": site["SITE"], "MUSTERBOOK_TOKEN": site["TOKEN"], **wrong}
    done = run([sys.executable, str(SCRIPT), str(tmp_path), "nosuchclub"], tmp_path, environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "illegal.txt").exists()


@pytest.fixture
def files(reavers: Document, catalogues: Catalogues) -> Files:
    """A legal document, a document with a text for a number, and a document with a roster over its limit."""
    catalogue = catalogues[reavers.system, reavers.edition]
    values = [json.loads(json.dumps(dump_document(reavers, catalogue))) for _ in range(3)]
    legal, misspelt, crowded = values
    misspelt["profiles"][0]["design"]["attributes"]["mov"] = "six"
    crowded["rosters"] = [{"name": "Friday", "limit": 500, "entries": [{"profile": "captain", "count": 30}]}]
    return {"legal.json": legal, "misspelt.json": misspelt, "crowded.json": crowded}


def test_the_docs_list_every_problem() -> None:
    table = re.findall(r"^\| `([\w-]+)` \| (\d+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert table == [(name, str(kind.status), kind.advice) for name, kind in PROBLEM_KINDS.items()]


@pytest.mark.usefixtures("catalogues")
def test_the_docs_list_every_address() -> None:
    table = re.findall(r"^\| `(\w+ /\S*)` \| (.+) \| (\w+) \|$", PAGE, re.MULTILINE)
    assert table == [
        (str(operation), schema_of_operation(operation)["summary"], token_for(operation))
        for operation in operations()
    ]


def token_for(operation: Operation) -> str:
    """Return the token that an operation needs."""
    if {} in schema_of_operation(operation)["security"]:
        return "none"
    if str(operation) == "POST /me/tokens":
        return "password"
    return "reads" if operation.method in SAFE_METHODS else "writes"
