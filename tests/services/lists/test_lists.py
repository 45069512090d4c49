"""Lists are created, changed, deleted and restored only by their services."""

import threading
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.utils import timezone
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.catalogue.limits import limits
from builder.documents import load_list
from builder.exports.json import document_text
from builder.models import CompanyList, Listing, Profile, Roster, User
from builder.points.document.document import Document, Limits
from builder.queries.lists import lists_of
from builder.services import lists, rosters
from builder.services.errors import LimitReached, NotFound
from builder.services.exchange import create_list_from_document
from builder.services.gallery import publish_list
from builder.services.profiles import add_profile, remove_profile, restore_profile
from tests.support.concurrency import run_concurrently
from tests.support.saving import reload

FURY = ("unbridled-fury", "0.9.0")
Execute = Callable[..., object]


def text(company_list: CompanyList) -> str:
    return document_text(load_list(reload(company_list)))


# ------------------------------------------------------------------ starting


def test_the_number_of_lists_per_user_is_limited(
    alice: User, bob: User, catalogues: Catalogues, reavers: Document, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 2
    first = lists.create_list(alice, *FURY)
    create_list_from_document(alice, reavers)
    attempts: list[Callable[[], object]] = [
        lambda: lists.create_list(alice, *FURY),
        lambda: create_list_from_document(alice, reavers),
        lambda: lists.copy_list(alice, first),
    ]
    for attempt in attempts:
        with pytest.raises(LimitReached, match="You have 2 lists"):
            attempt()
    assert alice.lists.count() == 2
    lists.create_list(bob, *FURY)
    lists.delete_list(first)
    lists.create_list(alice, *FURY)
    with pytest.raises(LimitReached):
        lists.restore_list(first)


@pytest.mark.django_db(transaction=True)
def test_lists_started_at_once_stay_within_the_limit(
    alice: User, catalogues: Catalogues, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_LISTS_PER_USER = 1
    outcomes = run_concurrently(*[partial(lists.create_list, alice, *FURY)] * 4)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["CompanyList", *["LimitReached"] * 3]
    assert alice.lists.count() == 1


# ------------------------------------------------------------------ documents in, documents out


def test_a_failed_import_stores_nothing(
    alice: User, catalogues: Catalogues, reavers: Document, settings: Settings
) -> None:
    settings.MUSTERBOOK_MAX_PROFILES = len(reavers.profiles) - 1
    with pytest.raises(LimitReached, match="at most 6 profiles"):
        create_list_from_document(alice, reavers)
    settings.MUSTERBOOK_MAX_PROFILES = 300
    settings.MUSTERBOOK_MAX_TEXT = len(reavers.background) - 1
    with pytest.raises(LimitReached, match="background"):
        create_list_from_document(alice, reavers)
    settings.MUSTERBOOK_MAX_TEXT = 20_000
    with pytest.raises(IntegrityError):
        create_list_from_document(alice, replace(reavers, profiles=(*reavers.profiles, reavers.profiles[0])))
    assert not CompanyList.objects.exists()
    assert not Profile.objects.exists()
    assert not Roster.objects.exists()


def test_a_copy_is_equal_and_independent(alice: User, bob: User, alices_list: CompanyList) -> None:
    remove_profile(alices_list, "breacher")
    copy = lists.copy_list(bob, alices_list)
    assert text(copy) == text(alices_list)
    assert copy.owner == bob
    remove_profile(copy, "captain")
    assert "captain" in load_list(reload(alices_list)).profile_versions
    with pytest.raises(NotFound):
        restore_profile(copy, "breacher")


def test_a_copy_is_of_the_list_as_it_is_now(bob: User, alices_list: CompanyList) -> None:
    """Its owner renamed and published it after the copier read it."""
    read_before = reload(alices_list)
    CompanyList.objects.filter(pk=alices_list.pk).update(name="Renamed")
    publish_list(reload(alices_list))
    assert lists.copy_list(bob, read_before).name == "Renamed"
    assert Listing.objects.get(company_list=alices_list).times_copied == 1


def test_copies_next_to_their_original_get_another_name(alice: User, alices_list: CompanyList) -> None:
    assert lists.copy_list(alice, alices_list).name == "Molybdenian Drop Reavers 2"
    assert lists.copy_list(alice, alices_list).name == "Molybdenian Drop Reavers 3"


# ------------------------------------------------------------------ name, setting, background


def save(company_list: CompanyList, version: int, name: str = "New", background: str = "") -> int:
    return lists.save_details(company_list, version, name=name, setting="", background=background).version


# ------------------------------------------------------------------ putting away


def test_a_deleted_list_is_restored_completely(alice: User, alices_list: CompanyList) -> None:
    before = text(alices_list)
    friday, drill = (roster.public_id for roster in alices_list.rosters.order_by("position"))
    rosters.remove_roster(alices_list, drill)
    without_drill = text(alices_list)
    lists.delete_list(alices_list)
    assert list(lists_of(alice)) == []
    for change in (
        lambda: save(alices_list, 1),
        lambda: add_profile(alices_list),
        lambda: remove_profile(alices_list, "captain"),
        lambda: rosters.add_roster(alices_list, name="Late", limit=None),
        lambda: rosters.duplicate_roster(alices_list, friday),
        lambda: rosters.save_roster(alices_list, friday, None, name="Late", limit=None, entries=()),
        lambda: rosters.remove_roster(alices_list, friday),
        lambda: rosters.restore_roster(alices_list, drill),
        lambda: lists.delete_list(alices_list),
    ):
        with pytest.raises(NotFound):
            change()
    lists.restore_list(alices_list)
    assert [row.pk for row in lists_of(alice)] == [alices_list.pk]
    assert text(alices_list) == without_drill
    lists.restore_list(alices_list)
    rosters.restore_roster(reload(alices_list), drill)
    assert text(alices_list) == before


def test_only_the_last_deleted_lists_can_be_restored(
    alice: User, bob: User, catalogues: Catalogues, settings: Settings
) -> None:
    settings.MUSTERBOOK_KEPT_DELETED = 4
    bobs = lists.create_list(bob, *FURY)
    lists.delete_list(bobs)
    first = lists.create_list(alice, *FURY)
    lists.delete_list(first)
    for _ in range(3):
        lists.delete_list(lists.create_list(alice, *FURY))
    lists.restore_list(first)
    lists.delete_list(first)
    lists.delete_list(lists.create_list(alice, *FURY))
    assert alice.lists.count() == 4
    assert CompanyList.objects.filter(pk__in=[first.pk, bobs.pk]).count() == 2
    oldest = alice.lists.order_by("deleted_at").first()
    assert oldest is not None
    lists.delete_list(lists.create_list(alice, *FURY))
    with pytest.raises(NotFound):
        lists.restore_list(oldest)


@pytest.mark.django_db(transaction=True)
def test_a_list_cleared_during_its_restore_is_reported_as_not_found(
    alice: User, catalogues: Catalogues, settings: Settings
) -> None:
    settings.MUSTERBOOK_KEPT_DELETED = 1
    oldest, other = (lists.create_list(alice, *FURY) for _ in range(2))
    lists.delete_list(oldest)
    listed: list[object] = []
    restoring = threading.Thread(
        target=lambda: listed.extend(run_concurrently(partial(lists.restore_list, oldest)))
    )

    def restore_before_the_purge(execute: Execute, sql: str, *rest: Any) -> object:
        """While the deletion looks for old lists; it continues when the other change is done, or waits for
        it.
        """
        rows = execute(sql, *rest)
        if "OFFSET 1" in sql and restoring.ident is None:
            restoring.start()
            restoring.join(timeout=0.5)
        return rows

    with connection.execute_wrapper(restore_before_the_purge):
        lists.delete_list(other)
    restoring.join(timeout=60)
    assert [type(outcome) for outcome in listed] == [NotFound]
    assert not CompanyList.objects.filter(pk=oldest.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_a_restore_during_clearing_succeeds_or_is_rejected(alice: User, catalogues: Catalogues) -> None:
    for _ in range(8):
        row = lists.create_list(alice, *FURY)
        lists.delete_list(row)
        restored, cleared = run_concurrently(
            partial(lists.restore_list, row), partial(lists.clear_deleted_lists, timezone.now())
        )
        is_there = CompanyList.objects.filter(pk=row.pk).exists()
        assert cleared == (0 if is_there else 1)
        assert restored is None if is_there else isinstance(restored, NotFound)


def test_document_limits_come_from_settings_with_defaults(settings: Settings) -> None:
    assert limits() == Limits()
    rules = {"least_price"}  # limits of the games for players' input, and not limits of the site
    for name in {field.name for field in fields(Limits)} - rules:
        setting = f"MUSTERBOOK_MAX_{'DOCUMENT_BYTES' if name == 'bytes' else name.upper()}"
        setattr(settings, setting, 7)
        assert getattr(limits(), name) == 7
