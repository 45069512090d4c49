"""A list and its rosters as web pages, printed papers and the API show them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from builder.points.document.document import Document, Roster, RosterEntry
from builder.points.document.play import PlaySheet
from builder.points.document.summoned import Bringer, bringers_text, summonable_profiles
from builder.points.document.units import facts_texts, row_text, unit_facts, unit_kind, unit_name
from builder.points.legality.totals import count_texts, stat_labels_and_texts
from builder.points.pricing.prices import price_texts
from builder.points.pricing.texts import attribute_text, price_text, sum_text, total_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import is_variant, list_name, roster_name
from builder.points.rules.results import (
    Appraisal,
    EntryAppraisal,
    Finding,
    RosterAppraisal,
    Status,
    Total,
)
from builder.points.rules.wording import missing_price_text
from builder.points.sheets.profile import ProfileSheet, SheetState, Track, track


@dataclass(frozen=True, kw_only=True)
class ListSheet:
    """A company list with its appraisal.

    ``document`` contains the list's profiles and their variants, which are profiles with what a row of a
    roster adds to them. ``names`` are the names of both by key.
    """

    document: Document
    catalogue: Catalogue
    appraisal: Appraisal
    play_sheet: PlaySheet
    names: Mapping[str, str]

    @property
    def name(self) -> str:
        """The list's name, or a placeholder."""
        return list_name(self.document.name)

    @cached_property
    def sheets_by_key(self) -> Mapping[str, ProfileSheet]:
        """The sheets of the profiles and variants by key, in the list's order."""
        appraisals = self.appraisal.profiles_by_key()
        return {
            profile.key: ProfileSheet(
                catalogue=self.catalogue,
                profile=profile,
                appraisal=appraisals[profile.key],
                profile_names=self.names,
                play_sheet=self.play_sheet,
            )
            for profile in self.document.profiles
        }

    @property
    def profiles(self) -> list[ProfileSheet]:
        """The sheets of the list's own profiles, in the list's order, without variants."""
        return [sheet for key, sheet in self.sheets_by_key.items() if not is_variant(key)]

    @cached_property
    def rosters(self) -> "list[RosterSheet]":
        """The sheets of the list's rosters, in the list's order."""
        pairs = zip(self.document.rosters, self.appraisal.rosters, strict=True)
        return [
            RosterSheet(list_sheet=self, roster=roster, appraisal=roster_appraisal)
            for roster, roster_appraisal in pairs
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetMember:
    """The models of one profile in a row. ``profile`` is None if the list has no such profile.

    ``model_total`` is the price of one model, ``points`` are those of all models. Attached models accompany
    the unit in the row without being part of it.
    """

    key: str
    name: str
    profile: ProfileSheet | None
    model_total: Total | None
    count: int = 0
    points: int | None = None
    is_attached: bool = False

    @classmethod
    def of_profile(cls, sheet: ProfileSheet) -> "SheetMember":
        """Return a member without models, for pages that show profiles outside of rosters."""
        key, total = sheet.profile.key, sheet.appraisal.total
        return cls(key=key, name=sheet.name, profile=sheet, model_total=total)

    @property
    def total(self) -> Total | None:
        """The price of all models."""
        return None if self.model_total is None else self.model_total.times(self.count)


@dataclass(frozen=True, kw_only=True)
class SheetRow:
    """A row of a roster: models of one profile, or a unit of several profiles."""

    list_sheet: ListSheet
    entry: RosterEntry
    appraisal: EntryAppraisal

    @property
    def name(self) -> str:
        """The name of the unit, or of the main profile if the unit has no name."""
        return unit_name(self.entry, self.list_sheet.names)

    @property
    def is_unit(self) -> bool:
        """Whether the row has a name, a kind or several profiles."""
        return self.entry.is_unit_or_variant

    @property
    def kind(self) -> str:
        """The name of the kind of unit, or an empty string if the row is not a unit."""
        kind = unit_kind(self.list_sheet.catalogue, self.entry.unit)
        return kind.name if kind else ""

    @property
    def text(self) -> str:
        """The row in one line: "3 × Grunt", "Old Guard: 9 × Skeleton, with 1 × Necromancer"."""
        return row_text(self.entry, self.list_sheet.names)

    @cached_property
    def members(self) -> list[SheetMember]:
        """The row's members that have models."""
        attached = {id(member) for member in self.appraisal.attached}
        names, sheets, appraisal = (
            self.list_sheet.names,
            self.list_sheet.sheets_by_key,
            self.list_sheet.appraisal,
        )
        return [
            SheetMember(
                key=member.profile,
                name=names.get(member.profile, f"{member.profile} (not in this list)"),
                profile=sheets.get(member.profile),
                model_total=appraisal.model_total(member),
                count=member.count,
                points=member.points,
                is_attached=id(member) in attached,
            )
            for member in self.appraisal.members()
            if member.count
        ]

    @property
    def total(self) -> Total | None:
        """The price of all models in the row, or None if the list has none of the row's profiles."""
        return self.list_sheet.appraisal.row_total(self.appraisal)

    @property
    def points(self) -> str:
        """The points of all models in the row: "27", "27+", a dash."""
        return total_text(self.total)

    @property
    def model_total(self) -> Total | None:
        """The price of one model of the main profile, or None if the list has no such profile."""
        return self.list_sheet.appraisal.model_total(self.appraisal)

    @property
    def model_points(self) -> str:
        """The points of one model of the main profile: "9", "9+", a dash."""
        return total_text(self.model_total)

    @property
    def key(self) -> str:
        """The key of the main profile, or an empty string if the list has no such profile."""
        return self.entry.profile if self.entry.profile in self.list_sheet.names else ""

    @property
    def prices(self) -> list[str]:
        """The row's totals of further prices, and how rough the prices are: "Formula 91"."""
        return price_texts(self.list_sheet.catalogue, self.appraisal.prices)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The name and text of each fact that players entered for the unit."""
        return unit_facts(self.list_sheet.catalogue, self.entry)

    @property
    def facts_and_stats(self) -> list[tuple[str, str]]:
        """The name and text of each of the `facts`, then the label and text of each of the `stat_values`."""
        return [*self.facts, *self.stat_values]

    @property
    def stat_values(self) -> list[tuple[str, str]]:
        """The label and text of each value of the unit that players look up in play (the role "stat")."""
        return stat_labels_and_texts(self.list_sheet.catalogue.unit_values, self.appraisal.values)

    @property
    def states(self) -> list[SheetState]:
        """The states with one box for the row, which are those of its first profile that has models."""
        first = next((member.profile for member in self.members if member.profile), None)
        return [state for state in first.states if state.each == "row"] if first else []

    @property
    def facts_and_values(self) -> list[tuple[str, str]]:
        """The name and text of each of the `facts`, then the label and text of all values of the row."""
        values = {value.code: value for value in self.list_sheet.catalogue.unit_values}
        return self.facts + [
            (values[number.code].label or values[number.code].name, number.text)
            for number in self.appraisal.values
        ]


class Summoned(NamedTuple):
    """A profile that a roster may bring into play without buying it, and the profiles that bring it."""

    profile: ProfileSheet
    bringers: tuple[Bringer, ...]

    @property
    def bringers_text(self) -> str:
        """The bringers as text, each with its property or spell: "Sorcerer (Summon)"."""
        return bringers_text(self.bringers, self.profile.profile_names)


class NamedFinding(NamedTuple):
    """A finding with the name of its profile, which is empty for the roster's own findings."""

    profile: str
    finding: Finding


@dataclass(frozen=True, kw_only=True)
class RosterSheet:
    """A roster of a list with its appraisal."""

    list_sheet: ListSheet
    roster: Roster
    appraisal: RosterAppraisal

    @property
    def name(self) -> str:
        """The roster's name, or a placeholder."""
        return roster_name(self.roster.name, self.list_sheet.catalogue.words.roster)

    # -------------------------------------------------------------- totals

    @cached_property
    def total(self) -> Total:
        """The points of the models that have a price, and what is missing for the other prices."""
        words = self.list_sheet.catalogue.words
        return self.list_sheet.appraisal.roster_total(self.appraisal, self.list_sheet.names, words.price)

    @property
    def points(self) -> str:
        """The roster's points: "739", "739+", a dash."""
        return total_text(self.total)

    @property
    def missing_price(self) -> str:
        """What is missing for the points: "needs the cost of Imp". Empty if nothing is missing."""
        return missing_price_text(self.total)

    @property
    def sum_text(self) -> str:
        """The points in words: "739 of 750 points", "no cost yet, limit 150"."""
        return sum_text(self.total, self.list_sheet.catalogue, self.limit)

    @property
    def short_sum(self) -> str:
        """The points without the unit: "739 of 750", "no cost yet"."""
        limit = "" if self.limit is None or self.total.is_unknown else f" of {self.limit}"
        return f"{price_text(self.total, self.list_sheet.catalogue)}{limit}"

    @property
    def limit(self) -> int | None:
        """The points limit, or None if the roster has no limit."""
        return self.appraisal.limit

    @property
    def size_name(self) -> str:
        """The name of the agreed game size, or an empty string if the limit is not an agreed size."""
        return self.list_sheet.catalogue.game_size_name(self.limit)

    @property
    def counted(self) -> list[str]:
        """The number of models, then the roster's counts: "21 figures", "3 of 4 specialists"."""
        return count_texts(self.list_sheet.catalogue, self.appraisal)

    @property
    def counted_line(self) -> str:
        """What is missing for the points, then the counts, in one line: "21 figures, 3 of 4 specialists"."""
        missing = "" if self.total.is_unknown else self.missing_price
        return ", ".join(filter(None, (missing, *self.counted)))

    @property
    def prices(self) -> list[str]:
        """The roster's totals of further prices, and how rough the prices are: "Formula 91"."""
        return price_texts(self.list_sheet.catalogue, self.appraisal.prices)

    @property
    def stat_values(self) -> list[tuple[str, str]]:
        """The label and text of each value of the roster that players look up in play (the role "stat")."""
        return stat_labels_and_texts(self.list_sheet.catalogue.roster.values, self.appraisal.values)

    # -------------------------------------------------------------- entered facts

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The name and text of each fact that players entered for the roster."""
        return facts_texts(self.list_sheet.catalogue.roster.fields, self.roster.fields)

    @property
    def facts_in_words(self) -> list[str]:
        """Each of the `facts` as one text, such as "Credits won 250". A ticked box is only its name."""
        fields = self.list_sheet.catalogue.roster.fields
        ticked = {part.name for part in fields if self.roster.fields.get(part.code) is True}
        return [name if name in ticked else f"{name} {text}" for name, text in self.facts]

    @property
    def side_tracks(self) -> list[Track]:
        """The rows of boxes that a player ticks for the complete side.

        A fact of the roster, by default its maximum, is the number of boxes.
        """
        facts = {part.code: part for part in self.list_sheet.catalogue.roster.fields}
        numbered = (
            (boxes, int(self.roster.fields.get(boxes.of, facts[boxes.of].high)))
            for boxes in self.list_sheet.play_sheet.side_boxes
        )
        return [
            track(boxes.name, boxes.shape, number, marks=boxes.marks)
            for boxes, number in numbered
            if number > 0
        ]

    # -------------------------------------------------------------- models

    @cached_property
    def all_rows(self) -> list[SheetRow]:
        """The roster's rows, including rows without models."""
        pairs = zip(self.roster.entries, self.appraisal.entries, strict=True)
        return [
            SheetRow(list_sheet=self.list_sheet, entry=entry, appraisal=entry_appraisal)
            for entry, entry_appraisal in pairs
        ]

    @property
    def rows(self) -> list[SheetRow]:
        """The roster's rows with models."""
        return [row for row in self.all_rows if row.appraisal.models]

    @cached_property
    def fielded(self) -> list[ProfileSheet]:
        """The fielded profiles in the order of the rows, without repeats."""
        keys = dict.fromkeys(member.key for row in self.rows for member in row.members)
        sheets = self.list_sheet.sheets_by_key
        return [sheets[key] for key in keys if key in sheets]

    @cached_property
    def model_counts(self) -> list[tuple[ProfileSheet, int]]:
        """The fielded profiles in the list's order, each with the number of its models in all rows."""
        counts = self.roster.counts()
        return [(sheet, counts[key]) for key, sheet in self.list_sheet.sheets_by_key.items() if counts[key]]

    @property
    def fielded_in_list_order(self) -> list[ProfileSheet]:
        """The fielded profiles in the list's order."""
        return [sheet for sheet, _ in self.model_counts]

    @cached_property
    def summoned(self) -> list[Summoned]:
        """The profiles that the roster may bring into play without buying them, in the order of the rows."""
        sheet = self.list_sheet
        summonable = summonable_profiles(sheet.document, sheet.catalogue, sheet.play_sheet, self.roster)
        return [
            Summoned(sheet.sheets_by_key[profile_summoned.profile.key], profile_summoned.bringers)
            for profile_summoned in summonable
        ]

    @property
    def profiles_in_play(self) -> list[ProfileSheet]:
        """The fielded profiles in the list's order, then the summoned profiles."""
        return [*self.fielded_in_list_order, *(summoned.profile for summoned in self.summoned)]

    @property
    def leaders(self) -> list[ProfileSheet]:
        """The fielded profiles that are leaders."""
        return [sheet for sheet in self.fielded if sheet.is_leader]

    def leader_value(self, leader: ProfileSheet) -> tuple[str, str]:
        """Return the name and value of what makes a profile a leader: its command die. A yes is left out."""
        catalogue = self.list_sheet.catalogue
        attribute = index_of(catalogue).attributes[self.list_sheet.play_sheet.leader]
        if attribute.kind == "flag":  # its name, such as "Leader", is already in the heading
            return "", ""
        return attribute.name, attribute_text(catalogue, attribute, leader.profile)

    # -------------------------------------------------------------- legality

    @cached_property
    def status(self) -> Status:
        """The roster's status, from its own findings and the findings of its profiles."""
        return self.list_sheet.appraisal.status(self.appraisal)

    @property
    def illegal_profiles(self) -> list[ProfileSheet]:
        """The fielded profiles that are not legal, in the list's order."""
        sheets = self.fielded_in_list_order
        return [sheet for sheet in sheets if sheet.appraisal.status.code == "illegal"]

    @property
    def findings(self) -> list[NamedFinding]:
        """The roster's own findings, then the errors of its profiles."""
        own = [NamedFinding("", finding) for finding in self.appraisal.plain_findings]
        return own + [
            NamedFinding(sheet.name, finding)
            for sheet in self.fielded_in_list_order
            for finding in sheet.appraisal.findings
            if finding.level == "error"
        ]
