"""The small cells of the form that an answer brings up to date: prices, costs, hints and empty findings.

Joined here because an answer has more than a hundred of them. Each is swapped in by its id, and none
holds an input: what the player types meanwhile stays.
"""

from collections.abc import Iterable, Iterator

from django.utils.safestring import SafeString

from builder.web.profiles.controls import (
    ChoiceControl,
    Control,
    FieldMessages,
    NumberControl,
    ParameterControl,
    PicksControl,
    WeaponsControl,
)
from builder.web.shared.html import fill_each


def render_cells(controls: Iterable[Control], messages: Iterable[FieldMessages]) -> SafeString:
    """Every small cell; the places that have findings are left to the template."""
    cells = [cell for control in controls for cell in _cells_of(control)]
    cells += [("div", "n", slot.id, "") for slot in messages if not slot.remarks]
    return fill_each('<{0} id="{1}-{2}" hx-swap-oob="innerHTML">{3}</{0}>', cells)


_HtmlCell = tuple[str, str, str, str]


def _cells_of(control: Control) -> Iterator[_HtmlCell]:
    if isinstance(control, NumberControl | ChoiceControl):
        yield from _cells_of_value(control)
    elif isinstance(control, PicksControl):
        for taken in control.picked:
            yield "span", "c", taken.id, taken.cost
            for inner in taken.controls:
                yield from _cells_of_value(inner)
    elif isinstance(control, WeaponsControl):
        for weapon in control.weapons:
            yield "span", "c", weapon.id, weapon.cost
            yield from (("span", "c", taken.id, taken.cost) for taken in weapon.picked)
            for number in weapon.numbers:
                yield from _cells_of_value(number)


def _cells_of_value(control: ParameterControl) -> Iterator[_HtmlCell]:
    if isinstance(control, NumberControl):
        yield "small", "d", control.id, control.down.text
        yield "small", "u", control.id, control.up.text
        yield "p", "h", control.id, control.hint
        yield "span", "c", control.id, control.cost
    elif isinstance(control, ChoiceControl) and control.kind == "choice":
        yield "span", "c", control.id, control.cost
        yield from (("small", "o", option.id, option.price) for option in control.options)
