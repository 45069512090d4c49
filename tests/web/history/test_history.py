"""The pages of a history: entries, an old version, a comparison, and restoring a version."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.documents import load_list
from builder.exports.json import to_json_text
from builder.models import CompanyList, Revision, User
from builder.points.document.document import Document
from builder.services.profiles import add_profile
from tests.support.saving import end_edit_session, reload, save_design, set_attributes

FURY = ("unbridled-fury", "0.9.0")


@pytest.fixture
def changed(alice: User, alices_list: CompanyList, client: Client) -> CompanyList:
    """Imported (1), then the captain changed (2), and later a cook added (3). Alice is logged in."""
    set_attributes(alices_list, "captain", fgt=9)
    end_edit_session(alices_list)
    add_profile(reload(alices_list), "Cook")
    client.force_login(alice)
    return alices_list


@pytest.fixture
def get(changed: CompanyList, client: Client) -> Callable[[str], str]:
    def page(path: str) -> str:
        answer = client.get(f"/lists/{changed.public_id}/history/{path}")
        assert answer.status_code == 200
        return re.sub(r"\s+", " ", unescape(answer.content.decode()))

    return page


# ------------------------------------------------------------------ entries


def test_the_changes_of_one_session_are_one_entry(
    changed: CompanyList, bob: User, get: Callable[[str], str], client: Client, settings: Settings
) -> None:
    """The page of the list links to its history, which says who made a change and what is stored."""
    address = f"/lists/{changed.public_id}/"
    assert f'href="{address}history/"' in client.get(address).content.decode()
    set_attributes(changed, "captain", fgt=10)
    page = get("")
    assert page.count('class="revision"') == 3
    assert page.index("you · 2 changes") < page.index("you · 1 change<")
    assert "<li>Added Cook, 35 points</li><li>Captain: Fgt 9 → 10, +17 points</li>" in page
    assert "<li>Imported: 7 profiles, 2 rosters</li>" in page
    assert "Changes within 30 minutes share an entry" in page
    assert "We store the newest 1,000 entries." in page
    settings.MUSTERBOOK_EDIT_SESSION_MINUTES = 0
    Revision.objects.filter(company_list=changed, number=1).update(by=bob)
    Revision.objects.filter(company_list=changed, number=2).update(by=None)
    page = get("")
    assert "Each change has its own entry" in page
    assert "bob · 1 change<" in page
    assert "a previous owner · 1 change<" in page


def test_entries_without_a_net_change_say_so(changed: CompanyList, get: Callable[[str], str]) -> None:
    end_edit_session(changed)
    set_attributes(changed, "captain", fgt=10)
    set_attributes(changed, "captain", fgt=9)
    assert "<li>No net change</li>" in get("")


def test_entries_are_paginated_by_twenty(changed: CompanyList, get: Callable[[str], str]) -> None:
    for value in range(18):
        end_edit_session(changed)
        set_attributes(changed, "captain", fgt=value % 2 + 7)
    first = get("")
    assert first.count('class="revision"') == 20
    (older,) = re.findall(r'href="\?before=(\d+)">Older entries', first)
    rest = get(f"?before={older}")
    assert rest.count('class="revision"') == 1
    assert "Imported" in rest
    assert "Older entries" not in rest
    assert "Newest entries" in rest


# ------------------------------------------------------------------ one revision


def test_a_page_after_the_last_entry_leads_back_to_the_newest(
    changed: CompanyList, get: Callable[[str], str]
) -> None:
    page = get("?before=1")
    assert "No changes yet." in page
    assert "Newest entries" in page


def test_a_revision_shows_the_list_as_it_was(get: Callable[[str], str]) -> None:
    page = get("2/")
    for words in (
        "<dt>Fgt<dd>9<dd>36", "<b>217</b> points", "Captain: Fgt 8 → 9, +12 points",
        'rel="prev">Earlier: revision 1<', 'rel="next">Later: revision 3<', "Night drop", "Legal",
        "Restore this",
    ):  # fmt: skip
        assert words in page
    assert "Cook" not in page
    assert 'class="receipt"' not in page
    assert 'class="receipt"' in get("2/?sum=captain")
    assert "Restore this" not in get("3/")


def test_a_revision_downloads_as_its_document(
    changed: CompanyList, reavers: Document, catalogues: Catalogues, client: Client
) -> None:
    answer = client.get(f"/lists/{changed.public_id}/history/1/document.json")
    assert answer.content.decode() == to_json_text(reavers, catalogues[FURY])
    assert answer["Content-Disposition"].endswith('"molybdenian-drop-reavers-1.json"')


# ------------------------------------------------------------------ two compared


def test_a_revision_is_compared_with_now(get: Callable[[str], str]) -> None:
    page = get("compare/?from=1&to=now")
    assert "<li>Added Cook, 35 points</li><li>Captain: Fgt 8 → 9, +12 points</li>" in page
    assert '<div class="differs"><dt>Fgt<dd><mark>8</mark><dd>24</div>' in page
    assert '<div class="differs"><dt>Fgt<dd><mark>9</mark><dd>36</div>' in page
    assert page.count('class="differs"') == 2
    assert "From: 205 points" in page
    assert "To: 217 points" in page
    assert "Added: 35 points" in page


def test_any_two_revisions_can_be_compared_in_either_order(get: Callable[[str], str]) -> None:
    assert "<li>Captain: Fgt 8 → 9, +12 points</li>" in get("compare/?from=1&to=2")
    assert "<li>Captain: Fgt 9 → 8, −12 points</li>" in get("compare/?from=2&to=1")
    assert "Removed: 35 points" in get("compare/?from=now&to=1")


def test_equal_revisions_show_no_differences(get: Callable[[str], str]) -> None:
    for query in ("?from=1&to=1", "?from=3&to=now", "", "?from=now"):
        page = get(f"compare/{query}")
        assert "No differences." in page
        assert "Side by side" not in page


def test_changes_outside_of_the_stat_line_are_listed_but_not_shown_side_by_side(
    changed: CompanyList, get: Callable[[str], str]
) -> None:
    """The stat line and the traits don't contain notes, so both sides would look the same."""
    end_edit_session(changed)
    loaded = load_list(reload(changed))
    cook = loaded.document.profiles[-1]
    save_design(
        loaded.row, cook.key, loaded.profile_versions[cook.key],
        name=cook.name, notes="Burns it.", max=cook.max, design=cook.design,
    )  # fmt: skip
    page = get("compare/?from=3&to=now")
    assert "<li>Cook: " in page
    assert "Side by side" not in page


def test_compare_starts_with_the_entry_before_the_newest(
    changed: CompanyList, get: Callable[[str], str]
) -> None:
    """The newest entry is not compared with itself. Both choices stay chosen."""
    assert 'compare/?from=2&to=now">Compare revisions</a>' in get("")
    assert 'compare/?from=1&to=now">Compare revisions</a>' in get("?before=2")
    for query in ("", "?before=3"):
        assert get(query).count("Compare with now") == 2
    page = get("compare/?from=2&to=1")
    assert [result[:1] for result in re.findall(r'value="(\w+)" selected', page)] == ["2", "1"]
    Revision.objects.filter(company_list=changed, number__lt=3).delete()
    assert "Compare revisions" not in get("")


# ------------------------------------------------------------------ putting back


def test_a_revision_is_restored_and_the_message_says_how_to_undo(
    changed: CompanyList, reavers: Document, client: Client, get: Callable[[str], str]
) -> None:
    """The current revision is not restored."""
    restore = f"/lists/{changed.public_id}/history/{{}}/restore/"
    answer = client.post(restore.format(3))
    assert answer.status_code == 400
    assert "is already the same as" in answer.content.decode()
    answer = client.post(restore.format(1), follow=True)
    assert answer.redirect_chain == [(f"/lists/{changed.public_id}/", 302)]
    page = answer.content.decode()
    assert "Revision 1 is restored." in page
    assert f'restore revision 3 from the <a href="/lists/{changed.public_id}/history/">' in page
    assert load_list(reload(changed)).document == reavers
    assert "Restored the version of" in get("")
    client.post(restore.format(3))
    assert "cook" in load_list(reload(changed)).profile_versions


# ------------------------------------------------------------------ who may


def test_unknown_revisions_are_not_found(changed: CompanyList, client: Client) -> None:
    for path in (
        "0/", f"{10**30}/", "99/", "99/document.json", "compare/?from=99", "compare/?from=0",
        "compare/?from=%00", f"compare/?to={'9' * 5000}", "compare/?from=x",
    ):  # fmt: skip
        assert client.get(f"/lists/{changed.public_id}/history/{path}").status_code == 404, path
    for query in ("before=%00", "before=x", f"before={10**40}"):
        assert client.get(f"/lists/{changed.public_id}/history/?{query}").status_code == 200, query


def test_stored_documents_above_the_current_limits_are_shown(
    changed: CompanyList, settings: Settings, get: Callable[[str], str]
) -> None:
    settings.MUSTERBOOK_MAX_PROFILES = 1
    assert "Captain" in get("1/")
