"""The controls of a property's parameters."""

from collections.abc import Callable, Iterator
from functools import partial

from builder.points.advice.steps import Step, next_numbers
from builder.points.advice.what_if import PriceChange
from builder.points.document.design import ParameterValue
from builder.points.pricing.pricing import is_in_bounds
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Parameter, PickSlot, Property
from builder.web.profiles.controls import (
    ChoiceControl,
    ChoiceOption,
    NewProfileButton,
    NumberControl,
    ParameterControl,
    TextControl,
    change_text,
    html_id,
    step_button,
    step_range,
)
from builder.web.profiles.draft import PickDraft, RawValue
from builder.web.profiles.profile_form import ProfileForm

ParameterPriceChange = Callable[[ParameterValue], PriceChange]

_AGREED_PRICE_HINT = "Enter the {price} that you agreed on; 0 is allowed."


def parameter_controls(
    form: ProfileForm, slot: PickSlot, entry: Property, index: int, draft: PickDraft
) -> Iterator[ParameterControl]:
    """Yield the controls for the parameters of a chosen property. ``index`` is its index in the slot."""
    for parameter in entry.parameters:
        place = f"{slot.at}[{draft.row}].{parameter.code}"
        raw_value = draft.parameters.get(parameter.code, "")
        price_change = partial(_price_change, form, slot, index, entry, parameter)
        if parameter.kind == "number":
            yield _number_control(form, entry, parameter, place, _single_text(raw_value), price_change)
        elif parameter.kind == "choice":
            yield _choice_control(form, parameter, place, _single_text(raw_value), price_change)
        elif parameter.kind == "text":
            yield TextControl(
                place, html_id(place), parameter.name, _single_text(raw_value), form.messages[place]
            )
        else:
            yield _profiles_control(form, parameter, place, raw_value)


def _price_change(
    form: ProfileForm,
    slot: PickSlot,
    index: int,
    entry: Property,
    parameter: Parameter,
    value: ParameterValue,
) -> PriceChange:
    """Return the change of the price if the parameter gets another value.

    The change isn't known if the draft can't be read, or if the parameter is the agreed price. It isn't
    calculated for parameters that don't affect the price.
    """
    # A property with ``sets_from`` copies the parameter into a value of the profile. That value has a price.
    has_no_effect = entry.cost.kind in ("fixed", "entered") and not entry.sets_from
    if has_no_effect or parameter.code == _agreed_price_code(entry) or not form.is_readable:
        return PriceChange(None)
    design = form.what_if.design_with_parameter(slot.code, index, parameter.code, value)
    return form.what_if.price_change(design)


def _number_control(
    form: ProfileForm,
    entry: Property,
    parameter: Parameter,
    place: str,
    value: str,
    price_change: ParameterPriceChange,
) -> NumberControl:
    offered_numbers = _offered_numbers(form, entry, parameter)
    is_agreed_price = parameter.code == _agreed_price_code(entry)
    first = 0 if is_agreed_price and is_in_bounds(0, parameter.low, parameter.high) else parameter.low
    down, up = (
        None if n is None else Step(n, price_change(n))
        for n in _next_numbers(value, parameter, offered_numbers, first)
    )
    return NumberControl(
        place=place,
        id=html_id(place),
        label="",
        name=parameter.name,
        value=value,
        down=step_button(place, down, form.unit),
        up=step_button(place, up, form.unit),
        step_range=step_range(offered_numbers, parameter.low, parameter.high, (None, first)),
        messages=form.messages[place],
        placeholder=NONE,
        hint=_AGREED_PRICE_HINT.format(price=form.catalogue.words.price) if is_agreed_price else "",
    )


def _offered_numbers(form: ProfileForm, entry: Property, parameter: Parameter) -> tuple[int, ...]:
    if entry.cost.kind != "table" or entry.cost.parameter != parameter.code:
        return ()
    numbers = sorted(int(key) for key in form.index.tables[entry.cost.table].costs)
    return tuple(n for n in numbers if is_in_bounds(n, parameter.low, parameter.high))


def _choice_control(
    form: ProfileForm, parameter: Parameter, place: str, value: str, price_change: ParameterPriceChange
) -> ChoiceControl:
    default = "" if parameter.needs_choice else parameter.default
    chosen_code = value or default
    options = (
        ChoiceOption(
            id=f"{html_id(place)}-{option.code}",
            # If no value is stored, the default counts as chosen. Selecting it again stores no value.
            value="" if option.code == default and not value else option.code,
            name=option.name,
            is_chosen=option.code == chosen_code,
            price_change=""
            if option.code == chosen_code
            else change_text(price_change(option.code), form.unit),
        )
        for option in parameter.options
        if option.offered or option.code == chosen_code
    )
    return ChoiceControl(place, html_id(place), parameter.name, tuple(options), form.messages[place])


def _profiles_control(
    form: ProfileForm, parameter: Parameter, place: str, raw_value: RawValue
) -> ChoiceControl:
    chosen_keys = [raw_value] if isinstance(raw_value, str) and raw_value else list(raw_value)
    names = {
        key: name
        for key, name in form.profile_choices.items()
        if key in chosen_keys
        or (key != form.what_if.key and (not parameter.kinds or form.profile_kinds[key] in parameter.kinds))
    }
    names |= {key: f"{key[:60]} (not in this list)" for key in chosen_keys if key not in form.profile_choices}
    kind = "several" if parameter.kind == "profiles" else "select"
    if kind == "select":
        names = {"": "choose a profile" if names else "no other profile yet"} | names
    options = (
        ChoiceOption(
            f"{html_id(place)}-{key}", key, name, key in chosen_keys or (not key and not chosen_keys)
        )
        for key, name in names.items()
    )
    return ChoiceControl(
        place,
        html_id(place),
        parameter.name,
        tuple(options),
        form.messages[place],
        kind=kind,
        new_profile_buttons=tuple(_new_profile_buttons(form, parameter, place)),
    )


def _new_profile_buttons(form: ProfileForm, parameter: Parameter, place: str) -> Iterator[NewProfileButton]:
    """Yield a button for each kind of profile that the parameter allows, or one if there are no kinds."""
    if not form.catalogue.kinds:
        yield NewProfileButton(f"new:{place}", "profile")
    for kind in form.catalogue.kinds:
        if not parameter.kinds or kind.code in parameter.kinds:
            yield NewProfileButton(f"new:{place}:{kind.code}", kind.name)


def _agreed_price_code(entry: Property) -> str:
    """Return the code of the parameter with the price that players agreed on, or an empty string."""
    return entry.cost.parameter if entry.cost.kind == "entered" else ""


def _single_text(raw_value: RawValue) -> str:
    return raw_value if isinstance(raw_value, str) else ""


def _next_numbers(
    value: str, parameter: Parameter, offered_numbers: tuple[int, ...], first: int | None
) -> tuple[int | None, int | None]:
    """Return the numbers after a step down and after a step up. A step that isn't possible is None.

    From a blank field, a step up leads to the first offered number, or to ``first`` if none are offered.
    """
    if not value.removeprefix("-").isdecimal():
        return None, offered_numbers[0] if offered_numbers else first
    number = int(value[:9])
    if offered_numbers:
        return next_numbers(offered_numbers, number)
    down, up = (
        n if is_in_bounds(n, parameter.low, parameter.high) else None for n in (number - 1, number + 1)
    )
    return down, up
