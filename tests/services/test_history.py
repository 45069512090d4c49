"""Every change of a list is appended to its history, told in words, and can be taken back."""

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
from builder.documents import LoadedList, load, read_list, unpack, unpack_document
from builder.exports.json import text_of
from builder.models import CompanyList, Profile, Revision, Roster, Sitting, User
from builder.points.document import Document, Entry, dump_document, dump_profile
from builder.services import incoming, lists, rosters
from builder.services.errors import NotFound, Refused, StaleVersion
from builder.services.guests import start_guest
from builder.services.history import begin_missing
from builder.services.people import bring_lists
from builder.services.restoring import restore_revision
from builder.services.samples import put_sample
from tests.saving import save_design
from tests.together import at_once

FURY = ("unbridled-fury", "0.9.0")
MINUS = "\N{MINUS SIGN}"


def again(company_list: CompanyList) -> CompanyList:
    return CompanyList.objects.select_related("edition__system").get(pk=company_list.pk)


def loaded(company_list: CompanyList) -> LoadedList:
    return load(again(company_list))


def words(company_list: CompanyList) -> list[str]:
    """Those of the revisions, the first of them first."""
    return list(
        Revision.objects.filter(company_list=company_list).order_by("number").values_list("words", flat=True)
    )


def sittings(company_list: CompanyList) -> list[tuple[int, list[str]]]:
    rows = Sitting.objects.filter(company_list=company_list).order_by("pk")
    return [(row.changes, row.words.splitlines()) for row in rows]


def fight(company_list: CompanyList, value: int) -> int:
    """Save the captain with another Fighting."""
    whole = loaded(company_list)
    captain = whole.document.profiles[0]
    design = replace(captain.design, values={**captain.design.values, "fgt": value})
    return save_design(
        again(company_list), "captain", whole.versions["captain"],
        name=captain.name, notes=captain.notes, max=captain.max, design=design,
    )  # fmt: skip


def wait(company_list: CompanyList, minutes: int) -> None:
    """Let time pass: everything so far is that much older."""
    for row in Sitting.objects.filter(company_list=company_list):
        past = timedelta(minutes=minutes)
        Sitting.objects.filter(pk=row.pk).update(began=row.began - past, ended=row.ended - past)


@pytest.fixture
def later(alices_list: CompanyList) -> CompanyList:
    """Alice's list, an hour after it was brought in."""
    wait(alices_list, 60)
    return alices_list


# ------------------------------------------------------------------ how a history begins


def test_a_history_begins_with_the_list(
    alice: User, bob: User, catalogues: Catalogues, reavers: Document
) -> None:
    started = lists.start_list(alice, *FURY)
    brought = lists.import_document(alice, reavers)
    copied = lists.copy_list(bob, brought)
    assert [words(row) for row in (started, brought, copied)] == [
        ["Started"],
        ["Brought in: 7 profiles, 2 rosters"],
        ["Copied from Molybdenian Drop Reavers"],
    ]
    assert Revision.objects.get(company_list=copied).sitting.by == bob


def test_a_sample_has_no_history(catalogues: Catalogues, reavers: Document) -> None:
    put_sample("reavers", reavers)
    put_sample("reavers", replace(reavers, name="Again"))
    assert not Revision.objects.exists()


def test_a_list_from_before_keeps_what_stood_when_it_is_first_changed(later: CompanyList) -> None:
    Sitting.objects.all().delete()
    before = loaded(later).document
    fight(later, 9)
    first, second = Revision.objects.order_by("number")
    assert (first.number, second.number) == (1, 2)
    assert first.words == "The history begins with 7 profiles, 2 rosters"
    assert unpack_document(first.document, {FURY: loaded(later).catalogue}) == before
    assert second.words.startswith("Captain: Fgt 8 → 9")


def test_details_of_a_list_from_before_are_kept_too(later: CompanyList) -> None:
    Sitting.objects.all().delete()
    lists.save_details(again(later), 1, name="New", setting="", background="")
    first, second = Revision.objects.order_by("number")
    assert unpack(first.document)["name"] == "Molybdenian Drop Reavers"
    assert unpack(second.document)["name"] == "New"
    assert [first.number, second.number] == [1, 2]


def test_histories_are_begun_for_all_lists_at_once(
    alice: User, catalogues: Catalogues, reavers: Document, capsys: pytest.CaptureFixture[str]
) -> None:
    put_sample("reavers", reavers)
    rows = [lists.start_list(alice, *FURY, name=str(number)) for number in range(3)]
    lists.delete_list(rows[2])
    Sitting.objects.filter(company_list__in=rows[1:]).delete()
    assert begin_missing() == 2
    assert begin_missing() == 0
    assert [words(row) for row in rows] == [["Started"], *[["The history begins with nothing yet"]] * 2]
    Sitting.objects.all().delete()
    call_command("prepare")
    assert Revision.objects.values("company_list").distinct().count() == 3


# ------------------------------------------------------------------ every change


def test_every_service_that_changes_a_list_appends_a_revision(later: CompanyList, reavers: Document) -> None:
    """Each with the document that stands then, under the version that the list has then."""
    night = loaded(later).roster_ids[0]
    boss, two = [replace(reavers.profiles[0], name="Boss")], [Entry(profile="cook", count=2)]
    empty: Any = {"name": "Night", "limit": 750, "entries": []}
    details: Any = {"name": "A", "setting": "B", "background": "C"}
    changes: list[tuple[Callable[[CompanyList], object], str]] = [
        (lambda row: fight(row, 9), "Captain: Fgt 8 → 9, +12 points"),
        (lambda row: lists.add_profile(row, "Cook"), "Added Cook, 35 points"),
        (lambda row: lists.duplicate_profile(row, "cook"), "Added Cook 2, 35 points"),
        (lambda row: lists.move_profile(row, "cook-2", "first"), "Cook 2 moved to place 1 of 9"),
        (lambda row: lists.remove_profile(row, "cook-2"), "Removed Cook 2, 35 points"),
        (lambda row: lists.restore_profile(row, "cook-2"), "Added Cook 2, 35 points"),
        (lambda row: incoming.add_profiles(row, boss), "Added Boss, 205 points"),
        (
            lambda row: rosters.add_roster(row, name="Fight", limit=500, entries=two),
            "Added roster Fight, 70 points of 500",
        ),
        (lambda row: rosters.save_roster(row, night, 1, **empty), "Night drop: now called Night"),
        (
            lambda row: rosters.duplicate_roster(row, night, limit=1000),
            "Added roster Night 2, 0 points of 1000",
        ),
        (lambda row: rosters.remove_roster(row, night), "Removed roster Night, 0 points of 750"),
        (lambda row: rosters.restore_roster(row, night), "Added roster Night, 0 points of 750"),
        (lambda row: lists.save_details(row, row.version, **details), "Name: Molybdenian Drop Reavers → A"),
        (lists.delete_list, "Deleted"),
        (lists.restore_list, "Put back"),
    ]
    for change, said in changes:
        change(again(later))
        row = again(later)
        revision = Revision.objects.filter(company_list=later).latest("number")
        assert revision.words.startswith(said)
        assert revision.number == row.version
        assert unpack(revision.document) == dump_document(load(row).document, load(row).catalogue)
    assert Revision.objects.filter(company_list=later).count() == len(changes) + 1


def test_what_the_rows_hold_is_what_the_list_dumps(alices_list: CompanyList) -> None:
    whole = loaded(alices_list)
    assert read_list(whole.row).value() == dump_document(whole.document, whole.catalogue)


def test_a_save_that_changes_nothing_says_nothing(later: CompanyList) -> None:
    captain = loaded(later).document.profiles[0]
    value = dump_profile(captain, loaded(later).catalogue)
    lists.save_profile(again(later), "captain", 99, value, unless_same=True)
    assert again(later).version == 1
    fight(later, 8)
    assert again(later).version == 2
    assert len(words(later)) == 1
    fight(later, 9)
    assert Revision.objects.filter(company_list=later).latest("number").number == 3


def test_a_change_that_is_refused_leaves_no_trace(later: CompanyList) -> None:
    whole = loaded(later)
    with pytest.raises(StaleVersion):
        save_design(
            whole.row, "captain", 7, name="", notes="", max=None, design=whole.document.profiles[0].design
        )
    with pytest.raises(StaleVersion):
        lists.save_details(whole.row, 7, name="", setting="", background="")
    assert (again(later).version, len(words(later))) == (1, 1)


def test_a_design_that_cannot_be_read_keeps_nobody_from_changing_the_rest(later: CompanyList) -> None:
    Profile.objects.filter(company_list=later, key="captain").update(design={"unknown": 1})
    lists.add_profile(again(later), "Cook")
    assert words(later)[-1].splitlines()[0] == "Added Cook, 35 points"


# ------------------------------------------------------------------ sittings


def test_changes_of_one_go_are_one_sitting(later: CompanyList) -> None:
    for value in (9, 10, 7):
        fight(later, value)
    lists.add_profile(again(later), "Cook")
    assert sittings(later)[1:] == [(4, ["Added Cook, 35 points", f"Captain: Fgt 8 → 7, {MINUS}8 points"])]
    assert words(later)[1:] == [
        "Captain: Fgt 8 → 9, +12 points",
        "Captain: Fgt 9 → 10, +17 points",
        f"Captain: Fgt 10 → 7, {MINUS}37 points",
        "Added Cook, 35 points",
    ]


def test_what_was_undone_in_one_go_says_nothing(later: CompanyList) -> None:
    fight(later, 9)
    fight(later, 8)
    assert sittings(later)[1:] == [(2, [])]


def test_the_first_sitting_says_how_the_list_came_and_what_was_changed_at_once(
    alices_list: CompanyList,
) -> None:
    fight(alices_list, 9)
    assert sittings(alices_list) == [
        (2, ["Brought in: 7 profiles, 2 rosters", "Captain: Fgt 8 → 9, +12 points"])
    ]


def test_after_a_pause_a_sitting_is_another(later: CompanyList, settings: Settings) -> None:
    fight(later, 9)
    wait(later, 29)
    fight(later, 10)
    wait(later, 31)
    fight(later, 9)
    assert [count for count, _ in sittings(later)] == [1, 2, 1]
    settings.MUSTERBOOK_SITTING_MINUTES = 0
    fight(later, 8)
    assert [count for count, _ in sittings(later)] == [1, 2, 1, 1]


def test_the_sitting_of_another_owner_is_another(later: CompanyList, bob: User) -> None:
    fight(later, 9)
    CompanyList.objects.filter(pk=later.pk).update(owner=bob)
    fight(later, 10)
    assert [row.by for row in Sitting.objects.filter(company_list=later).order_by("pk")][1:] == [
        later.owner,
        bob,
    ]


def test_a_history_outlives_who_made_it(later: CompanyList, alice: User, bob: User) -> None:
    CompanyList.objects.filter(pk=later.pk).update(owner=bob)
    alice.delete()
    fight(later, 9)
    assert [row.by for row in Sitting.objects.filter(company_list=later).order_by("pk")] == [None, bob]


# ------------------------------------------------------------------ how much is kept


def test_single_changes_go_before_sittings(later: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_KEPT_REVISIONS = 6
    for value in (9, 10, 9, 7):
        fight(later, value)
    wait(later, 60)
    for value in (8, 9, 10):
        fight(later, value)
        assert Revision.objects.filter(company_list=later).count() <= 6
    assert list(Revision.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 5, 6, 7, 8]
    assert sittings(later)[1][0] == 4


def test_then_the_oldest_sittings_go(later: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_KEPT_REVISIONS = 4
    settings.MUSTERBOOK_SITTING_MINUTES = 0
    for value in (9, 10, 9, 7, 8, 9):
        fight(later, value)
    assert list(Revision.objects.order_by("number").values_list("number", flat=True)) == [4, 5, 6, 7]
    assert Sitting.objects.filter(company_list=later).count() == 4


def test_the_bound_holds_within_one_sitting(later: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_KEPT_REVISIONS = 20
    for value in range(50):
        fight(later, value % 2 + 8)
        assert Revision.objects.filter(company_list=later).count() <= 20
    assert sittings(later)[1] == (49, ["Captain: Fgt 8 → 9, +12 points"])


# ------------------------------------------------------------------ putting back


def test_a_revision_is_put_back_as_a_change_of_its_own(later: CompanyList, catalogues: Catalogues) -> None:
    before = loaded(later)
    fight(later, 9)
    lists.remove_profile(again(later), "breacher")
    lists.add_profile(again(later), "Cook")
    rosters.remove_roster(again(later), before.roster_ids[1])
    lists.save_details(again(later), again(later).version, name="New", setting="", background="")
    version = restore_revision(again(later), 1)
    after = loaded(later)
    assert text_of(after.document, after.catalogue) == text_of(before.document, before.catalogue)
    assert (version, after.row.version) == (7, 7)
    assert after.roster_ids == before.roster_ids
    last = Revision.objects.filter(company_list=later).latest("number")
    assert last.words.startswith("Restored what stood on ")
    assert "(revision 1)\n" in last.words
    assert "Removed Cook, 35 points" in last.words.splitlines()
    assert sittings(later)[-1][0] == 1
    restore_revision(again(later), 6)
    assert loaded(later).document.name == "New"


def test_nothing_is_lost_by_putting_back(later: CompanyList) -> None:
    lists.add_profile(again(later), "Cook")
    made = rosters.add_roster(again(later), name="Fight", limit=500, entries=[Entry(profile="cook", count=2)])
    restore_revision(again(later), 1)
    assert Profile.objects.get(company_list=later, key="cook").removed_at is not None
    lists.restore_profile(again(later), "cook")
    rosters.restore_roster(again(later), made.public_id)
    assert "Added roster Fight, 70 points of 500" in words(later)[-1]


def test_an_editor_that_was_open_is_told(later: CompanyList) -> None:
    """What was put back differently is stale; what stood so anyway can be saved."""
    fight(later, 9)
    whole = loaded(later)
    restore_revision(again(later), 1)
    captain, other = whole.document.profiles[:2]
    fields: Any = {"name": "Mine", "notes": "", "max": None}
    with pytest.raises(StaleVersion) as stale:
        save_design(again(later), captain.key, whole.versions[captain.key], design=captain.design, **fields)
    assert isinstance(stale.value.row, Profile)
    assert stale.value.row.design["attributes"]["fgt"] == 8
    save_design(again(later), other.key, whole.versions[other.key], design=other.design, **fields)
    with pytest.raises(StaleVersion):
        lists.save_details(again(later), 99, name="", setting="", background="")


def test_a_profile_whose_row_is_gone_comes_back_under_its_key(later: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_KEPT_REMOVED = 0
    version = loaded(later).versions["breacher"]
    lists.remove_profile(again(later), "breacher")
    rosters.remove_roster(again(later), loaded(later).roster_ids[0])
    assert not Profile.objects.filter(company_list=later, key="breacher").exists()
    restore_revision(again(later), 1)
    assert loaded(later).versions["breacher"] > version
    assert len(loaded(later).document.rosters) == 2


def test_profiles_stand_in_their_old_order(later: CompanyList) -> None:
    before = [p.key for p in loaded(later).document.profiles]
    lists.move_profile(again(later), "captain", "last")
    lists.add_profile(again(later), "Cook")
    lists.remove_profile(again(later), "cook")
    restore_revision(again(later), 1)
    assert [p.key for p in loaded(later).document.profiles] == before


@pytest.mark.parametrize("number", [0, 2, 10**30])
def test_what_is_not_kept_cannot_be_put_back(later: CompanyList, number: int) -> None:
    with pytest.raises(NotFound, match="not kept"):
        restore_revision(later, number)
    assert again(later).version == 1


def test_what_stands_is_not_put_back(later: CompanyList) -> None:
    with pytest.raises(Refused, match="stands as revision 1 has it"):
        restore_revision(later, 1)
    assert (again(later).version, len(words(later))) == (1, 1)


def test_a_deleted_list_is_not_restored_to_a_revision(later: CompanyList) -> None:
    fight(later, 9)
    lists.delete_list(again(later))
    with pytest.raises(NotFound, match="deleted"):
        restore_revision(later, 1)


# ------------------------------------------------------------------ deleted lists


def delete(company_list: CompanyList, days: int) -> None:
    lists.delete_list(again(company_list))
    gone = timezone.now() - timedelta(days=days)
    CompanyList.objects.filter(pk=company_list.pk).update(deleted_at=gone)


def test_a_deleted_list_rests_thirty_days_and_keeps_its_history(later: CompanyList) -> None:
    fight(later, 9)
    delete(later, 29)
    lists.restore_list(later)
    assert words(later)[1:] == ["Captain: Fgt 8 → 9, +12 points", "Deleted", "Put back"]
    delete(later, 31)
    with pytest.raises(NotFound, match="too long ago"):
        lists.restore_list(later)


def test_clearing_says_first_what_it_would_do(
    alice: User, later: CompanyList, capsys: pytest.CaptureFixture[str]
) -> None:
    resting = lists.start_list(alice, *FURY)
    delete(resting, 29)
    delete(later, 31)
    call_command("clear_deleted")
    assert capsys.readouterr().out.splitlines() == [
        "1 list was deleted more than 30 days ago.",
        "Nothing was removed: say --yes to remove them.",
    ]
    assert CompanyList.objects.count() == 2
    call_command("clear_deleted", yes=True)
    assert capsys.readouterr().out == "1 list was deleted more than 30 days ago: removed.\n"
    assert list(CompanyList.objects.all()) == [resting]
    assert not Revision.objects.filter(company_list=later.pk).exists()
    call_command("clear_deleted", yes=True)
    assert capsys.readouterr().out == "0 lists were deleted more than 30 days ago: removed.\n"


# ------------------------------------------------------------------ at the same moment

Execute = Callable[..., object]


def save_and_meanwhile(company_list: CompanyList, other: Callable[[], object]) -> object:
    """What the other gave back or raised: begun while a save holds the list and has no sitting yet."""
    wait(company_list, 60)
    told: list[object] = []
    meanwhile = threading.Thread(target=lambda: told.extend(at_once(other)))

    def begin_before_the_sitting(execute: Execute, sql: str, *rest: Any) -> object:
        if "INSERT INTO" in sql and "sitting" in sql and meanwhile.ident is None:
            meanwhile.start()
            meanwhile.join(timeout=2)
        return execute(sql, *rest)

    with connection.execute_wrapper(begin_before_the_sitting):
        lists.add_profile(again(company_list), "Cook")
    meanwhile.join(timeout=60)
    return told[0]


@pytest.mark.django_db(transaction=True)
def test_a_list_that_is_deleted_while_it_is_saved_waits_for_nobody_in_a_ring(
    alices_list: CompanyList,
) -> None:
    """The sitting points to the owner, whom the deletion holds while it waits for the list."""
    assert save_and_meanwhile(alices_list, partial(lists.delete_list, alices_list)) is None
    assert [text.splitlines()[0] for text in words(alices_list)][1:] == ["Added Cook, 35 points", "Deleted"]


@pytest.mark.django_db(transaction=True)
def test_lists_that_are_brought_in_while_one_is_saved_wait_for_nobody_in_a_ring(
    alice: User, catalogues: Catalogues, reavers: Document
) -> None:
    """The sitting points to the guest, whom the bringing in holds while it waits for the list."""
    guest = start_guest()
    row = lists.import_document(guest, reavers)
    assert save_and_meanwhile(row, partial(bring_lists, guest, alice)) == 1
    assert again(row).owner == alice
    assert words(row)[1:] == ["Added Cook, 35 points"]


@pytest.mark.django_db(transaction=True)
def test_of_two_first_changes_one_begins_the_history(alices_list: CompanyList) -> None:
    Sitting.objects.all().delete()
    told = at_once(
        partial(lists.add_profile, alices_list, "Cook"),
        partial(lists.add_profile, alices_list, "Smith"),
        begin_missing,
    )
    assert not any(isinstance(outcome, Exception) for outcome in told)
    numbers = list(Revision.objects.order_by("number").values_list("number", flat=True))
    assert numbers == [1, 2, 3]
    assert len(unpack(Revision.objects.get(number=1).document)["profiles"]) == 7


def test_rosters_and_profiles_of_other_lists_are_left_alone(later: CompanyList, bob: User) -> None:
    copy = lists.copy_list(bob, later)
    before = loaded(copy).document
    fight(later, 9)
    restore_revision(again(later), 1)
    assert loaded(copy).document == before
    assert Roster.objects.filter(company_list=copy, removed_at=None).count() == 2
