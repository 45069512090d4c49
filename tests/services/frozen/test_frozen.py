"""Frozen rosters of every game: the stored appraisal contains all that pages show."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from builder.catalogue.files import Catalogues
from builder.documents import LoadedList, load_list, pack_json, unpack_json
from builder.frozen import pack_appraisal, unpack_roster
from builder.models import CompanyList, HandIn, User
from builder.models.lists import lists_with_edition
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import parse_document
from builder.points.rules.results import Appraisal, Finding, to_json
from builder.services.errors import NotFound
from builder.services.exchange import create_list_from_document
from builder.services.frozen import frozen_columns


def shown(appraisal: Appraisal) -> object:
    """Return all that pages show of an appraisal."""
    profiles = [(profile.total, profile.status, states(profile.findings)) for profile in appraisal.profiles]
    rosters = [
        (appraisal.status(roster), roster.most_models, states(roster.findings))
        for roster in appraisal.rosters
    ]
    return to_json(appraisal), profiles, rosters


def states(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    return [(finding.shown_level, finding.place) for finding in findings]


def load(row: CompanyList) -> LoadedList:
    return load_list(lists_with_edition().get(pk=row.pk))


@pytest.mark.sampled(every=1)
def test_the_stored_appraisal_of_every_sample_equals_a_new_one(
    alice: User, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]
) -> None:
    seen = set()
    for value in sample_values.values():
        loaded = load(create_list_from_document(alice, parse_document(value, catalogues)))
        for roster in loaded.roster_ids:
            frozen_copy = unpack_roster(HandIn(**frozen_columns(loaded, roster)))
            assert frozen_copy.is_outcome_unchanged
            assert frozen_copy.document == loaded.cut_to(roster).document
            assert shown(frozen_copy.appraisal) == shown(appraise(frozen_copy.document, loaded.catalogue))
            seen.add(loaded.catalogue.system)
    assert len(seen) == 5


def test_stored_messages_are_shown_if_only_messages_changed(alices_list: CompanyList) -> None:
    loaded = load(alices_list)
    frozen = HandIn(**frozen_columns(loaded, loaded.roster_ids[0]))
    frozen_copy = unpack_roster(frozen)
    note = Finding("note", "X-1", "", "As it was said then.", 1)
    rosters = (frozen_copy.appraisal.rosters[0].with_findings((note,)),)
    frozen.appraisal = pack_appraisal(frozen_copy.appraisal._replace(rosters=rosters))
    again = unpack_roster(frozen)
    assert again.is_outcome_unchanged
    assert again.appraisal.rosters[0].findings == (note,)


def test_fields_missing_from_an_old_appraisal_are_computed(alices_list: CompanyList) -> None:
    loaded = load(alices_list)
    frozen = HandIn(**frozen_columns(loaded, loaded.roster_ids[0]))
    stored = unpack_json(frozen.appraisal)
    del stored["rosters"][0]["most_models"]
    stored["rosters"][0]["points"] = 700
    frozen.appraisal = pack_json(stored)
    frozen_copy = unpack_roster(frozen)
    assert not frozen_copy.is_outcome_unchanged
    assert (frozen_copy.appraisal.rosters[0].points, frozen_copy.appraisal.rosters[0].most_models) == (
        700,
        30,
    )


def test_unknown_rosters_cannot_be_frozen(alices_list: CompanyList) -> None:
    loaded = load(alices_list)
    for public_id in ("nothing", ""):
        with pytest.raises(NotFound):
            frozen_columns(loaded, public_id)
    with pytest.raises(NotFound):
        frozen_columns(replace(loaded, roster_ids=()), loaded.roster_ids[0])
