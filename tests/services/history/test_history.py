"""Each change of a list is in its history, in words, and can be reverted."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.exports.json import to_json_text
from builder.models import CompanyList, Profile, Revision, User
from builder.points.document.document import (
    Document,
    RosterEntry,
    dump_document,
    dump_profile,
    parse_document,
)
from builder.services import lists, rosters
from builder.services.editing.revisions import start_missing_histories
from builder.services.errors import NotFound, StaleVersion
from builder.services.exchange import create_list_from_document, replace_document
from builder.services.gallery import publish_list
from builder.services.history import restore_revision
from builder.services.lists import save_sample
from builder.services.people.accounts import create_guest, move_guest_lists
from builder.services.profiles import (
    add_profile,
    add_profiles,
    duplicate_profile,
    move_profile,
    remove_profile,
    restore_profile,
    save_profile,
)
from builder.services.sharing import create_link
from tests.support.concurrency import run_concurrently
from tests.support.saving import (
    document_at,
    end_edit_session,
    load_fresh,
    reload,
    save_design,
    set_attributes,
    words_of_revisions,
)

FURY = ("unbridled-fury", "0.9.0")
MINUS = "\N{MINUS SIGN}"


def words(company_list: CompanyList) -> list[str]:
    """Return the descriptions of the revisions, oldest first."""
    return list(map("\n".join, words_of_revisions(company_list)))


def numbers(company_list: CompanyList) -> list[int]:
    rows = Revision.objects.filter(company_list=company_list).order_by("number")
    return list(rows.values_list("number", flat=True))


def counts(company_list: CompanyList) -> list[int]:
    """Return how many changes each revision combines."""
    rows = Revision.objects.filter(company_list=company_list).order_by("number")
    return list(rows.values_list("changes", flat=True))


def age_history(company_list: CompanyList, minutes: int) -> None:
    """Move all revisions this many minutes into the past."""
    for row in Revision.objects.filter(company_list=company_list):
        past = timedelta(minutes=minutes)
        Revision.objects.filter(pk=row.pk).update(began=row.began - past, ended=row.ended - past)


@pytest.fixture
def list_after_an_hour(alices_list: CompanyList) -> CompanyList:
    """Alice's list, an hour after its import."""
    age_history(alices_list, 60)
    return alices_list


# ------------------------------------------------------------------ how a history begins


def test_a_history_begins_with_the_list(
    alice: User, bob: User, catalogues: Catalogues, reavers: Document
) -> None:
    started = lists.create_list(alice, *FURY)
    company_list = create_list_from_document(alice, reavers)
    copied = lists.copy_list(bob, company_list)
    assert [words(row) for row in (started, company_list, copied)] == [
        ["Started"],
        ["Imported: 7 profiles, 2 rosters"],
        ["Copied from Molybdenian Drop Reavers"],
    ]
    assert Revision.objects.get(company_list=copied).by == bob


def test_a_sample_has_no_history(catalogues: Catalogues, reavers: Document) -> None:
    save_sample("reavers", reavers)
    save_sample("reavers", replace(reavers, name="Again"))
    assert not Revision.objects.exists()


def _rename(company_list: CompanyList) -> None:
    lists.save_details(company_list, company_list.version, name="New", setting="", background="")


@pytest.mark.parametrize(
    ("change", "description"),
    [(lambda row: set_attributes(row, "captain", fgt=9), "Captain: Fgt 8 → 9"), (_rename, "Name")],
    ids=["profile", "details"],
)
def test_the_first_change_of_a_list_without_history_stores_its_state_before(
    list_after_an_hour: CompanyList,
    catalogues: Catalogues,
    change: Callable[[CompanyList], object],
    description: str,
) -> None:
    Revision.objects.all().delete()
    before = load_fresh(list_after_an_hour).document
    change(list_after_an_hour)
    first, second = Revision.objects.order_by("number")
    assert (first.number, second.number) == (1, 2)
    assert first.description == "The history begins with 7 profiles, 2 rosters"
    assert parse_document(document_at(list_after_an_hour, 1), catalogues) == before
    assert words(list_after_an_hour)[1].startswith(description)


def test_prepare_starts_missing_histories(
    alice: User, catalogues: Catalogues, reavers: Document, capsys: pytest.CaptureFixture[str]
) -> None:
    save_sample("reavers", reavers)
    rows = [lists.create_list(alice, *FURY, name=str(number)) for number in range(3)]
    lists.delete_list(rows[2])
    Revision.objects.filter(company_list__in=rows[1:]).delete()
    assert start_missing_histories() == 2
    assert start_missing_histories() == 0
    assert [words(row) for row in rows] == [["Started"], *[["The history begins with nothing yet"]] * 2]
    Revision.objects.all().delete()
    call_command("prepare")
    assert Revision.objects.values("company_list").distinct().count() == 3


# ------------------------------------------------------------------ every change


def test_every_service_adds_its_change_to_the_history(
    list_after_an_hour: CompanyList, reavers: Document
) -> None:
    """The revision has the list's document and version after the change."""
    night = load_fresh(list_after_an_hour).roster_ids[0]
    boss, two = [replace(reavers.profiles[0], name="Boss")], [RosterEntry(profile="cook", count=2)]
    empty: Any = {"name": "Night", "limit": 750, "entries": []}
    details: Any = {"name": "A", "setting": "B", "background": "C"}
    changes: list[tuple[Callable[[CompanyList], object], str]] = [
        (lambda row: set_attributes(row, "captain", fgt=9), "Captain: Fgt 8 → 9, +12 points"),
        (lambda row: add_profile(row, "Cook"), "Added Cook, 35 points"),
        (lambda row: duplicate_profile(row, "cook"), "Added Cook 2, 35 points"),
        (lambda row: move_profile(row, "cook-2", "first"), "Cook 2 moved to 1 of 9"),
        (lambda row: remove_profile(row, "cook-2"), "Removed Cook 2, 35 points"),
        (lambda row: restore_profile(row, "cook-2"), "Added Cook 2, 35 points"),
        (lambda row: add_profiles(row, boss), "Added Boss, 205 points"),
        (
            lambda row: rosters.add_roster(row, name="Fight", limit=500, entries=two),
            "Added roster Fight, 70 points of 500",
        ),
        (lambda row: rosters.save_roster(row, night, 1, **empty), "Night drop: renamed to Night"),
        (
            lambda row: rosters.duplicate_roster(row, night, limit=1000),
            "Added roster Night 2, 0 points of 1000",
        ),
        (lambda row: rosters.remove_roster(row, night), "Removed roster Night, 0 points of 750"),
        (lambda row: rosters.restore_roster(row, night), "Added roster Night, 0 points of 750"),
        (lambda row: lists.save_details(row, row.version, **details), "Name: Molybdenian Drop Reavers → A"),
        (lists.delete_list, "Deleted"),
        (lists.restore_list, "Restored"),
    ]
    for change, said in changes:
        end_edit_session(list_after_an_hour)
        change(reload(list_after_an_hour))
        row = reload(list_after_an_hour)
        assert words(row)[-1].startswith(said)
        assert numbers(row)[-1] == row.version
        assert document_at(row, row.version) == dump_document(
            load_fresh(row).document, load_fresh(row).catalogue
        )
    assert Revision.objects.filter(company_list=list_after_an_hour).count() == len(changes) + 1


def test_a_save_without_a_change_adds_no_revision(list_after_an_hour: CompanyList) -> None:
    captain = load_fresh(list_after_an_hour).document.profiles[0]
    value = dump_profile(captain, load_fresh(list_after_an_hour).catalogue)
    save_profile(reload(list_after_an_hour), "captain", 99, value, skip_if_same=True)
    assert reload(list_after_an_hour).version == 1
    set_attributes(list_after_an_hour, "captain", fgt=8)
    assert reload(list_after_an_hour).version == 2
    assert len(words(list_after_an_hour)) == 1
    set_attributes(list_after_an_hour, "captain", fgt=9)
    assert Revision.objects.filter(company_list=list_after_an_hour).latest("number").number == 3


def test_an_unreadable_design_does_not_block_other_changes(
    list_after_an_hour: CompanyList,
) -> None:
    Profile.objects.filter(company_list=list_after_an_hour, key="captain").update(design={"unknown": 1})
    add_profile(reload(list_after_an_hour), "Cook")
    assert words(list_after_an_hour)[-1].splitlines()[0] == "Added Cook, 35 points"


# ------------------------------------------------------------------ edit sessions


def test_changes_of_one_session_are_combined_in_one_revision(
    list_after_an_hour: CompanyList,
) -> None:
    for value in (9, 10, 7):
        set_attributes(list_after_an_hour, "captain", fgt=value)
    add_profile(reload(list_after_an_hour), "Cook")
    assert words(list_after_an_hour)[1:] == [f"Added Cook, 35 points\nCaptain: Fgt 8 → 7, {MINUS}8 points"]
    assert (numbers(list_after_an_hour), counts(list_after_an_hour)) == ([1, 5], [1, 4])
    loaded = load_fresh(list_after_an_hour)
    assert document_at(list_after_an_hour, 5) == dump_document(loaded.document, loaded.catalogue)


def test_changes_undone_in_the_same_session_are_not_described(list_after_an_hour: CompanyList) -> None:
    set_attributes(list_after_an_hour, "captain", fgt=9)
    set_attributes(list_after_an_hour, "captain", fgt=8)
    assert (words(list_after_an_hour)[1:], counts(list_after_an_hour)[1:]) == ([""], [2])


def test_imports_and_restores_are_not_combined_with_other_changes(alices_list: CompanyList) -> None:
    """So both states can be restored later."""
    set_attributes(alices_list, "captain", fgt=9)
    restore_revision(reload(alices_list), 1)
    set_attributes(alices_list, "captain", fgt=9)
    assert [text.partition(" ")[0] for text in words(alices_list)] == [
        "Imported:",
        "Captain:",
        "Restored",
        "Captain:",
    ]
    assert counts(alices_list) == [1, 1, 1, 1]


def test_a_session_ends_half_an_hour_after_it_began(
    list_after_an_hour: CompanyList, settings: Settings
) -> None:
    """However many changes there are: the time counts from the first."""
    set_attributes(list_after_an_hour, "captain", fgt=9)
    age_history(list_after_an_hour, 20)
    set_attributes(list_after_an_hour, "captain", fgt=10)
    age_history(list_after_an_hour, 11)
    set_attributes(list_after_an_hour, "captain", fgt=9)
    assert counts(list_after_an_hour) == [1, 2, 1]
    settings.MUSTERBOOK_EDIT_SESSION_MINUTES = 0
    set_attributes(list_after_an_hour, "captain", fgt=8)
    assert counts(list_after_an_hour) == [1, 2, 1, 1]


def test_another_owner_begins_another_session(list_after_an_hour: CompanyList, bob: User) -> None:
    set_attributes(list_after_an_hour, "captain", fgt=9)
    CompanyList.objects.filter(pk=list_after_an_hour.pk).update(owner=bob)
    set_attributes(list_after_an_hour, "captain", fgt=10)
    newest_first = Revision.objects.filter(company_list=list_after_an_hour)
    assert [row.by for row in newest_first] == [bob, list_after_an_hour.owner, list_after_an_hour.owner]


def test_revisions_stay_when_their_author_is_deleted(
    list_after_an_hour: CompanyList, alice: User, bob: User
) -> None:
    CompanyList.objects.filter(pk=list_after_an_hour.pk).update(owner=bob)
    alice.delete()
    set_attributes(list_after_an_hour, "captain", fgt=9)
    assert [row.by for row in Revision.objects.filter(company_list=list_after_an_hour)] == [bob, None]


BEFORE_IT: dict[str, Callable[[CompanyList], object]] = {
    "a profile is deleted": lambda row: remove_profile(row, "captain"),
    "a roster is deleted": lambda row: rosters.remove_roster(row, load_fresh(row).roster_ids[0]),
    "the list is deleted": lists.delete_list,
    "a document replaces it": lambda row: replace_document(
        row, None, replace(load_fresh(row).document, name="Other")
    ),
    "a revision is restored": lambda row: restore_revision(row, 1),
}


@pytest.mark.parametrize("change", BEFORE_IT.values(), ids=BEFORE_IT.keys())
def test_the_state_before_a_large_change_is_stored(
    list_after_an_hour: CompanyList, change: Callable[[CompanyList], object]
) -> None:
    set_attributes(list_after_an_hour, "captain", fgt=9)
    before = document_at(list_after_an_hour, 2)
    change(reload(list_after_an_hour))
    assert numbers(list_after_an_hour) == [1, 2, 3]
    assert document_at(list_after_an_hour, 2) == before


SHOWN: dict[str, Callable[[CompanyList], object]] = {
    "by a link": create_link,
    "in the gallery": publish_list,
}


@pytest.mark.parametrize("show", SHOWN.values(), ids=SHOWN.keys())
def test_the_state_that_was_shared_is_stored(
    list_after_an_hour: CompanyList, show: Callable[[CompanyList], object]
) -> None:
    set_attributes(list_after_an_hour, "captain", fgt=9)
    show(reload(list_after_an_hour))
    set_attributes(list_after_an_hour, "captain", fgt=10)
    set_attributes(list_after_an_hour, "captain", fgt=11)
    assert (numbers(list_after_an_hour), counts(list_after_an_hour)) == ([1, 2, 4], [1, 1, 2])


# ------------------------------------------------------------------ how much is kept


def test_the_oldest_revisions_beyond_the_limit_are_deleted(
    list_after_an_hour: CompanyList, settings: Settings
) -> None:
    settings.MUSTERBOOK_KEPT_REVISIONS = 4
    settings.MUSTERBOOK_EDIT_SESSION_MINUTES = 0
    for value in (9, 10, 9, 7, 8, 9):
        set_attributes(list_after_an_hour, "captain", fgt=value)
        assert len(numbers(list_after_an_hour)) <= 4
    assert numbers(list_after_an_hour) == [4, 5, 6, 7]
    assert words(list_after_an_hour)[:2] == [
        "Earlier changes are no longer stored", f"Captain: Fgt 9 → 7, {MINUS}20 points",
    ]  # fmt: skip


# ------------------------------------------------------------------ putting back


def test_restoring_a_revision_adds_a_revision(
    list_after_an_hour: CompanyList, bob: User, catalogues: Catalogues
) -> None:
    """It changes no other list."""
    before = load_fresh(list_after_an_hour)
    set_attributes(list_after_an_hour, "captain", fgt=9)
    copy = load_fresh(lists.copy_list(bob, list_after_an_hour)).document
    remove_profile(reload(list_after_an_hour), "breacher")
    add_profile(reload(list_after_an_hour), "Cook")
    rosters.remove_roster(reload(list_after_an_hour), before.roster_ids[1])
    lists.save_details(
        reload(list_after_an_hour), reload(list_after_an_hour).version, name="New", setting="", background=""
    )
    version = restore_revision(reload(list_after_an_hour), 1)
    after = load_fresh(list_after_an_hour)
    assert to_json_text(after.document, after.catalogue) == to_json_text(before.document, before.catalogue)
    assert (version, after.row.version) == (7, 7)
    assert load_fresh(CompanyList.objects.get(owner=bob)).document == copy
    assert after.roster_ids == before.roster_ids
    last = words(list_after_an_hour)[-1]
    assert last.startswith("Restored the version of ")
    assert "(revision 1)\n" in last
    assert "Removed Cook, 35 points" in last.splitlines()
    assert counts(list_after_an_hour)[-1] == 1
    restore_revision(reload(list_after_an_hour), 6)
    assert load_fresh(list_after_an_hour).document.name == "New"


def test_what_a_restore_removes_can_be_restored_too(list_after_an_hour: CompanyList) -> None:
    add_profile(reload(list_after_an_hour), "Cook")
    roster = rosters.add_roster(
        reload(list_after_an_hour), name="Fight", limit=500, entries=[RosterEntry(profile="cook", count=2)]
    )
    restore_revision(reload(list_after_an_hour), 1)
    assert Profile.objects.get(company_list=list_after_an_hour, key="cook").removed_at is not None
    restore_profile(reload(list_after_an_hour), "cook")
    rosters.restore_roster(reload(list_after_an_hour), roster.public_id)
    assert "Added roster Fight, 70 points of 500" in words(list_after_an_hour)[-1]


def test_a_restore_makes_only_changed_profiles_stale(list_after_an_hour: CompanyList) -> None:
    """Other profiles can still be saved."""
    set_attributes(list_after_an_hour, "captain", fgt=9)
    loaded = load_fresh(list_after_an_hour)
    restore_revision(reload(list_after_an_hour), 1)
    captain, other = loaded.document.profiles[:2]
    fields: Any = {"name": "Mine", "notes": "", "max": None}
    with pytest.raises(StaleVersion) as stale:
        save_design(
            reload(list_after_an_hour),
            captain.key,
            loaded.profile_versions[captain.key],
            design=captain.design,
            **fields,
        )
    assert isinstance(stale.value.row, Profile)
    assert stale.value.row.design["attributes"]["fgt"] == 8
    save_design(
        reload(list_after_an_hour),
        other.key,
        loaded.profile_versions[other.key],
        design=other.design,
        **fields,
    )
    with pytest.raises(StaleVersion):
        lists.save_details(reload(list_after_an_hour), 99, name="", setting="", background="")


def test_a_profile_without_a_row_is_restored_under_its_key(
    list_after_an_hour: CompanyList, settings: Settings
) -> None:
    settings.MUSTERBOOK_KEPT_REMOVED = 0
    version = load_fresh(list_after_an_hour).profile_versions["breacher"]
    remove_profile(reload(list_after_an_hour), "breacher")
    rosters.remove_roster(reload(list_after_an_hour), load_fresh(list_after_an_hour).roster_ids[0])
    assert not Profile.objects.filter(company_list=list_after_an_hour, key="breacher").exists()
    restore_revision(reload(list_after_an_hour), 1)
    assert load_fresh(list_after_an_hour).profile_versions["breacher"] > version
    assert len(load_fresh(list_after_an_hour).document.rosters) == 2


def test_a_restore_puts_profiles_in_their_order_of_then(list_after_an_hour: CompanyList) -> None:
    before = [p.key for p in load_fresh(list_after_an_hour).document.profiles]
    move_profile(reload(list_after_an_hour), "captain", "last")
    add_profile(reload(list_after_an_hour), "Cook")
    remove_profile(reload(list_after_an_hour), "cook")
    restore_revision(reload(list_after_an_hour), 1)
    assert [p.key for p in load_fresh(list_after_an_hour).document.profiles] == before


def test_a_deleted_list_is_not_restored_to_a_revision(list_after_an_hour: CompanyList) -> None:
    set_attributes(list_after_an_hour, "captain", fgt=9)
    lists.delete_list(reload(list_after_an_hour))
    with pytest.raises(NotFound, match="deleted"):
        restore_revision(list_after_an_hour, 1)


# ------------------------------------------------------------------ deleted lists


def delete(company_list: CompanyList, days: int) -> None:
    lists.delete_list(reload(company_list))
    now = timezone.now() - timedelta(days=days)
    CompanyList.objects.filter(pk=company_list.pk).update(deleted_at=now)


def test_a_deleted_list_can_be_restored_with_its_history_for_thirty_days(
    list_after_an_hour: CompanyList,
) -> None:
    set_attributes(list_after_an_hour, "captain", fgt=9)
    delete(list_after_an_hour, 29)
    lists.restore_list(list_after_an_hour)
    assert words(list_after_an_hour)[1:] == ["Captain: Fgt 8 → 9, +12 points", "Deleted", "Restored"]
    delete(list_after_an_hour, 31)
    with pytest.raises(NotFound, match="too long ago"):
        lists.restore_list(list_after_an_hour)


def test_clear_deleted_removes_nothing_without_yes(
    alice: User, list_after_an_hour: CompanyList, capsys: pytest.CaptureFixture[str]
) -> None:
    resting = lists.create_list(alice, *FURY)
    delete(resting, 29)
    delete(list_after_an_hour, 31)
    call_command("clear_deleted")
    assert capsys.readouterr().out.splitlines() == [
        "1 list was deleted more than 30 days ago.",
        "Nothing was removed. Add --yes to remove them.",
    ]
    assert CompanyList.objects.count() == 2
    call_command("clear_deleted", yes=True)
    assert capsys.readouterr().out == "1 list was deleted more than 30 days ago: removed.\n"
    assert list(CompanyList.objects.all()) == [resting]
    assert not Revision.objects.filter(company_list=list_after_an_hour.pk).exists()
    call_command("clear_deleted", yes=True)
    assert capsys.readouterr().out == "0 lists were deleted more than 30 days ago: removed.\n"


# ------------------------------------------------------------------ at the same moment

Execute = Callable[..., object]


def run_during_save(company_list: CompanyList, other: Callable[[], object]) -> object:
    """Run ``other`` while a save holds the lock of the list; return its result or exception."""
    age_history(company_list, 60)
    listed: list[object] = []
    meanwhile = threading.Thread(target=lambda: listed.extend(run_concurrently(other)))

    def begin_before_the_revision(execute: Execute, sql: str, *rest: Any) -> object:
        if "INSERT INTO" in sql and "builder_revision" in sql and meanwhile.ident is None:
            meanwhile.start()
            meanwhile.join(timeout=0.5)
        return execute(sql, *rest)

    with connection.execute_wrapper(begin_before_the_revision):
        add_profile(reload(company_list), "Cook")
    meanwhile.join(timeout=60)
    return listed[0]


@pytest.mark.django_db(transaction=True)
def test_deleting_a_list_during_a_save_does_not_deadlock(
    alices_list: CompanyList,
) -> None:
    """The revision refers to the owner, whose row the deletion locks while it waits for the list."""
    assert run_during_save(alices_list, partial(lists.delete_list, alices_list)) is None
    assert [text.splitlines()[0] for text in words(alices_list)][1:] == ["Added Cook, 35 points", "Deleted"]


@pytest.mark.django_db(transaction=True)
def test_moving_a_guests_lists_during_a_save_does_not_deadlock(
    alice: User, catalogues: Catalogues, reavers: Document
) -> None:
    """The revision refers to the guest, whose row the move locks while it waits for the list."""
    guest = create_guest()
    row = create_list_from_document(guest, reavers)
    assert run_during_save(row, partial(move_guest_lists, guest, alice)) == 1
    assert reload(row).owner == alice
    assert words(row)[1:] == ["Added Cook, 35 points"]


@pytest.mark.django_db(transaction=True)
def test_first_changes_at_once_start_one_history(alices_list: CompanyList) -> None:
    Revision.objects.all().delete()
    result = run_concurrently(
        partial(add_profile, alices_list, "Cook"),
        partial(add_profile, alices_list, "Smith"),
        start_missing_histories,
    )
    assert not any(isinstance(outcome, Exception) for outcome in result)
    assert (numbers(alices_list), counts(alices_list)) == ([1, 3], [1, 2])
    assert len(document_at(alices_list, 1)["profiles"]) == 7
