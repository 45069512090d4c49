"""The controls of a profile's number attributes, with the prices of a step up and a step down."""

from builder.points.advice.steps import Step, StepPair, first_number, next_numbers
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Attribute
from builder.web.profiles.controls import BlankSteps, NumberControl, html_id, step_button, step_range
from builder.web.profiles.profile_form import ProfileForm
from builder.web.shared.presentation import TIMES, fraction_text

NO_STEPS = StepPair(None, None)


def number_control(form: ProfileForm, attribute: Attribute) -> NumberControl:
    """Return the control of a number attribute."""
    place, value, what_if = attribute.at, form.value(attribute.at), form.what_if
    offered_numbers = form.index.offered_numbers(attribute, what_if.design.values)
    band, band_hint = _band(form, attribute)
    blank_steps = _blank_steps(attribute, offered_numbers, band)
    steps = form.steps.values.get(attribute.code, NO_STEPS)
    if not value and form.is_readable and (band or attribute.required_rule):
        steps = StepPair(
            *(
                None
                if n is None
                else Step(n, what_if.price_change(what_if.design_with_value(attribute.code, n)))
                for n in blank_steps
            )
        )
    is_factor = any(multiplier.by == attribute.code for multiplier in form.index.catalogue.multipliers)
    has_price = bool(attribute.table or attribute.table_by) or is_factor
    blank_means_default = attribute.default is not None and not attribute.required_rule
    return NumberControl(
        place=place,
        id=html_id(place),
        label="" if attribute.name.split()[0] == attribute.label else attribute.label,
        name=attribute.name,
        value=value,
        down=step_button(place, steps.down, form.unit, shows_points=has_price),
        up=step_button(place, steps.up, form.unit, shows_points=has_price),
        step_range=step_range(
            offered_numbers, attribute.low, attribute.high, blank_steps, _blank_end(attribute)
        ),
        messages=form.messages[place],
        price=_factor_text(form, attribute) or form.price(place),
        placeholder=str(attribute.default) if blank_means_default else NONE,
        hint=band_hint,
        dice=attribute.dice,
        better=attribute.better,
        terms=form.terms[place],
    )


def _factor_text(form: ProfileForm, attribute: Attribute) -> str:
    """Return the factor by which an attribute's value multiplies other costs, such as "× 1½"."""
    value = form.value(attribute.at) or str(attribute.default)
    for multiplier in form.index.catalogue.multipliers:
        if multiplier.by == attribute.code and value in multiplier.factors:
            return f"{TIMES} {fraction_text(multiplier.factors[value])}"
    return ""


def _band(form: ProfileForm, attribute: Attribute) -> tuple[tuple[int, ...], str]:
    """Return the band of an attribute, which is a range that another attribute sets, and a hint.

    The band is the lowest and the highest number, only the lowest number, or empty if there is no band.
    """
    constraint = next((c for c in attribute.constraints if c.kind == "band"), None)
    if constraint is None:
        return (), ""
    band_attribute = form.index.attributes[constraint.by]
    band_value = form.value(band_attribute.at) or str(band_attribute.default)
    band = constraint.bands.get(band_value, ())
    if not band:
        return (), ""
    numbers = f"{band[0]} to {band[1]}" if len(band) > 1 else f"from {band[0]}"
    return band, f"{band_attribute.name} {band_value}: {numbers} {attribute.unit}"


def _blank_steps(attribute: Attribute, offered_numbers: tuple[int, ...], band: tuple[int, ...]) -> BlankSteps:
    """Return the numbers after a step down and after a step up from a blank field."""
    if band:
        return None, band[0]
    default = attribute.default
    if default is not None and not attribute.required_rule:  # a blank field means the default
        return next_numbers(offered_numbers, default)
    if default is None and not attribute.is_table_priced:
        return None, first_number(attribute)
    if attribute.better == "lower":
        return offered_numbers[-1] if offered_numbers else None, default
    if default is None:
        return None, offered_numbers[0] if offered_numbers else attribute.low
    return default, next_numbers(offered_numbers, default)[1]


def _blank_end(attribute: Attribute) -> str:
    """Return the end of the range, "high" or "low", at which one more step clears the field.

    If steps can't clear the field, return an empty string.
    """
    if attribute.default is not None or attribute.required_rule:
        return ""
    return "high" if attribute.better == "lower" else "low"
