"""The form of one profile, section by section, with current prices.

The catalogue's sections name attributes and slots by code, and each becomes the control of its kind. Prices
come from the points core; this module only adds up the lines of one place. ``where`` is a path in the stored
design, ``place`` the name of the same field or row in the form (see ``draft``).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from builder.points.advice.steps import NextSteps, StepPair, steps_of
from builder.points.advice.what_if import PriceChange
from builder.points.document.design import Pick
from builder.points.document.document import Document
from builder.points.pricing.values import most_picks
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    DesignPart,
    Option,
    PickSlot,
    Property,
    Section,
    WeaponSlot,
)
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.results import Appraisal, ShownLevel
from builder.points.rules.wording import part_place
from builder.web.profiles.controls import (
    ChoiceControl,
    ChoiceOption,
    CommonWeapons,
    Control,
    ControlTerm,
    FieldMessages,
    FlagControl,
    NumberControl,
    PickedEntry,
    PicksControl,
    TextControl,
    WeaponControl,
    WeaponsControl,
    change_text,
    html_id,
    option_text,
    step_button,
    step_range,
)
from builder.web.profiles.draft import COMMON, PickDraft, ProfileDraft, WeaponDraft, common_slot, form_layout
from builder.web.profiles.numbers import NumberControls
from builder.web.profiles.parameters import ParameterControls
from builder.web.profiles.picker import is_full, noun_at, verb_at
from builder.web.profiles.sections import FormSection, form_section
from builder.web.shared.presentation import (
    NONE,
    effect_text,
    entry_url,
    points_text,
    reference_url,
)

_NO_STEPS = StepPair(None, None)
_NO_NEXT_STEPS = NextSteps({}, {}, {}, {})


class ProfileFormControls:
    """The controls of a draft. ``document`` contains the profile of the draft.

    ``catalogue`` has only the parts that the profile's kind has, ``full_catalogue`` has all parts. ``points``
    maps each part of the design to its points, ``problems`` to the levels of its messages other than notes.
    While the draft can't be read (``draft_is_readable`` is False), there are no prices.
    """

    def __init__(
        self,
        document: Document,
        appraisal: Appraisal,
        draft: ProfileDraft,
        parameters: ParameterControls,
        *,
        draft_is_readable: bool,
    ) -> None:
        self.catalogue = parameters.index.catalogue
        self.full_catalogue = parameters.what_if.catalogue
        self.parameters = parameters
        self.messages = parameters.messages
        self.document = document
        self.key = parameters.what_if.key
        self.draft = draft
        self.draft_is_readable = draft_is_readable
        self.layout = form_layout(self.catalogue)
        self.steps = steps_of(parameters.what_if) if draft_is_readable else _NO_NEXT_STEPS
        self.appraisal = appraisal.profile(self.key)
        self.terms = control_terms(self.full_catalogue)
        self.costs: dict[str, int | None] = {}
        for line in self.appraisal.lines if draft_is_readable else ():
            before = self.costs.get(line.where, 0)
            self.costs[line.where] = None if before is None or line.points is None else before + line.points
        self.points: Counter[str] = Counter()
        for where, points in self.costs.items():
            self.points[_part_at(where)] += points or 0
        self.problems = _problems_by_part(self.messages)
        self.numbers = NumberControls(self.parameters, draft, self.steps, self.costs, self.terms)
        self.sections = tuple(self._section(section) for section in self.catalogue.sections)

    def _section(self, section: Section) -> FormSection:
        parts = [index_of(self.catalogue).parts[field] for field in section.fields]
        controls = [self._control(part, titled=part.name != section.name or len(parts) > 1) for part in parts]
        return form_section(
            section,
            controls,
            points=sum(self.points[part.at] for part in parts),
            unit=self.catalogue.points_unit,
            is_first=section is self.catalogue.sections[0],
            problems=[level for part in parts for level in self.problems[part.at]],
            has_picker=_part_at(self.draft.pick.removesuffix(COMMON)) in [part.at for part in parts],
        )

    def _control(self, part: DesignPart, *, titled: bool) -> Control:
        if isinstance(part, WeaponSlot):
            return self._weapons(part)
        if isinstance(part, PickSlot):
            return self._picks(part, titled=titled) if part.many else self._single_pick(part)
        if part.kind == "flag":
            return self._flag(part)
        if part.kind == "text":
            return TextControl(
                part.at,
                html_id(part.at),
                part.name,
                self.typed(part.at),
                self.messages[part.at],
                self.terms[part.at],
            )
        return self._choice(part) if part.kind == "choice" else self.numbers.control(part)

    # -------------------------------------------------------------- values

    def typed(self, at: str) -> str:
        """Return the submitted text of a field; "" if there is none."""
        value = self.draft.values.get(at, "")
        return value if isinstance(value, str) else ""

    def cost(self, where: str) -> str:
        """Return the price of a place's line as text; "" if there is no line."""
        return points_text(self.costs[where]) if where in self.costs else ""

    def _flag(self, attribute: Attribute) -> FlagControl:
        at, on = attribute.at, bool(self.typed(attribute.at))
        change = self.steps.options.get(attribute.code, {}).get("" if on else "1")
        price = change_text(
            change,
            self.full_catalogue.points_unit,
            priced=attribute in self.parameters.index.priced_attributes,
        )
        return FlagControl(
            at, html_id(at), attribute.name, on, self.messages[at], self.cost(at), price, self.terms[at]
        )

    def _choice(self, attribute: Attribute) -> ChoiceControl:
        if attribute.code == KIND:
            return self._kind(attribute)
        value = self.typed(attribute.at)
        shown = [
            option
            for option in attribute.options
            if option.code == value or self._is_offered(attribute, option)
        ]
        named = {option.code: option.name for option in shown}
        must_be_given = attribute.required_rule and not attribute.required_unless
        if not must_be_given and attribute.blank_name not in named.values():
            named = {"": "Not chosen" if attribute.blank_name == "-" else attribute.blank_name, **named}
        changes = {} if attribute.among else self.steps.options.get(attribute.code, {})
        control = self._choice_control(attribute, named, changes)
        return control._replace(hidden=bool(attribute.among) and not value and len(shown) < 2)

    def _is_offered(self, attribute: Attribute, option: Option) -> bool:
        if not attribute.among:  # a blank option with the same name is the same choice, shown once
            return option.offered and option.name != attribute.blank_name
        slot = index_of(self.catalogue).pick_slots[attribute.among]
        return option.code in (pick.code for pick in self.draft.picks[slot.at])

    def _kind(self, attribute: Attribute) -> ChoiceControl:
        """Return the control of the kind. Options show their change of points.

        A design without a kind has the first kind, and stays without a stored kind while that is chosen.
        """
        unstored = "" if self.typed(attribute.at) else self.full_catalogue.kinds[0].code
        chosen, changes = self.parameters.index.kind, self.steps.options.get(attribute.code, {})
        points = {code: change.points for code, change in changes.items()}
        priced = any(points.values())
        options = (
            ChoiceOption(
                f"{html_id(attribute.at)}-{kind.code}",
                "" if kind.code == unstored else kind.code,
                kind.name,
                kind.code == chosen,
                change_text(
                    PriceChange(points.get(kind.code)), self.full_catalogue.points_unit, priced=priced
                )
                if kind.code != chosen
                else "",
            )
            for kind in self.full_catalogue.kinds
        )
        at = attribute.at
        return ChoiceControl(
            at, html_id(at), attribute.name, tuple(options), self.messages[at], terms=self.terms[at],
            price_hint=f"Below each: the change in {self.full_catalogue.points_unit}" if priced else "",
        )  # fmt: skip

    def _single_pick(self, slot: PickSlot) -> ChoiceControl:
        value = self.typed(slot.at)
        entries = self.layout.entries[slot.group].values()
        shown = [e for e in entries if e.code == value or (not e.derived and e.name != slot.blank_name)]
        named = {"": slot.blank_name or "none", **{entry.code: entry.name for entry in shown}}
        return self._choice_control(slot, named, self.steps.picks.get(slot.code, {}))

    def _choice_control(
        self, part: Attribute | PickSlot, named: Mapping[str, str], changes: Mapping[str, PriceChange]
    ) -> ChoiceControl:
        value = self.typed(part.at)
        priced = any(change.points for change in changes.values())
        options = [
            ChoiceOption(
                id=f"{html_id(part.at)}-{code}",
                value=code,
                name=name,
                chosen=value == code,
                price=""
                if value == code
                else option_text(changes.get(code), self.full_catalogue.points_unit, priced=priced),
            )
            for code, name in named.items()
        ]
        at = part.at
        prices = [option.price for option in options if option.price]
        hint = f"Below each: the change in {self.full_catalogue.points_unit}" if prices else ""
        if any(letter.isalpha() for price in prices for letter in price):
            hint = "Below each: what changes if you choose it"
        return ChoiceControl(
            at,
            html_id(at),
            part.name,
            tuple(options),
            self.messages[at],
            self.cost(at),
            terms=self.terms[at],
            price_hint=hint,
            die=part.option_die if isinstance(part, Attribute) else "",
        )

    # -------------------------------------------------------------- rows

    def _weapons(self, slot: WeaponSlot) -> WeaponsControl:
        drafts = self.draft.weapons[slot.at] or ([] if slot.many else [WeaponDraft()])
        weapons = tuple(self.weapon(slot, index, draft) for index, draft in enumerate(drafts))
        at = slot.at
        return WeaponsControl(
            at,
            html_id(at),
            slot.name,
            slot.noun,
            slot.many,
            weapons,
            self.messages[at],
            self._common(slot),
            self.terms[at],
        )

    def _common(self, slot: WeaponSlot) -> CommonWeapons | None:
        place = f"{slot.at}{COMMON}"
        if common_slot(self.full_catalogue, place) is None:
            return None
        verb, noun = verb_at(self.full_catalogue, place), noun_at(self.full_catalogue, place)
        return CommonWeapons(place, html_id(place), verb, noun)

    def weapon(self, slot: WeaponSlot, index: int, draft: WeaponDraft) -> WeaponControl:
        """Return one weapon; ``index`` is its index in the document."""
        where, place = slot.place(index), slot.place(draft.row)
        costs = [points for at, points in self.costs.items() if at.startswith(f"{where}.")]
        total = None if None in costs else sum(points for points in costs if points is not None)
        numbers = [
            self._weapon_number(slot, part, where, place, str(draft.fields.get(part.code, "")))
            for part in slot.fields
            if draft.has_field_for(part)
        ]
        return WeaponControl(
            place=place,
            id=html_id(place),
            title=f"{_capitalize_first(slot.noun)} {index + 1}" if slot.many else slot.name,
            noun=slot.noun,
            name=draft.name,
            numbers=tuple(numbers),
            picked=tuple(self._weapon_properties(slot, where, place, draft)),
            removable=slot.many,
            focus_target=f"b-{html_id(slot.at)}",
            cost=points_text(total) if costs else "",
            messages=self.messages[place],
        )

    def _weapon_number(
        self, slot: WeaponSlot, part: Attribute, where: str, place: str, value: str
    ) -> NumberControl:
        steps = self.steps.fields.get(f"{where}.{part.code}", _NO_STEPS)
        at = f"{place}.{part.code}"
        offered = self.parameters.index.offered_numbers(part, {}) if part.table else ()
        return NumberControl(
            place=at,
            id=html_id(at),
            label="",
            name=part.name,
            value=value,
            down=step_button(at, steps.down, self.full_catalogue.points_unit),
            up=step_button(at, steps.up, self.full_catalogue.points_unit),
            step_range=step_range(offered, part.low, part.high, (None, part.low)),
            messages=self.messages[at],
            cost=self.cost(f"{where}.{part.code}"),
            placeholder=NONE,
            terms=self.terms.get(f"{slot.at}.{part.code}", ()),
        )

    def _weapon_properties(
        self, slot: WeaponSlot, where: str, place: str, draft: WeaponDraft
    ) -> Iterator[PickedEntry]:
        entries = self.layout.entries[slot.group]
        for index, code in enumerate(draft.properties):
            entry = entries.get(code)
            yield PickedEntry(
                place=f"{place}.properties[{index}]",
                id=html_id(f"{place}.properties.{code}.{index}"),
                field=f"{place}.properties",
                code=code,
                name=f"{entry.label} {entry.name}".strip() if entry else code[:60],
                cost=self.cost(f"{where}.properties[{index}]"),
                summary=effect_text(self.full_catalogue, entry) if entry else "",
                page=part_place(self.full_catalogue, entry) if entry else "",
                url=entry_url(self.full_catalogue, entry) if entry else "",
                remove_action=f"remove:{place}:{code}",
                focus_target=f"b-{html_id(place)}",
            )

    def _pick(self, slot: PickSlot, index: int) -> Pick | None:
        """Return a pick of the design; None while the form can't be read."""
        picks = self.parameters.what_if.design.picks.get(slot.code, ())
        return picks[index] if self.draft_is_readable and index < len(picks) else None

    def _summary(self, slot: PickSlot, index: int, entry: Property) -> str:
        """Return the effect of a pick with its numbers for this profile."""
        pick = self._pick(slot, index)
        numbers = self.appraisal.numbers_at(slot.place(index), entry.code) if pick else {}
        return effect_text(self.full_catalogue, entry, pick, numbers)

    def _picks(self, slot: PickSlot, *, titled: bool) -> PicksControl:
        picked = tuple(
            self.picked_entry(slot, index, draft) for index, draft in enumerate(self.draft.picks[slot.at])
        )
        limit = most_picks(self.parameters.what_if.context, slot)
        return PicksControl(
            slot.at,
            html_id(slot.at),
            slot.name,
            slot.noun,
            picked,
            self.messages[slot.at],
            bool(slot.least or slot.most is not None or slot.most_by),
            _count_text(slot, len(picked), limit),
            is_full(slot, len(picked), limit),
            titled,
            sum(not entry.derived for entry in self.layout.entries[slot.group].values()),
            self.terms[slot.at],
        )

    def picked_entry(self, slot: PickSlot, index: int, draft: PickDraft) -> PickedEntry:
        """Return one property or spell; ``index`` is its index in the document."""
        entry = self.layout.entries[slot.group].get(draft.code)
        where, place = slot.place(index), slot.place(draft.row)
        is_free = _is_free(self.catalogue, slot.group)
        return PickedEntry(
            place=place,
            id=html_id(place),
            field=f"{place}.code",
            code=draft.code,
            name=entry.name if entry else draft.code[:60],
            cost="" if is_free and not self.costs.get(where) else self.cost(where),
            summary=self._summary(slot, index, entry) if entry else "",
            page=part_place(self.full_catalogue, entry) if entry else "",
            url=entry_url(self.full_catalogue, entry) if entry else "",
            remove_action=f"remove:{place}",
            focus_target=f"b-{html_id(slot.at)}",
            messages=self.messages[place],
            controls=tuple(self.parameters.controls(slot, entry, index, draft)) if entry else (),
        )


@lru_cache(maxsize=256)
def _is_free(catalogue: Catalogue, group: str) -> bool:
    """Return whether no entry of a group has a price."""
    costs = (entry.cost for entry in index_of(catalogue).entries[group].values())
    return all(cost.kind == "fixed" and not cost.points for cost in costs)


def _count_text(slot: PickSlot, chosen: int, limit: int | None) -> str:
    """Return the number of chosen entries and the limit; "" for a slot without limits."""
    if limit == 0 and not chosen:
        return "None may be chosen now"
    if limit is None:
        return f"{chosen} chosen, at least {slot.least}" if slot.least else ""
    if is_full(slot, chosen, limit) and chosen <= limit:
        return f"{chosen} of {limit} chosen: remove {'it' if limit == 1 else 'one'} to take another"
    least = f", at least {slot.least}" if slot.least and chosen <= limit else ""
    return f"{chosen} of {limit} chosen{least}"


def _problems_by_part(messages: Mapping[str, FieldMessages]) -> defaultdict[str, list[ShownLevel]]:
    """Map each part of the design to the levels of its messages, without notes."""
    problems: defaultdict[str, list[ShownLevel]] = defaultdict(list)
    for place, field in messages.items():
        if field.fault:
            problems[_part_at(place)].append("error")
        problems[_part_at(place)] += [remark.level for remark in field.remarks if remark.level != "note"]
    return problems


def _part_at(place: str) -> str:
    """Return the part of the design that contains a place: ``weapons[2].range`` is in ``weapons``."""
    at = place.partition("[")[0]
    return at if at.startswith("attributes.") else at.partition(".")[0]


def _capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=32)
def control_terms(catalogue: Catalogue) -> dict[str, tuple[ControlTerm, ...]]:
    """Return the explanations of controls by place; ``weapons.range`` is a field of all weapons."""
    terms: dict[str, tuple[ControlTerm, ...]] = {}
    for part in index_of(catalogue).parts.values():
        anchor = f"{reference_url(catalogue.system, catalogue.edition)}#attribute-{part.code}"
        terms[part.at] = (_term(catalogue, part, anchor),)
        if isinstance(part, WeaponSlot):
            terms |= {f"{part.at}.{field.code}": (_term(catalogue, field, anchor),) for field in part.fields}
        elif isinstance(part, PickSlot) and not part.many:
            entries = form_layout(catalogue).entries[part.group].values()
            terms[part.at] += tuple(
                ControlTerm(
                    entry.label,
                    entry.name,
                    effect_text(catalogue, entry),
                    part_place(catalogue, entry),
                    entry_url(catalogue, entry),
                )
                for entry in entries
            )
    return terms


def _term(catalogue: Catalogue, part: DesignPart, url: str) -> ControlTerm:
    label = "" if part.name.endswith(part.label) else part.label
    return ControlTerm(label, part.name, part.summary, part_place(catalogue, part), url)
