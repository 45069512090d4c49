"""The controls of a profile's form, section by section, with current prices.

Each section of the catalogue has the codes of its attributes and slots, and each of these gets a control.
``place`` is the name of a field or row in the form, and ``document_place`` is its path in the stored design
(see ``draft``).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from builder.points.advice.what_if import PriceChange
from builder.points.pricing.pricing import total_points
from builder.points.pricing.texts import NONE, points_text
from builder.points.pricing.values import max_picks
from builder.points.rules.catalogue import Attribute, DesignPart, Option, PickSlot, Property, WeaponSlot
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.results import ShownLevel
from builder.points.rules.wording import part_place, with_capital
from builder.points.sheets.items import effect_text
from builder.web.profiles.controls import (
    ChoiceControl,
    ChoiceOption,
    Control,
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
from builder.web.profiles.draft import COMMON_SUFFIX, YES, PickDraft, WeaponDraft, common_weapon_slot
from builder.web.profiles.numbers import NO_STEPS, number_control
from builder.web.profiles.parameters import parameter_controls
from builder.web.profiles.picker import is_slot_full
from builder.web.profiles.profile_form import ProfileForm
from builder.web.profiles.sections import FormSection, form_section
from builder.web.shared.presentation import entry_url


def form_sections(form: ProfileForm) -> list[FormSection]:
    """Return the sections of the form with their controls."""
    points_by_part: Counter[str] = Counter()
    for document_place, points in form.points.items():
        points_by_part[_place_of_part(document_place)] += points or 0
    problem_levels_by_part = _problem_levels_by_part(form.messages)
    part_with_picker = _place_of_part(form.draft.picker_place.removesuffix(COMMON_SUFFIX))
    sections: list[FormSection] = []
    for section in form.index.catalogue.sections:
        controls, problem_levels, total, has_picker = list[Control](), list[ShownLevel](), 0, False
        for code in section.fields:
            part = form.index.parts[code]
            has_title = part.name != section.name or len(section.fields) > 1
            controls.append(_control(form, part, has_title=has_title))
            problem_levels += problem_levels_by_part[part.at]
            total += points_by_part[part.at]
            has_picker = has_picker or part.at == part_with_picker
        sections.append(
            form_section(
                section,
                controls,
                points=total,
                unit=form.unit,
                is_first=not sections,
                problem_levels=problem_levels,
                has_picker=has_picker,
            )
        )
    return sections


def _control(form: ProfileForm, part: DesignPart, *, has_title: bool) -> Control:
    if isinstance(part, WeaponSlot):
        return _weapons_control(form, part)
    if isinstance(part, PickSlot):
        if part.many:
            return _picks_control(form, part, has_title=has_title)
        return _single_pick_control(form, part)
    match part.kind:
        case "flag":
            return _flag_control(form, part)
        case "text":
            return _text_control(form, part)
        case "choice":
            return _choice_control(form, part)
        case "number":
            return number_control(form, part)


# ------------------------------------------------------------------ values


def _flag_control(form: ProfileForm, attribute: Attribute) -> FlagControl:
    place, is_on = attribute.at, bool(form.value(attribute.at))
    change = form.steps.options.get(attribute.code, {}).get("" if is_on else YES)
    price_change = change_text(change, form.unit, shows_zero=attribute in form.index.priced_attributes)
    if is_on and price_change:
        price_change = f"off: {price_change}"
    return FlagControl(
        place=place,
        id=html_id(place),
        name=attribute.name,
        is_on=is_on,
        messages=form.messages[place],
        price=form.price(place),
        price_change=price_change,
        terms=form.terms[place],
    )


def _text_control(form: ProfileForm, attribute: Attribute) -> TextControl:
    place = attribute.at
    return TextControl(
        place, html_id(place), attribute.name, form.value(place), form.messages[place], form.terms[place]
    )


def _choice_control(form: ProfileForm, attribute: Attribute) -> ChoiceControl:
    if attribute.code == KIND:
        return _kind_control(form, attribute)
    value = form.value(attribute.at)
    names = {
        option.code: option.name
        for option in attribute.options
        if option.code == value or _is_offered(form, attribute, option)
    }
    is_hidden = bool(attribute.among) and not value and len(names) < 2
    is_required = attribute.required_rule and not attribute.required_unless
    if not is_required and attribute.blank_name not in names.values():
        names = {"": "Not chosen" if attribute.blank_name == "-" else attribute.blank_name, **names}
    changes = {} if attribute.among else form.steps.options.get(attribute.code, {})
    return _control_for_options(form, attribute, names, changes, is_hidden=is_hidden)


def _is_offered(form: ProfileForm, attribute: Attribute, option: Option) -> bool:
    if not attribute.among:  # the blank option has this name, so another option with it would be a repetition
        return option.offered and option.name != attribute.blank_name
    slot = form.index.pick_slots[attribute.among]
    return option.code in (pick.code for pick in form.draft.picks[slot.at])


def _kind_control(form: ProfileForm, attribute: Attribute) -> ChoiceControl:
    """Return the control that selects the kind of profile.

    A design without a stored kind has the first kind. In such a design, selecting the first kind again stores
    no kind.
    """
    place = attribute.at
    unstored = "" if form.value(place) else form.catalogue.kinds[0].code
    changes = form.steps.options.get(attribute.code, {})
    points_changes = {code: change.points for code, change in changes.items()}
    has_prices = any(points_changes.values())
    options = tuple(
        ChoiceOption(
            id=f"{html_id(place)}-{kind.code}",
            value="" if kind.code == unstored else kind.code,
            name=kind.name,
            is_chosen=kind.code == form.index.kind,
            price_change=""
            if kind.code == form.index.kind
            else change_text(PriceChange(points_changes.get(kind.code)), form.unit, shows_zero=has_prices),
        )
        for kind in form.catalogue.kinds
    )
    return ChoiceControl(
        place=place,
        id=html_id(place),
        name=attribute.name,
        options=options,
        messages=form.messages[place],
        terms=form.terms[place],
        price_hint=f"Below the other options: how the {form.unit} would change" if has_prices else "",
    )


def _single_pick_control(form: ProfileForm, slot: PickSlot) -> ChoiceControl:
    value = form.value(slot.at)
    entries = form.layout.entries[slot.group].values()
    names = {"": slot.blank_name or "none"} | {
        entry.code: entry.name
        for entry in entries
        if entry.code == value or (not entry.derived and entry.name != slot.blank_name)
    }
    return _control_for_options(form, slot, names, form.steps.picks.get(slot.code, {}))


def _control_for_options(
    form: ProfileForm,
    part: Attribute | PickSlot,
    names: Mapping[str, str],
    changes: Mapping[str, PriceChange],
    *,
    is_hidden: bool = False,
) -> ChoiceControl:
    """Return the control of a choice. ``names`` and ``changes`` are by the codes of the options."""
    place, value = part.at, form.value(part.at)
    has_prices = any(change.points for change in changes.values())
    options, all_changes = list[ChoiceOption](), ""
    for code, name in names.items():
        price_change = ""
        if code != value:
            price_change = option_text(changes.get(code), form.unit, shows_zero=has_prices, is_swap=True)
        options.append(ChoiceOption(f"{html_id(place)}-{code}", code, name, code == value, price_change))
        all_changes += price_change
    hint = f"Below the other options: how the {form.unit} would change" if all_changes else ""
    if any(letter.isalpha() for letter in all_changes):
        hint = "Below the other options: what would change"
    return ChoiceControl(
        place=place,
        id=html_id(place),
        name=part.name,
        options=tuple(options),
        messages=form.messages[place],
        price=form.price(place),
        is_hidden=is_hidden,
        terms=form.terms[place],
        price_hint=hint,
        die=part.option_die if isinstance(part, Attribute) else "",
    )


# ------------------------------------------------------------------ rows


def _weapons_control(form: ProfileForm, slot: WeaponSlot) -> WeaponsControl:
    place, common_place = slot.at, f"{slot.at}{COMMON_SUFFIX}"
    drafts = form.draft.weapons[place] or ([] if slot.many else [WeaponDraft()])
    return WeaponsControl(
        place=place,
        id=html_id(place),
        name=slot.name,
        noun=slot.noun,
        has_several=slot.many,
        weapons=tuple(_weapon_control(form, slot, index, draft) for index, draft in enumerate(drafts)),
        messages=form.messages[place],
        common_place=common_place if common_weapon_slot(form.catalogue, common_place) else "",
        terms=form.terms[place],
    )


def _weapon_control(form: ProfileForm, slot: WeaponSlot, index: int, draft: WeaponDraft) -> WeaponControl:
    """Return the control of one weapon. ``index`` is the weapon's index in the document."""
    document_place, place = slot.place(index), slot.place(draft.row)
    lines = [line for line in form.lines if line.where.startswith(f"{document_place}.")]
    numbers = [
        _weapon_number(form, slot, attribute, document_place, place, draft.fields.get(attribute.code, ""))
        for attribute in slot.fields
        if draft.has_field_for(attribute)
    ]
    return WeaponControl(
        place=place,
        id=html_id(place),
        title=f"{with_capital(slot.noun)} {index + 1}" if slot.many else slot.name,
        noun=slot.noun,
        name=draft.name,
        numbers=tuple(numbers),
        properties=tuple(_weapon_properties(form, slot, document_place, place, draft)),
        is_removable=slot.many,
        focus_target=f"b-{html_id(slot.at)}",
        price=points_text(total_points(lines)) if lines else "",
        messages=form.messages[place],
    )


def _weapon_number(
    form: ProfileForm,
    slot: WeaponSlot,
    attribute: Attribute,
    weapon_document_place: str,
    weapon_place: str,
    value: str,
) -> NumberControl:
    document_place, place = (f"{weapon}.{attribute.code}" for weapon in (weapon_document_place, weapon_place))
    steps = form.steps.fields.get(document_place, NO_STEPS)
    offered_numbers = form.index.offered_numbers(attribute, {}) if attribute.table else ()
    return NumberControl(
        place=place,
        id=html_id(place),
        label="",
        name=attribute.name,
        value=value,
        down=step_button(place, steps.down, form.unit),
        up=step_button(place, steps.up, form.unit),
        step_range=step_range(offered_numbers, attribute.low, attribute.high, (None, attribute.low)),
        messages=form.messages[place],
        price=form.price(document_place),
        placeholder=NONE,
        terms=form.terms[f"{slot.at}.{attribute.code}"],
    )


def _weapon_properties(
    form: ProfileForm, slot: WeaponSlot, document_place: str, place: str, draft: WeaponDraft
) -> Iterator[PickedEntry]:
    entries = form.layout.entries[slot.group]
    for index, code in enumerate(draft.properties):
        entry = entries.get(code)
        yield PickedEntry(
            place=f"{place}.properties[{index}]",
            id=html_id(f"{place}.properties.{code}.{index}"),
            field_name=f"{place}.properties",
            code=code,
            name=f"{entry.label} {entry.name}".strip() if entry else code[:60],
            price=form.price(f"{document_place}.properties[{index}]"),
            summary=effect_text(form.catalogue, entry) if entry else "",
            page=part_place(form.catalogue, entry) if entry else "",
            url=entry_url(form.catalogue, entry) if entry else "",
            remove_action=f"remove:{place}:{code}",
            focus_target=f"b-{html_id(place)}",
        )


def _picks_control(form: ProfileForm, slot: PickSlot, *, has_title: bool) -> PicksControl:
    place, drafts = slot.at, form.draft.picks[slot.at]
    limit = max_picks(form.what_if.context, slot)
    return PicksControl(
        place=place,
        id=html_id(place),
        name=slot.name,
        noun=slot.noun,
        entries=tuple(_picked_entry(form, slot, index, draft) for index, draft in enumerate(drafts)),
        messages=form.messages[place],
        is_counted=bool(slot.least or slot.most is not None or slot.most_by),
        count_text=_count_text(slot, len(drafts), limit),
        is_full=is_slot_full(slot, len(drafts), limit),
        has_title=has_title,
        offered_count=form.layout.offered_counts[slot.group],
        terms=form.terms[place],
    )


def _picked_entry(form: ProfileForm, slot: PickSlot, index: int, draft: PickDraft) -> PickedEntry:
    """Return one chosen property or spell. ``index`` is its index in the document."""
    entry = form.layout.entries[slot.group].get(draft.code)
    document_place, place = slot.place(index), slot.place(draft.row)
    is_free = slot.group in form.index.free_groups and not form.points.get(document_place)
    return PickedEntry(
        place=place,
        id=html_id(place),
        field_name=f"{place}.code",
        code=draft.code,
        name=entry.name if entry else draft.code[:60],
        price="" if is_free else form.price(document_place),
        summary=_pick_summary(form, slot, index, entry) if entry else "",
        page=part_place(form.catalogue, entry) if entry else "",
        url=entry_url(form.catalogue, entry) if entry else "",
        remove_action=f"remove:{place}",
        focus_target=f"b-{html_id(slot.at)}",
        messages=form.messages[place],
        controls=tuple(parameter_controls(form, slot, entry, index, draft)) if entry else (),
    )


def _pick_summary(form: ProfileForm, slot: PickSlot, index: int, entry: Property) -> str:
    """Return the effect of a chosen property or spell, if possible with the numbers of this profile."""
    if not form.is_readable:
        return effect_text(form.catalogue, entry)
    numbers = form.item_numbers[slot.place(index), entry.code]
    return effect_text(form.catalogue, entry, form.what_if.design.picks[slot.code][index], numbers)


def _count_text(slot: PickSlot, count: int, limit: int | None) -> str:
    """Return the number of chosen entries and the limit, such as "2 of 3 chosen".

    If the slot has no limit, return an empty string.
    """
    if limit == 0 and not count:
        return "None may be chosen now"
    if limit is None:
        return f"{count} chosen, at least {slot.least}" if slot.least else ""
    if is_slot_full(slot, count, limit) and count <= limit:
        return f"{count} of {limit} chosen: remove {'it' if limit == 1 else 'one'} to take another"
    minimum = f", at least {slot.least}" if slot.least and count <= limit else ""
    return f"{count} of {limit} chosen{minimum}"


def _problem_levels_by_part(messages: Mapping[str, FieldMessages]) -> defaultdict[str, list[ShownLevel]]:
    """Return the levels of faults and findings, except "note", by the place of the attribute or slot."""
    levels: defaultdict[str, list[ShownLevel]] = defaultdict(list)
    for place, field in messages.items():
        if field.fault:
            levels[_place_of_part(place)].append("error")
        for remark in field.remarks:
            if remark.level != "note":
                levels[_place_of_part(place)].append(remark.level)
    return levels


def _place_of_part(place: str) -> str:
    """Return the place of the attribute or slot that contains a place: "weapons" for "weapons[2].range"."""
    without_row = place.partition("[")[0]
    return without_row if without_row.startswith("attributes.") else without_row.partition(".")[0]
