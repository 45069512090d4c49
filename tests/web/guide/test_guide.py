"""The guide to the API as a page: docs/api.md and docs/api-reference.md, for this site."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.web.guide.views import EXAMPLE_SITE, anchor_of, guide_text, render_guide
from tests.support.inline_code import INLINE

GUIDE = "/api/v1/docs"


@pytest.fixture
def page(client: Client, db: None) -> str:
    """The page, as everybody sees it."""
    answer = client.get(GUIDE)
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_part_of_the_guide_is_shown_in_order(page: str) -> None:
    parts = re.findall(r"^## (.+)$", guide_text(), re.MULTILINE)
    assert parts[:6] == [
        "Quick start", "Tokens", "Versions", "Idempotency", "Problems", "Limits",
    ]  # fmt: skip
    assert parts[6:] == ["Answers", "From scripts in pages", "All problems", "All addresses"]
    assert re.findall(r'<h2 id="([\w-]+)">([^<]+)</h2>', page) == [(anchor_of(part), part) for part in parts]
    assert re.findall(r'<li><a href="#([\w-]+)">', page) == [anchor_of(part) for part in parts]


def test_examples_have_the_url_of_this_site(page: str) -> None:
    assert "export SITE=http://testserver\n" in page
    assert 'fetch("http://testserver/api/v1/gallery' in page
    assert EXAMPLE_SITE not in page
    assert "export SITE=https://musters.example\n" in render_guide("https://musters.example")


def test_links_work_and_files_have_names(page: str) -> None:
    """The site does not serve the project's other files."""
    guide = page[page.index('class="prose guide"') : page.index("</main>")]
    links = re.findall(r'<a href="([^"]+)"', guide)
    assert [link for link in links if not link.startswith(("#", "http"))] == []
    assert "<code>docs/limits.md</code>" in page
    assert "<code>docs/examples/discord-bot/README.md</code>" in page


def test_the_page_has_no_inline_code_and_is_the_same_for_everybody(
    client: Client, page: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert [what for what, pattern in INLINE.items() if pattern.search(page)] == []
    with django_assert_num_queries(0):
        answer = client.get(GUIDE)
    assert not answer.cookies
