"""The rows of a roster's page: the profiles of the list with their counts and points.

Additions are what a row can add to its profile, such as "Champion".
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from builder.points.document.design import Design
from builder.points.document.document import Document, Profile
from builder.points.document.units import may_attach, may_join, unit_kind
from builder.points.document.variants import variant_key
from builder.points.pricing.prices import price_texts, price_totals
from builder.points.pricing.texts import NONE, price_text, total_text
from builder.points.rules.catalogue import Attribute, Catalogue, UnitKind
from builder.points.rules.names import own_key, profile_name
from builder.points.rules.numbers import signed_text
from builder.points.rules.results import Total, without_notes
from builder.points.rules.wording import no_price_yet
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import RosterSheet
from builder.web.rosters.capacity import describe_fit_count, unit_action, unit_label
from builder.web.rosters.draft import DraftRow, RosterDraft, parse_count
from builder.web.rosters.form import RosterForm
from builder.web.rosters.messages import RosterMessages
from builder.web.shared.design_view import DesignSheet, design_additions, design_view
from builder.web.shared.options import FormOption
from builder.web.shared.presentation import FindingCount, count_findings


class AdditionButton(NamedTuple):
    """A button that gives an addition to one model of a row, or removes the addition from one model.

    ``points_change`` is empty if the roster's points don't change.
    """

    label: str
    points_change: str
    action: str


class RosterFormRow(NamedTuple):
    """A row of the form: the models of one profile.

    ``raw_count`` is the text in the field. ``down_action`` and ``up_action`` change it by one, with the
    effects ``down_change`` and ``up_change`` on the roster's points.
    ``price_each`` and ``total_price`` are the prices of one model and of all models.
    ``max_text`` shows the maximum number of models, and ``fit_text`` says how many more models fit.
    ``can_grow`` is True if the collapsed row has a button for one more model.
    ``problem_counts`` are the numbers of the profile's errors, open choices and warnings.
    ``is_missing`` is True if the profile is no longer in the list.
    ``remove_action`` removes the row from its unit.
    ``is_sheet_omitted`` is True if the browser already shows the sheet, so the response leaves it out.

    The default values are those of a missing profile. Templates cache the HTML of a row (``render_part``), so
    all values must be hashable.
    """

    number: int
    id: str
    name: str
    field_name: str
    raw_count: str
    is_fielded: bool
    down_action: str
    messages: RosterMessages
    url: str = ""
    summary: str = ""
    sheet: DesignSheet | None = None
    price_each: str = NONE
    down_change: str = ""
    up_change: str = ""
    up_action: str = ""
    total_price: str = NONE
    max_text: str = ""
    fit_text: str = ""
    can_grow: bool = False
    problem_counts: tuple[FindingCount, ...] = ()
    is_missing: bool = False
    remove_action: str = ""
    is_sheet_omitted: bool = False
    addition_codes: tuple[str, ...] = ()
    addition_buttons: tuple[AdditionButton, ...] = ()

    @property
    def search_texts(self) -> list[str]:
        """The texts that the filter of the page searches."""
        traits = self.sheet.traits if self.sheet else ()
        words = (word.text for trait in traits for word in trait.words)
        return [self.name, self.summary, *(trait.heading for trait in traits), *words]

    @property
    def has_marks(self) -> bool:
        """Whether the profile or the row itself has findings."""
        return bool(self.problem_counts or self.messages.counts)

    @property
    def marks(self) -> list[FindingCount]:
        """The numbers of findings on the profile and on the row itself. The collapsed row shows them."""
        return [*self.problem_counts, *self.messages.counts]

    @property
    def add_action(self) -> str:
        """The action that adds one model."""
        return f"more:{self.number}=1"

    @property
    def is_priced(self) -> bool:
        """Whether ``price_each`` is a number, and not a text such as "no price yet"."""
        return not self.price_each[:1].isalpha()

    @property
    def field_changes(self) -> str:
        """The row's field with its value after the row is removed, for the script of the page: "f-3=0"."""
        return f"f-{self.number}=0"


class MemberMenu(NamedTuple):
    """A menu of profiles that can be added to a unit, or attached to it.

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
    """A field of a unit that the game defines. Without ``options``, the user enters a text or a number."""

    code: str
    name: str
    kind: str
    summary: str
    options: tuple[FormOption, ...]
    raw_value: str

    @classmethod
    def from_attribute(cls, attribute: Attribute, raw_value: str) -> "UnitFact":
        """Return the field for an attribute."""
        options = [FormOption(option.code, option.name) for option in attribute.options]
        if attribute.kind == "flag":
            options = [FormOption("1", "yes")]
        if options:
            options.insert(0, FormOption("", attribute.blank_name))
        return cls(
            attribute.code, attribute.name, attribute.kind, attribute.summary, tuple(options), raw_value
        )


class UnitFormRow(NamedTuple):
    """A unit of the form.

    ``title`` is the unit's name, or the name of its main profile.
    ``kind_options`` is empty if the game has only one kind of unit.
    ``own_rows`` are the rows of the unit's profiles, without those that are attached to it.
    ``total_price`` are the points of all models, or a text such as "No price yet".
    ``further_prices`` and the calculated ``values`` are texts with their names.
    """

    number: int
    name: str
    title: str
    kind_code: str
    kind_options: tuple[FormOption, ...]
    own_rows: tuple[RosterFormRow, ...]
    attached_rows: tuple[RosterFormRow, ...]
    menus: tuple[MemberMenu, ...]
    model_count: int
    count_text: str
    total_price: str
    further_prices: tuple[str, ...]
    values: tuple[str, ...]
    facts: tuple[UnitFact, ...]

    @property
    def id(self) -> str:
        """The id of the unit's element on the page."""
        return f"u-{self.number}"

    @property
    def members(self) -> list[RosterFormRow]:
        """The rows of the unit's own profiles, then the rows of attached profiles."""
        return [*self.own_rows, *self.attached_rows]

    @property
    def has_fault(self) -> bool:
        """Whether a count in the unit can't be saved."""
        return any(row.messages.fault for row in self.members)

    @property
    def summary(self) -> str:
        """The summary of the profile of a single row, or else the counts and names of the unit's profiles."""
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
    def remove_action(self) -> str:
        """The action that removes the unit."""
        return f"drop:{self.number}"

    @property
    def sum_text(self) -> str:
        """The unit's further prices and its number of models."""
        return " · ".join((*self.further_prices, self.count_text))


def form_rows(form: RosterForm) -> list[RosterFormRow]:
    """Return the rows of a game without units, in the order of the list's profiles.

    The rows of profiles that are no longer in the list come last.
    """
    draft, catalogue = form.draft, form.catalogue
    rows_by_profile: dict[str, list[DraftRow]] = {}
    for row in draft.rows:
        rows_by_profile.setdefault(row.profile, []).append(row)
    counts = {
        key: sum(parse_count(row.raw_count) or 0 for row in rows) for key, rows in rows_by_profile.items()
    }
    ids = draft.row_ids()
    result: list[RosterFormRow] = []
    for sheet in form.sheets.profiles:
        key = sheet.profile.key
        for row in rows_by_profile.pop(key, []):
            entry = row.entry
            row_sheet = form.sheets.sheets_by_key.get(variant_key(entry, catalogue), sheet)
            shows_fit = not (entry.fields or form.fault or form.roster.limit is None)
            maker = _RowMaker(form, row_sheet, counts[key], shows_fit=shows_fit)
            form_row = maker.make_row(row, ids[row.number])
            buttons = tuple(_addition_buttons(row, entry.fields, row_sheet))
            result.append(form_row._replace(addition_codes=tuple(entry.fields), addition_buttons=buttons))
    for row in chain.from_iterable(rows_by_profile.values()):
        missing_row = _missing_row(form, row, ids[row.number])
        result.append(missing_row._replace(addition_codes=tuple(row.entry.fields)))
    return result


def _addition_buttons(
    row: DraftRow, addition_codes: Collection[str], sheet: ProfileSheet
) -> Iterator[AdditionButton]:
    """Yield buttons that remove the row's additions, and buttons for those that the row can have."""
    count = parse_count(row.raw_count) or 0
    for addition in design_additions(sheet):
        is_added = addition.code in addition_codes
        if not is_added and (count < 1 or not addition.is_possible):
            continue
        verb, of_one = ("Remove", " from one") if is_added else ("Add", " to one")
        points_change = -addition.points if is_added else addition.points
        yield AdditionButton(
            label=f"{verb} {addition.name}{of_one if count > 1 else ''}",
            points_change=signed_text(points_change) if points_change else "",
            action=f"with:{row.number}={addition.code}",
        )


def unit_rows(form: RosterForm, keys_of_large_units: Collection[str]) -> list[UnitFormRow]:
    """Return the units of a roster in their order.

    ``keys_of_large_units`` are the keys of the profiles whose new units have several models. Only the
    collapsed rows of these units have a button for one more model.
    """
    draft, catalogue = form.draft, form.catalogue
    fielded = {row.profile for row in draft.rows}
    makers = {
        key: _RowMaker(form, sheet, 0, shows_fit=False)
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
            remove_action=f"drop:{row.number}" if row.role != "count" else "",
            can_grow=row.role == "count" and form_row.can_grow and row.profile in keys_of_large_units,
        )

    options = _MemberOptions(draft, form.document, catalogue)
    kind_options = tuple(FormOption(kind.code, kind.name) for kind in catalogue.unit_kinds)
    units = []
    for index, main in enumerate(draft.main_rows()):
        own_rows = [main, *draft.member_rows(main.number, "others")]
        rows = [*own_rows, *draft.member_rows(main.number, "attached")]
        kind = unit_kind(catalogue, main.unit_kind)
        keys_in_unit = {row.profile for row in rows}
        counts = [(parse_count(row.raw_count) or 0, row.profile) for row in rows]
        makers_and_counts = [(makers[key], max(n, 0)) for n, key in counts if key in makers and n]
        further_prices = price_totals(
            catalogue, [(maker.sheet.appraisal.calculated_values, n) for maker, n in makers_and_counts]
        )
        model_count = sum(n for _, n in makers_and_counts)
        member_rows = tuple(form_row(row) for row in rows)
        units.append(
            UnitFormRow(
                number=main.number,
                name=main.unit_name,
                title=main.unit_name or form.names.get(main.profile, main.profile),
                kind_code=main.unit_kind,
                kind_options=kind_options if len(kind_options) > 1 else (),
                own_rows=member_rows[: len(own_rows)],
                attached_rows=member_rows[len(own_rows) :],
                menus=(
                    *options.menus("join", main.number, may_join, kind, keys_in_unit),
                    *options.menus("attach", main.number, may_attach, kind, keys_in_unit),
                ),
                model_count=model_count,
                count_text=catalogue.words.count(model_count),
                total_price=_sum_text(
                    [maker.model_total.times(n) for maker, n in makers_and_counts], catalogue
                ),
                further_prices=tuple(price_texts(catalogue, further_prices)),
                values=tuple(_unit_values(form.roster_sheet, index, main.profile)),
                facts=tuple(
                    UnitFact.from_attribute(attribute, main.facts.get(attribute.code, ""))
                    for attribute in (kind.fields if kind else ())
                ),
            )
        )
    return units


def _unit_values(roster: RosterSheet, index: int, profile: str) -> list[str]:
    """Return the calculated values of the roster's row with this index.

    Return no values if that row isn't for ``profile``, because the form was changed but not saved.
    """
    rows = [row for row in roster.all_rows[index : index + 1] if row.entry.profile == profile]
    return [f"{label} {text}" for row in rows for label, text in row.stat_values]


class _MemberOptions:
    """The menus of profiles that can be added to units."""

    def __init__(self, draft: RosterDraft, document: Document, catalogue: Catalogue) -> None:
        self._document = document
        self._catalogue = catalogue
        self._open_menus = draft.menu_choices.keys()
        self._allowed: dict[tuple[object, UnitKind | None], list[str]] = {}
        fielded: dict[str, list[tuple[DraftRow, int]]] = {}
        for row in draft.rows:
            if (count := parse_count(row.raw_count) or 0) > 0:
                fielded.setdefault(row.profile, []).append((row, count))
        self._options = {p.key: _member_options(p, fielded.get(p.key, ())) for p in document.profiles}

    def menus(
        self,
        action: Literal["join", "attach"],
        unit_number: int,
        is_allowed: Callable[[Catalogue, UnitKind | None, Design], bool],
        kind: UnitKind | None,
        keys_in_unit: Collection[str],
    ) -> list[MemberMenu]:
        """Return the menu of the profiles that can be added to a unit, or no menu if there are none.

        ``is_allowed`` decides whether a design can be added to a unit of this kind.
        """
        if (is_allowed, kind) not in self._allowed:
            self._allowed[is_allowed, kind] = [
                p.key for p in self._document.profiles if is_allowed(self._catalogue, kind, p.design)
            ]
        keys = self._allowed[is_allowed, kind]
        if all(key in keys_in_unit for key in keys):
            return []
        if (action, unit_number) not in self._open_menus:
            return [MemberMenu(action, self._noun(kind), None)]
        options = (option for key in keys if key not in keys_in_unit for option in self._options[key])
        return [MemberMenu(action, self._noun(kind), tuple(options))]

    def _noun(self, kind: UnitKind | None) -> str:
        """Return the name of the kind of profile that can be attached, or "profile" for several kinds."""
        attached = self._catalogue.kind(kind.attached[0]) if kind and len(kind.attached) == 1 else None
        return attached.name.lower() if attached else "profile"


def _member_options(profile: Profile, fielded: Sequence[tuple[DraftRow, int]]) -> list[FormOption]:
    """Return the options for adding a profile to a unit.

    One option moves a model of the first fielded row. Another adds a new model, unless the profile's Max is
    reached. ``fielded`` are the rows of the profile with their counts.
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
    """A unit that can be added to the roster. ``fit_text`` says whether the unit fits."""

    name: str
    summary: str
    price: str
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
            total = sheet.model_total.times(unit.size)
            fit_text = _unit_fit_text(form, key, total) if form.shows_capacity else ""
            offers.append(
                UnitOffer(
                    name=unit_label(sheet.name, unit.size),
                    summary=design_view(sheet, form.links).summary,
                    price=price_text(total, catalogue),
                    fit_text=fit_text,
                    action=unit_action([(key, unit)]),
                )
            )
    return offers


def _unit_fit_text(form: RosterForm, key: str, total: Total) -> str:
    if fit := form.fits.get(key):
        return describe_fit_count(fit)
    if total.is_unknown:
        return ""  # the price text is enough
    over = total.points - (form.capacity.points_left or 0)
    return f"would be {over} {form.catalogue.points_unit} over" if over > 0 else "a rule forbids it"


def _sum_text(totals: Sequence[Total], catalogue: Catalogue) -> str:
    """Return the sum of several totals, or a text such as "No price yet"."""
    total = Total.sum(totals, (name for total in totals for name in total.waits_for))
    return no_price_yet(catalogue) if total.is_unknown else total_text(total)


class _RowMaker:
    """The shared data of all rows of one profile, from which the rows are made.

    ``count`` is the number of fielded models of the profile in all rows. With ``shows_fit``, the rows say how
    many more models fit.
    """

    def __init__(self, form: RosterForm, sheet: ProfileSheet, count: int, *, shows_fit: bool) -> None:
        profile = sheet.profile
        self.form = form
        self.sheet = sheet
        self.model_total = sheet.model_total
        self.points_each = sheet.counted_points
        self.view = design_view(sheet, form.links)
        self.url = f"{form.list_url}profiles/{own_key(profile.key)}/"
        self.fit_text = _fit_text(form, profile, self.points_each, count) if shows_fit else ""
        is_full = shows_fit and form.is_kind_full(profile.key)
        self.can_grow = not is_full and (profile.max is None or count < profile.max)
        self.problem_counts = tuple(count_findings(without_notes(sheet.appraisal.findings)))

    def make_row(self, row: DraftRow, html_id: str) -> RosterFormRow:
        """Return a row of the form for a row of the draft."""
        points_each, count = self.points_each, parse_count(row.raw_count)
        valid_count = None if count is None or count < 0 else count
        return RosterFormRow(
            number=row.number,
            id=html_id,
            name=self.sheet.name,
            url=self.url,
            field_name=row.field_name,
            raw_count=row.raw_count or "0",
            is_fielded=count != 0,
            summary=self.view.summary,
            sheet=self.view.table_sheet,
            price_each=price_text(self.model_total, self.sheet.catalogue),
            down_change=signed_text(-points_each) if points_each is not None else "",
            up_change=signed_text(points_each) if points_each is not None else "",
            down_action=f"set:{row.number}={valid_count - 1}" if valid_count else "",
            up_action="" if valid_count is None else f"set:{row.number}={valid_count + 1}",
            total_price=total_text(self.model_total.times(count)) if count else NONE,
            max_text=self.sheet.max_text,
            fit_text=self.fit_text,
            can_grow=self.can_grow and bool(valid_count),
            problem_counts=self.problem_counts,
            messages=self.form.messages[row.number],
            is_sheet_omitted=html_id in self.form.ids_with_sheet,
        )


def _missing_row(form: RosterForm, row: DraftRow, html_id: str) -> RosterFormRow:
    return RosterFormRow(
        number=row.number,
        id=html_id,
        name=form.names.get(row.profile, row.profile),
        field_name=row.field_name,
        raw_count=row.raw_count or "0",
        is_fielded=parse_count(row.raw_count) != 0,
        down_action=f"set:{row.number}=0",
        messages=form.messages[row.number],
        is_missing=True,
    )


def _fit_text(form: RosterForm, profile: Profile, points_each: int | None, count: int) -> str:
    """Return a text that says how many more models of a profile fit, or why no more models fit.

    ``count`` is the number of fielded models.
    """
    fit = form.fits.get(profile.key)
    if fit is not None:
        return describe_fit_count(fit, says_more=count > 0)
    if points_each is None:
        return f"has no {form.catalogue.words.price}"
    return next(_misfit_reasons(form, profile, points_each, count))


def _misfit_reasons(form: RosterForm, profile: Profile, points_each: int, count: int) -> Iterator[str]:
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
    if not rule and points_left is not None and points_each > points_left:
        would_be = "one more would be" if count else "would be"  # unfielded rows have less room
        yield f"{would_be} {points_each - points_left} {catalogue.points_unit} over"
    if rule:
        title = next(
            (known_rule.title for known_rule in catalogue.rules if known_rule.code == rule),
            "a rule forbids it",
        )
        yield f"no more: {title[:1].lower()}{title[1:]}"
    yield "no points left"
