"""The controls of a profile's form, section by section, with current prices.

The sections of the catalogue contain the codes of attributes and slots. This module makes a control for each
attribute and slot. The prices come from ``builder.points``. This module only adds up the lines of one place.
``where`` is a path in the stored design. ``place`` is the name of the same field or row in the form (see
``draft``).
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
from builder.web.profiles.draft import COMMON, PickDraft, WeaponDraft, common_slot
from builder.web.profiles.numbers import NO_STEPS, number_control
from builder.web.profiles.parameters import parameter_controls
from builder.web.profiles.picker import is_full
from builder.web.profiles.profile_form import ProfileForm
from builder.web.profiles.sections import FormSection, form_section
from builder.web.shared.presentation import entry_url


def form_sections(form: ProfileForm) -> list[FormSection]:
    """Return the sections of the form with their controls."""
    points: Counter[str] = Counter()
    for where, cost in form.costs.items():
        points[_part_at(where)] += cost or 0
    problems_by_part = _problems_by_part(form.messages)
    picker_at = _part_at(form.draft.pick.removesuffix(COMMON))
    sections: list[FormSection] = []
    for section in form.index.catalogue.sections:
        controls, problems, total, has_picker = list[Control](), list[ShownLevel](), 0, False
        for code in section.fields:
            part = form.index.parts[code]
            has_title = part.name != section.name or len(section.fields) > 1
            controls.append(_control(form, part, has_title=has_title))
            problems += problems_by_part[part.at]
            total += points[part.at]
            has_picker = has_picker or part.at == picker_at
        sections.append(
            form_section(
                section,
                controls,
                points=total,
                unit=form.unit,
                is_first=not sections,
                problems=problems,
                has_picker=has_picker,
            )
        )
    return sections


def _control(form: ProfileForm, part: DesignPart, *, has_title: bool) -> Control:
    if isinstance(part, WeaponSlot):
        return _weapons(form, part)
    if isinstance(part, PickSlot):
        return _picks(form, part, has_title=has_title) if part.many else _single_pick(form, part)
    if part.kind == "flag":
        return _flag(form, part)
    if part.kind == "text":
        at = part.at
        return TextControl(at, html_id(at), part.name, form.value(at), form.messages[at], form.terms[at])
    return _choice(form, part) if part.kind == "choice" else number_control(form, part)


# ------------------------------------------------------------------ values


def _flag(form: ProfileForm, attribute: Attribute) -> FlagControl:
    at, on = attribute.at, bool(form.value(attribute.at))
    change = form.steps.options.get(attribute.code, {}).get("" if on else "1")
    price = change_text(change, form.unit, priced=attribute in form.index.priced_attributes)
    if on and price:
        price = f"off: {price}"
    return FlagControl(
        at, html_id(at), attribute.name, on, form.messages[at], form.cost(at), price, form.terms[at]
    )


def _choice(form: ProfileForm, attribute: Attribute) -> ChoiceControl:
    if attribute.code == KIND:
        return _kind(form, attribute)
    value = form.value(attribute.at)
    names = {
        option.code: option.name
        for option in attribute.options
        if option.code == value or _is_offered(form, attribute, option)
    }
    hidden = bool(attribute.among) and not value and len(names) < 2
    must_be_given = attribute.required_rule and not attribute.required_unless
    if not must_be_given and attribute.blank_name not in names.values():
        names = {"": "Not chosen" if attribute.blank_name == "-" else attribute.blank_name, **names}
    changes = {} if attribute.among else form.steps.options.get(attribute.code, {})
    return _choice_control(form, attribute, names, changes, hidden=hidden)


def _is_offered(form: ProfileForm, attribute: Attribute, option: Option) -> bool:
    if not attribute.among:  # the blank option has this name, so another option with it would be a repetition
        return option.offered and option.name != attribute.blank_name
    slot = form.index.pick_slots[attribute.among]
    return option.code in (pick.code for pick in form.draft.picks[slot.at])


def _kind(form: ProfileForm, attribute: Attribute) -> ChoiceControl:
    """Return the control that selects the kind of profile.

    Its options show by how much they change the points. A design without a stored kind has the first kind. In
    such a design, selecting the first kind again stores no kind.
    """
    at = attribute.at
    unstored = "" if form.value(at) else form.catalogue.kinds[0].code
    changes = form.steps.options.get(attribute.code, {})
    points = {code: change.points for code, change in changes.items()}
    priced = any(points.values())
    options = tuple(
        ChoiceOption(
            f"{html_id(at)}-{kind.code}",
            "" if kind.code == unstored else kind.code,
            kind.name,
            kind.code == form.index.kind,
            ""
            if kind.code == form.index.kind
            else change_text(PriceChange(points.get(kind.code)), form.unit, priced=priced),
        )
        for kind in form.catalogue.kinds
    )
    return ChoiceControl(
        at, html_id(at), attribute.name, options, form.messages[at], terms=form.terms[at],
        price_hint=f"Below the other options: the change in {form.unit}" if priced else "",
    )  # fmt: skip


def _single_pick(form: ProfileForm, slot: PickSlot) -> ChoiceControl:
    value = form.value(slot.at)
    entries = form.layout.entries[slot.group].values()
    names = {"": slot.blank_name or "none"} | {
        entry.code: entry.name
        for entry in entries
        if entry.code == value or (not entry.derived and entry.name != slot.blank_name)
    }
    return _choice_control(form, slot, names, form.steps.picks.get(slot.code, {}))


def _choice_control(
    form: ProfileForm,
    part: Attribute | PickSlot,
    names: Mapping[str, str],
    changes: Mapping[str, PriceChange],
    *,
    hidden: bool = False,
) -> ChoiceControl:
    """Return the control of a choice.

    ``names`` maps the codes of the options to their names.
    ``changes`` maps the codes of the options to their effects on the price.
    """
    at, value = part.at, form.value(part.at)
    priced = any(change.points for change in changes.values())
    options, prices = list[ChoiceOption](), ""
    for code, name in names.items():
        price = ""
        if code != value:
            price = option_text(changes.get(code), form.unit, priced=priced, is_swap=True)
        options.append(ChoiceOption(f"{html_id(at)}-{code}", code, name, code == value, price))
        prices += price
    hint = f"Below the other options: the change in {form.unit}" if prices else ""
    if any(letter.isalpha() for letter in prices):
        hint = "Below the other options: what would change"
    return ChoiceControl(
        at,
        html_id(at),
        part.name,
        tuple(options),
        form.messages[at],
        form.cost(at),
        hidden=hidden,
        terms=form.terms[at],
        price_hint=hint,
        die=part.option_die if isinstance(part, Attribute) else "",
    )


# ------------------------------------------------------------------ rows


def _weapons(form: ProfileForm, slot: WeaponSlot) -> WeaponsControl:
    at, common_place = slot.at, f"{slot.at}{COMMON}"
    drafts = form.draft.weapons[at] or ([] if slot.many else [WeaponDraft()])
    return WeaponsControl(
        at,
        html_id(at),
        slot.name,
        slot.noun,
        slot.many,
        tuple(_weapon(form, slot, index, draft) for index, draft in enumerate(drafts)),
        form.messages[at],
        common_place if common_slot(form.catalogue, common_place) else "",
        form.terms[at],
    )


def _weapon(form: ProfileForm, slot: WeaponSlot, index: int, draft: WeaponDraft) -> WeaponControl:
    """Return the control of one weapon. ``index`` is the weapon's index in the document."""
    where, place = slot.place(index), slot.place(draft.row)
    lines = [line for line in form.lines if line.where.startswith(f"{where}.")]
    numbers = [
        _weapon_number(form, slot, part, where, place, draft.fields.get(part.code, ""))
        for part in slot.fields
        if draft.has_field_for(part)
    ]
    return WeaponControl(
        place=place,
        id=html_id(place),
        title=f"{with_capital(slot.noun)} {index + 1}" if slot.many else slot.name,
        noun=slot.noun,
        name=draft.name,
        numbers=tuple(numbers),
        picked=tuple(_weapon_properties(form, slot, where, place, draft)),
        removable=slot.many,
        focus_target=f"b-{html_id(slot.at)}",
        cost=points_text(total_points(lines)) if lines else "",
        messages=form.messages[place],
    )


def _weapon_number(
    form: ProfileForm, slot: WeaponSlot, part: Attribute, where: str, place: str, value: str
) -> NumberControl:
    steps = form.steps.fields.get(f"{where}.{part.code}", NO_STEPS)
    at = f"{place}.{part.code}"
    offered = form.index.offered_numbers(part, {}) if part.table else ()
    return NumberControl(
        place=at,
        id=html_id(at),
        label="",
        name=part.name,
        value=value,
        down=step_button(at, steps.down, form.unit),
        up=step_button(at, steps.up, form.unit),
        step_range=step_range(offered, part.low, part.high, (None, part.low)),
        messages=form.messages[at],
        cost=form.cost(f"{where}.{part.code}"),
        placeholder=NONE,
        terms=form.terms[f"{slot.at}.{part.code}"],
    )


def _weapon_properties(
    form: ProfileForm, slot: WeaponSlot, where: str, place: str, draft: WeaponDraft
) -> Iterator[PickedEntry]:
    entries = form.layout.entries[slot.group]
    for index, code in enumerate(draft.properties):
        entry = entries.get(code)
        yield PickedEntry(
            place=f"{place}.properties[{index}]",
            id=html_id(f"{place}.properties.{code}.{index}"),
            field=f"{place}.properties",
            code=code,
            name=f"{entry.label} {entry.name}".strip() if entry else code[:60],
            cost=form.cost(f"{where}.properties[{index}]"),
            summary=effect_text(form.catalogue, entry) if entry else "",
            page=part_place(form.catalogue, entry) if entry else "",
            url=entry_url(form.catalogue, entry) if entry else "",
            remove_action=f"remove:{place}:{code}",
            focus_target=f"b-{html_id(place)}",
        )


def _picks(form: ProfileForm, slot: PickSlot, *, has_title: bool) -> PicksControl:
    at, drafts = slot.at, form.draft.picks[slot.at]
    limit = max_picks(form.what_if.context, slot)
    return PicksControl(
        at,
        html_id(at),
        slot.name,
        slot.noun,
        tuple(_picked_entry(form, slot, index, draft) for index, draft in enumerate(drafts)),
        form.messages[at],
        bool(slot.least or slot.most is not None or slot.most_by),
        _count_text(slot, len(drafts), limit),
        is_full(slot, len(drafts), limit),
        has_title,
        form.layout.offered[slot.group],
        form.terms[at],
    )


def _picked_entry(form: ProfileForm, slot: PickSlot, index: int, draft: PickDraft) -> PickedEntry:
    """Return one chosen property or spell. ``index`` is its index in the document."""
    entry = form.layout.entries[slot.group].get(draft.code)
    where, place = slot.place(index), slot.place(draft.row)
    is_free = slot.group in form.index.free_groups and not form.costs.get(where)
    return PickedEntry(
        place=place,
        id=html_id(place),
        field=f"{place}.code",
        code=draft.code,
        name=entry.name if entry else draft.code[:60],
        cost="" if is_free else form.cost(where),
        summary=_summary(form, slot, index, entry) if entry else "",
        page=part_place(form.catalogue, entry) if entry else "",
        url=entry_url(form.catalogue, entry) if entry else "",
        remove_action=f"remove:{place}",
        focus_target=f"b-{html_id(slot.at)}",
        messages=form.messages[place],
        controls=tuple(parameter_controls(form, slot, entry, index, draft)) if entry else (),
    )


def _summary(form: ProfileForm, slot: PickSlot, index: int, entry: Property) -> str:
    """Return the effect of a chosen property or spell.

    If the draft can be read, the text has the numbers of this profile.
    """
    if not form.is_readable:
        return effect_text(form.catalogue, entry)
    pick = form.what_if.design.picks[slot.code][index]
    return effect_text(form.catalogue, entry, pick, form.appraisal.numbers_at(slot.place(index), entry.code))


def _count_text(slot: PickSlot, chosen: int, limit: int | None) -> str:
    """Return the number of chosen entries and the limit, such as "2 of 3 chosen".

    If the slot has no limit, return an empty string.
    """
    if limit == 0 and not chosen:
        return "None may be chosen now"
    if limit is None:
        return f"{chosen} chosen, at least {slot.least}" if slot.least else ""
    if is_full(slot, chosen, limit) and chosen <= limit:
        return f"{chosen} of {limit} chosen: remove {'it' if limit == 1 else 'one'} to take another"
    least = f", at least {slot.least}" if slot.least and chosen <= limit else ""
    return f"{chosen} of {limit} chosen{least}"


def _problems_by_part(messages: Mapping[str, FieldMessages]) -> defaultdict[str, list[ShownLevel]]:
    """Return the levels of the messages at each attribute or slot, without the level "note".

    The key is the place of the attribute or slot.
    """
    problems: defaultdict[str, list[ShownLevel]] = defaultdict(list)
    for place, field in messages.items():
        if field.fault:
            problems[_part_at(place)].append("error")
        for remark in field.remarks:
            if remark.level != "note":
                problems[_part_at(place)].append(remark.level)
    return problems


def _part_at(place: str) -> str:
    """Return the place of the attribute or slot that contains a place.

    For example, return "weapons" for "weapons[2].range".
    """
    at = place.partition("[")[0]
    return at if at.startswith("attributes.") else at.partition(".")[0]
