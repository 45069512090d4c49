"""The controls of a profile's number attributes, with the prices of a step up and a step down."""

from builder.points.advice.steps import Step, StepPair, first_number
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Attribute
from builder.web.profiles.controls import BlankSteps, NumberControl, html_id, step_button, step_range
from builder.web.profiles.profile_form import ProfileForm
from builder.web.shared.presentation import TIMES, fraction_text

NO_STEPS = StepPair(None, None)


def number_control(form: ProfileForm, attribute: Attribute) -> NumberControl:
    """Return the control of a number attribute."""
    at, value, what_if = attribute.at, form.value(attribute.at), form.what_if
    offered = form.index.offered_numbers(attribute, what_if.design.values)
    band, band_hint = _band(form, attribute)
    blank_steps = _blank_steps(attribute, offered, band)
    steps = form.steps.values.get(attribute.code, NO_STEPS)
    if not value and form.is_readable and (band or attribute.required_rule):
        steps = StepPair(
            *(
                None if n is None else Step(n, what_if.change_with_value(attribute.code, n))
                for n in blank_steps
            )
        )
    is_factor = any(multiplier.by == attribute.code for multiplier in form.index.catalogue.multipliers)
    priced = bool(attribute.table or attribute.table_by) or is_factor
    blank_means_default = attribute.default is not None and not attribute.required_rule
    return NumberControl(
        place=at,
        id=html_id(at),
        label="" if attribute.name.split()[0] == attribute.label else attribute.label,
        name=attribute.name,
        value=value,
        down=step_button(at, steps.down, form.unit, priced=priced),
        up=step_button(at, steps.up, form.unit, priced=priced),
        step_range=step_range(offered, attribute.low, attribute.high, blank_steps, _blank_side(attribute)),
        messages=form.messages[at],
        cost=_factor(form, attribute) or form.cost(at),
        placeholder=str(attribute.default) if blank_means_default else NONE,
        hint=band_hint,
        dice=attribute.dice,
        better=attribute.better,
        terms=form.terms[at],
    )


def _factor(form: ProfileForm, attribute: Attribute) -> str:
    """Return the factor that an attribute's value multiplies other costs by, such as "× 1½".

    If the value has no factor, return an empty string.
    """
    value = form.value(attribute.at) or str(attribute.default)
    for multiplier in form.index.catalogue.multipliers:
        if multiplier.by == attribute.code and value in multiplier.factors:
            return f"{TIMES} {fraction_text(multiplier.factors[value])}"
    return ""


def _band(form: ProfileForm, attribute: Attribute) -> tuple[tuple[int, ...], str]:
    """Return the band of an attribute, and a hint. A band is a range of numbers that another attribute sets.

    The band is the lowest and the highest number, or only the lowest number. The hint names the other
    attribute and the numbers. If there is no band, return an empty tuple and an empty string.
    """
    constraint = next((c for c in attribute.constraints if c.kind == "band"), None)
    if constraint is None:
        return (), ""
    chooser = form.index.attributes[constraint.by]
    chosen = form.value(chooser.at) or str(chooser.default)
    band = constraint.bands.get(chosen, ())
    if not band:
        return (), ""
    numbers = f"{band[0]} to {band[1]}" if len(band) > 1 else f"from {band[0]}"
    return band, f"{chooser.name} {chosen}: {numbers} {attribute.unit}"


def _blank_steps(attribute: Attribute, offered: tuple[int, ...], band: tuple[int, ...]) -> BlankSteps:
    """Return the number after a step down, and the number after a step up, from an empty field.

    A step that isn't possible is None. The first of these cases that applies decides:
    - The attribute has a band: no step down. A step up leads to the lowest number of the band.
    - An empty field means the default: the steps lead to the numbers next to the default.
    - The attribute has no default and no table of prices: no step down. A step up leads to 0, or to the
      number nearest to 0 that is allowed.
    - Lower numbers are better: a step down leads to the highest number. A step up leads to the default, if
      there is a default.
    - The attribute has no default: no step down. A step up leads to the lowest number.
    - Otherwise, a step down leads to the default, and a step up leads to the number after the default.
    """
    if band:
        return None, band[0]
    default = attribute.default
    below = [n for n in offered if default is not None and n < default]
    above = [n for n in offered if default is not None and n > default]
    if default is not None and not attribute.required_rule:
        return max(below, default=None), min(above, default=None)
    if default is None and not attribute.is_table_priced:
        return None, first_number(attribute)
    if attribute.better == "lower":
        return offered[-1] if offered else None, default
    if default is None:
        return None, offered[0] if offered else attribute.low
    return default, min(above, default=None)


def _blank_side(attribute: Attribute) -> str:
    """Return the end of the range at which one more step clears the field: "high" or "low".

    If steps can't clear the field, return an empty string.
    """
    if attribute.default is not None or attribute.required_rule:
        return ""
    return "high" if attribute.better == "lower" else "low"
