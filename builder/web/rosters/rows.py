"""The rows of a roster's page: each profile of the list with its count and its points."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from builder.points.document.design import Design
from builder.points.document.document import Document, Profile
from builder.points.document.units import may_attach, may_join, unit_kind
from builder.points.document.variants import variant_key
from builder.points.legality.totals import value_texts
from builder.points.pricing.prices import price_texts, price_totals
from builder.points.pricing.system import counted_points, joins_later
from builder.points.pricing.texts import NONE, price_text, total_text
from builder.points.rules.catalogue import Attribute, Catalogue, UnitKind
from builder.points.rules.names import own_key, profile_name
from builder.points.rules.numbers import signed_text
from builder.points.rules.results import (
    EntryAppraisal,
    ProfileAppraisal,
    Total,
    without_notes,
)
from builder.points.rules.wording import no_price_yet
from builder.points.sheets.profile import ProfileSheet
from builder.web.rosters.capacity import describe_fit_count, unit_action, unit_text
from builder.web.rosters.draft import DraftRow, RosterDraft, parse_count
from builder.web.rosters.form import RosterForm
from builder.web.rosters.messages import RosterMessages
from builder.web.shared.design_view import DesignSheet, design_additions, design_view
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import FindingCount, count_findings


class RowAddition(NamedTuple):
    """A button that adds something to one model of a row, or removes it.

    ``change`` is its effect on the total; "" for none.
    """

    label: str
    change: str
    action: str


class RosterFormRow(NamedTuple):
    """A row of the form. ``raw_count`` is the text of its field; ``each`` and ``total`` are points as text.

    ``summary`` describes the profile in one line, ``sheet`` shows it in full. ``down_change`` and
    ``up_change`` are the effects of a step on the roster's total, ``down_action`` and ``up_action`` the
    actions of the steps. ``fit_text`` says whether one more fits, ``can_grow`` whether the closed row offers
    one more. ``drop_action`` removes the row from its unit. ``problems`` are the numbers of the profile's
    errors, open choices and warnings. ``is_fielded`` is False if its count is 0. ``is_missing`` marks a
    profile that is no longer in the list, which has no ``sheet``; ``is_left_out`` marks a row whose sheet
    the page has already. ``added`` are the codes of what the row adds to its profile, ``additions`` the
    buttons that change this.

    The default values are those of a missing profile. Templates cache the HTML of a row (``render_part``), so
    all its values can be hashed.
    """

    number: int
    id: str
    name: str
    field: str
    raw_count: str
    is_fielded: bool
    down_action: str
    messages: RosterMessages
    url: str = ""
    summary: str = ""
    sheet: DesignSheet | None = None
    each: str = NONE
    down_change: str = ""
    up_change: str = ""
    up_action: str = ""
    total: str = NONE
    max_text: str = ""
    fit_text: str = ""
    can_grow: bool = False
    problems: tuple[FindingCount, ...] = ()
    is_missing: bool = False
    drop_action: str = ""
    is_left_out: bool = False
    added: tuple[str, ...] = ()
    additions: tuple[RowAddition, ...] = ()

    @property
    def search_texts(self) -> list[str]:
        """The texts that the filter of the page searches."""
        traits = self.sheet.traits if self.sheet else ()
        words = (word.text for trait in traits for word in trait.words)
        return [self.name, self.summary, *(trait.heading for trait in traits), *words]

    @property
    def has_marks(self) -> bool:
        """Whether the profile or its row has findings."""
        return bool(self.problems or self.messages.counts)

    @property
    def marks(self) -> list[FindingCount]:
        """The findings of the profile and of its row, counted for the closed row."""
        return [*self.problems, *self.messages.counts]

    @property
    def add_action(self) -> str:
        """The action that adds one model."""
        return f"more:{self.number}=1"

    @property
    def is_priced(self) -> bool:
        """Whether ``each`` is a number: otherwise it says "no price yet"."""
        return not self.each[:1].isalpha()

    @property
    def field_changes(self) -> str:
        """The changes to the form's fields if the row is removed, for the script of the page."""
        return f"f-{self.number}=0"


class MemberMenu(NamedTuple):
    """A menu of profiles that can be added to a unit; ``options`` is None until the menu is opened.

    ``noun`` is the kind of profile that can be attached, or "profile".
    """

    action: Literal["join", "attach"]
    noun: str
    options: tuple[FormOption, ...] | None

    @property
    def verb(self) -> str:
        """The label of its button."""
        return "Add another profile" if self.action == "join" else f"Attach {self.noun}"


class UnitFact(NamedTuple):
    """A fact of a unit, with the text in its field; ``options`` are the answers to choose from."""

    code: str
    name: str
    kind: str
    summary: str
    options: tuple[FormOption, ...]
    value: str

    @classmethod
    def of_part(cls, part: Attribute, value: str) -> "UnitFact":
        """Return the field of a fact with this text."""
        options = [FormOption(option.code, option.name) for option in part.options]
        if part.kind == "flag":
            options = [FormOption("1", "yes")]
        if options:
            options.insert(0, FormOption("", part.blank_name))
        return cls(part.code, part.name, part.kind, part.summary, tuple(options), value)


class UnitFormRow(NamedTuple):
    """A unit of the form: the rows of its own profiles, and of the attached profiles.

    ``kinds`` are the kinds of unit to choose from, none if there is only one; ``menus`` are the menus of
    profiles that can be added. ``models`` is the number of its models, ``total`` their points in
    ``points_unit``, which is empty without a price. ``prices`` are further prices, ``values`` its calculated
    numbers, and ``facts`` what was entered for it.
    """

    number: int
    name: str
    title: str
    kind: str
    kinds: tuple[FormOption, ...]
    rows: tuple[RosterFormRow, ...]
    attached: tuple[RosterFormRow, ...]
    menus: tuple[MemberMenu, ...]
    models: int
    count_text: str
    total: str
    points_unit: str
    prices: tuple[str, ...]
    values: tuple[str, ...]
    facts: tuple[UnitFact, ...]

    @property
    def id(self) -> str:
        """The id of the unit's element on the page."""
        return f"u-{self.number}"

    @property
    def members(self) -> list[RosterFormRow]:
        """The rows of its own and of the attached profiles."""
        return [*self.rows, *self.attached]

    @property
    def has_fault(self) -> bool:
        """Whether a count in it cannot be saved."""
        return any(row.messages.fault for row in self.members)

    @property
    def summary(self) -> str:
        """The unit in one line: its only profile, or the names of all."""
        first, *others = self.members
        if not others:
            other_name = first.name if first.name != self.title else ""
            return " · ".join(filter(None, [other_name, first.summary]))
        return ", ".join(f"{row.raw_count}\N{NO-BREAK SPACE}× {row.name}" for row in self.members)

    @property
    def has_marks(self) -> bool:
        """Whether its rows have findings."""
        return any(row.has_marks for row in self.members)

    @property
    def marks(self) -> list[FindingCount]:
        """The findings of its rows."""
        return [mark for row in self.members for mark in row.marks]

    @property
    def drop_action(self) -> str:
        """The action that removes the unit."""
        return f"drop:{self.number}"

    @property
    def sum_text(self) -> str:
        """Its other prices and its number of models."""
        return " · ".join((*self.prices, self.count_text))


def form_rows(form: RosterForm) -> list[RosterFormRow]:
    """Return the rows in the list's order, then the rows of profiles that are not in the list."""
    draft, catalogue = form.draft, form.catalogue
    by_key: dict[str, list[DraftRow]] = {}
    for row in draft.rows:
        by_key.setdefault(row.profile, []).append(row)
    counts = {key: sum(parse_count(row.count) or 0 for row in rows) for key, rows in by_key.items()}
    ids = draft.row_ids()
    views: list[RosterFormRow] = []
    for sheet in form.sheets.profiles:
        key = sheet.profile.key
        for row in by_key.pop(key, []):
            entry = row.entry
            row_sheet = form.sheets.by_key.get(variant_key(entry, catalogue), sheet)
            says_fit = not (entry.fields or form.fault or form.roster.limit is None)
            rows = _ProfileRows(form, row_sheet, counts[key], says_fit=says_fit)
            form_row = rows.row(row, ids[row.number])
            additions = tuple(_additions(row, entry.fields, row_sheet))
            views.append(form_row._replace(added=tuple(entry.fields), additions=additions))
    for row in chain.from_iterable(by_key.values()):
        missing = _missing_row(form, row, ids[row.number])
        views.append(missing._replace(added=tuple(row.entry.fields)))
    return views


def _additions(row: DraftRow, added: Collection[str], sheet: ProfileSheet) -> Iterator[RowAddition]:
    """Yield the buttons that remove a row's additions, and that add what one of its models can still get."""
    count = parse_count(row.count) or 0
    for addition in design_additions(sheet):
        is_added = addition.code in added
        if not is_added and (count < 1 or not addition.is_possible):
            continue
        verb, of_one = ("Remove", " from one") if is_added else ("Add", " to one")
        change = -addition.points if is_added else addition.points
        yield RowAddition(
            label=f"{verb} {addition.name}{of_one if count > 1 else ''}",
            change=signed_text(change) if change else "",
            action=f"with:{row.number}={addition.code}",
        )


def unit_rows(form: RosterForm, growing: Collection[str]) -> list[UnitFormRow]:
    """Return the units of a roster in its order.

    ``growing`` are the keys of the profiles whose new units have several models.
    """
    draft, catalogue = form.draft, form.catalogue
    fielded = {row.profile for row in draft.rows}
    shown = {
        key: _ProfileRows(form, sheet, 0, says_fit=False)
        for key, sheet in form.sheets.by_key.items()
        if key in fielded
    }
    ids = draft.row_ids()

    def form_row(row: DraftRow) -> RosterFormRow:
        profile, html_id = shown.get(row.profile), ids[row.number]
        if profile is None:
            return _missing_row(form, row, html_id)._replace(down_action=f"take:{row.number}")
        form_row = profile.row(row, html_id)
        return form_row._replace(
            drop_action=f"drop:{row.number}" if row.part != "count" else "",
            can_grow=row.part == "count" and form_row.can_grow and row.profile in growing,
        )

    options = _MemberOptions(draft, form.document, catalogue)
    kinds = tuple(FormOption(kind.code, kind.name) for kind in catalogue.unit_kinds)
    entries = form.appraisal.rosters[0].entries
    units = []
    for place, main in enumerate(draft.units()):
        others, attached = draft.members(main.number, "others"), draft.members(main.number, "attached")
        rows = [main, *others, *attached]
        kind = unit_kind(catalogue, main.kind)
        taken = {row.profile for row in rows}
        counts = [(parse_count(row.count) or 0, row.profile) for row in rows]
        members = [(shown[key], max(n, 0)) for n, key in counts if key in shown and n]
        totals = [profile.total_each.times(n) for profile, n in members]
        total, points_unit = _sum_and_unit(totals, catalogue)
        further = price_totals(catalogue, [(p.sheet.appraisal.worked_out, n) for p, n in members])
        models = sum(max(n, 0) for n, key in counts if key in shown)
        member_rows = tuple(form_row(row) for row in rows)
        units.append(
            UnitFormRow(
                number=main.number,
                name=main.name,
                title=main.name or form.names.get(main.profile, main.profile),
                kind=main.kind,
                kinds=kinds if len(kinds) > 1 else (),
                rows=member_rows[: 1 + len(others)],
                attached=member_rows[1 + len(others) :],
                menus=(
                    *options.menus("join", main.number, may_join, kind, taken),
                    *options.menus("attach", main.number, may_attach, kind, taken),
                ),
                models=models,
                count_text=catalogue.words.count(models),
                total=total,
                points_unit=points_unit,
                prices=tuple(price_texts(catalogue, further)),
                values=tuple(_values_of(catalogue, entries, place, main.profile)),
                facts=tuple(
                    UnitFact.of_part(part, main.facts.get(part.code, ""))
                    for part in (kind.fields if kind else ())
                ),
            )
        )
    return units


def _values_of(
    catalogue: Catalogue, entries: Sequence[EntryAppraisal], index: int, profile: str
) -> list[str]:
    """Return the values of the entry with this index, unless the form has another profile there."""
    is_same = index < len(entries) and entries[index].profile == profile
    return value_texts(catalogue.unit_values, entries[index].values) if is_same else []


class _MemberOptions:
    """The menus of the profiles that can be added to units."""

    def __init__(self, draft: RosterDraft, document: Document, catalogue: Catalogue) -> None:
        self._document = document
        self._catalogue = catalogue
        self._open_menus = draft.picked.keys()
        self._allowed: dict[tuple[object, UnitKind | None], list[str]] = {}
        fielded: dict[str, list[tuple[DraftRow, int]]] = {}
        for row in draft.rows:
            if (count := parse_count(row.count) or 0) > 0:
                fielded.setdefault(row.profile, []).append((row, count))
        self._options = {p.key: _member_options(p, fielded.get(p.key, ())) for p in document.profiles}

    def menus(
        self,
        action: Literal["join", "attach"],
        unit: int,
        is_allowed: Callable[[Catalogue, UnitKind | None, Design], bool],
        kind: UnitKind | None,
        taken: Collection[str],
    ) -> list[MemberMenu]:
        """Return the menu of profiles that are allowed in a unit of this kind and not in the unit, if any."""
        if (is_allowed, kind) not in self._allowed:
            self._allowed[is_allowed, kind] = [
                p.key for p in self._document.profiles if is_allowed(self._catalogue, kind, p.design)
            ]
        keys = self._allowed[is_allowed, kind]
        if all(key in taken for key in keys):
            return []
        if (action, unit) not in self._open_menus:
            return [MemberMenu(action, self._noun(kind), None)]
        options = (option for key in keys if key not in taken for option in self._options[key])
        return [MemberMenu(action, self._noun(kind), tuple(options))]

    def _noun(self, kind: UnitKind | None) -> str:
        """Return the name of the kind of profile that can be attached; "profile" if there are several."""
        attached = self._catalogue.kind(kind.attached[0]) if kind and len(kind.attached) == 1 else None
        return attached.name.lower() if attached else "profile"


def _member_options(profile: Profile, fielded: Sequence[tuple[DraftRow, int]]) -> list[FormOption]:
    """Return the options that add a profile to a unit: move a fielded model, or add one if Max allows it."""
    name, count = profile_name(profile.name), sum(count for _, count in fielded)
    if not fielded:
        return [FormOption(profile.key, name)]
    move = f"{profile.key}={fielded[0][0].number}"
    if profile.max is not None and count >= profile.max:
        return [FormOption(move, f"Move {name} (Max {profile.max})")]
    return [
        FormOption(move, f"Move {name} ({count} fielded)"),
        FormOption(profile.key, f"One more {name} ({count} fielded)"),
    ]


class UnitOffer(NamedTuple):
    """A unit that can be added: its profile in one line, its points, and whether it fits.

    ``action`` is the action of its button.
    """

    key: str
    name: str
    summary: str
    total: str
    fit_text: str
    action: str


def unit_offers(form: RosterForm) -> list[UnitOffer]:
    """Return the units that profiles can form."""
    catalogue, offers = form.catalogue, list[UnitOffer]()
    if not form.new_units:
        return offers
    for sheet in form.sheets.profiles:
        key = sheet.profile.key
        if unit := form.new_units.get(key):
            total = _total_each(sheet.profile, sheet.appraisal, catalogue).times(unit.size)
            fit_text = _describe_unit_fit(form, key, total) if form.shows_capacity else ""
            offers.append(
                UnitOffer(
                    key=key,
                    name=unit_text(sheet.name, unit.size),
                    summary=design_view(sheet, form.links).summary,
                    total=price_text(total, catalogue),
                    fit_text=fit_text,
                    action=unit_action([(key, unit)]),
                )
            )
    return offers


def _describe_unit_fit(form: RosterForm, key: str, total: Total) -> str:
    if fit := form.fits.get(key):
        return describe_fit_count(fit)
    if total.is_unknown:
        return ""  # the price text is enough
    over = total.points - (form.capacity.points_left or 0)
    return f"{over} {form.catalogue.points_unit} over" if over > 0 else "a rule forbids it"


def _sum_and_unit(totals: Sequence[Total], catalogue: Catalogue) -> tuple[str, str]:
    """Return the total points of several parts, with the unit: ("118", "points"), ("No price yet", "")."""
    total = Total.sum(totals, (name for total in totals for name in total.waits_for))
    if total.is_unknown:
        return no_price_yet(catalogue), ""
    return total_text(total), catalogue.points_unit


def _total_each(profile: Profile, appraisal: ProfileAppraisal, catalogue: Catalogue) -> Total:
    """Return the points that rosters count for one model."""
    if joins_later(catalogue, profile.design):
        return Total(0)
    each = counted_points(appraisal.points, catalogue.floor)
    return appraisal.total if each is None else Total(each)


class _ProfileRows:
    """A maker of the rows of one profile."""

    def __init__(self, form: RosterForm, sheet: ProfileSheet, count: int, *, says_fit: bool) -> None:
        profile = sheet.profile
        self.form = form
        self.sheet = sheet
        self.total_each = _total_each(profile, sheet.appraisal, sheet.catalogue)
        self.each = None if self.total_each.waits_for else self.total_each.points
        self.view = design_view(sheet, form.links)
        self.url = f"{form.base}profiles/{own_key(profile.key)}/"
        self.fit_text = _describe_fit(form, profile, self.each, count) if says_fit else ""
        is_full = says_fit and form.is_kind_full(profile.key)
        self.can_grow = not is_full and (profile.max is None or count < profile.max)
        self.problems = tuple(count_findings(without_notes(sheet.appraisal.findings)))

    def row(self, row: DraftRow, html_id: str) -> RosterFormRow:
        each, count = self.each, parse_count(row.count)
        valid_count = None if count is None or count < 0 else count
        return RosterFormRow(
            number=row.number,
            id=html_id,
            name=self.sheet.name,
            url=self.url,
            field=row.field,
            raw_count=row.count or "0",
            is_fielded=count != 0,
            summary=self.view.summary,
            sheet=self.view.table_sheet,
            each=price_text(self.total_each, self.sheet.catalogue),
            down_change=signed_text(-each) if each is not None else "",
            up_change=signed_text(each) if each is not None else "",
            down_action=f"set:{row.number}={valid_count - 1}" if valid_count else "",
            up_action="" if valid_count is None else f"set:{row.number}={valid_count + 1}",
            total=total_text(self.total_each.times(count)) if count else NONE,
            max_text=self.sheet.limit,
            fit_text=self.fit_text,
            can_grow=self.can_grow and bool(valid_count),
            problems=self.problems,
            messages=self.form.messages[row.number],
            is_left_out=html_id in self.form.shown_sheets,
        )


def _missing_row(form: RosterForm, row: DraftRow, html_id: str) -> RosterFormRow:
    return RosterFormRow(
        number=row.number,
        id=html_id,
        name=form.names.get(row.profile, row.profile),
        field=row.field,
        raw_count=row.count or "0",
        is_fielded=parse_count(row.count) != 0,
        down_action=f"set:{row.number}=0",
        messages=form.messages[row.number],
        is_missing=True,
    )


def _describe_fit(form: RosterForm, profile: Profile, each: int | None, count: int) -> str:
    """Return how many more models of a profile fit, or the reason why no more fit."""
    fit = form.fits.get(profile.key)
    if fit is not None:
        return describe_fit_count(fit, " more" if count else "")
    if each is None:
        return f"has no {form.catalogue.words.price}"
    return next(_misfit_reasons(form, profile, each, count))


def _misfit_reasons(form: RosterForm, profile: Profile, each: int, count: int) -> Iterator[str]:
    """Yield the reasons why no more models of a profile fit, the most important first."""
    catalogue, points_left = form.catalogue, form.capacity.points_left
    if points_left is not None and points_left < 0:
        yield f"over the {catalogue.points_unit} limit already"
    if profile.max is not None and count >= profile.max:
        yield ""  # the row shows its maximum
    if form.is_full:
        yield f"no room for {catalogue.words.models}"
    rule = form.capacity.blocking_rules.get(profile.key)
    if not rule and points_left is not None and each > points_left:
        yield f"one more: {each - points_left} {catalogue.points_unit} over"
    if rule:
        title = next((known.title for known in catalogue.rules if known.code == rule), "a rule forbids it")
        yield f"no more: {title[:1].lower()}{title[1:]}"
    yield "no points left"
