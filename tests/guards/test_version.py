"""One version: what the site shows, the package, and the newest number of the changelog."""

import re
import tomllib

from builder import VERSION
from tests.support.project_files import ROOT


def test_package_changelog_and_site_have_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"(?m)^## (.*)$", changelog)
    assert headings[0] == "Unreleased"
    numbers = [
        re.fullmatch(r"(\d+\.\d+\.\d+), \d{1,2} [A-Z][a-z]+ \d{4}", heading) for heading in headings[1:]
    ]
    assert all(numbers)
    assert next(number[1] for number in numbers if number) == VERSION == project["version"]
