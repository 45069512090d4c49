"""Pasting stat lines: a preview shows what was read, and only that is saved."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from builder.models import CompanyList, Profile, User
from tests.support.html_forms import fields_of, page_text

LINE = "Cook Mov 6 Fgt 4 Shg 0 Tds 6 Cow 6 CW Ladle B"
# 8 + 6 + 0 + 8 + 8 by the tables at Size 2.
COOK = 30


@pytest.fixture
def address(alice: User, alices_list: CompanyList, client: Client) -> str:
    """The page for alice's list. Alice is logged in."""
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/paste/"


def preview(client: Client, address: str, text: str) -> str:
    """Return the preview."""
    answer = client.post(address, {"text": text, "read": ""})
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def save(client: Client, address: str, pasted: str, **more: str) -> HttpResponse:
    """Preview and save."""
    fields = dict_of(preview(client, address, pasted))
    answer = client.post(address, {**fields, "save": "1", **more})
    assert isinstance(answer, HttpResponse)
    return answer


def test_the_page_shows_examples(address: str, client: Client) -> None:
    page = client.get(address).content.decode()
    example = re.findall("<pre>([^<]+)</pre>", page)[0]
    assert example.startswith("Guard (Max 1) Mov 6")
    assert "1 profile" in page_text(preview(client, address, example))
    assert f'href="{address}"' in client.get(address.removesuffix("paste/")).content.decode()


def test_the_preview_shows_what_was_read_and_stores_nothing(address: str, client: Client) -> None:
    before = Profile.objects.count()
    page = preview(client, address, f"{LINE} PV 31")
    said = page_text(page)
    for result in (
        "Cook",
        f"{COOK} points",
        "The text says 31; Musterbook calculates 30.",
        "Ladle called “Ladle”",
        "Mov 6 Move 6",
    ):
        assert result in said, result
    assert fields_of(page, "paste")["text"] == [f"{LINE} PV 31"]
    assert Profile.objects.count() == before


def test_each_term_links_to_its_explanation(address: str, client: Client) -> None:
    page = preview(client, address, f"{LINE} Fearless\nImp Mov 6 Fearless")
    links = re.findall(r'href="#(x-[\w-]+)"', page)
    assert len(links) > len({*links}) > 1
    assert sorted({*links}) == sorted(re.findall(r'id="(x-[\w-]+)"', page))


def test_prices_findings_and_missing_values_are_shown(address: str, client: Client) -> None:
    assert "The price is 30, as in the text." in page_text(preview(client, address, f"{LINE} PV 30"))
    assert "P-03" in preview(client, address, "Cook Mov 13")
    said = page_text(preview(client, address, "Ann Fgt 6 Shg 0"))
    assert re.search(r"Mov\s+–", said)
    assert not re.search(r"Mov\s+0", said)


def test_points_under_columns_are_reported_as_unread(address: str, client: Client) -> None:
    page = page_text(preview(client, address, "Cook\nMov\tFgt\tCow\n6\t4\t6\n8\t7\t8"))
    assert "8 7 8" in page
    assert "Mov says" not in page


def test_pasted_profiles_are_added_at_the_end(address: str, client: Client, alices_list: CompanyList) -> None:
    answer = save(client, address, f"{LINE}\nBoy Mov 5, Companion (Cook), Flier 8")
    assert answer["Location"] == f"/lists/{alices_list.public_id}/#p-cook"
    *_, cook, boy = Profile.objects.filter(company_list=alices_list).order_by("position")
    assert (cook.key, cook.name, cook.notes) == ("cook", "Cook", "")
    assert boy.design["properties"] == [
        {"code": "companion", "profile": "cook"}, {"code": "flier", "mov": 8},
    ]  # fmt: skip
    assert "Saved 2 profiles" in client.get(answer["Location"]).content.decode()


def test_pasted_profiles_can_refer_to_profiles_of_the_list(address: str, client: Client) -> None:
    save(client, address, "Boy Mov 5, Companion (Captain's Second)")
    assert Profile.objects.get(key="boy").design["properties"] == [{"code": "companion", "profile": "second"}]


def test_unread_words_are_reported_with_suggestions(address: str, client: Client) -> None:
    page = page_text(preview(client, address, "\nReaver Mov 6 SW R4 FFB4 AP8"))
    assert "Line 2: FFB4 : did you mean FF4, " in page
    assert "1 piece of text not read" in page


def test_unread_text_is_stored_as_notes_after_a_confirmation(address: str, client: Client) -> None:
    text = "Who is who\nand what\n\nTrooper SW R4FFB4AP8 Mov 6 wobbly\nNotes: brave"
    before = Profile.objects.count()
    answer = save(client, address, text)
    assert answer.status_code == 400
    assert "tick “Save anyway”" in page_text(answer.content.decode())
    assert fields_of(answer.content.decode(), "paste")["text"] == [text.replace("\n", "\r\n")]
    assert Profile.objects.count() == before
    assert save(client, address, text, save_anyway="1").status_code == 302
    notes = Profile.objects.get(key="trooper").notes
    assert notes.startswith("brave\n\n")
    for rest in ("R4FFB4AP8", "wobbly"):
        assert f"Not read: {rest}" in notes


TEXT_WITH_QUESTION = f"{LINE} Sz 2\nSW RPG R6 AP12"


def answer(client: Client, address: str, pasted: str, value: str, **more: str) -> HttpResponse:
    """Press the button of an answer."""
    fields = dict_of(preview(client, address, pasted))
    response = client.post(address, {**fields, "answer": value, **more})
    assert isinstance(response, HttpResponse)
    return response


def test_answers_to_a_question_edit_the_text(address: str, client: Client) -> None:
    page = preview(client, address, TEXT_WITH_QUESTION)
    assert "1 question Line 2: SW RPG R6 AP12 Is “RPG” the weapon's name?" in page_text(page)
    assert re.findall('value="([0-9]-[0-9])">([^<]+)<', page) == [
        ("0-0", "Name: RPG"), ("0-1", "Codes: Reach, Poisonous, Gunpowder"),
    ]  # fmt: skip
    for value, line in (("0-0", 'SW "RPG" R6 AP12'), ("0-1", "SW R, P, G R6 AP12")):
        again = answer(client, address, TEXT_WITH_QUESTION, value)
        assert again.status_code == 200
        after = again.content.decode()
        assert fields_of(after, "paste")["text"][0].split("\r\n")[1] == line
        assert 'name="answer"' not in after
        assert client.post(address, {**dict_of(after), "save": "1"}).status_code == 302


def dict_of(page: str) -> dict[str, str]:
    """Return the fields of a page's form."""
    return {name: values[0] for name, values in fields_of(page, "paste").items()}


def test_an_answer_without_a_question_changes_nothing(address: str, client: Client) -> None:
    for value in ("", "7-0", "0-2", "0", "-", "0-x", "²-0", "9" * 5000):
        page = answer(client, address, TEXT_WITH_QUESTION, value)
        assert page.status_code == 200
        assert dict_of(page.content.decode())["text"] == TEXT_WITH_QUESTION.replace("\n", "\r\n")


def test_an_answer_applies_to_the_questioned_text(address: str, client: Client) -> None:
    changed = answer(
        client, address, TEXT_WITH_QUESTION, "0-0", text=f"Ann Mov 6 SW BAR R4\n{TEXT_WITH_QUESTION}"
    )
    assert changed.status_code == 409
    assert "Check the questions again" in page_text(changed.content.decode())


def test_unanswered_questions_need_a_confirmation(address: str, client: Client) -> None:
    refused = save(client, address, TEXT_WITH_QUESTION)
    assert refused.status_code == 400
    assert "Answer the questions, correct these parts in the text, or tick" in page_text(
        refused.content.decode()
    )
    assert save(client, address, TEXT_WITH_QUESTION, save_anyway="1").status_code == 302
    assert Profile.objects.get(key="cook").notes == "Not read: RPG"


def test_a_changed_text_is_previewed_again(address: str, client: Client) -> None:
    before = Profile.objects.count()
    answer = save(client, address, LINE, text=f"{LINE} Arm 9")
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Armour 9" in page_text(page)
    fields = {name: values[0] for name, values in fields_of(page, "paste").items()}
    assert Profile.objects.count() == before
    assert client.post(address, {**fields, "save": "1"}).status_code == 302


def test_a_text_without_profiles_is_reported(address: str, client: Client) -> None:
    for text in ("", "   \n", "hello there", "☠"):
        page = preview(client, address, text)
        assert "No profile was found" in page
        assert 'name="save"' not in page
        assert client.post(address, {"text": text, "save": "1"}).status_code == 200


@pytest.mark.parametrize(("text", "message"), [
    ("Cook\x00 Mov 6", "Line 1 contains the control character U+0000: remove it."),
    ("x" * 200_001, "The text has 200,001 bytes: paste at most 200,000 at once."),
    ("x" * 10_001, "Line 1 has 10,001 characters"),
    ("Mov 1\n" * 301, "more than the 300 profiles"),
])  # fmt: skip
@pytest.mark.parametrize("press", ["read", "save"])
def test_an_unreadable_text_is_rejected_and_stays_in_the_form(
    address: str, client: Client, text: str, message: str, press: str
) -> None:
    answer = client.post(address, {"text": text, press: "1"})
    assert answer.status_code == 400
    assert message in page_text(answer.content.decode())
    assert text.replace("\x00", "\ufffd")[:50].strip() in answer.content.decode().replace("\x00", "\ufffd")


@pytest.mark.parametrize(("text", "message"), [
    ("Cook Mov 6\n" + f"{'☠ xxxxxxxxxxxxxxxxxxxxxx ' * 390}\n" * 3, "characters"),
    ("Cook Mov 6 Max 9999\n" + "Cook Mov 6\n" * 299, "at most 300 profiles"),
])  # fmt: skip
def test_invalid_profiles_are_rejected_together(
    address: str, client: Client, text: str, message: str
) -> None:
    before = Profile.objects.count()
    answer = save(client, address, text, save_anyway="1")
    assert answer.status_code == 400
    assert message in page_text(answer.content.decode())
    assert Profile.objects.count() == before


@pytest.mark.parametrize(("text", "unread"), [
    ("x" * 201 + " Mov 6", "x" * 201),
    ("Cook Mov 6 SW " + " SW ".join(["R1"] * 21), "SW R1"),
])  # fmt: skip
def test_values_that_no_profile_can_have_are_stored_as_notes(
    address: str, client: Client, text: str, unread: str
) -> None:
    assert "too long or too much for a profile" in preview(client, address, text)
    assert save(client, address, text, save_anyway="1").status_code == 302
    assert Profile.objects.order_by("-pk")[0].notes == f"Not read: {unread}"


def test_markup_in_names_is_escaped(address: str, client: Client) -> None:
    page = preview(client, address, '"<script>alert(1)</script>" Mov 6 CW "<i>x" <b>')
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_the_limit_counts_the_profiles_in_the_list(address: str, client: Client, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_PROFILES = Profile.objects.count() + 1
    assert save(client, address, f"{LINE}\n{LINE}").status_code == 400
    assert save(client, address, LINE).status_code == 302


def test_counts_become_a_roster(address: str, client: Client, alices_list: CompanyList) -> None:
    """Of the profiles with their keys in the list. The roster has no name, because the text has none."""
    answer = save(client, address, "2x Ghoul Mov 5 Fgt 6\nHag Mov 4 Fgt 3")
    assert answer.status_code == 302
    roster = alices_list.rosters.order_by("-position").first()
    assert roster is not None
    assert [(row.profile_key, row.count) for row in roster.entries.order_by("position")] == [
        ("ghoul", 2), ("hag", 1),
    ]  # fmt: skip
