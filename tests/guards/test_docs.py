"""The docs agree with the code: kinds, limits, and links with a target."""

import re
from pathlib import Path
from typing import get_args

from builder.points.document.json_reader import MAX_NUMBER, MAX_VALUE
from builder.points.rules.catalogue import ConstraintKind, CostKind, RosterCheckKind
from tests.support.project_files import ROOT

NAMED = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
DOCS = sorted([*(ROOT / name for name in NAMED), *(ROOT / "docs").rglob("*.md")])
RULES_AS_DATA = (ROOT / "docs" / "rules-as-data.md").read_text(encoding="utf-8")


def test_every_kind_of_cost_and_rule_is_explained() -> None:
    """In the order of the code, all of them and no others."""
    result = re.findall(r"^\| `(\w+)` \|", RULES_AS_DATA, re.MULTILINE)

    assert result == [*get_args(CostKind), *get_args(ConstraintKind), *get_args(RosterCheckKind)]


def test_fixed_limits_are_documented() -> None:
    """The sentence in docs/limits.md has the limits of the document parser."""
    text = " ".join((ROOT / "docs" / "limits.md").read_text(encoding="utf-8").split())

    assert f"numbers of at most {MAX_VALUE} in a design" in text
    assert f"a roster of at most {MAX_NUMBER} points" in text


def test_each_page_of_the_docs_is_read_in_five_minutes() -> None:
    """At 250 words a minute. Tables and examples are looked up, not read."""
    lengths = {path.name: len(prose(path).split()) for path in (ROOT / "docs").glob("*.md")}

    assert {name: length for name, length in lengths.items() if length > 5 * 250} == {}


def prose(path: Path) -> str:
    """Return a page without its tables and examples."""
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("|"))


def test_links_in_docs_have_a_target() -> None:
    """Each relative link in the docs leads to a file or folder of the project."""
    links = {
        (path.name, path.parent / link)
        for path in DOCS
        for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
    }
    assert links
    assert sorted((name, str(link)) for name, link in links if not link.exists()) == []
