"""Make ``.venv`` with the locked packages, and this checkout's secret key. ``--dev`` adds development tools.

The script needs only the standard library, because it runs before anything is installed. A stamp, a file next
to the packages, contains a digest of the lock and the Python version, so a second run installs nothing.
"""

import hashlib
import importlib.util
import os
import secrets
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
KEY_FILE = ROOT / ".secret-key"
RUNTIME_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"
UV_LOCK = ROOT / "requirements-uv.lock"

# Modules that Debian packages separately from Python, and that a self-built Python may lack.
NEEDED_MODULES = ("venv", "ensurepip", "ssl", "sqlite3", "zlib", "ctypes")


def main() -> None:
    """Set up what is missing, and change nothing else."""
    lock = DEV_LOCK if "--dev" in sys.argv[1:] else RUNTIME_LOCK
    if not is_installed(lock):
        check_modules()
        make_venv()
        install(lock)
    make_secret_key()


def is_installed(lock: Path) -> bool:
    """Return whether the packages of this lock are already in ``.venv``."""
    stamp = stamp_file(lock)
    return VENV_PYTHON.exists() and stamp.is_file() and stamp.read_text(encoding="utf-8") == fingerprint(lock)


def stamp_file(lock: Path) -> Path:
    """Return the file with the fingerprint of an installed lock."""
    return VENV / f"installed-{lock.stem}"


def fingerprint(lock: Path) -> str:
    """Return a text that changes if the lock or the Python version changes."""
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {sys.version}"


def check_modules() -> None:
    """Exit with one line if this Python lacks a module that the set-up or the site needs."""
    missing = [name for name in NEEDED_MODULES if importlib.util.find_spec(name) is None]
    if missing:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        fail(
            f"{sys.executable} lacks the Python module {', '.join(missing)}; "
            f"on Debian and Ubuntu: apt install python{version}-venv"
        )


def make_venv() -> None:
    """Make ``.venv``, unless it exists and works with this Python version. pip is only added when needed."""
    probe = "import sys; print(sys.version, end='')"
    if VENV_PYTHON.exists():
        answer = subprocess.run([VENV_PYTHON, "-c", probe], capture_output=True, text=True, check=False)
        if answer.returncode == 0 and answer.stdout == sys.version:
            return
    say("Making .venv")
    creation = subprocess.run(
        [base_python(), "-m", "venv", "--clear", "--without-pip", VENV],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if creation.returncode != 0:
        reason = " ".join((creation.stderr or creation.stdout).split())
        fail(f"Python's venv module could not make .venv: {reason}")


def base_python() -> str:
    """Return the Python that creates ``.venv``. It is outside of ``.venv``, because it clears the folder."""
    return str(getattr(sys, "_base_executable", sys.executable))


def install(lock: Path) -> None:
    """Install exactly the packages of the lock, then write the stamp.

    uv needs a tenth of pip's time. pip is used if uv isn't available or fails, for example because only pip
    is configured to find the packages. The lock is complete, so no dependencies are resolved. Modules are not
    compiled here, but at their first import.
    """
    say(f"Installing the packages of {lock.name}")
    options: list[str | Path] = ["--no-deps", "--require-hashes", "-r", lock]
    uv = find_uv()
    if uv is None or not runs(uv, "pip", "install", "--quiet", "--python", VENV_PYTHON, *options):
        say("uv failed. Installing with pip, which takes longer")
        pip: list[str | Path] = [VENV_PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        is_installed = runs(VENV_PYTHON, "-m", "ensurepip")
        if not is_installed or subprocess.run([*pip, "--no-compile", *options], check=False).returncode != 0:
            fail(f"The packages of {lock.name} could not be installed; pip says why above.")
    # The development lock contains all runtime packages, so both locks are installed after it.
    for done in {lock, RUNTIME_LOCK}:
        stamp_file(done).write_text(fingerprint(done), encoding="utf-8")


def find_uv() -> str | Path | None:
    """Return this machine's uv, or install the locked version in ``.venv``. Return None if that fails."""
    if installed := shutil.which("uv"):
        return installed
    own = VENV / "bin" / "uv"
    options: list[str | Path] = ["--no-deps", "--no-compile", "--require-hashes", "-r", UV_LOCK]
    if own.exists():
        return own
    for pip in ([base_python(), "-m", "pip"], [base_python(), *bundled_pips()]):
        if runs(*pip, "--python", VENV_PYTHON, "install", "-qq", "--disable-pip-version-check", *options):
            return own
    return None


def bundled_pips() -> list[Path]:
    """Return the pip in the wheel that comes with Python, as a list of at most one path.

    The wheel is where Debian or Python itself stores it.
    """
    origin = importlib.util.find_spec("ensurepip")
    folders = [sysconfig.get_config_var("WHEEL_PKG_DIR")]
    if origin is not None and origin.origin is not None:
        folders.append(Path(origin.origin).parent / "_bundled")
    wheels = [wheel for folder in folders if folder for wheel in sorted(Path(folder).glob("pip-*.whl"))]
    return [wheel / "pip" for wheel in wheels[:1]]


def runs(*command: str | Path) -> bool:
    """Run a command without showing its output, and return whether it succeeds."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def make_secret_key() -> None:
    """Create this checkout's secret key, unless it exists. Only the owner of the file can read it."""
    try:
        descriptor = os.open(KEY_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(secrets.token_urlsafe(60) + "\n")


def say(line: str) -> None:
    """Print a line immediately, even to a pipe."""
    print(line, flush=True)


def fail(line: str) -> None:
    """Exit with one line on standard error."""
    sys.exit(line)


if __name__ == "__main__":
    main()
