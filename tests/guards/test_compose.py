"""What docker-compose.yml, the Dockerfile, .env.example and the nginx configuration guarantee."""

import json
import os
import re
import shutil
import subprocess
from typing import Any

import pytest
import yaml
from django.conf import settings

from api.shared.errors import PROBLEM_KINDS
from tests.support.project_files import ROOT, run_python


def read(name: str) -> str:
    """Return the text of a file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


COMPOSE: dict[str, Any] = yaml.safe_load(read("docker-compose.yml"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SITE_SERVICES = ("jobs", "prepare", "web")
LONG_RUNNING = ("db", "jobs", "nginx", "web")
DOCKERFILE = read("Dockerfile")
NGINX = read("docs/examples/nginx.conf")
EXAMPLE = read(".env.example")
EXAMPLE_LINE = re.compile(r"(?m)^(#?)([A-Z][A-Z0-9_]+)=(.*)$")
TABLE_ROW = re.compile(r"(?m)^\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \|")
# The image has no such file, and compose refuses to start without SECRET_KEY.
NOT_OFFERED = {"SECRET_KEY_FILE"}

every_service = pytest.mark.parametrize("name", sorted(SERVICES))


def documented_variables() -> set[str]:
    """Return the variables in the tables of docs/serving.md, docs/limits.md and docs/compose.md."""
    tables = read("docs/serving.md") + read("docs/limits.md") + read("docs/compose.md")
    return {name for row in TABLE_ROW.findall(tables) for name in re.findall(r"`(\w+)`", row)}


def test_services_equal_those_in_the_docs() -> None:
    listed = re.findall(r"(?m)^\| `([a-z]+)` \|", read("docs/compose.md"))
    assert sorted(listed) == sorted(SERVICES) == ["db", "jobs", "nginx", "prepare", "web"]


@every_service
def test_services_have_minimal_privileges(name: str) -> None:
    service = SERVICES[name]
    user, _, group = str(service["user"]).partition(":")
    assert user.isdecimal()
    assert group.isdecimal()
    assert int(user) > 0
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert "privileged" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]


@every_service
def test_services_have_resource_limits(name: str) -> None:
    service = SERVICES[name]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["pids_limit"] > 0
    assert service["logging"]["driver"] == "json-file"
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}
    for mount in service.get("tmpfs", []):
        assert re.search(r":size=\d+m\b", mount), mount


@pytest.mark.parametrize("name", LONG_RUNNING)
def test_services_have_health_checks_and_restart(name: str) -> None:
    assert SERVICES[name]["restart"] == "unless-stopped"
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


def test_images_have_exact_versions() -> None:
    bases = re.findall(r"(?m)^FROM (\S+)", DOCKERFILE)
    images = [SERVICES["db"]["image"], SERVICES["nginx"]["image"], *bases]
    assert len(images) == 3
    assert [image for image in images if not re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+", image)] == []


def test_backups_use_the_tools_of_the_servers_version() -> None:
    """pg_dump refuses a server with a newer major version than its own."""
    server = re.search(r"postgres:(\d+)\.", SERVICES["db"]["image"])
    client = re.search(r"postgresql-client-(\d+)", DOCKERFILE)
    assert server
    assert client
    assert server[1] == client[1]


def test_only_nginx_is_exposed_and_it_cannot_reach_the_database() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["nginx"]
    assert SERVICES["nginx"]["networks"] == ["front"]
    assert SERVICES["db"]["networks"] == ["database"]
    assert COMPOSE["networks"]["database"] == {"internal": True}


def test_services_start_in_order() -> None:
    """Migrations run once, before the site; nginx waits until the site answers."""
    for name in ("web", "jobs"):
        assert SERVICES[name]["depends_on"]["prepare"] == {"condition": "service_completed_successfully"}
    assert SERVICES["prepare"]["command"] == ["python", "manage.py", "prepare"]
    assert SERVICES["prepare"]["restart"] == "no"
    assert SERVICES["prepare"]["depends_on"]["db"] == {"condition": "service_healthy"}
    assert SERVICES["nginx"]["depends_on"]["web"] == {"condition": "service_healthy", "restart": True}


def test_persistent_data_is_in_volumes() -> None:
    named = {
        mount.partition(":")[0]
        for service in SERVICES.values()
        for mount in service["volumes"]
        if not mount.startswith("./")
    }
    assert named == set(COMPOSE["volumes"]) == {"backups", "data", "database"}
    # An attacker who controls the site can't delete the backups.
    assert [name for name in SERVICES if "backups:/backups" in SERVICES[name]["volumes"]] == ["jobs"]
    bound = [mount for service in SERVICES.values() for mount in service["volumes"] if mount.startswith("./")]
    assert [mount for mount in bound if not mount.endswith(":ro")] == []


@pytest.mark.parametrize("name", SITE_SERVICES)
def test_every_documented_variable_is_passed_to_the_site(name: str) -> None:
    service = SERVICES[name]
    assert service["env_file"] == ".env"
    offered = {variable for _, variable, _ in EXAMPLE_LINE.findall(EXAMPLE)}
    fixed = {
        variable
        for variable, value in service["environment"].items()
        if not value.startswith(f"${{{variable}:")
    }
    assert offered & fixed == set()
    assert offered | fixed | NOT_OFFERED == documented_variables()


def test_the_example_has_each_variable_once_and_sorted_within_its_part() -> None:
    names = [name for _, name, _ in EXAMPLE_LINE.findall(EXAMPLE)]
    assert len(names) == len(set(names))
    parts = re.split(r"(?m)^# -{20,} .*$", EXAMPLE)[1:]
    assert len(parts) > 3
    for part in parts:
        in_part = [name for _, name, _ in EXAMPLE_LINE.findall(part)]
        assert in_part == sorted(in_part)


def test_the_example_shows_the_defaults_of_the_limits() -> None:
    shown = {name: value for mark, name, value in EXAMPLE_LINE.findall(EXAMPLE) if mark}
    documented = dict(re.findall(r"(?m)^\| `(\w+)` \| (\d+) \|", read("docs/limits.md")))
    assert documented
    assert documented.items() <= shown.items()


@pytest.mark.process
def test_the_uncommented_example_changes_no_setting() -> None:
    """Each line shows a default, so the settings are the same with all of them."""
    code = (
        "import json; from builder import settings as s;"
        "print(json.dumps({n: repr(v) for n, v in vars(s).items() if n.isupper()}, sort_keys=True))"
    )
    lines = EXAMPLE_LINE.findall(EXAMPLE)
    filled_in = {name: value or "x" * 60 for mark, name, value in lines if not mark}
    filled_in["PYTHONHASHSEED"] = "0"  # sets are printed in one order
    plain = run_python("-c", code, **filled_in)
    full = run_python("-c", code, **filled_in, **{name: value for mark, name, value in lines if mark})
    assert plain.returncode == full.returncode == 0, full.stderr
    before, after = json.loads(plain.stdout), json.loads(full.stdout)
    assert {name: (before[name], after[name]) for name in before if before[name] != after[name]} == {}


@pytest.mark.process
def test_gunicorn_takes_empty_variables_as_not_set() -> None:
    """Gunicorn itself stops at an empty WEB_CONCURRENCY, so compose gives it a number."""
    code = "import runpy; c = runpy.run_path('scripts/gunicorn.conf.py'); print(c['workers'], c['threads'])"
    done = run_python("-c", code, WEB_CONCURRENCY="", WEB_THREADS="")
    assert done.stdout == "2 8\n", done.stderr
    assert SERVICES["web"]["environment"]["WEB_CONCURRENCY"] == "${WEB_CONCURRENCY:-2}"


def test_the_image_contains_no_secrets() -> None:
    for secret in ("SECRET_KEY", "POSTGRES_PASSWORD", "ALLOWED_HOSTS"):
        assert f"${{{secret}:?set {secret} in .env}}" in read("docker-compose.yml")
    ignored = set(read(".dockerignore").split())
    assert {".env", ".secret-key", ".git", "certificates", "texts", "acme"} <= ignored
    ignored_by_git = set(read(".gitignore").split())
    assert {".env", "/certificates/", "/texts/", "/acme/"} <= ignored_by_git


def test_the_image_runs_unprivileged_with_a_health_check() -> None:
    assert re.findall(r"(?m)^USER (\S+)", DOCKERFILE)[-1] == "10001:10001"
    assert {SERVICES[name]["user"] for name in SITE_SERVICES} == {"10001:10001"}
    assert "HEALTHCHECK" in DOCKERFILE
    assert "pip install --require-hashes -r requirements.lock" in DOCKERFILE
    assert "python manage.py prepare --static" in DOCKERFILE
    for script in re.findall(r"scripts/[\w.]+", DOCKERFILE + read("docker-compose.yml")):
        assert (ROOT / script).is_file()


@pytest.mark.parametrize(
    "line",
    [
        "proxy_set_header X-Forwarded-Proto https;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_set_header X-Request-ID $request_id;",
        'proxy_set_header Proxy "";',
        'proxy_set_header Forwarded "";',
        'proxy_set_header X-Forwarded-Host "";',
        'proxy_set_header X-Forwarded-Prefix "";',
        "underscores_in_headers off;",
        "proxy_request_buffering on;",
        "proxy_buffering on;",
        "client_header_timeout 10s;",
        "client_body_timeout 15s;",
        "gzip off;",
        "server_tokens off;",
        "access_log off;",
    ],
)
def test_nginx_has_the_required_lines(line: str) -> None:
    assert line in NGINX


def test_nginx_and_the_site_have_the_same_limit_of_requests() -> None:
    assert f"client_max_body_size {settings.MUSTERBOOK_MAX_REQUEST_BYTES};" in NGINX


def test_locations_of_nginx_inherit_the_headers() -> None:
    """Nginx drops all proxy_set_header lines of a server for a location that has one of its own."""
    assert not re.search(r"(?m)^ {8,}proxy_set_header", NGINX)


@pytest.mark.parametrize("kind", ["too-large", "unavailable"])
def test_nginx_sends_api_clients_problems_in_json(kind: str) -> None:
    bodies = [json.loads(body) for body in re.findall(r"return \d+ '(\{.*\})\\n';", NGINX)]
    result = [body for body in bodies if body["type"] == f"/api/v1/problems/{kind}"]
    assert len(result) == 1
    assert result[0]["title"] == PROBLEM_KINDS[kind].title
    assert result[0]["status"] == PROBLEM_KINDS[kind].status
    assert result[0]["errors"] == []
    assert result[0]["request_id"] == "$request_id"


@pytest.mark.process
def test_docker_compose_accepts_its_file() -> None:
    """If a docker client is installed, it reads the file; it needs no daemon."""
    if (
        not shutil.which("docker")
        or subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode
    ):
        pytest.skip("no docker compose client on this machine")
    done = subprocess.run(
        ["docker", "compose", "--env-file", ".env.example", "config", "--quiet", "--no-env-resolution"],
        cwd=ROOT,
        env={**os.environ, "SECRET_KEY": "k", "POSTGRES_PASSWORD": "p"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
