"""Files that aren't in UTF-8: the page asks for their encoding, and one press answers."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from builder.documents import load_list
from builder.models import CompanyList
from tests.support.html_forms import fields_of

ADDRESS = "/lists/import/"
TABLE = "Name;Mov;Fgt;Shg;Tds;Cow;Arm\nWilki;5;6;0;8;7;9\nŻółw Łukasz;5;6;0;8;7;9\n"

pytestmark = pytest.mark.usefixtures("catalogues")


def preview(client: Client, name: str, data: bytes) -> str:
    answer = client.post(ADDRESS, {"file": [SimpleUploadedFile(name, data)]})
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def pressed(client: Client, page: str, **button: str) -> str:
    """Return the page after one of its buttons is pressed."""
    fields = {name: values[0] for name, values in fields_of(page, "bring").items() if values}
    answer = client.post(ADDRESS, fields | button)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def offered(page: str) -> dict[str, str]:
    """Return the line that the page shows for each encoding."""
    groups = re.findall(r'<div class="question".*?</div>\s*</div>', page, re.DOTALL)
    result = {}
    for group in groups:
        code = re.search(r'name="encoding-0" value="([^"]+)"', group)
        assert code
        result[code[1]] = "\n".join(map(unescape, re.findall(r'<p class="rest">(.*?)</p>', group)))
    return result


def test_a_table_of_unclear_encoding_needs_a_choice_with_previews(client: Client) -> None:
    page = preview(client, "wilki.csv", TABLE.encode("cp1250"))
    assert "Which letters are right?" in page
    assert 'name="import"' not in page
    lines = offered(page)
    assert next(iter(lines)) == "cp1250"
    assert lines["cp1250"] == "Żółw Łukasz;5;6;0;8;7;9"
    assert lines["cp1252"] == "¯ó³w £ukasz;5;6;0;8;7;9"


def test_choosing_an_encoding_corrects_the_names(client: Client) -> None:
    page = pressed(client, preview(client, "wilki.csv", TABLE.encode("cp1250")), **{"encoding-0": "cp1250"})
    assert "Letters: Central European (cp1250)" in page
    fields = {name: values[0] for name, values in fields_of(page, "bring").items() if values}
    assert client.post(ADDRESS, fields | {"import": "1"}).status_code == 302
    document = load_list(CompanyList.objects.select_related("edition__system").get()).document
    assert [profile.name for profile in document.profiles] == ["Wilki", "Żółw Łukasz"]


def test_another_encoding_can_be_chosen_later(client: Client) -> None:
    """A wrong choice loses nothing, in tables or in texts."""
    text = "Müller Mov 6 Fgt 7 Shg 0 Tds 5 Cow 6\n".encode("cp1252")
    page = pressed(client, preview(client, "a.txt", text), **{"encoding-0": "cp1251"})
    assert "Mьller" in page
    page = pressed(client, page, **{"encoding-0": "cp1252"})
    assert "Müller Mov 6" in page
    assert "Mьller Mov 6" not in page.split("<textarea")[1]


def test_the_file_with_a_chosen_encoding_is_ticked(client: Client) -> None:
    other = b"Name,Mov,Fgt,Shg,Tds,Cow\nImp,6,7,0,5,6\n"
    files = [SimpleUploadedFile("a.csv", TABLE.encode("cp1250")), SimpleUploadedFile("b.csv", other)]
    page = client.post(ADDRESS, {"file": files}).content.decode()
    page = pressed(client, page, **{"encoding-0": "cp1250"})
    assert {"take-0", "take-1"} <= {name for name, values in fields_of(page, "bring").items() if values}


@pytest.mark.parametrize("sent", ["cp37", "zip", "utf-7", ""])
def test_an_encoding_that_was_not_offered_shows_the_question_again(client: Client, sent: str) -> None:
    page = preview(client, "wilki.csv", TABLE.encode("cp1250"))
    assert "Which letters are right?" in pressed(client, page, **{"encoding-0": sent})


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_files_need_no_choice(client: Client, encoding: str) -> None:
    assert "Which letters are right?" not in preview(client, "wilki.csv", TABLE.encode(encoding))
