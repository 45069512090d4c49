"""Rosters are added, saved, duplicated and removed, and no change overwrites another."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.exports.json import document_text
from builder.models import CompanyList, Roster, RosterEntry, User
from builder.points.document.document import Document, DocumentError, parse_document
from builder.points.document.document import Roster as CoreRoster
from builder.points.document.document import RosterEntry as CoreEntry
from builder.queries.lists import removed_rosters
from builder.services import lists, rosters
from builder.services.errors import LimitReached, NotFound, StaleVersion
from builder.services.exchange import create_list_from_document
from builder.services.lists import save_sample
from tests.support.concurrency import run_concurrently
from tests.support.saving import load_fresh

NAMES = ["Night drop", "Vault job"]
CREW = (CoreEntry(profile="captain", count=1), CoreEntry(profile="reaver", count=3))


def stored(company_list: CompanyList) -> tuple[CoreRoster, ...]:
    return load_fresh(company_list).document.rosters


def names(company_list: CompanyList) -> list[str]:
    return [roster.name for roster in stored(company_list)]


def first_roster_id(company_list: CompanyList) -> str:
    return load_fresh(company_list).roster_ids[0]


def save(
    company_list: CompanyList,
    roster: str,
    version: int,
    name: str = "Mine",
    limit: int | None = 500,
    entries: Sequence[CoreEntry] = CREW,
) -> int:
    row = rosters.save_roster(company_list, roster, version, name=name, limit=limit, entries=entries)
    return row.version


# ------------------------------------------------------------------ adding


def test_a_roster_is_not_restored_above_the_limit(alices_list: CompanyList, settings: Settings) -> None:
    """Removed rosters don't count, so another one can take the place."""
    settings.MUSTERBOOK_MAX_ROSTERS = len(NAMES)
    removed = first_roster_id(alices_list)
    rosters.remove_roster(alices_list, removed)
    rosters.add_roster(alices_list, name="Third", limit=500)
    with pytest.raises(LimitReached, match="A list can have at most 2 rosters"):
        rosters.restore_roster(alices_list, removed)


@pytest.mark.django_db(transaction=True)
def test_rosters_added_at_once_stay_within_the_limit(alices_list: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_ROSTERS = 3
    add = partial(rosters.add_roster, alices_list, name="Last", limit=500, entries=CREW)
    outcomes = run_concurrently(*[add] * 4)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == [*["LimitReached"] * 3, "Roster"]
    assert names(alices_list) == [*NAMES, "Last"]
    assert RosterEntry.objects.filter(roster__name="Last").count() == len(CREW)


# ------------------------------------------------------------------ saving


@pytest.mark.django_db(transaction=True)
def test_of_saves_of_one_version_at_once_all_but_one_are_rejected(alices_list: CompanyList) -> None:
    roster, other = load_fresh(alices_list).roster_ids
    result = stored(alices_list)[1]
    for version in range(1, 6):
        wanted = [
            CoreRoster(name=name, limit=limit, entries=(CoreEntry(profile=name, count=limit),) * limit)
            for name, limit in (("one", 20), ("two", 30), ("three", 40))
        ]
        outcomes = run_concurrently(
            *[partial(save, alices_list, roster, version, w.name, w.limit, w.entries) for w in wanted]
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == [
            "StaleVersion",
            "StaleVersion",
            "int",
        ]
        winner = outcomes.index(version + 1)
        assert stored(alices_list) == (wanted[winner], result)
    assert load_fresh(alices_list).roster_ids == (roster, other)


@pytest.mark.django_db(transaction=True)
def test_saves_of_different_rosters_at_once_all_succeed(alices_list: CompanyList) -> None:
    for number in range(4):
        rosters.add_roster(alices_list, name=str(number), limit=500)
    before = CompanyList.objects.get(pk=alices_list.pk).version
    ids = load_fresh(alices_list).roster_ids
    changes = [partial(save, alices_list, roster, 1, f"saved {place}") for place, roster in enumerate(ids)]
    assert run_concurrently(*changes) == [2] * len(ids)
    assert names(alices_list) == [f"saved {place}" for place in range(len(ids))]
    assert CompanyList.objects.get(pk=alices_list.pk).version == before + len(ids)


@pytest.mark.django_db(transaction=True)
def test_a_save_during_removal_succeeds_or_is_rejected(alices_list: CompanyList) -> None:
    roster = first_roster_id(alices_list)
    saved, removed = run_concurrently(
        partial(save, alices_list, roster, 1, "Saved"), partial(rosters.remove_roster, alices_list, roster)
    )
    assert isinstance(removed, Roster)
    rosters.restore_roster(alices_list, roster)
    assert names(alices_list)[0] == ("Saved" if saved == 2 else NAMES[0])
    assert saved == 2 or isinstance(saved, NotFound)


# ------------------------------------------------------------------ duplicating


@pytest.mark.parametrize(
    ("name", "limit", "copied"),
    [
        ("Friday", 750, "Friday 2"),
        ("Friday", 1000, "Friday 2"),
        ("Friday 2", 1000, "Friday 3"),
        ("Friday 750", 1000, "Friday 1000"),
        ("Friday 750", 750, "Friday 750 2"),
        ("Friday 750 2", 1000, "Friday 1000"),
        ("750", 500, "500"),
        ("Friday 1750", 1000, "Friday 2"),
        ("750 men", 1000, "750 men 2"),
        ("", 1000, ""),
        ("x" * 196 + " 750", 1000, "x" * 195 + " 1000"),
    ],
)
def test_a_game_size_in_the_name_is_replaced_in_the_copy(
    alice: User, catalogues: Catalogues, name: str, limit: int, copied: str
) -> None:
    company_list = lists.create_list(alice, "unbridled-fury", "0.9.0")
    source = rosters.add_roster(company_list, name=name, limit=750, entries=CREW)
    rosters.duplicate_roster(company_list, source.public_id, limit=limit)
    assert stored(company_list)[1] == CoreRoster(name=copied, limit=limit, entries=CREW)


def test_further_copies_keep_the_game_size_in_the_name(alices_list: CompanyList) -> None:
    source = rosters.add_roster(alices_list, name="Club 750", limit=750).public_id
    for _ in range(3):
        rosters.duplicate_roster(alices_list, source, limit=1000)
    assert names(alices_list)[2:] == ["Club 750", "Club 1000 3", "Club 1000 2", "Club 1000"]


# ------------------------------------------------------------------ removing


def test_a_roster_that_changed_meanwhile_is_not_removed(alices_list: CompanyList) -> None:
    roster = first_roster_id(alices_list)
    version = save(alices_list, roster, 1)
    with pytest.raises(StaleVersion):
        rosters.remove_roster(alices_list, roster, 1)
    assert first_roster_id(alices_list) == roster
    rosters.remove_roster(alices_list, roster, version)


def test_a_restored_roster_returns_to_its_place_among_new_rosters(alices_list: CompanyList) -> None:
    first, other = load_fresh(alices_list).roster_ids
    rosters.remove_roster(alices_list, other)
    rosters.duplicate_roster(alices_list, first)
    rosters.add_roster(alices_list, name="Last", limit=500)
    rosters.restore_roster(alices_list, other)
    assert names(alices_list) == ["Night drop", "Night drop 2", "Vault job", "Last"]


def test_only_the_last_removed_rosters_can_be_restored(alices_list: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_KEPT_REMOVED = 3
    oldest, other = load_fresh(alices_list).roster_ids
    rosters.remove_roster(alices_list, oldest)
    for number in range(3):
        roster = rosters.add_roster(alices_list, name=str(number), limit=500)
        rosters.remove_roster(alices_list, roster.public_id)
    with pytest.raises(NotFound):
        rosters.restore_roster(alices_list, oldest)
    assert [row.name for row in removed_rosters(alices_list)] == ["2", "1", "0"]
    assert load_fresh(alices_list).roster_ids == (other,)


def test_removed_rosters_are_not_exported_or_copied(
    alice: User, alices_list: CompanyList, catalogues: Catalogues
) -> None:
    rosters.remove_roster(alices_list, first_roster_id(alices_list))
    copy = lists.copy_list(alice, alices_list)
    for row in (alices_list, copy):
        document = parse_document(json.loads(document_text(load_fresh(row))), catalogues)
        assert [roster.name for roster in document.rosters] == [NAMES[1]]
    assert removed_rosters(copy) == []


# ------------------------------------------------------------------ whole lists


def test_the_largest_saved_roster_can_be_imported(alices_list: CompanyList, catalogues: Catalogues) -> None:
    widest = "".join(chr(sign) for sign in range(0x20, 0x7F)) + "Æ漢🜲\u200d"
    save(
        alices_list,
        first_roster_id(alices_list),
        1,
        widest,
        1_000_000,
        [CoreEntry(profile="_-9", count=9_999)] * 300,
    )
    value = json.loads(document_text(load_fresh(alices_list)))
    assert parse_document(value, catalogues) == load_fresh(alices_list).document


def test_imports_follow_the_same_limits(
    alice: User, catalogues: Catalogues, reavers: Document, settings: Settings
) -> None:
    night = reavers.rosters[0]
    below = replace(reavers, rosters=(night, replace(night, limit=-1)))
    with pytest.raises(DocumentError, match=r"rosters\[1\]\.limit"):
        create_list_from_document(alice, below)
    named = replace(night, entries=(*night.entries, CoreEntry(profile="a\0b", count=1)))
    with pytest.raises(DocumentError, match=rf"rosters\[0\]\.entries\[{len(night.entries)}\]\.profile"):
        create_list_from_document(alice, replace(reavers, rosters=(named,)))
    settings.MUSTERBOOK_MAX_ROSTERS = 1
    with pytest.raises(LimitReached, match="at most 1 rosters"):
        create_list_from_document(alice, reavers)
    assert not CompanyList.objects.exists()


def test_a_changed_sample_keeps_the_ids_of_its_rosters(catalogues: Catalogues, reavers: Document) -> None:
    save_sample("drop-reavers", reavers)
    sample = CompanyList.objects.get(sample="drop-reavers")
    before = load_fresh(sample).roster_ids
    third = replace(reavers.rosters[0], name="Third", entries=())
    save_sample("drop-reavers", replace(reavers, rosters=(*reavers.rosters, third)))
    after = load_fresh(sample).roster_ids
    assert after[:2] == before
    assert len(set(after)) == 3
    save_sample("drop-reavers", replace(reavers, rosters=reavers.rosters[:1]))
    assert load_fresh(sample).roster_ids == before[:1]
