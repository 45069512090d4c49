"""Guards over the text of all tracked files: no addresses of the machines on which it was written."""

import re
import tomllib

import pytest

from tests.support.project_files import text_files

# Joined here, so that this file doesn't contain the text.
REGISTRY_HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("proxy", "golang", "org"),
        ("index", "crates", "io"),
    )
]
INDEX_OPTION = re.compile(r"(?m)^\s*--?(?:extra-)?index-url|^\s*--find-links|^\s*--trusted-host")
PRIVATE_FOLDERS = [
    "/".join(("", *parts))
    for parts in (("work", ""), ("root", ""), ("home", r"\w"), ("tmp", "b(?:rief|ash_jobs)"))
]
PRIVATE_PATHS = re.compile("|".join(rf"(?<![\w.]){folder}" for folder in PRIVATE_FOLDERS))


@pytest.fixture(scope="module")
def texts() -> list[tuple[str, str]]:
    """All text files of the project. A test that reads none would prove nothing."""
    texts = text_files()
    assert "pyproject.toml" in dict(texts)
    return texts


@pytest.mark.parametrize("host", REGISTRY_HOSTS)
def test_files_do_not_name_package_registries(host: str, texts: list[tuple[str, str]]) -> None:
    """Each machine configures where packages come from."""
    assert [path for path, text in texts if host in text] == []


def test_locks_contain_pins_and_hashes_only(texts: list[tuple[str, str]]) -> None:
    """A lock names no index, and each pin has a hash."""
    locks = {path: text for path, text in texts if path.endswith(".lock")}
    assert set(locks) == {"requirements.lock", "requirements-dev.lock", "requirements-uv.lock"}
    for path, text in locks.items():
        assert "://" not in text, path
        assert not INDEX_OPTION.search(text), path
        pins = [pin for pin in re.split(r"(?m)^(?=\S)", text) if pin.strip()]
        assert len(pins) > 10 or path == "requirements-uv.lock"
        assert [pin for pin in pins if "==" not in pin or "--hash=sha256:" not in pin] == []


def test_the_locks_contain_every_required_package(texts: list[tuple[str, str]]) -> None:
    """A package that is in pyproject.toml but not locked would be missing in a new clone."""
    files = dict(texts)
    project = tomllib.loads(files["pyproject.toml"])["project"]
    requested = {
        "requirements.lock": project["dependencies"],
        "requirements-dev.lock": project["dependencies"] + project["optional-dependencies"]["dev"],
    }
    for lock, requirements in requested.items():
        pinned = set(re.findall(r"(?m)^([\w.-]+)==", files[lock]))
        names = {
            re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-") for requirement in requirements
        }
        assert names - pinned == set()


def test_the_development_lock_contains_every_runtime_pin(texts: list[tuple[str, str]]) -> None:
    """So the served versions are the tested versions."""
    locks = dict(texts)
    pins = {
        path: set(re.findall(r"(?m)^[\w.-]+==\S+", locks[path])) for path in locks if path.endswith(".lock")
    }
    assert pins["requirements.lock"] - pins["requirements-dev.lock"] == set()


def test_files_do_not_name_private_folders(texts: list[tuple[str, str]]) -> None:
    """A path of one machine means nothing on another."""
    result = [
        (path, match.group()) for path, text in texts for match in [PRIVATE_PATHS.search(text)] if match
    ]
    assert result == []
