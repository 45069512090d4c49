"""The draft of a profile with its prices and messages. The controls of the form are made from it."""

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache

from builder.points.advice.steps import NextSteps, steps_of
from builder.points.advice.what_if import WhatIf
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document
from builder.points.pricing.texts import points_text, price_text
from builder.points.rules.catalogue import Catalogue, DesignPart, PickSlot, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import ProfileAppraisal
from builder.points.rules.wording import part_place
from builder.points.sheets.items import effect_text
from builder.web.profiles.controls import ControlTerm, FieldMessages
from builder.web.profiles.draft import ProfileDraft, form_layout
from builder.web.shared.presentation import entry_url, reference_url

_NO_NEXT_STEPS = NextSteps({}, {}, {}, {})


class ProfileForm:
    """A draft with its prices and messages.

    ``catalogue`` has all attributes and slots of the game. ``index`` and ``layout`` have only the attributes
    and slots of the profile's kind.
    ``lines`` are the lines of the receipt, and ``points`` are their sums by place in the stored design. If
    the draft isn't readable, there are none.
    ``read_list`` returns the list with its profiles. It is only called for controls that choose profiles.
    """

    def __init__(
        self,
        what_if: WhatIf,
        appraisal: ProfileAppraisal,
        draft: ProfileDraft,
        messages: Mapping[str, FieldMessages],
        read_list: Callable[[], Document],
        *,
        is_readable: bool,
    ) -> None:
        self.what_if = what_if
        self.appraisal = appraisal
        self.draft = draft
        self.messages = messages
        self.read_list = read_list
        self.is_readable = is_readable
        self.catalogue = what_if.catalogue
        self.unit = what_if.catalogue.points_unit
        self.index = what_if.catalogue_index
        self.layout = form_layout(self.index.catalogue)
        self.terms = control_terms(self.catalogue)
        self.steps = steps_of(what_if) if is_readable else _NO_NEXT_STEPS
        self.lines = appraisal.lines if is_readable else ()
        self.points: dict[str, int | None] = {}
        for line in self.lines:
            subtotal = self.points.get(line.where, 0)
            self.points[line.where] = (
                None if subtotal is None or line.points is None else subtotal + line.points
            )

    @cached_property
    def _list(self) -> Document:
        return self.read_list()

    @cached_property
    def profile_choices(self) -> dict[str, str]:
        """The name and points of each profile of the list, by key, in the list's order."""
        names = self._list.profile_names()
        appraisals = appraise(self._list, self.catalogue).profiles
        return {p.key: f"{names[p.key]} ({price_text(p.total, self.catalogue)})" for p in appraisals}

    @cached_property
    def profile_kinds(self) -> dict[str, str]:
        """The kind of each profile of the list, by key."""
        index = index_of(self.catalogue)
        return {p.key: index.for_kind(p.design.values).kind for p in self._list.profiles}

    def value(self, place: str) -> str:
        """Return the submitted text of an attribute or choice, or an empty string."""
        return self.draft.values.get(place, "")

    def price(self, document_place: str) -> str:
        """Return the price of a place, or an empty string if the receipt has no line for the place."""
        return points_text(self.points[document_place]) if document_place in self.points else ""


@lru_cache(maxsize=32)
def control_terms(catalogue: Catalogue) -> dict[str, tuple[ControlTerm, ...]]:
    """Return the explanations of controls by place.

    All weapons of a slot share one place for each field, such as "weapons.range".
    """
    terms: dict[str, tuple[ControlTerm, ...]] = {}
    for part in index_of(catalogue).parts.values():
        anchor = f"{reference_url(catalogue.system, catalogue.edition)}#attribute-{part.code}"
        terms[part.at] = (_term(catalogue, part, anchor),)
        if isinstance(part, WeaponSlot):
            terms |= {f"{part.at}.{field.code}": (_term(catalogue, field, anchor),) for field in part.fields}
        elif isinstance(part, PickSlot) and not part.many:
            entries = form_layout(catalogue).entries[part.group].values()
            terms[part.at] += tuple(
                ControlTerm(
                    entry.label,
                    entry.name,
                    effect_text(catalogue, entry),
                    part_place(catalogue, entry),
                    entry_url(catalogue, entry),
                )
                for entry in entries
            )
    return terms


def _term(catalogue: Catalogue, part: DesignPart, url: str) -> ControlTerm:
    label = "" if part.name.endswith(part.label) else part.label
    return ControlTerm(label, part.name, part.summary, part_place(catalogue, part), url)
