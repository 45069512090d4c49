"""The controls of a property's parameters. They show how other values would change the price."""

from collections.abc import Callable, Iterator
from functools import partial

from builder.points.advice.steps import Step
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
from builder.web.profiles.draft import PickDraft, TypedValue
from builder.web.profiles.profile_form import ProfileForm

ParameterPriceChange = Callable[[ParameterValue], PriceChange]


AGREED = "Enter the {price} that you agreed on; 0 is allowed."


def parameter_controls(
    form: ProfileForm, slot: PickSlot, entry: Property, index: int, draft: PickDraft
) -> Iterator[ParameterControl]:
    """Yield the controls for the parameters of a chosen property. ``index`` is its index in the slot."""
    for parameter in entry.parameters:
        place = f"{slot.at}[{draft.row}].{parameter.code}"
        typed = draft.parameters.get(parameter.code, "")
        price_change = partial(_price_change, form, slot, index, entry, parameter)
        if parameter.kind == "number":
            yield _number(form, entry, parameter, place, _text(typed), price_change)
        elif parameter.kind == "choice":
            yield _choice(form, parameter, place, _text(typed), price_change)
        elif parameter.kind == "text":
            yield TextControl(place, html_id(place), parameter.name, _text(typed), form.messages[place])
        else:
            yield _profiles(form, parameter, place, typed)


def _price_change(
    form: ProfileForm,
    slot: PickSlot,
    index: int,
    entry: Property,
    parameter: Parameter,
    value: ParameterValue,
) -> PriceChange:
    """Return the change of the price if the parameter gets another value.

    The result is ``PriceChange(None)`` in three cases: the parameter is the agreed price, it doesn't affect
    the price, or the draft can't be read.
    """
    # A property with ``sets_from`` copies the parameter into a value of the profile. That value has a price.
    has_no_effect = entry.cost.kind in ("fixed", "entered") and not entry.sets_from
    if has_no_effect or parameter.code == _agreed_price_parameter(entry) or not form.is_readable:
        return PriceChange(None)
    return form.what_if.change_with_parameter(slot.code, index, parameter.code, value)


def _number(
    form: ProfileForm,
    entry: Property,
    parameter: Parameter,
    place: str,
    value: str,
    price_change: ParameterPriceChange,
) -> NumberControl:
    offered = _offered(form, entry, parameter)
    is_agreed = parameter.code == _agreed_price_parameter(entry)
    start = 0 if is_agreed and is_in_bounds(0, parameter.low, parameter.high) else parameter.low
    down, up = (
        None if n is None else Step(n, price_change(n)) for n in _neighbours(value, parameter, offered, start)
    )
    return NumberControl(
        place=place,
        id=html_id(place),
        label="",
        name=parameter.name,
        value=value,
        down=step_button(place, down, form.unit),
        up=step_button(place, up, form.unit),
        step_range=step_range(offered, parameter.low, parameter.high, (None, start)),
        messages=form.messages[place],
        placeholder=NONE,
        hint=AGREED.format(price=form.catalogue.words.price) if is_agreed else "",
    )


def _offered(form: ProfileForm, entry: Property, parameter: Parameter) -> tuple[int, ...]:
    if entry.cost.kind != "table" or entry.cost.parameter != parameter.code:
        return ()
    numbers = sorted(int(key) for key in form.index.tables[entry.cost.table].costs)
    return tuple(n for n in numbers if is_in_bounds(n, parameter.low, parameter.high))


def _choice(
    form: ProfileForm, parameter: Parameter, place: str, value: str, price_change: ParameterPriceChange
) -> ChoiceControl:
    default = "" if parameter.needs_choice else parameter.default
    chosen = value or default
    options = (
        ChoiceOption(
            id=f"{html_id(place)}-{option.code}",
            # If no value is stored, the default counts as chosen. Selecting it again stores no value.
            value="" if option.code == default and not value else option.code,
            name=option.name,
            chosen=option.code == chosen,
            price="" if option.code == chosen else change_text(price_change(option.code), form.unit),
        )
        for option in parameter.options
        if option.offered or option.code == chosen
    )
    return ChoiceControl(place, html_id(place), parameter.name, tuple(options), form.messages[place])


def _profiles(form: ProfileForm, parameter: Parameter, place: str, typed: TypedValue) -> ChoiceControl:
    chosen = [typed] if isinstance(typed, str) and typed else list(typed)
    names = {
        key: name
        for key, name in form.profile_choices.items()
        if key in chosen
        or (key != form.what_if.key and (not parameter.kinds or form.profile_kinds[key] in parameter.kinds))
    }
    names |= {key: f"{key[:60]} (not in this list)" for key in chosen if key not in form.profile_choices}
    kind = "several" if parameter.kind == "profiles" else "select"
    if kind == "select":
        names = {"": "choose a profile" if names else "no other profile yet"} | names
    options = (
        ChoiceOption(f"{html_id(place)}-{key}", key, name, key in chosen or (not key and not chosen))
        for key, name in names.items()
    )
    return ChoiceControl(
        place,
        html_id(place),
        parameter.name,
        tuple(options),
        form.messages[place],
        kind=kind,
        new_profiles=tuple(_new_profiles(form, parameter, place)),
    )


def _new_profiles(form: ProfileForm, parameter: Parameter, place: str) -> Iterator[NewProfileButton]:
    """Yield a button for each kind of profile that the parameter allows.

    In a game without kinds, yield a single button.
    """
    if not form.catalogue.kinds:
        yield NewProfileButton(f"new:{place}", "profile")
    for kind in form.catalogue.kinds:
        if not parameter.kinds or kind.code in parameter.kinds:
            yield NewProfileButton(f"new:{place}:{kind.code}", kind.name)


def _agreed_price_parameter(entry: Property) -> str:
    """Return the code of the parameter that contains the agreed price.

    If players don't agree on the price of this property, return an empty string.
    """
    return entry.cost.parameter if entry.cost.kind == "entered" else ""


def _text(typed: TypedValue) -> str:
    return typed if isinstance(typed, str) else ""


def _neighbours(
    value: str, parameter: Parameter, offered: tuple[int, ...], start: int | None
) -> tuple[int | None, int | None]:
    """Return the number after a step down, and the number after a step up.

    A step that isn't possible is None. From a blank field, no step down is possible. A step up leads to the
    first offered number, or to ``start`` if no numbers are offered.
    """
    if not value.removeprefix("-").isdecimal():
        return None, offered[0] if offered else start
    number = int(value[:9])
    if offered:
        below, above = [n for n in offered if n < number], [n for n in offered if n > number]
        return max(below, default=None), min(above, default=None)
    ends = (number - 1, number + 1)
    down, up = (n if is_in_bounds(n, parameter.low, parameter.high) else None for n in ends)
    return down, up
