"""The controls of a property's parameters, each with what another value would cost."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from builder.points.appraisal import appraise, price_all
from builder.points.book import open_book, round_up
from builder.points.catalogue import Catalogue, Parameter, PickSlot, Property
from builder.points.design import Pick, Value
from builder.points.document import Document
from builder.points.pricing import Context, cost_of
from builder.points.steps import Step
from builder.points.systems import SYSTEMS
from builder.web.editor.controls import (
    ChoiceControl,
    NumberControl,
    Option,
    ParameterControl,
    Slot,
    TextControl,
    change_text,
    id_of,
    price,
    span,
)
from builder.web.editor.draft import PickDraft, Typed
from builder.web.list_page import UNNAMED_PROFILE
from builder.web.presenting import points_text


class Others:
    """The profiles of the list as a control offers them; they are priced when the first control asks."""

    def __init__(self, document: Document, catalogue: Catalogue) -> None:
        self.document = document
        self.catalogue = catalogue

    @cached_property
    def choices(self) -> dict[str, str]:
        """Name and points by key, in the list's order."""
        names = {profile.key: profile.name or UNNAMED_PROFILE for profile in self.document.profiles}
        found = appraise(self.document, self.catalogue).profiles
        return {p.key: f"{names[p.key]} ({points_text(p.points)})" for p in found}


class Parameters:
    """Makes the controls of one profile's parameters.

    ``rendered`` is the row that an answer shows anew, None for a whole page: only what is shown lists
    the other profiles.
    """

    def __init__(
        self,
        document: Document,
        key: str,
        others: Others,
        slots: Mapping[str, Slot],
        *,
        readable: bool,
        rendered: str | None,
    ) -> None:
        self.catalogue = others.catalogue
        self.book = open_book(others.catalogue)
        self.key = key
        self.others = others
        self.slots = slots
        self.readable = readable
        self.rendered = rendered
        self.document = document
        self.design = next(profile.design for profile in document.profiles if profile.key == key)
        self.values: Mapping[str, int | str] = self.design.values

    @cached_property
    def _context(self) -> Context:
        return price_all(self.document, self.book, SYSTEMS[self.catalogue.system])

    def controls(
        self, slot: PickSlot, entry: Property, index: int, draft: PickDraft
    ) -> Iterator[ParameterControl]:
        """The controls of one taken property, the ``index``-th of its slot."""
        pick = self.design.picks[slot.code][index] if self.readable else None
        for parameter in entry.parameters:
            place = f"{slot.at}[{draft.row}].{parameter.code}"
            typed = draft.parameters.get(parameter.code, "")
            if parameter.kind == "number":
                yield self._number(entry, parameter, place, _text(typed), pick)
            elif parameter.kind == "choice":
                yield self._choice(entry, parameter, place, _text(typed), pick)
            elif parameter.kind == "text":
                yield TextControl(place, id_of(place), parameter.name, _text(typed), self.slots[place])
            else:
                yield self._profiles(parameter, place, typed)

    # -------------------------------------------------------------- prices

    def _points(self, entry: Property, pick: Pick) -> int | None:
        base, factor = cost_of(self.book, entry, pick, self._context)
        return None if base is None else round_up(base * factor)

    def _change(self, entry: Property, pick: Pick, parameter: Parameter, value: Value) -> int | None:
        """What the property costs more with another value; its whole cost while it has none."""
        points = self._points(
            entry, Pick(code=pick.code, parameters={**pick.parameters, parameter.code: value})
        )
        return None if points is None else points - (self._points(entry, pick) or 0)

    # -------------------------------------------------------------- kinds

    def _number(
        self, entry: Property, parameter: Parameter, place: str, value: str, pick: Pick | None
    ) -> NumberControl:
        offered = self._offered(entry, parameter)
        down, up = (
            _neighbours(pick.parameters.get(parameter.code), parameter, offered) if pick else (None, None)
        )
        steps = [
            None if n is None or pick is None else Step(n, self._change(entry, pick, parameter, n))
            for n in (down, up)
        ]
        priced = entry.cost.kind != "fixed"
        return NumberControl(
            place=place,
            id=id_of(place),
            label="",
            name=parameter.name,
            value=value,
            down=price(place, steps[0], priced=priced),
            up=price(place, steps[1], priced=priced),
            span=span(offered, parameter.low, parameter.high, (None, parameter.low)),
            slot=self.slots[place],
            placeholder="?",
        )

    def _offered(self, entry: Property, parameter: Parameter) -> tuple[int, ...]:
        if entry.cost.kind != "table" or entry.cost.parameter != parameter.code:
            return ()
        numbers = (int(key) for key in self.book.tables[entry.cost.table].costs)
        low = parameter.low or 0
        return tuple(
            sorted(n for n in numbers if n >= low and (parameter.high is None or n <= parameter.high))
        )

    def _choice(
        self, entry: Property, parameter: Parameter, place: str, value: str, pick: Pick | None
    ) -> ChoiceControl:
        chosen = value or parameter.default
        options = []
        for option in (o for o in parameter.options if o.offered or o.code == chosen):
            change = self._change(entry, pick, parameter, option.code) if pick else None
            free = pick is None or entry.cost.kind == "fixed" or option.code == chosen
            options.append(
                Option(
                    id=f"{id_of(place)}-{option.code}",
                    # A default that was not written down stays so while it is chosen.
                    value="" if option.code == parameter.default and not value else option.code,
                    name=option.name,
                    chosen=option.code == chosen,
                    price="" if free else change_text(change),
                )
            )
        return ChoiceControl(place, id_of(place), parameter.name, tuple(options), self.slots[place])

    def _profiles(self, parameter: Parameter, place: str, typed: Typed) -> ChoiceControl:
        chosen = [typed] if isinstance(typed, str) and typed else list(typed)
        shown = self.rendered is None or (self.rendered and place.startswith(self.rendered))
        choices = self.others.choices if shown else {}
        keys = [key for key in choices if key != self.key or key in chosen]
        keys += [key for key in chosen if key not in choices]
        options = [
            Option(
                f"{id_of(place)}-{key}",
                key,
                choices.get(key, f"{key[:60]} (not in this list)"),
                key in chosen,
            )
            for key in keys
        ]
        kind = "several"
        if parameter.kind == "profile":
            words = "choose a profile" if options else "no other profile yet"
            options.insert(0, Option(f"{id_of(place)}-", "", words, not chosen))
            kind = "select"
        return ChoiceControl(
            place, id_of(place), parameter.name, tuple(options), self.slots[place], kind=kind
        )


def _text(typed: Typed) -> str:
    return typed if isinstance(typed, str) else ""


def _neighbours(
    value: Value | None, parameter: Parameter, offered: tuple[int, ...]
) -> tuple[int | None, int | None]:
    low = offered[0] if offered else parameter.low
    if not isinstance(value, int):
        return None, low
    if offered:
        return max((n for n in offered if n < value), default=None), min(
            (n for n in offered if n > value), default=None
        )
    down = value - 1 if low is None or value - 1 >= low else None
    return down, value + 1 if parameter.high is None or value + 1 <= parameter.high else None
