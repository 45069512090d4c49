"""What crawlers may not read: prefixes by Python's own parser, wildcards by RFC 9309."""

import re
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client

pytestmark = pytest.mark.sampled(every=1)

SITE = "http://testserver"
OPEN = [
    "/", "/about/", "/gallery/", "/gallery/?page=2", "/gallery/spc2w5s84s9d/",
    "/gallery/spc2w5s84s9d/picture.png", "/shared/s8k98tpt38npf7z4d4by6wd7/",
    "/shared/s8k98tpt38npf7z4d4by6wd7/picture.png", "/samples/heron-court/", "/systems/unbridled-fury/0.9.0/",
]  # fmt: skip
CLOSED = [
    "/lists/", "/lists/spc2w5s84s9d/", "/rosters/abc/", "/clubs/", "/clubs/abc/", "/join/abc/", "/account/",
    "/admin/",
]  # fmt: skip
HEAVY = ["/gallery/abc/report/"] + [
    f"/{door}/abc/{path}"
    for door in ("gallery", "shared", "r")
    for path in (
        "print/", "print/?paper=roster", "paper.pdf", "paper.pdf?paper=cards&size=a4", "paper.png", "text/",
        "quick/?roster=k7q2", "profiles.csv", "document.json", "copy/", "profiles/captain/take/",
        "?sum=captain", "?paper=k7q2",
    )
]  # fmt: skip


@pytest.fixture
def robots(client: Client) -> str:
    """The file."""
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode()


def allowed(robots: str, path: str) -> bool:
    """Return whether a path is allowed. By RFC 9309 the longest matching rule decides, and "allow" wins a
    tie.
    """
    rules = re.findall(r"^(Allow|Disallow): *(\S+) *$", robots, re.MULTILINE)
    result = [(len(rule), kind == "Allow") for kind, rule in rules if matches(rule, path)]
    return max(result)[1] if result else True


def matches(rule: str, path: str) -> bool:
    """Return whether a rule matches: ``*`` is any text, a final ``$`` the end of the path; else it is a
    prefix.
    """
    pattern = "".join(".*" if sign == "*" else re.escape(sign) for sign in rule.removesuffix("$"))
    return re.match(pattern + ("$" if rule.endswith("$") else ""), path) is not None


def test_robots_txt_has_one_group_for_all(robots: str) -> None:
    """Each line is a rule of this group."""
    first, *rest = robots.splitlines()
    assert first == "User-agent: *"
    assert all(re.fullmatch(r"(Allow|Disallow): /\S*", line) for line in rest)


def test_public_pages_are_allowed_and_private_ones_are_not(robots: str) -> None:
    """By plain prefixes, which all crawlers understand."""
    parser = RobotFileParser()
    parser.parse(robots.splitlines())
    for path in (*OPEN, *CLOSED):
        assert allowed(robots, path) is parser.can_fetch("AnyBot", SITE + path) is (path in OPEN), path


def test_expensive_pages_are_disallowed(robots: str) -> None:
    assert [path for path in HEAVY if allowed(robots, path)] == []
