"""Where in the form findings stand, and which of them stand where."""

from collections.abc import Collection, Iterator

from builder.points.catalogue import Catalogue
from builder.points.json_reader import DocumentError
from builder.points.results import Finding
from builder.web.profiles.controls import FieldMessages, html_id
from builder.web.profiles.draft import ProfileDraft, fault_place, form_layout
from builder.web.shared.presentation import FindingLink, finding_links, remarks


def form_places(draft: ProfileDraft, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Every place of the form with its name, in the catalogue's order; "" is the profile as a whole."""
    layout = form_layout(catalogue)
    yield from (("", "The form"), ("name", "The name"), ("max", "Max"), ("notes", "The text of the notes"))
    yield from ((attribute.at, attribute.name) for attribute in catalogue.attributes)
    for slot in catalogue.weapon_slots:
        yield slot.at, slot.name
        for weapon in draft.weapons[slot.at]:
            place = f"{slot.at}[{weapon.row}]" if slot.many else slot.at
            yield place, slot.name
            yield from (
                (f"{place}.{part.code}", part.name) for part in slot.fields if weapon.has_field_for(part)
            )
    for pick_slot in catalogue.pick_slots:
        yield pick_slot.at, pick_slot.name
        for pick in draft.picks.get(pick_slot.at, ()):
            place = f"{pick_slot.at}[{pick.row}]"
            entry = layout.entries[pick_slot.group].get(pick.code)
            yield place, entry.name if entry else pick_slot.name
            yield from ((f"{place}.{p.code}", p.name) for p in (entry.parameters if entry else ()))


def messages_by_place(
    draft: ProfileDraft, catalogue: Catalogue, findings: Collection[Finding], fault: DocumentError | None
) -> dict[str, FieldMessages]:
    """The findings by place, and the fault at its own."""
    names = dict(form_places(draft, catalogue))
    found: dict[str, list[Finding]] = {place: [] for place in names}
    for finding in findings:
        found[_nearest(draft.form_place(finding.where), found)].append(finding)
    slots = {
        place: FieldMessages(place, html_id(place), remarks(catalogue, here)) for place, here in found.items()
    }
    if fault is not None:
        place = _nearest(fault_place(fault.path, draft), slots)
        slots[place] = slots[place]._replace(fault=fault_text(draft, catalogue, fault))
    return slots


def fault_text(draft: ProfileDraft, catalogue: Catalogue, fault: DocumentError) -> str:
    """Why the form cannot be saved, in one sentence that names the field."""
    names = dict(form_places(draft, catalogue))
    place = fault_place(fault.path, draft)
    name = names.get(place) or (f"{names[_nearest(place, names)]}, {place}," if place else "The form")
    return f"{name} {fault.problem}: {fault.fix}."


def form_finding_links(
    messages: dict[str, FieldMessages], findings: Collection[Finding]
) -> list[FindingLink]:
    """The findings counted by level, worst first, each with the address of the first of them."""
    first: dict[str, str] = {}
    for slot in messages.values():
        for remark in slot.remarks:
            first.setdefault(remark.level, f"#n-{slot.id}")
    return finding_links(findings, first)


def _nearest(place: str, places: Collection[str]) -> str:
    """The place of the form that holds a place of the design: itself, or what it is part of."""
    while place not in places:
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return place
