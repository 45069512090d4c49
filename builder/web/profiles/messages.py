"""The messages of the profile editor.

A finding is shown at the field that it is about, and a fault at the field that can't be saved.
``kind_catalogue`` is the catalogue with only the attributes and slots that the profile's kind has.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from builder.points.document.document import Profile
from builder.points.document.json_reader import DocumentError
from builder.points.pricing.pricing import pick_text
from builder.points.pricing.texts import NONE, attribute_text, weapon_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.remedies import steps_of
from builder.points.rules.results import Finding, Fix
from builder.web.profiles.controls import FieldMessages, html_id
from builder.web.profiles.draft import ProfileDraft, WeaponDraft, fault_place, form_layout
from builder.web.shared.presentation import (
    FindingLink,
    FixButton,
    finding_links,
    make_remark,
    profile_patch_argument,
)


def form_places(draft: ProfileDraft, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield each place of the form with its name, beginning with an empty string for the form itself."""
    layout = form_layout(catalogue)
    yield from (("", "The form"), ("name", "The name"), ("max", "Max"), ("notes", "The text of the notes"))
    for attribute in catalogue.attributes:
        yield attribute.at, attribute.name
    for slot in catalogue.weapon_slots:
        yield slot.at, slot.name
        for weapon in draft.weapons[slot.at] or ([] if slot.many else [WeaponDraft()]):
            place = slot.place(weapon.row)
            yield place, slot.name
            for part in slot.fields:
                if weapon.has_field_for(part):
                    yield f"{place}.{part.code}", part.name
    for pick_slot in catalogue.pick_slots:
        yield pick_slot.at, pick_slot.name
        for pick in draft.picks.get(pick_slot.at, ()):
            place = pick_slot.place(pick.row)
            entry = layout.entries[pick_slot.group].get(pick.code)
            yield place, entry.name if entry else pick_slot.name
            for parameter in entry.parameters if entry else ():
                yield f"{place}.{parameter.code}", parameter.name


def messages_by_place(
    draft: ProfileDraft,
    catalogue: Catalogue,
    kind_catalogue: Catalogue,
    findings: Collection[Finding],
    fault: DocumentError | None,
) -> dict[str, FieldMessages]:
    """Return the findings and the fault at each place of the form.

    If there is no field at the place of a message, it goes to the smallest part of the form that contains the
    place.
    """
    fields = {place: FieldMessages(place, html_id(place)) for place, _ in form_places(draft, kind_catalogue)}

    def control_url(finding: Finding) -> str:
        control_place = draft.form_place(finding.remedies.control or finding.where)
        place = _place_of_decision(finding, kind_catalogue) or control_place
        place = _containing_place(place, fields) or KIND
        prefix = "b" if place in _picker_places(draft, kind_catalogue) else "n"
        return f"#{prefix}-{html_id(place)}" if place in fields else ""

    for finding in findings:
        place = _containing_place(draft.form_place(finding.where), fields)
        new_remark = make_remark(catalogue, finding, _fix_button, control_url)
        fields[place] = fields[place]._replace(remarks=(*fields[place].remarks, new_remark))
    if fault is not None:
        place = _containing_place(fault_place(fault.path, draft), fields)
        fields[place] = fields[place]._replace(fault=fault_text(draft, catalogue, fault))
    return fields


def _place_of_decision(finding: Finding, kind_catalogue: Catalogue) -> str:
    """Return the place of the attribute that a remedy changes, or of the slot that lacks something.

    For other findings, return an empty string.
    """
    constraint, texts = finding.remedies.constraint, finding.remedies.texts
    step = next(steps_of(texts[0])) if texts else None
    changed_code = step.target if step and step.verb in ("set", "nearest", "clear") else ""
    code = changed_code or (constraint.attribute if constraint else "")
    if attribute := next((a for a in kind_catalogue.attributes if a.code == code), None):
        return attribute.at
    if constraint and constraint.kind == "needs_slot":
        return next((slot.at for slot in kind_catalogue.weapon_slots if slot.code == constraint.slot), "")
    if constraint and constraint.kind == "requires" and not _is_on_weapon(finding.where, kind_catalogue):
        entries = index_of(kind_catalogue).entries
        for slot in kind_catalogue.pick_slots:
            if any(code.removeprefix(slot.prefix) in entries[slot.group] for code in constraint.any):
                return slot.at
    return ""


def _is_on_weapon(document_place: str, kind_catalogue: Catalogue) -> bool:
    return any(document_place.partition("[")[0] == slot.at for slot in kind_catalogue.weapon_slots)


def _picker_places(draft: ProfileDraft, kind_catalogue: Catalogue) -> set[str]:
    """Return the places with a button that opens a picker or adds a weapon."""
    weapons = (
        slot.place(weapon.row) for slot in kind_catalogue.weapon_slots for weapon in draft.weapons[slot.at]
    )
    pick_slots = (slot.at for slot in kind_catalogue.pick_slots if slot.many)
    return {*pick_slots, *(slot.at for slot in kind_catalogue.weapon_slots), *weapons}


def _fix_button(fix: Fix) -> FixButton:
    return FixButton(fix.label, f"patch:{profile_patch_argument(fix)}")


def fault_text(draft: ProfileDraft, catalogue: Catalogue, fault: DocumentError) -> str:
    """Return a sentence that names the faulty field and says why the form can't be saved."""
    names = dict(form_places(draft, catalogue))
    place = fault_place(fault.path, draft)
    name = names.get(place) or (
        f"{names[_containing_place(place, names)]}, {place}," if place else "The form"
    )
    problem = fault.problem.replace("is a text, not", "is not")  # every form field is a text
    return f"{name} {problem}: {fault.fix}."


def form_finding_links(
    messages: dict[str, FieldMessages], findings: Collection[Finding]
) -> list[FindingLink]:
    """Return the number of findings for each level, with a link to the first. Serious levels come first."""
    first_urls: dict[str, str] = {}
    for field in messages.values():
        for field_remark in field.remarks:
            first_urls.setdefault(field_remark.level, f"#n-{field.id}")
    return finding_links([finding.shown_level for finding in findings], first_urls)


def _containing_place(place: str, places: Collection[str]) -> str:
    """Return the longest of ``places`` that is equal to ``place`` or contains it."""
    while place not in places:
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return place


# ------------------------------------------------------------------ changed elsewhere

_MAX_SHOWN_LENGTH = 400


class ProfileDifference(NamedTuple):
    """A part of a profile that differs between the form and the database."""

    name: str
    form_value: str
    stored_value: str


def profile_differences(
    catalogue: Catalogue, form_profile: Profile, stored_profile: Profile, names: Mapping[str, str]
) -> list[ProfileDifference]:
    """Return all differences between two versions of a profile, in the form's order.

    ``names`` are the names of the list's profiles by key.
    """
    form_texts = _part_texts(catalogue, form_profile, names)
    stored_texts = _part_texts(catalogue, stored_profile, names)
    return [
        ProfileDifference(name, _shorten(form_text), _shorten(stored_text))
        for (name, form_text), (_, stored_text) in zip(form_texts, stored_texts, strict=True)
        if form_text != stored_text
    ]


def _part_texts(
    catalogue: Catalogue, profile: Profile, names: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each part of a profile."""
    index, design = index_of(catalogue), profile.design
    yield "Name", profile.name
    yield "Max", "" if profile.max is None else str(profile.max)
    for attribute in catalogue.attributes:
        is_set = attribute.code in design.values
        yield attribute.name, attribute_text(catalogue, attribute, profile) if is_set else ""
    for slot in catalogue.weapon_slots:
        weapons = (
            f"{w.name} {weapon_text(catalogue, slot, w)}".strip() for w in design.weapons.get(slot.code, ())
        )
        yield slot.name, "; ".join(weapons)
    for pick_slot in catalogue.pick_slots:
        entries = index.entries[pick_slot.group]
        picks = design.picks.get(pick_slot.code, ())
        yield pick_slot.name, ", ".join(pick_text(entries[pick.code], pick, names) for pick in picks)
    yield "Notes", profile.notes


def _shorten(text: str) -> str:
    return (text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH]}…") or NONE
