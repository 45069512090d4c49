"""Profiles are added, saved, moved and removed, and no change overwrites another."""

from dataclasses import replace
from functools import partial

import pytest
from pytest_django import Settings

from builder.catalogue.files import Catalogues
from builder.documents import load_list
from builder.models import CompanyList, Profile, User
from builder.points.document.design import Pick
from builder.points.document.document import Document
from builder.points.document.document import Profile as CoreProfile
from builder.services.errors import LimitReached, NotFound, StaleVersion
from builder.services.exchange import create_list_from_document
from builder.services.profiles import (
    add_profile,
    duplicate_profile,
    move_profile,
    remove_profile,
    restore_profile,
)
from tests.support.concurrency import run_concurrently
from tests.support.saving import reload, save_design

KEYS = ["captain", "second", "bodyguard", "sergeant", "reaver", "breacher", "pathfinder"]
NAMES = ("one", "other")


def keys(company_list: CompanyList) -> list[str]:
    return [profile.key for profile in profiles(company_list)]


def profiles(company_list: CompanyList) -> tuple[CoreProfile, ...]:
    return load_list(reload(company_list)).document.profiles


def get(company_list: CompanyList, key: str) -> CoreProfile:
    return next(profile for profile in profiles(company_list) if profile.key == key)


def save(company_list: CompanyList, profile: CoreProfile, version: int) -> int:
    return save_design(
        company_list,
        profile.key,
        version,
        name=profile.name,
        notes=profile.notes,
        max=profile.max,
        design=profile.design,
    )


def state(company_list: CompanyList) -> list[object]:
    row = reload(company_list)
    return [row.version, row.updated, *Profile.objects.filter(company_list=row).order_by("pk").values()]


# ------------------------------------------------------------------ saving


@pytest.mark.django_db(transaction=True)
def test_of_two_saves_of_one_version_at_once_one_is_rejected(
    alice: User, catalogues: Catalogues, reavers: Document
) -> None:
    company_list = create_list_from_document(alice, reavers)
    profile = get(company_list, "second")
    for version in range(1, 11):
        first, other = (partial(save, company_list, replace(profile, name=name), version) for name in NAMES)
        outcomes = run_concurrently(first, other)
        won = [outcome for outcome in outcomes if outcome == version + 1]
        lost = [outcome for outcome in outcomes if isinstance(outcome, StaleVersion)]
        assert (len(won), len(lost)) == (1, 1), outcomes
        assert get(company_list, "second").name == NAMES[outcomes.index(version + 1)]
        assert reload(company_list).version == version + 1


@pytest.mark.django_db(transaction=True)
def test_saves_of_different_profiles_at_once_all_succeed(
    alice: User, catalogues: Catalogues, reavers: Document
) -> None:
    company_list = create_list_from_document(alice, reavers)
    both = [get(company_list, key) for key in ("captain", "second")]
    for version in range(1, 21):
        created = [replace(profile, name=f"{profile.key} {version}", max=version) for profile in both]
        assert run_concurrently(*(partial(save, company_list, profile, version) for profile in created)) == [
            version + 1,
            version + 1,
        ]
        assert [get(company_list, profile.key) for profile in both] == created
        assert reload(company_list).version == 2 * version + 1


@pytest.mark.django_db(transaction=True)
def test_different_changes_of_a_list_at_once_all_succeed(
    alice: User, catalogues: Catalogues, reavers: Document
) -> None:
    company_list = create_list_from_document(alice, reavers)
    read = {profile.key: profile for profile in profiles(company_list)}
    outcomes = run_concurrently(
        lambda: save(company_list, read["captain"], 1),
        lambda: save(company_list, read["second"], 1),
        lambda: add_profile(company_list, "Cook").key,
        lambda: add_profile(company_list, "Cook").key,
        lambda: duplicate_profile(company_list, "reaver").key,
        lambda: move_profile(company_list, "pathfinder", "first"),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert reload(company_list).version == 7
    assert sorted(keys(company_list)) == sorted([*KEYS, "cook", "cook-2", "reaver-infantryman-2"])
    positions = Profile.objects.filter(company_list=company_list).values_list("position", flat=True)
    assert len(set(positions)) == 10


# ------------------------------------------------------------------ adding


def test_keys_are_unique_and_derived_from_names(alices_list: CompanyList) -> None:
    names = ["Ship's Cook", "Ship's cook", "ships_cook", "Æon", "料理人", "", "x" * 200, "--"]
    created = [add_profile(alices_list, name).key for name in names]
    assert created == [
        "ships-cook",
        "ships-cook-2",
        "ships-cook-3",
        "on",
        "profile",
        "profile-2",
        "x" * 60,
        "profile-3",
    ]
    assert keys(alices_list) == [*KEYS, *created]


def test_a_renamed_profile_keeps_its_key(alices_list: CompanyList) -> None:
    save(alices_list, replace(get(alices_list, "second"), name="First Officer"), 1)
    assert keys(alices_list) == KEYS
    assert add_profile(alices_list, "Second").key == "second-2"


def test_a_profile_is_not_restored_above_the_limit(alices_list: CompanyList, settings: Settings) -> None:
    """Removed profiles don't count, so another one can take the place."""
    settings.MUSTERBOOK_MAX_PROFILES = len(KEYS)
    remove_profile(alices_list, "captain")
    add_profile(alices_list, "Cook")
    with pytest.raises(LimitReached, match="at most 7 profiles"):
        restore_profile(alices_list, "captain")


# ------------------------------------------------------------------ removing


def test_a_profile_that_changed_meanwhile_is_not_removed(alices_list: CompanyList) -> None:
    version = save(alices_list, replace(get(alices_list, "captain"), name="Changed"), 1)
    with pytest.raises(StaleVersion):
        remove_profile(alices_list, "captain", 1)
    assert keys(alices_list) == KEYS
    remove_profile(alices_list, "captain", version)


def test_a_restored_profile_returns_to_its_neighbours_after_they_moved(alices_list: CompanyList) -> None:
    remove_profile(alices_list, "sergeant")
    move_profile(alices_list, "pathfinder", "first")
    move_profile(alices_list, "captain", "last")
    duplicate_profile(alices_list, "second")
    restore_profile(alices_list, "sergeant")
    order = keys(alices_list)
    assert order.index("bodyguard") + 1 == order.index("sergeant") == order.index("reaver") - 1


def test_the_key_of_a_removed_profile_is_not_reused(alices_list: CompanyList) -> None:
    remove_profile(alices_list, "captain")
    assert add_profile(alices_list, "Captain").key == "captain-2"
    restore_profile(alices_list, "captain")
    assert keys(alices_list) == [*KEYS, "captain-2"]


def test_references_to_a_removed_profile_stay(alices_list: CompanyList) -> None:
    second = get(alices_list, "second")
    companion = Pick(code="companion", parameters={"profile": "captain"})
    design = replace(second.design, picks={**second.design.picks, "properties": (companion,)})
    save(alices_list, replace(second, design=design), 1)
    remove_profile(alices_list, "captain")
    assert get(alices_list, "second").design == design
    roster = load_list(reload(alices_list)).document.rosters[0]
    assert roster.entries[0].profile == "captain"


def test_only_the_last_removed_profiles_can_be_restored(alices_list: CompanyList, settings: Settings) -> None:
    settings.MUSTERBOOK_KEPT_REMOVED = 3
    remove_profile(alices_list, "captain")
    for _ in range(3):
        remove_profile(alices_list, add_profile(alices_list).key)
    with pytest.raises(NotFound):
        restore_profile(alices_list, "captain")
    assert restore_profile(alices_list, "profile").key == "profile"
