"""Privacy, terms, contact, takedown: the operator's own texts, or default texts."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from builder import VERSION
from builder.catalogue.files import Catalogues
from builder.checks import check_operator_texts
from builder.web.site.views import TITLES
from tests.support.api_client import ApiClient
from tests.support.project_files import ROOT

DEFAULTS = {
    "privacy": "hasn\u2019t written a policy",
    "terms": "This site has no terms",
    "contact": "hasn\u2019t published a contact",
    "takedown": "hasn\u2019t published another contact",
}
NAMES = pytest.mark.parametrize("name", TITLES)


@NAMES
def test_every_footer_links_to_the_texts_and_missing_ones_are_reported(
    name: str, catalogues: Catalogues, client: Client
) -> None:
    for address in ("/", "/account/login/", "/nothing-here/"):
        assert f'<a href="/{name}/">{TITLES[name]}</a>' in client.get(address).content.decode(), address
    page = client.get(f"/{name}/").content.decode()
    assert f"<h1>{TITLES[name]}</h1>" in page
    assert DEFAULTS[name] in page


@NAMES
def test_the_operators_current_text_is_shown_as_markdown(
    name: str, client: Client, settings: Settings, tmp_path: Path, db: None
) -> None:
    path = tmp_path / "text.md"
    path.write_text("## By *hand*\n\n<script>x</script>", encoding="utf-8")
    settings.OPERATOR_TEXTS = {**settings.OPERATOR_TEXTS, name: str(path)}
    page = client.get(f"/{name}/").content.decode()
    assert "By <em>hand</em></h" in page
    assert "<script>x" not in page
    assert DEFAULTS[name] not in page
    path.unlink()
    assert DEFAULTS[name] in client.get(f"/{name}/").content.decode()


def found_missing() -> list[str]:
    return [
        str(check_operator_text.msg).split("_")[0].lower()
        for check_operator_text in check_operator_texts(app_configs=None)
    ]


def test_the_deployment_check_names_missing_texts(settings: Settings, tmp_path: Path) -> None:
    empty = tmp_path / "empty.md"
    empty.write_text(" \n", encoding="utf-8")
    latin = tmp_path / "latin.md"
    latin.write_bytes(b"\xe9")
    settings.OPERATOR_TEXTS = {
        "privacy": "", "terms": str(empty), "contact": str(tmp_path / "none.md"), "takedown": str(latin),
    }  # fmt: skip
    assert found_missing() == list(TITLES)
    examples = ROOT / "docs" / "examples" / "texts"
    settings.OPERATOR_TEXTS = {name: str(examples / f"{name}.md") for name in TITLES}
    assert found_missing() == []


def test_the_version_is_shown(catalogues: Catalogues, client: Client) -> None:
    assert f"version {VERSION}" in client.get("/about/").content.decode()
    assert ApiClient().get("").json()["version"] == VERSION
