"""The number controls of a profile's attributes: steps with prices, also from an empty field."""

from collections.abc import Mapping

from builder.points.advice.steps import NextSteps, StepPair, first_number, step_to
from builder.points.rules.catalogue import Attribute
from builder.web.profiles.controls import (
    BlankSteps,
    ControlTerm,
    NumberControl,
    html_id,
    step_button,
    step_range,
)
from builder.web.profiles.draft import ProfileDraft
from builder.web.profiles.parameters import ParameterControls
from builder.web.shared.presentation import NONE, fraction_text, points_text

TIMES = "\N{MULTIPLICATION SIGN}"

_NO_STEPS = StepPair(None, None)


class NumberControls:
    """A maker of the number controls of one profile's attributes."""

    def __init__(
        self,
        parameters: ParameterControls,
        draft: ProfileDraft,
        steps: NextSteps,
        costs: Mapping[str, int | None],
        terms: Mapping[str, tuple[ControlTerm, ...]],
    ) -> None:
        self.catalogue = parameters.index.catalogue
        self.index = parameters.index
        self.messages = parameters.messages
        self.what_if = parameters.what_if
        self.values = parameters.what_if.design.values
        self.draft_is_readable = parameters.draft_is_readable
        self.draft = draft
        self.steps = steps
        self.costs = costs
        self.terms = terms

    def control(self, attribute: Attribute) -> NumberControl:
        """Return the control of one attribute."""
        at, value = attribute.at, self._typed(attribute)
        offered, band = self.index.offered_numbers(attribute, self.values), self._band(attribute)
        blank_steps = _blank_steps(attribute, offered, band)
        steps = self.steps.values.get(attribute.code, _NO_STEPS)
        if not value and self.draft_is_readable and (band or attribute.required_rule):
            steps = StepPair(
                *(
                    None if n is None else step_to(n, self.what_if.change_with_value(attribute.code, n))
                    for n in blank_steps
                )
            )
        priced = self._is_priced(attribute)
        blank_means_default = attribute.default is not None and not attribute.required_rule
        return NumberControl(
            place=at,
            id=html_id(at),
            label="" if attribute.name.split()[0] == attribute.label else attribute.label,
            name=attribute.name,
            value=value,
            down=step_button(at, steps.down, self.catalogue.points_unit, priced=priced),
            up=step_button(at, steps.up, self.catalogue.points_unit, priced=priced),
            step_range=step_range(
                offered, attribute.low, attribute.high, blank_steps, _blank_side(attribute)
            ),
            messages=self.messages[at],
            cost=self._factor(attribute) or (points_text(self.costs[at]) if at in self.costs else ""),
            placeholder=str(attribute.default) if blank_means_default else NONE,
            hint=self._band_text(attribute, band),
            dice=attribute.dice,
            better=attribute.better,
            terms=self.terms[at],
        )

    def _typed(self, attribute: Attribute) -> str:
        return str(self.draft.values.get(attribute.at, ""))

    def _is_priced(self, attribute: Attribute) -> bool:
        is_factor = any(multiplier.by == attribute.code for multiplier in self.catalogue.multipliers)
        return bool(attribute.table or attribute.table_by) or is_factor

    def _factor(self, attribute: Attribute) -> str:
        """Return the factor by which a value multiplies other costs, such as "× 1½"; "" if it has none."""
        value = self._typed(attribute) or str(attribute.default)
        for multiplier in self.catalogue.multipliers:
            if multiplier.by == attribute.code and value in multiplier.factors:
                return f"{TIMES} {fraction_text(multiplier.factors[value])}"
        return ""

    def _band(self, attribute: Attribute) -> tuple[int, ...]:
        """Return the lowest and highest number that another attribute allows, or only the lowest."""
        for constraint in attribute.constraints:
            if constraint.kind == "band":
                chooser = self.index.attributes[constraint.by]
                return constraint.bands.get(self._typed(chooser) or str(chooser.default), ())
        return ()

    def _band_text(self, attribute: Attribute, band: tuple[int, ...]) -> str:
        if not band:
            return ""
        chooser = self.index.attributes[next(c.by for c in attribute.constraints if c.kind == "band")]
        numbers = f"{band[0]} to {band[1]}" if len(band) > 1 else f"from {band[0]}"
        return f"{chooser.name} {self._typed(chooser) or chooser.default}: {numbers} {attribute.unit}"


def _blank_steps(attribute: Attribute, offered: tuple[int, ...], band: tuple[int, ...]) -> BlankSteps:
    """Return the numbers that a step down and a step up from an empty field lead to.

    - With a band: up to its first number.
    - With a default that may stay blank: to the numbers next to the default.
    - Without a default and a table: up to 0, or to the bound nearest to 0.
    - If lower is better: down to the highest number; up to the default, if there is one.
    - Otherwise: down to the default and up to the next number; without a default, up to the lowest number.
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
    """Return whether blank follows the highest or lowest number ("high" or "low"); "" if it isn't allowed."""
    if attribute.default is not None or attribute.required_rule:
        return ""
    return "high" if attribute.better == "lower" else "low"
