"""Details, profiles, rosters and lists change only from their current version, each counted for itself."""

from collections.abc import Callable

import pytest

from builder.models import CompanyList
from builder.services import lists, rosters
from builder.services.errors import StaleVersion
from builder.services.profiles import remove_profile
from tests.support.saving import load_fresh, reload, save_design


def save_details(row: CompanyList, version: int, name: str) -> int:
    return lists.save_details(row, version, name=name, setting="", background="").version


def save_captain(row: CompanyList, version: int, name: str) -> int:
    design = load_fresh(row).document.profiles[0].design
    return save_design(row, "captain", version, name=name, notes="", max=None, design=design)


def save_roster(row: CompanyList, version: int, name: str) -> int:
    roster = load_fresh(row).roster_ids[0]
    return rosters.save_roster(row, roster, version, name=name, limit=500, entries=()).version


SAVE: dict[str, Callable[[CompanyList, int, str], int]] = {
    "details": save_details, "captain": save_captain, "roster": save_roster,
}  # fmt: skip
REMOVE: dict[str, Callable[[CompanyList, int], object]] = {
    "details": lists.delete_list,
    "captain": lambda row, version: remove_profile(row, "captain", version),
    "roster": lambda row, version: rosters.remove_roster(row, load_fresh(row).roster_ids[0], version),
}


@pytest.mark.parametrize("part", SAVE)
def test_other_versions_are_neither_saved_nor_removed(alices_list: CompanyList, part: str) -> None:
    assert SAVE[part](alices_list, 1, "From the other tab") == 2
    before = load_fresh(alices_list)
    for version in (-1, 0, 1, 3, 10**30):
        with pytest.raises(StaleVersion) as stale:
            SAVE[part](alices_list, version, "Mine")
        assert stale.value.current_version == 2
        assert str(stale.value.row).startswith("From the other tab")
        with pytest.raises(StaleVersion) as stale:
            REMOVE[part](reload(alices_list), version)
        assert stale.value.current_version == 2
    assert load_fresh(alices_list) == before
    REMOVE[part](reload(alices_list), 2)


def test_each_part_has_its_own_version(alices_list: CompanyList) -> None:
    assert save_captain(alices_list, 1, "Mine") == 2
    assert save_roster(alices_list, 1, "Mine") == 2
    assert save_details(alices_list, 1, "Mine") == 4  # the version of the list, which counts every change
    assert save_captain(alices_list, 2, "Mine again") == 3
