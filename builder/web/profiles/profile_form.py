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

    ``index`` and ``layout`` have only the parts that the profile's kind has, and ``catalogue`` has all parts.
    ``lines`` are the lines of the receipt, and ``costs`` maps places of the stored design to their points.
    If ``is_readable`` is False, the draft can't be read and has no prices. ``read_list`` returns the profiles
    of the list. It is only called for controls that choose profiles.
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
        self.costs: dict[str, int | None] = {}
        for line in self.lines:
            before = self.costs.get(line.where, 0)
            self.costs[line.where] = None if before is None or line.points is None else before + line.points

    @cached_property
    def _list(self) -> Document:
        return self.read_list()

    @cached_property
    def profile_choices(self) -> dict[str, str]:
        """The name and points of each of the list's profiles by key, in the list's order."""
        names = self._list.profile_names()
        appraisals = appraise(self._list, self.catalogue).profiles
        return {p.key: f"{names[p.key]} ({price_text(p.total, self.catalogue)})" for p in appraisals}

    @cached_property
    def profile_kinds(self) -> dict[str, str]:
        """The kind of each of the list's profiles by key."""
        index = index_of(self.catalogue)
        return {p.key: index.for_kind(p.design.values).kind for p in self._list.profiles}

    def value(self, at: str) -> str:
        """Return the submitted text of an attribute or choice, or an empty string without such a text."""
        return self.draft.values.get(at, "")

    def cost(self, where: str) -> str:
        """Return the price of a place as text, or an empty string if the receipt has no line for it."""
        return points_text(self.costs[where]) if where in self.costs else ""


@lru_cache(maxsize=32)
def control_terms(catalogue: Catalogue) -> dict[str, tuple[ControlTerm, ...]]:
    """Return the explanations of controls by place.

    A field of weapons has the same place for all weapons of a slot: ``weapons.range``.
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
