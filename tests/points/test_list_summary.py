"""The summary of a list agrees with its appraisal about the first rosters."""

import json
from dataclasses import replace

from builder.catalogue.files import bundled_catalogues
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, parse_document
from builder.points.document.list_summary import (
    MAX_ROSTERS,
    SummarisedRoster,
    dump_list_summary,
    parse_list_summary,
    summarise_list,
)
from builder.points.rules.results import LEGAL, Total
from tests.support.fubar import figure, fubar_document


def test_a_summary_has_cheapest_and_most_expensive_profile_and_first_rosters(reavers: Document) -> None:
    catalogue = bundled_catalogues()[reavers.system, reavers.edition]
    seen = summarise_list(reavers, catalogue, appraise(reavers, catalogue))
    assert (seen.cheapest, seen.dearest) == (76, 205)
    assert seen.rosters == (
        SummarisedRoster("Night drop", 750, Total(739), legal=True, status=LEGAL),
        SummarisedRoster("Vault job", 1000, Total(943), legal=True, status=LEGAL),
    )


def test_a_summary_has_a_limited_number_of_rosters(reavers: Document) -> None:
    catalogue = bundled_catalogues()[reavers.system, reavers.edition]
    many = replace(reavers, rosters=reavers.rosters * 3)
    assert len(summarise_list(many, catalogue, appraise(many, catalogue)).rosters) == MAX_ROSTERS


def test_errors_of_fielded_profiles_make_a_summarised_roster_illegal(reavers: Document) -> None:
    """Even if the roster itself has no errors."""
    catalogue = bundled_catalogues()[reavers.system, reavers.edition]
    captain = reavers.profiles[0]
    naked = replace(captain, design=replace(captain.design, values={}))
    broken = replace(reavers, profiles=(naked, *reavers.profiles[1:]))
    appraisal = appraise(broken, catalogue)
    assert [roster.legal for roster in summarise_list(broken, catalogue, appraisal).rosters] == [
        appraisal.is_legal(roster) for roster in appraisal.rosters
    ]
    assert not all(roster.legal for roster in summarise_list(broken, catalogue, appraisal).rosters)


def test_a_summary_of_an_earlier_version_shows_the_verdict(reavers: Document) -> None:
    catalogue = bundled_catalogues()[reavers.system, reavers.edition]
    stored = dump_list_summary(summarise_list(reavers, catalogue, appraise(reavers, catalogue)))
    for roster, legal in zip(stored["rosters"], (True, False), strict=True):
        del roster["status"]
        roster["legal"] = legal
    texts = [roster.shown_status.text for roster in parse_list_summary(stored).rosters]
    assert texts == ["Legal", "Not legal"]


def test_an_empty_list_has_an_empty_summary(reavers: Document) -> None:
    catalogue = bundled_catalogues()[reavers.system, reavers.edition]
    empty = replace(reavers, profiles=(), rosters=())
    assert summarise_list(empty, catalogue, appraise(empty, catalogue)) == (None, None, (), ())


def test_a_stored_list_summary_is_complete(reavers: Document) -> None:
    catalogues = bundled_catalogues()
    fubar = parse_document(fubar_document({"bats": figure(skills="flyer")}), catalogues)
    for document in (reavers, fubar):
        catalogue = catalogues[document.system, document.edition]
        seen = summarise_list(document, catalogue, appraise(document, catalogue), ("first", "second"))
        assert parse_list_summary(json.loads(json.dumps(dump_list_summary(seen)))) == seen
