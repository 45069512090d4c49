"""Settings are secure by default, and documented."""

import json
import re

import pytest
from django.conf import settings

from tests.support.project_files import ROOT, run_python

pytestmark = pytest.mark.process

KEY = "a-key-for-this-test-alone-0123456789-abcdefghijklmnopqrstuvwxyz"
NO_KEY_FILE = "/nonexistent/secret-key"
LIMIT_ROW = re.compile(r"^\| `(?P<name>\w+)` \| (?P<default>\d+) \| \S.* \|$", re.MULTILINE)


def values(*names: str, **environment: str) -> list[object]:
    """Return the values of settings in a new process with this environment."""
    result = ", ".join(f"settings.{name}" for name in names)
    code = f"import json; from django.conf import settings; print(json.dumps([{result}]))"
    done = run_python("-c", code, **{"SECRET_KEY": KEY, **environment})
    assert done.returncode == 0, done.stderr
    data: list[object] = json.loads(done.stdout)
    return data


@pytest.mark.parametrize("debug", [{}, {"DEBUG": "off"}])
def test_the_site_does_not_start_without_a_secret_key(debug: dict[str, str]) -> None:
    """With DEBUG off, a missing key is one clear line: no default and no traceback."""
    done = run_python("manage.py", "check", SECRET_KEY_FILE=NO_KEY_FILE, **debug)
    assert done.returncode != 0
    assert done.stderr.startswith("Cannot start: SECRET_KEY is not set.")
    assert len(done.stderr.splitlines()) == 1


def test_an_empty_secret_key_counts_as_missing() -> None:
    """An empty variable doesn't count as a key."""
    done = run_python("-c", "import builder.settings", SECRET_KEY="", SECRET_KEY_FILE=NO_KEY_FILE)
    assert done.returncode != 0
    assert "ImproperlyConfigured: SECRET_KEY is not set." in done.stderr


def test_debug_mode_needs_no_secret_key() -> None:
    """With DEBUG on, a public key is used."""
    done = run_python("-c", "import builder.settings", DEBUG="on", SECRET_KEY_FILE=NO_KEY_FILE)
    assert done.returncode == 0, done.stderr


def test_https_is_the_default() -> None:
    """With DEBUG off, cookies and visitors use only HTTPS."""
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "DEBUG")
    assert values(*names) == [True, True, True, False]
    assert values(*names, HTTPS="off") == [False, False, False, False]
    assert values(*names, DEBUG="on") == [False, False, False, True]
    cookies = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME")
    assert values(*cookies) == ["__Host-sessionid", "__Host-csrftoken"]
    assert values(*cookies, HTTPS="off") == ["sessionid", "csrftoken"]


def test_the_csp_of_every_page_is_closed() -> None:
    """Only named sources are loaded, and nothing inline is allowed."""
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    assert directives["default-src"] == ["'none'"]
    assert directives["script-src"] == directives["style-src"] == ["'self'"]
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*"} & {
        value for values in directives.values() for value in values
    }


def test_sqlite_queues_its_writers() -> None:
    """SQLite's defaults would lose writes under load."""
    (databases,) = values("DATABASES")
    assert isinstance(databases, dict)
    options = databases["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] >= 20
    assert "journal_mode=WAL" in options["init_command"]


def test_every_limit_is_documented_with_its_default() -> None:
    """docs/limits.md and the settings have the same limits with the same numbers."""
    table = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    documented = {row["name"]: int(row["default"]) for row in LIMIT_ROW.finditer(table)}
    source = (ROOT / "builder" / "settings.py").read_text(encoding="utf-8")
    named = set(re.findall(r"(?m)^(MUSTERBOOK_\w+|DATA_UPLOAD_MAX_\w+) =", source))
    assert named >= {"MUSTERBOOK_MAX_DOCUMENT_BYTES", "DATA_UPLOAD_MAX_MEMORY_SIZE"}
    assert set(documented) == named
    assert dict(zip(sorted(named), values(*sorted(named)), strict=True)) == documented


def test_an_empty_variable_counts_as_not_set() -> None:
    """A line of .env can be empty: the setting then has its default."""
    source = (ROOT / "builder" / "settings.py").read_text(encoding="utf-8")
    empty = dict.fromkeys(re.findall(r'env\.\w+\(\s*"(\w+)"', source), "")
    assert {"DATABASE_URL", "HSTS_SECONDS", "ALLOWED_HOSTS", "LOG_LEVEL"} <= set(empty)
    code = (
        "from django.conf import settings as s; import django; django.setup();"
        "print(s.DATABASES['default']['NAME'], s.ALLOWED_HOSTS, s.HTTPS, s.SECURE_HSTS_SECONDS)"
    )
    unset = run_python("-W", "error", "-c", code, SECRET_KEY=KEY)
    done = run_python("-W", "error", "-c", code, **{**empty, "SECRET_KEY": KEY})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == unset.stdout


def test_a_limit_is_read_from_the_environment() -> None:
    """The variable has the name of the setting."""
    assert values("MUSTERBOOK_MAX_PROFILES", MUSTERBOOK_MAX_PROFILES="7") == [7]


def test_every_variable_is_documented() -> None:
    """docs/serving.md or docs/limits.md lists each environment variable that the settings read."""
    source = (ROOT / "builder" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', source))
    assert {"SECRET_KEY", "DATABASE_URL", "DEBUG"} <= read
    documents = [(ROOT / name).read_text(encoding="utf-8") for name in ("docs/serving.md", "docs/limits.md")]
    assert [name for name in sorted(read) if not any(f"`{name}`" in text for text in documents)] == []


def test_errors_reach_standard_error_with_their_traceback() -> None:
    """Django's own configuration would print nothing with DEBUG off."""
    code = (
        "import django, logging; django.setup()\n"
        "try: 1 / 0\n"
        "except ZeroDivisionError: logging.getLogger('django.request').exception('a page failed')"
    )
    done = run_python("-c", code, SECRET_KEY=KEY)
    assert "a page failed" in done.stderr
    assert "ZeroDivisionError" in done.stderr
