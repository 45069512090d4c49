"""The whole form of one profile, section by section, with every price as it is now.

Everything loops over the catalogue's shape: sections name attributes and slots by code, and each
becomes the control of its kind. Prices come from the points core; nothing here adds anything up but
the lines of one place.
"""

from collections.abc import Iterable, Iterator, Mapping
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
    WeaponSlot,
)
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.results import Appraisal
from builder.points.rules.wording import part_place
from builder.web.profiles.controls import (
    ChoiceControl,
    ChoiceOption,
    CommonWeapons,
    Control,
    FlagControl,
    FormSection,
    NumberControl,
    PickedEntry,
    PicksControl,
    SectionTerm,
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
from builder.web.shared.presentation import (
    NONE,
    entry_url,
    points_text,
    reference_url,
    with_numbers,
)

_NO_STEPS = StepPair(None, None)
_NO_NEXT_STEPS = NextSteps({}, {}, {}, {})


class ProfileFormControls:
    """The controls of a draft. ``document`` holds the profile that the draft says.

    While the draft cannot be read (``readable`` is False) there are no prices: there is nothing to price.
    """

    def __init__(
        self,
        document: Document,
        appraisal: Appraisal,
        draft: ProfileDraft,
        parameters: ParameterControls,
        *,
        readable: bool,
    ) -> None:
        self.catalogue = parameters.index.catalogue
        self.whole = parameters.what_if.catalogue
        self.parameters = parameters
        self.messages = parameters.messages
        self.document = document
        self.key = parameters.what_if.key
        self.draft = draft
        self.readable = readable
        self.layout = form_layout(self.catalogue)
        self.steps = steps_of(parameters.what_if) if readable else _NO_NEXT_STEPS
        self.found = appraisal.profile(self.key)
        self.costs: dict[str, int | None] = {}
        for line in self.found.lines if readable else ():
            before = self.costs.get(line.where, 0)
            self.costs[line.where] = None if before is None or line.points is None else before + line.points
        self.numbers = NumberControls(self.parameters, draft, self.steps, self.costs)
        self.sections = tuple(
            self._section(section.name, section.code, section.fields) for section in self.catalogue.sections
        )

    def _section(self, name: str, code: str, fields: Iterable[str]) -> FormSection:
        parts = [index_of(self.catalogue).parts[field] for field in fields]
        controls = tuple(self._control(part, titled=part.name != name or len(parts) > 1) for part in parts)
        return FormSection(code, name, section_terms(self.catalogue, self.whole)[code], controls)

    def _control(self, part: DesignPart, *, titled: bool) -> Control:
        if isinstance(part, WeaponSlot):
            return self._weapons(part)
        if isinstance(part, PickSlot):
            return self._picks(part, titled=titled) if part.many else self._single_pick(part)
        if part.kind == "flag":
            return self._flag(part)
        if part.kind == "text":
            value = self.typed(part.at)
            return TextControl(part.at, html_id(part.at), part.name, value, self.messages[part.at])
        return self._choice(part) if part.kind == "choice" else self.numbers.control(part)

    # -------------------------------------------------------------- values

    def typed(self, at: str) -> str:
        """The text of a field."""
        value = self.draft.values.get(at, "")
        return value if isinstance(value, str) else ""

    def cost(self, where: str) -> str:
        """What the line of a place comes to, as text; nothing where there is no line."""
        return points_text(self.costs[where]) if where in self.costs else ""

    def _flag(self, attribute: Attribute) -> FlagControl:
        at, on = attribute.at, bool(self.typed(attribute.at))
        change = self.steps.options.get(attribute.code, {}).get("" if on else "1")
        price = change_text(change, priced=attribute in self.parameters.index.priced_attributes)
        return FlagControl(at, html_id(at), attribute.name, on, self.messages[at], self.cost(at), price)

    def _choice(self, attribute: Attribute) -> ChoiceControl:
        if attribute.code == KIND:
            return self._kind(attribute)
        value = self.typed(attribute.at)
        shown = [o for o in attribute.options if o.code == value or self._is_offered(attribute, o)]
        named = {option.code: option.name for option in shown}
        must_be_given = attribute.required_rule and not attribute.required_unless
        if not must_be_given and attribute.blank_name not in named.values():
            named = {"": attribute.blank_name, **named}
        changes = {} if attribute.among else self.steps.options.get(attribute.code, {})
        control = self._choice_control(attribute, named, changes)
        return control._replace(hidden=bool(attribute.among) and not value and len(shown) < 2)

    def _is_offered(self, attribute: Attribute, option: Option) -> bool:
        if not attribute.among:  # a blank one of the same name is the same choice, shown once
            return option.offered and option.name != attribute.blank_name
        slot = index_of(self.catalogue).pick_slots[attribute.among]
        return option.code in (pick.code for pick in self.draft.picks[slot.at])

    def _kind(self, attribute: Attribute) -> ChoiceControl:
        """The kinds, of which one is always chosen; a step to another says what it does to the points.

        A first one that was not written down stays so while it is chosen.
        """
        unwritten = "" if self.typed(attribute.at) else self.whole.kinds[0].code
        chosen, changes = self.parameters.index.kind, self.steps.options.get(attribute.code, {})
        points = {code: change.points for code, change in changes.items()}
        priced = any(points.values())
        options = (
            ChoiceOption(
                f"{html_id(attribute.at)}-{kind.code}",
                "" if kind.code == unwritten else kind.code,
                kind.name,
                kind.code == chosen,
                change_text(PriceChange(points.get(kind.code)), priced=priced) if kind.code != chosen else "",
            )
            for kind in self.whole.kinds
        )
        at = attribute.at
        return ChoiceControl(at, html_id(at), attribute.name, tuple(options), self.messages[at])

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
        options = (
            ChoiceOption(
                id=f"{html_id(part.at)}-{code}",
                value=code,
                name=name,
                chosen=value == code,
                price="" if value == code else option_text(changes.get(code), priced=priced),
            )
            for code, name in named.items()
        )
        at = part.at
        return ChoiceControl(at, html_id(at), part.name, tuple(options), self.messages[at], self.cost(at))

    # -------------------------------------------------------------- rows

    def _weapons(self, slot: WeaponSlot) -> WeaponsControl:
        drafts = self.draft.weapons[slot.at] or ([] if slot.many else [WeaponDraft()])
        weapons = tuple(self.weapon(slot, index, draft) for index, draft in enumerate(drafts))
        at = slot.at
        return WeaponsControl(
            at, html_id(at), slot.name, slot.noun, slot.many, weapons, self.messages[at], self._common(slot)
        )

    def _common(self, slot: WeaponSlot) -> CommonWeapons | None:
        place = f"{slot.at}{COMMON}"
        if common_slot(self.whole, place) is None:
            return None
        verb, noun = verb_at(self.whole, place), noun_at(self.whole, place)
        return CommonWeapons(place, html_id(place), verb, noun)

    def weapon(self, slot: WeaponSlot, index: int, draft: WeaponDraft) -> WeaponControl:
        """One weapon; ``index`` is its place in the document."""
        where, place = slot.place(index), slot.place(draft.row)
        known = [points for at, points in self.costs.items() if at.startswith(f"{where}.")]
        summed = None if None in known else sum(p for p in known if p is not None)
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
            cost=points_text(summed) if known else "",
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
            down=step_button(at, steps.down),
            up=step_button(at, steps.up),
            step_range=step_range(offered, part.low, part.high, (None, part.low)),
            messages=self.messages[at],
            cost=self.cost(f"{where}.{part.code}"),
            placeholder=NONE,
            better=part.better,
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
                summary=with_numbers(self.whole, entry) if entry else "",
                page=part_place(self.whole, entry) if entry else "",
                url=entry_url(self.whole, entry) if entry else "",
                remove_action=f"remove:{place}:{code}",
                focus_target=f"b-{html_id(place)}",
            )

    def _pick(self, slot: PickSlot, index: int) -> Pick | None:
        """A property as the form says it; None while the form cannot be read."""
        picks = self.parameters.what_if.design.picks.get(slot.code, ())
        return picks[index] if self.readable and index < len(picks) else None

    def _summary(self, slot: PickSlot, index: int, entry: Property) -> str:
        """What a pick does, behind its numbers for this profile."""
        pick = self._pick(slot, index)
        worked = self.found.numbers_at(slot.place(index), entry.code) if pick else {}
        return with_numbers(self.whole, entry, pick, worked)

    def _picks(self, slot: PickSlot, *, titled: bool) -> PicksControl:
        taken = tuple(
            self.picked_entry(slot, index, draft) for index, draft in enumerate(self.draft.picks[slot.at])
        )
        most = most_picks(self.parameters.what_if.context, slot)
        return PicksControl(
            slot.at,
            html_id(slot.at),
            slot.name,
            slot.noun,
            taken,
            self.messages[slot.at],
            bool(slot.least or slot.most is not None or slot.most_by),
            _count(slot, len(taken), most),
            is_full(slot, len(taken), most),
            titled,
        )

    def picked_entry(self, slot: PickSlot, index: int, draft: PickDraft) -> PickedEntry:
        """One property or spell; ``index`` is its place in the document."""
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
            page=part_place(self.whole, entry) if entry else "",
            url=entry_url(self.whole, entry) if entry else "",
            remove_action=f"remove:{place}",
            focus_target=f"b-{html_id(slot.at)}",
            messages=self.messages[place],
            controls=tuple(self.parameters.controls(slot, entry, index, draft)) if entry else (),
        )


@lru_cache(maxsize=256)
def _is_free(catalogue: Catalogue, group: str) -> bool:
    """Whether nothing in a group has a price."""
    costs = (entry.cost for entry in index_of(catalogue).entries[group].values())
    return all(cost.kind == "fixed" and not cost.points for cost in costs)


def _count(slot: PickSlot, chosen: int, most: int | None) -> str:
    """How many are chosen of how many; "" where a slot has no bound."""
    if most == 0 and not chosen:
        return "None may be chosen now"
    if most is not None and chosen > most:
        return f"{chosen} of {most} chosen"
    if is_full(slot, chosen, most):
        return f"{chosen} of {most} chosen: remove {'it' if most == 1 else 'one'} to take another"
    if most is not None:
        least = f", at least {slot.least}" if slot.least else ""
        return f"{chosen} of {most} chosen{least}"
    return f"{chosen} chosen, at least {slot.least}" if slot.least else ""


def _capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=32)
def section_terms(view: Catalogue, catalogue: Catalogue) -> dict[str, tuple[SectionTerm, ...]]:
    """The words of each section of a kind of profile with their one line, by the section's code."""
    return {
        section.code: tuple(term for code in section.fields for term in _terms(catalogue, code))
        for section in view.sections
    }


def _terms(catalogue: Catalogue, code: str) -> Iterator[SectionTerm]:
    part = index_of(catalogue).parts[code]
    anchor = f"{reference_url(catalogue.system, catalogue.edition)}#attribute-{code}"
    label = "" if part.name.endswith(part.label) else part.label
    yield SectionTerm(label, part.name, part.summary, part_place(catalogue, part), anchor)
    if isinstance(part, WeaponSlot):
        fields = (field for field in part.fields if field.table)
        yield from (
            SectionTerm(field.label, field.name, field.summary, part_place(catalogue, field), anchor)
            for field in fields
        )
    elif isinstance(part, PickSlot) and not part.many:
        for entry in form_layout(catalogue).entries[part.group].values():
            place, url = part_place(catalogue, entry), entry_url(catalogue, entry)
            yield SectionTerm(entry.label, entry.name, with_numbers(catalogue, entry), place, url)
