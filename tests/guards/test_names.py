"""Names are unique: no two classes share one, and the glossary and the docs name existing things."""

import ast
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.support.project_files import ROOT

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
FEATURES = (
    *("systems", "lists", "profiles", "rosters", "papers", "exchange", "sharing"),
    *("battles", "gallery", "clubs", "events", "history", "moderation", "people", "guide", "site"),
)

# Models that mirror a part of a catalogue or document, and classes that Django finds by name.
MIRRORED = {"Attribute", "CostTable", "Profile", "Property", "Roster", "RosterEntry", "Spell"}
FOUND_BY_NAME = {"Command", "Migration"}


def class_names() -> Iterator[str]:
    """Return the public classes of the product, without nested classes."""
    for path in (*(ROOT / "builder").rglob("*.py"), *(ROOT / "api").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name


def test_class_names_are_unique() -> None:
    """So a search finds one class."""
    twice = {name for name, times in Counter(class_names()).items() if times > 1}
    assert twice - FOUND_BY_NAME == MIRRORED


def test_classes_in_the_glossary_exist() -> None:
    """Code in the glossary that begins with a capital letter is a class."""
    named = set(re.findall(r"`([A-Z]\w+)`", GLOSSARY))
    assert len(named) > 30
    assert named - set(class_names()) == set()


@pytest.mark.parametrize("folder", ["builder/web", "templates"])
def test_folders_of_features_are_in_the_glossary(folder: str) -> None:
    """Each folder of the pages is a feature in the glossary, and each feature has a folder."""
    features = {
        path.name for path in (ROOT / folder).iterdir() if path.is_dir() and path.name != "__pycache__"
    }
    by_packages = {
        "account",
        "admin",
        "allauth",
        "api",
        "mfa",
        "usersessions",
    }  # where packages look for them
    assert features - by_packages == {*FEATURES, "shared"}
    assert all(f"`{feature}`" in GLOSSARY for feature in FEATURES)


def test_files_named_in_the_docs_exist() -> None:
    """A path in code type is a file or folder, except those of the game that a reader adds."""
    docs = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    paths = {
        (doc.name, path)
        for doc in docs
        for path in re.findall(
            r"`((?:builder|api|templates|tests|scripts|bench|docs)/[\w./-]*\w/?)`",
            doc.read_text(encoding="utf-8"),
        )
    }
    assert len(paths) > 20
    missing = {path for _, path in paths if not (ROOT / path).exists()}
    assert missing <= {"builder/catalogue/data/paper-boats/1.toml", "builder/points/systems/paper_boats.py"}
