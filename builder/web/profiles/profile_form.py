"""The profile editor: a draft with its prices and messages, from which the controls are made."""

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from builder.documents import StoredList, load_rosters
from builder.points.advice.profile_fixes import add_profile_fixes
from builder.points.advice.steps import NextSteps, find_next_steps
from builder.points.advice.what_if import WhatIf
from builder.points.appraisal.appraisal import appraise, appraise_one_profile
from builder.points.document.document import Document, Profile
from builder.points.document.json_reader import DocumentError
from builder.points.pricing.texts import points_text, price_text
from builder.points.rules.catalogue import Catalogue, DesignPart, PickSlot, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import Finding, ItemNumber, without_notes
from builder.points.rules.wording import part_place
from builder.points.sheets.items import effect_text
from builder.web.profiles.controls import ControlTerm
from builder.web.profiles.draft import ProfileDraft, form_layout
from builder.web.profiles.messages import messages_by_place
from builder.web.shared.presentation import entry_url, reference_url

_NO_NEXT_STEPS = NextSteps({}, {}, {}, {})


@dataclass(frozen=True, kw_only=True)
class ProfileEditor:
    """One profile in the editor.

    ``profile`` is the profile of the draft. If the draft has a ``fault``, it is the stored profile.
    ``fault`` is the reason why the draft can't be saved.
    ``stored_by_other`` is the stored profile if somebody else changed it.
    ``is_saved`` is True in the response to a save.
    ``action_text`` describes the action of a button, and ``undo_action`` undoes it.
    ``lacks_rosters`` is True if ``stored`` was loaded without its rosters. The form loads the rosters
    if it needs them.
    """

    stored: StoredList
    profile: Profile
    draft: ProfileDraft
    fault: DocumentError | None = None
    stored_by_other: Profile | None = None
    is_saved: bool = False
    action_text: str = ""
    undo_action: str = ""
    lacks_rosters: bool = False


class ProfileForm:
    """The draft of an editor with its prices and messages.

    ``catalogue`` has all attributes and slots of the game. ``index`` and ``layout`` have only the attributes
    and slots of the profile's kind.
    ``findings`` have those fixes that cause no error elsewhere in the list, and ``messages`` are the findings
    and the fault by their places in the form.
    ``lines`` are the lines of the receipt, and ``points`` are their sums by place in the stored design.
    ``item_numbers`` are the calculated numbers of an item by column, by its place and the code of its entry.
    If the draft isn't readable, there are no findings and no lines.
    """

    def __init__(self, editor: ProfileEditor) -> None:
        self.editor = editor
        self.draft = editor.draft
        self.is_readable = editor.fault is None
        self.catalogue = editor.stored.catalogue
        document, key = editor.stored.document_for_profile(editor.profile), editor.profile.key
        self.what_if = WhatIf(document, key, self.catalogue)
        self.appraisal = appraise_one_profile(document, key, self.catalogue, self.what_if.prices)
        self.unit = self.catalogue.points_unit
        self.index = self.what_if.catalogue_index
        self.layout = form_layout(self.index.catalogue)
        self.terms = control_terms(self.catalogue)
        self.findings = self._findings_with_fixes() if self.is_readable else ()
        self.messages = messages_by_place(
            self.draft, self.catalogue, self.index.catalogue, self.findings, editor.fault
        )
        self.steps = find_next_steps(self.what_if) if self.is_readable else _NO_NEXT_STEPS
        self.lines = self.appraisal.lines if self.is_readable else ()
        self.item_numbers = defaultdict[tuple[str, str], dict[str, ItemNumber]](dict)
        for number in self.appraisal.items:
            self.item_numbers[number.where, number.entry][number.column] = number
        self.points: dict[str, int | None] = {}
        for line in self.lines:
            subtotal = self.points.get(line.where, 0)
            self.points[line.where] = (
                None if subtotal is None or line.points is None else subtotal + line.points
            )

    def _findings_with_fixes(self) -> tuple[Finding, ...]:
        findings, stored, key = self.appraisal.findings, self.editor.stored, self.editor.profile.key
        if not without_notes(findings):
            return findings
        if self.editor.lacks_rosters:  # a fix must not cause an error in a roster
            load_rosters(stored)
        document = self._list_with_draft()
        appraisal = add_profile_fixes(document, self.catalogue, appraise(document, self.catalogue), (key,))
        return appraisal.profile(key).findings

    def _list_with_draft(self) -> Document:
        """Return the complete list with the profile of the form instead of the stored profile."""
        document, own = self.editor.stored.document(), self.editor.profile
        profiles = (own if profile.key == own.key else profile for profile in document.profiles)
        return replace(document, profiles=tuple(profiles))

    @cached_property
    def _profiles(self) -> Document:
        """The list without its rosters, for controls that choose profiles."""
        return replace(self._list_with_draft(), rosters=())

    @cached_property
    def profile_choices(self) -> dict[str, str]:
        """The name and points of each profile of the list, by key, in the list's order."""
        names = self._profiles.profile_names()
        appraisals = appraise(self._profiles, self.catalogue).profiles
        return {p.key: f"{names[p.key]} ({price_text(p.total, self.catalogue)})" for p in appraisals}

    @cached_property
    def profile_kinds(self) -> dict[str, str]:
        """The kind of each profile of the list, by key."""
        index = index_of(self.catalogue)
        return {p.key: index.for_kind(p.design.values).kind for p in self._profiles.profiles}

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
