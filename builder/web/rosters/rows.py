"""The rows of a roster's page: the profiles of the list with their counts and points.

Additions are the things that a row can add to its profile, such as "Champion".
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from builder.points.document.design import Design
from builder.points.document.document import Document, Profile
from builder.points.document.units import may_attach, may_join, unit_kind
from builder.points.document.variants import variant_key
from builder.points.legality.totals import stat_texts
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
    """A button that gives an addition to one model of a row, or removes the addition from one model.

    ``change`` is the change of the roster's points, or an empty string if they don't change.
    ``action`` is the action that the button sends.
    """

    label: str
    change: str
    action: str


class RosterFormRow(NamedTuple):
    """A row of the form: the models of one profile.

    ``field`` is the name of its field.
    ``raw_count`` is the text in the field.
    ``is_fielded`` is False if the count is 0.
    ``down_action`` and ``up_action`` are the actions that change the count by one.
    ``summary`` describes the profile in one line.
    ``sheet`` shows the profile in full.
    ``each`` are the points of one model as text.
    ``down_change`` and ``up_change`` say how these actions change the roster's points.
    ``total`` are the points of all models of the row as text.
    ``max_text`` shows the maximum number of models.
    ``fit_text`` says how many more models fit.
    ``can_grow`` is True if the collapsed row has a button for one more model.
    ``problems`` are the numbers of the profile's errors, open choices and warnings.
    ``is_missing`` is True if the profile is no longer in the list. Then the row has no ``sheet``.
    ``drop_action`` removes the row from its unit.
    ``is_left_out`` is True if the browser already shows the sheet, so the response leaves it out.
    ``added`` are the codes of the row's additions.
    ``additions`` are the buttons that change the additions.

    The default values are those of a missing profile. Templates cache the HTML of a row (``render_part``), so
    all values must be hashable.
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
        """Whether the profile or the row itself has findings."""
        return bool(self.problems or self.messages.counts)

    @property
    def marks(self) -> list[FindingCount]:
        """The numbers of findings on the profile and on the row itself. The collapsed row shows them."""
        return [*self.problems, *self.messages.counts]

    @property
    def add_action(self) -> str:
        """The action that adds one model."""
        return f"more:{self.number}=1"

    @property
    def is_priced(self) -> bool:
        """Whether ``each`` is a number, and not a text such as "no price yet"."""
        return not self.each[:1].isalpha()

    @property
    def field_changes(self) -> str:
        """The row's field and its value after the row is removed, for the script of the page: "f-3=0"."""
        return f"f-{self.number}=0"


class MemberMenu(NamedTuple):
    """A menu of profiles that can be added to a unit.

    ``action`` is "join" for further members of the unit, and "attach" for attached profiles.
    ``noun`` is the kind of profile that can be attached, or "profile" if there are several kinds.
    ``options`` is None until the user opens the menu.
    """

    action: Literal["join", "attach"]
    noun: str
    options: tuple[FormOption, ...] | None

    @property
    def verb(self) -> str:
        """The label of the button that opens the menu."""
        return "Add another profile" if self.action == "join" else f"Attach {self.noun}"


class UnitFact(NamedTuple):
    """A field of a unit that the game defines.

    ``value`` is the text in the field.
    ``options`` are the values to choose from. If there are none, the user enters a text or a number.
    """

    code: str
    name: str
    kind: str
    summary: str
    options: tuple[FormOption, ...]
    value: str

    @classmethod
    def of_part(cls, part: Attribute, value: str) -> "UnitFact":
        """Return the field for an attribute, with the text ``value`` in it."""
        options = [FormOption(option.code, option.name) for option in part.options]
        if part.kind == "flag":
            options = [FormOption("1", "yes")]
        if options:
            options.insert(0, FormOption("", part.blank_name))
        return cls(part.code, part.name, part.kind, part.summary, tuple(options), value)


class UnitFormRow(NamedTuple):
    """A unit of the form.

    ``title`` is the unit's name, or the name of its main profile.
    ``kind`` is the code of the kind of unit.
    ``kinds`` are the kinds to choose from. If the game has only one kind, it is empty.
    ``rows`` are the rows of the unit's own profiles.
    ``attached`` are the rows of attached profiles.
    ``menus`` are the menus of profiles that can be added.
    ``models`` is the number of models.
    ``total`` are the points of all models. Without a price, it is a text such as "No price yet".
    ``points_unit`` is the unit of the points. Without a price, it is an empty string.
    ``prices`` are further prices.
    ``values`` are calculated numbers.
    ``facts`` are the fields that the game defines.
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
        """The rows of the unit's own profiles, then the rows of attached profiles."""
        return [*self.rows, *self.attached]

    @property
    def has_fault(self) -> bool:
        """Whether a count in the unit can't be saved."""
        return any(row.messages.fault for row in self.members)

    @property
    def summary(self) -> str:
        """The unit in one line.

        If the unit has a single row, this is the summary of the row's profile. Otherwise these are the counts
        and names of its profiles.
        """
        first, *others = self.members
        if not others:
            profile_name = first.name if first.name != self.title else ""
            return " · ".join(filter(None, [profile_name, first.summary]))
        return ", ".join(f"{row.raw_count}\N{NO-BREAK SPACE}× {row.name}" for row in self.members)

    @property
    def has_marks(self) -> bool:
        """Whether a row of the unit has findings."""
        return any(row.has_marks for row in self.members)

    @property
    def marks(self) -> list[FindingCount]:
        """The numbers of findings in all rows of the unit."""
        return [mark for row in self.members for mark in row.marks]

    @property
    def drop_action(self) -> str:
        """The action that removes the unit."""
        return f"drop:{self.number}"

    @property
    def sum_text(self) -> str:
        """The unit's further prices and its number of models."""
        return " · ".join((*self.prices, self.count_text))


def form_rows(form: RosterForm) -> list[RosterFormRow]:
    """Return the rows of a game without units, in the order of the list's profiles.

    The rows of profiles that are no longer in the list come last.
    """
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
            row_sheet = form.sheets.sheets_by_key.get(variant_key(entry, catalogue), sheet)
            says_fit = not (entry.fields or form.fault or form.roster.limit is None)
            maker = _RowMaker(form, row_sheet, counts[key], says_fit=says_fit)
            form_row = maker.make_row(row, ids[row.number])
            additions = tuple(_additions(row, entry.fields, row_sheet))
            views.append(form_row._replace(added=tuple(entry.fields), additions=additions))
    for row in chain.from_iterable(by_key.values()):
        missing = _missing_row(form, row, ids[row.number])
        views.append(missing._replace(added=tuple(row.entry.fields)))
    return views


def _additions(row: DraftRow, added: Collection[str], sheet: ProfileSheet) -> Iterator[RowAddition]:
    """Yield the buttons for a row's additions.

    If the row has an addition, the button removes it. If the row can have an addition, the button adds it.
    ``added`` are the codes of the additions that the row has.
    """
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


def unit_rows(form: RosterForm, keys_of_large_units: Collection[str]) -> list[UnitFormRow]:
    """Return the units of a roster in their order.

    ``keys_of_large_units`` are the keys of the profiles whose new units have several models.
    """
    draft, catalogue = form.draft, form.catalogue
    fielded = {row.profile for row in draft.rows}
    makers = {
        key: _RowMaker(form, sheet, 0, says_fit=False)
        for key, sheet in form.sheets.sheets_by_key.items()
        if key in fielded
    }
    ids = draft.row_ids()

    def form_row(row: DraftRow) -> RosterFormRow:
        maker, html_id = makers.get(row.profile), ids[row.number]
        if maker is None:
            return _missing_row(form, row, html_id)._replace(down_action=f"take:{row.number}")
        form_row = maker.make_row(row, html_id)
        return form_row._replace(
            drop_action=f"drop:{row.number}" if row.part != "count" else "",
            can_grow=row.part == "count" and form_row.can_grow and row.profile in keys_of_large_units,
        )

    options = _MemberOptions(draft, form.document, catalogue)
    kinds = tuple(FormOption(kind.code, kind.name) for kind in catalogue.unit_kinds)
    entries = form.appraisal.rosters[0].entries
    units = []
    for index, main in enumerate(draft.units()):
        others, attached = draft.members(main.number, "others"), draft.members(main.number, "attached")
        rows = [main, *others, *attached]
        kind = unit_kind(catalogue, main.kind)
        taken = {row.profile for row in rows}
        counts = [(parse_count(row.count) or 0, row.profile) for row in rows]
        members = [(makers[key], max(n, 0)) for n, key in counts if key in makers and n]
        totals = [maker.total_each.times(n) for maker, n in members]
        total, points_unit = _total_and_unit(totals, catalogue)
        further_prices = price_totals(
            catalogue, [(m.sheet.appraisal.calculated_values, n) for m, n in members]
        )
        models = sum(max(n, 0) for n, key in counts if key in makers)
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
                prices=tuple(price_texts(catalogue, further_prices)),
                values=tuple(_values_of(catalogue, entries, index, main.profile)),
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
    """Return the calculated values of the roster's entry with this index.

    If that entry isn't for ``profile``, return no values: the user changed the form since it was saved.
    """
    is_same = index < len(entries) and entries[index].profile == profile
    return stat_texts(catalogue.unit_values, entries[index].values) if is_same else []


class _MemberOptions:
    """The menus of profiles that can be added to units."""

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
        """Return a list with the menu of the profiles that can be added to a unit.

        If no other profile can be added, return an empty list.
        ``unit`` is the number of the unit.
        ``is_allowed`` decides whether a design can be added to a unit of this kind.
        ``kind`` is the kind of the unit.
        ``taken`` are the keys of the profiles that are already in the unit.
        """
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
        """Return the name of the kind of profile that can be attached.

        Return "profile" if several kinds can be attached.
        """
        attached = self._catalogue.kind(kind.attached[0]) if kind and len(kind.attached) == 1 else None
        return attached.name.lower() if attached else "profile"


def _member_options(profile: Profile, fielded: Sequence[tuple[DraftRow, int]]) -> list[FormOption]:
    """Return the options for adding a profile to a unit.

    If the profile isn't fielded, the only option adds a new model. If it is fielded, the first option moves
    one of its models. A second option adds a new model, unless the profile's Max is reached.
    ``fielded`` are the rows of the profile with their counts.
    """
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
    """A unit that can be added to the roster.

    ``key`` is the key of the unit's profile.
    ``summary`` describes the profile in one line.
    ``fit_text`` says whether the unit fits.
    ``action`` is the action of the button that adds the unit.
    """

    key: str
    name: str
    summary: str
    total: str
    fit_text: str
    action: str


def unit_offers(form: RosterForm) -> list[UnitOffer]:
    """Return the new units that the list's profiles can form."""
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


def _total_and_unit(totals: Sequence[Total], catalogue: Catalogue) -> tuple[str, str]:
    """Return the sum of several totals, and the unit of the sum.

    For example, return ("118", "points"). If the sum isn't known, return a text such as "No price yet", and
    an empty string.
    """
    total = Total.sum(totals, (name for total in totals for name in total.waits_for))
    if total.is_unknown:
        return no_price_yet(catalogue), ""
    return total_text(total), catalogue.points_unit


def _total_each(profile: Profile, appraisal: ProfileAppraisal, catalogue: Catalogue) -> Total:
    """Return the points of one model in a roster."""
    if joins_later(catalogue, profile.design):
        return Total(0)
    each = counted_points(appraisal.points, catalogue.floor)
    return appraisal.total if each is None else Total(each)


class _RowMaker:
    """The shared data of all rows of one profile, from which the rows are made.

    ``count`` is the number of fielded models of the profile in all rows. With ``says_fit``, the rows say how
    many more models fit.
    """

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

    def make_row(self, row: DraftRow, html_id: str) -> RosterFormRow:
        """Return a row of the form for a row of the draft."""
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
            max_text=self.sheet.max_text,
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
    """Return a text that says how many more models of a profile fit, or why no more models fit.

    ``each`` are the points of one model, or None without a price. ``count`` is the number of fielded models.
    """
    fit = form.fits.get(profile.key)
    if fit is not None:
        return describe_fit_count(fit, " more" if count else "")
    if each is None:
        return f"has no {form.catalogue.words.price}"
    return next(_misfit_reasons(form, profile, each, count))


def _misfit_reasons(form: RosterForm, profile: Profile, each: int, count: int) -> Iterator[str]:
    """Yield the reasons why no more models of a profile fit, the most important reason first.

    A reason is an empty string if the row already shows it.
    """
    catalogue, points_left = form.catalogue, form.capacity.points_left
    if points_left is not None and points_left < 0:
        yield f"over the {catalogue.points_unit} limit already"
    if profile.max is not None and count >= profile.max:
        yield ""  # the row shows the maximum
    if form.is_full:
        yield f"no room for {catalogue.words.models}"
    rule = form.capacity.blocking_rules.get(profile.key)
    if not rule and points_left is not None and each > points_left:
        yield f"one more: {each - points_left} {catalogue.points_unit} over"
    if rule:
        title = next((known.title for known in catalogue.rules if known.code == rule), "a rule forbids it")
        yield f"no more: {title[:1].lower()}{title[1:]}"
    yield "no points left"
