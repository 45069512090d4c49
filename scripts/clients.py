"""``make clients``: generate the clients in docs/examples, type-check them and run them.

The script starts its own site on a free port, with a temporary database. Installed tools and generated files
are in ``.clients``. The tools have the versions that the examples name.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs" / "examples"
WORK = ROOT / ".clients"
METHODS = ("get", "post", "put", "patch", "delete")

# A script for ``manage.py shell`` with a prepared database: it creates an account and a token.
_MAKE_ACCOUNT = """
from builder.models import Scope, User
from builder.services.people.tokens import create_token
user = User.objects.create(username="client")
print(create_token(user, "client", Scope.WRITE, 1).secret)
"""


class Site(NamedTuple):
    """A running site, and a token that reads and writes."""

    address: str
    token: str

    def environment(self) -> dict[str, str]:
        """The environment variables for the clients."""
        return {**os.environ, "MUSTERBOOK": self.address, "MUSTERBOOK_TOKEN": self.token}


def main() -> None:
    """Check both clients, and print how many of the API's operations each client has."""
    WORK.mkdir(exist_ok=True)
    npm = shutil.which("npm")
    with running_site() as site:
        schema = WORK / "schema.json"
        with urlopen(f"{site.address}/api/v1/schema") as answer:  # noqa: S310 - the address of our own site
            schema.write_bytes(answer.read())
        total = count_operations(schema)
        counts = {"Python": check_python(schema, site)}
        if npm:
            counts["TypeScript"] = check_typescript(npm, schema, site)
    for language, count in counts.items():
        say(f"{language}: {count} of {total} operations generated, program type-checked and run")
    if not npm:
        say("TypeScript: not tried, because npm is not installed")
    if set(counts.values()) != {total}:
        sys.exit("Some operations were not generated.")


def say(line: str) -> None:
    """Print a line immediately, even to a pipe."""
    print(line, flush=True)


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Return the output of a command. Exit if the command fails."""
    done = subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\n{' '.join(map(str, command))} failed with {done.returncode}.")
    return done.stdout


@contextmanager
def running_site() -> Iterator[Site]:
    """Run a site with samples and an account on a free port until the block ends."""
    with tempfile.TemporaryDirectory(prefix="musterbook-") as folder:
        environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DEBUG", "PYTEST_VERSION")},
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "STATIC_ROOT": f"{folder}/static",
            "SECRET_KEY": "only-for-these-clients-0123456789-abcdefghijklmnopqrstuvwxyz",
        }
        command = [sys.executable, "scripts/serve.py", "127.0.0.1:0"]
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                address = wait_for_address(server)
                manage = {**environment, "DEBUG": "on"}
                run(sys.executable, "manage.py", "load_samples", env=manage)
                account = run(
                    sys.executable, "manage.py", "shell", "-v", "0", "-c", _MAKE_ACCOUNT, env=manage
                )
                yield Site(address, account.split()[-1])
            finally:
                server.terminate()


def wait_for_address(server: "subprocess.Popen[str]") -> str:
    """Return the address that the site prints when it is ready."""
    assert server.stdout is not None  # noqa: S101 - the process was started with a pipe
    for line in server.stdout:
        if match := re.search(r"ready at (http://\S+?)/ ", line):
            return match[1]
    sys.exit("The site did not start.")


def count_operations(schema: Path) -> int:
    """Return the number of operations in a schema."""
    paths = json.loads(schema.read_text(encoding="utf-8"))["paths"]
    return sum(method in METHODS for operations in paths.values() for method in operations)


def check_python(schema: Path, site: Site) -> int:
    """Generate, type-check and run the Python client; return its number of operations."""
    example, work = EXAMPLES / "python-client", WORK / "python"
    tools = install_python(example / "requirements.txt", work / "tools")
    package = work / "musterbook"
    said = run(
        tools / "openapi-python-client", "generate", "--path", schema, "--meta", "none", "--overwrite",
        "--output-path", package, "--config", example / "config.yml",
    )  # fmt: skip
    if "WARNING" in said.upper():
        sys.exit(said)
    program = example / "program.py"
    checked = {**os.environ, "MYPYPATH": str(work)}
    run(tools / "mypy", "--strict", "--config-file=", program, package, cwd=work, env=checked)
    environment = {**site.environment(), "PYTHONPATH": str(work)}
    say(run(tools / "python", program, work / "paper.pdf", env=environment))
    return sum(path.stem != "__init__" for path in (package / "api").glob("*/*.py"))


def install_python(requirements: Path, folder: Path) -> Path:
    """Return the folder of programs of an environment with these packages. It is created if necessary."""
    stamp = folder / "requirements.txt"
    if not stamp.is_file() or stamp.read_bytes() != requirements.read_bytes():
        run(sys.executable, "-m", "venv", "--clear", folder)
        run(folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--requirement", requirements)
        stamp.write_bytes(requirements.read_bytes())
    return folder / "bin"


def check_typescript(npm: str, schema: Path, site: Site) -> int:
    """Generate, type-check and run the TypeScript client; return its number of operations."""
    work = WORK / "typescript"
    shutil.copytree(EXAMPLES / "typescript-client", work, dirs_exist_ok=True)
    run(npm, "install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", cwd=work)
    tools, types = work / "node_modules" / ".bin", work / "musterbook.d.ts"
    run(tools / "openapi-typescript", schema, "--output", types, cwd=work)
    run(tools / "tsc", "--project", ".", cwd=work)
    say(run("node", "built/program.js", work / "paper.pdf", cwd=work, env=site.environment()))
    operations = types.read_text(encoding="utf-8").split("export interface operations {")[1]
    return len(re.findall(r"^    \"?[\w-]+\"?: \{$", operations, re.MULTILINE))


if __name__ == "__main__":
    main()
