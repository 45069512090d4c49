"""Cached results of designs equal new appraisals of the same designs."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.catalogue.files import sample_files
from builder.points.advice.steps import NextSteps, find_next_steps
from builder.points.advice.what_if import WhatIf
from builder.points.appraisal import appraisal
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.document import Document, dump_document, parse_document
from builder.points.legality import standalone
from builder.points.pricing.profile_context import ProfileContext
from builder.points.rules.results import ProfileAppraisal
from tests.lanes import is_wide
from tests.support.designs import CATALOGUES, read_document
from tests.support.strategies import documents

EVERY = sorted(CATALOGUES)


def among_others(known: Document) -> Document:
    """Return another list with the same designs, each with the key and name of the next profile."""
    designs = [profile.design for profile in known.profiles]
    return replace(
        known,
        profiles=tuple(
            replace(profile, name=f"{profile.name} the Other", max=1, design=other)
            for profile, other in zip(known.profiles, [*designs[1:], designs[0]], strict=True)
        ),
    )


@pytest.mark.parametrize("name", EVERY, ids="-".join)
@settings(max_examples=1_000 if is_wide() else 8)
@given(data=st.data())
def test_cached_designs_give_the_results_of_new_ones(name: tuple[str, str], data: st.DataObject) -> None:
    """In the same list and in another list: lines, findings, values and rosters.

    The new appraisal is made with cleared caches, of equal designs with their fields in reverse order.
    """
    known = read_document(data.draw(documents(CATALOGUES[name])))
    appraise(known, CATALOGUES[name])
    for seen in (known, among_others(known)):
        unseen = parse_document(reverse_fields(dump_document(seen, CATALOGUES[name])), CATALOGUES)
        for profile in seen.profiles:
            what_if = WhatIf(seen, profile.key, CATALOGUES[name])
            assert steps_reported(
                find_next_steps(WhatIf(seen, profile.key, CATALOGUES[name]))
            ) == steps_in_list(what_if)
        was = appraise(seen, CATALOGUES[name])
        assert appraise(unseen, CATALOGUES[name]) is was
        clear_caches()
        is_now = appraise(unseen, CATALOGUES[name])
        assert was == is_now
        assert [everything_in(profile) for profile in was.profiles] == [
            everything_in(profile) for profile in is_now.profiles
        ]


def test_a_document_that_is_parsed_again_is_not_appraised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor are its designs in another list."""
    appraised: list[str] = []
    calculate = standalone.appraise_profile

    def count(context: ProfileContext, *others: Any) -> ProfileAppraisal:
        appraised.append(context.key)
        return calculate(context, *others)

    monkeypatch.setattr(standalone, "appraise_profile", count)
    for _, path in sample_files():
        clear_caches()
        first, again = (read_document(json.loads(path.read_text(encoding="utf-8"))) for _ in range(2))
        catalogue = CATALOGUES[first.system, first.edition]
        appraise(first, catalogue)
        assert appraised
        appraised.clear()
        appraise(again, catalogue)
        appraise(replace(again, name="Another list"), catalogue)
        assert not appraised


def test_designs_that_differ_in_any_part_are_different_keys() -> None:
    weapon, pick = Weapon(name="Bow", properties=("ap",), fields={"range": 3}), Pick(code="heal")
    design = Design(values={"mov": 6}, weapons={"shooting": (weapon,)}, picks={"spells": (pick,)})
    others = [
        replace(design, values={"mov": 7}),
        replace(design, weapons={"shooting": (replace(weapon, name="Sling"),)}),
        replace(design, weapons={"shooting": (replace(weapon, properties=()),)}),
        replace(design, weapons={"shooting": (replace(weapon, fields={"range": 4}),)}),
        replace(design, weapons={"combat": (weapon,)}),
        replace(design, picks={"spells": (replace(pick, parameters={"number": 1}),)}),
        replace(design, picks={"spells": (pick, pick)}),
    ]
    assert len({design, *others}) == len({hash(key) for key in (design, *others)}) == 1 + len(others)
    assert {design, replace(design, picks={"spells": (Pick(code="heal"),)})} == {design}


def reverse_fields(value: object) -> object:
    """Return an equal JSON value with the fields of all objects in reverse order."""
    if isinstance(value, dict):
        return {name: reverse_fields(inner) for name, inner in reversed(value.items())}
    return [reverse_fields(item) for item in value] if isinstance(value, list) else value


def clear_caches() -> None:
    """Drop the cached appraisals of designs and lists."""
    standalone.standalone_profile.cache_clear()
    appraisal._appraised_list.cache_clear()


def everything_in(profile: ProfileAppraisal) -> tuple[object, ...]:
    """Return all data of an appraisal, including values that are calculated on request."""
    return (*profile, profile.values, profile.items)


def steps_reported(steps: NextSteps) -> dict[tuple[str, object], int | None]:
    """Return the change of the total for each cached step, by attribute or slot and new value."""
    pairs = ((code, step) for code, pair in steps.values.items() for step in pair if step)
    chosen = {**steps.options, **steps.picks}
    return {
        **{(code, step.value): step.change.points for code, step in pairs},
        **{(code, to): change.points for code, item in chosen.items() for to, change in item.items()},
    }


def steps_in_list(what_if: WhatIf) -> dict[tuple[str, object], int | None]:
    """Return the same changes, with each step priced in the profile's list."""
    index = what_if.catalogue_index
    priced: dict[tuple[str, object], int | None] = {}
    for code, to in steps_reported(find_next_steps(what_if)):
        if code in index.pick_slots:
            priced[code, to] = what_if.price_change(
                what_if.design_with_pick(index.pick_slots[code], str(to))
            ).points
        elif index.attributes[code].kind == "choice":
            priced[code, to] = what_if.change_with_option(index.attributes[code], str(to) or None).points
        else:
            value = to if isinstance(to, int) else int(str(to)) if to else None
            priced[code, to] = what_if.price_change(what_if.design_with_value(code, value)).points
    return priced
