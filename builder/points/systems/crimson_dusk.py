"""Crimson Dusk: checks that the catalogue's data can't express, and the numbers of sections.

The docstring of each function has the code of its rule or ruling, or a page of the rulebook.

A section is a row of models that fight together. A personality is a model that acts alone or leads a section.
AV is the armour value, RoF is the rate of fire, and AP are action points.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from builder.points.document.design import Design
from builder.points.document.document import Member, RosterEntry
from builder.points.legality.roster_changes import row_fix
from builder.points.legality.roster_terms import row_count_fix
from builder.points.pricing.findings import make_finding
from builder.points.pricing.pricing import PricedList, price_design
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import RosterContext, System, UnitDerivation
from builder.points.pricing.values import value_line
from builder.points.rules.catalogue import Value
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.numbers import number_text
from builder.points.rules.results import Finding, Fix, Line, PatchOperation
from builder.points.rules.wording import join_and
from builder.points.systems.crimson_dusk_values import (
    BUILDING,
    DERIVATIONS,
    ITEM_DERIVATIONS,
    MODEL,
    MONSTER,
    PERSONALITY,
    QUALITIES,
    SHIELD,
    TWO_HANDED,
    VEHICLE,
    WeaponNumbers,
    armour_page,
    fires_grenades,
    is_grenade,
    is_pistol,
    look_up,
    named_armour,
    pinning_losses,
    quality_name,
    serving_models,
)

COST = "cost"
_CREW_PAGE, _SECTION_PAGE, _RIDING_PAGE = 19, 6, 19
"""The pages of the rules on shots by a crew, on sections, and on passengers."""
_MAX_NAMED = 3
_MAKE_PERSONALITY = (f"add {PERSONALITY}",)
_MAKE_A_SECTION = PatchOperation("replace", "/unit", "section")
_SPECIAL_GRENADES = ("smoke", "gas", "tanglefoot", "flash-bang")
_HULL_NUMBERS = {
    VEHICLE: ("P-20", ("max_speed", "acdc", "armour", "dam", "crew")),
    BUILDING: ("P-35", ("armour", "dam")),
}
"""The rule and the attributes of the numbers that must be 1 or more for vehicles and buildings."""


def price(catalogue_index: CatalogueIndex, design: Design, prices: PricedList) -> tuple[Line, ...]:
    """Return the agreed cost as the only line (C-01, C-12)."""
    return tuple(line for line in price_design(catalogue_index, design, prices) if line.code == COST)


# ------------------------------------------------------------------ profiles


def _check_numbers_of_a_model(context: ProfileContext) -> Iterator[Finding]:
    """Find too few action points, and an AV of a model or a crew that no named armour has (P-02)."""
    index = context.catalogue_index
    if "ap" in index.attributes and context.number_of("ap") < 1:
        points, part = number_text(context.number_of("ap")), index.attributes["ap"]
        message = f"{points} action points: a model needs 1 or more, typically {part.default}."
        yield make_finding(context, "error", "P-02", "ap", message, page=part.page)
    code = "av" if index.kind == MODEL else "crew_av"
    armour, stat_labels_and_texts = context.number_of(code), named_armour(index)
    is_known = index.kind == MODEL or (index.kind == VEHICLE and code in context.values)
    if is_known and armour not in stat_labels_and_texts.values():
        known_text = join_and([str(number) for number in stat_labels_and_texts.values()])
        label = "AV" if code == "av" else "Crew AV"
        message = f"{label} {number_text(armour)} is none of the named ones: {known_text}."
        yield make_finding(context, "note", "P-02", code, message, page=armour_page(index))


def _check_two_pistols(context: ProfileContext) -> Iterator[Finding]:
    """Find a gun fighter with fewer than two pistols (P-11)."""
    pistols = sum(map(is_pistol, context.picks("weapons")))
    is_model = context.catalogue_index.kind == MODEL
    if is_model and "gun-fighter" in context.places_by_code and pistols < 2:
        message = f"A gun fighter shoots two pistols, but this one has {pistols or 'none'}: add another."
        if not pistols:
            message = "A gun fighter shoots two pistols, but this one has none: add two."
        where = context.places_by_code["gun-fighter"]
        yield make_finding(context, "warning", "P-11", where, message, control="weapons")


def _check_two_handed_weapons(context: ProfileContext) -> Iterator[Finding]:
    """Find a melee weapon in addition to a two-handed one (P-18). Another check limits their number."""
    index, codes = context.catalogue_index, [pick.code for pick in context.picks("melee")]
    two_handed = next((code for code in codes if code in TWO_HANDED), "")
    if index.kind == MODEL and two_handed and len(codes) > 1:
        name, where = index.entries["melee"][two_handed].name, context.places_by_code[two_handed]
        message = f"{name} takes both hands: remove it, or the other items."
        yield make_finding(context, "warning", "P-18", where, message, remedies=("remove",))


def _check_numbers_of_a_hull(context: ProfileContext) -> Iterator[Finding]:
    """Find numbers of vehicles (P-20) and buildings (P-35) that are below 1 but must be 1 or more."""
    index = context.catalogue_index
    rule, codes = _HULL_NUMBERS.get(index.kind, ("", ()))
    for code in codes:
        part = index.attributes[code]
        if context.number_of(code) < 1:
            name = part.name if code == "acdc" else f"{part.name[0].lower()}{part.name[1:]}"
            is_blank = context.values.get(code) is None
            what = f"No {name} yet" if is_blank else f"{part.name} {number_text(context.number_of(code))}"
            page = index.page_of(rule, part.page)
            yield make_finding(context, "error", rule, part.at, f"{what}: enter a number from 1.", page=page)


def _check_special_grenades(context: ProfileContext) -> Iterator[Finding]:
    """Find special grenades without a weapon that fires or throws grenades (P-09)."""
    index, slot = context.catalogue_index, context.catalogue_index.pick_slots.get("ammunition")
    if slot is None or any(map(fires_grenades, context.picks("weapons"))):
        return
    for code in _SPECIAL_GRENADES:
        if where := context.places_by_code.get(code, ""):
            entry = index.entries[slot.group][code]
            message = f"{entry.name} replace grenades: add a grenade weapon that fires them, or remove them."
            yield make_finding(
                context, "warning", "P-09", where, message, remedies=("remove",), page=entry.page
            )


def _check_locomotion(context: ProfileContext) -> Iterator[Finding]:
    """Find a vehicle without a kind of locomotion, such as wheels (P-21)."""
    index = context.catalogue_index
    if index.kind == VEHICLE and not context.chosen_option("locomotion"):
        message = "How does it move? Choose wheels, half-tracks, tracks, hover or anti-grav."
        yield make_finding(context, "warning", "P-21", "locomotion", message)


def _check_crews_of_weapons(context: ProfileContext) -> Iterator[Finding]:
    """Find a vehicle with weapons whose crew has no quality, or is below a weapon's Heavy number.

    Such a crew can still use the weapon (P-22, C-20).
    """
    index, slot = context.catalogue_index, context.catalogue_index.pick_slots.get("weapons")
    if index.kind != VEHICLE or slot is None or not context.picks("weapons"):
        return
    if not context.chosen_option("quality"):
        message = "Its weapons fire with the quality of the crew: choose one to see their chances."
        yield make_finding(context, "note", "P-22", "quality", message, page=_CREW_PAGE)
    crew = context.number_of("crew")
    for pick_index, pick in enumerate(context.picks("weapons")):
        weapon = WeaponNumbers.of_entry(index.entries["weapons"][pick.code], pick)
        heavy = weapon.numbers.get("heavy", 0)
        if 0 < crew < heavy:
            message = f"{weapon.name} is Heavy ({heavy}), but the crew of {crew} can still use it."
            yield make_finding(context, "note", "P-22", slot.place(pick_index), message)


def _check_own_weapon_with_a_shield(context: ProfileContext) -> Iterator[Finding]:
    """Find a player-made weapon that is no pistol or grenade, with a shield (P-06)."""
    index = context.catalogue_index
    if index.kind != MODEL or SHIELD not in context.places_by_code:
        return
    for pick_index, pick in enumerate(context.picks("weapons")):
        if pick.code == "own-weapon" and not is_pistol(pick) and not is_grenade(pick):
            message = (
                "With a shield, your own weapon must be a pistol or a grenade: say so in its traits, or "
                "remove it."
            )
            place = index.pick_slots["weapons"].place(pick_index)
            yield make_finding(context, "error", "P-06", place, message, remedies=(f"remove {place}",))


def _check_melee_weapons_with_a_shield(context: ProfileContext) -> Iterator[Finding]:
    """Find a second melee weapon of a model with a shield. This weapon gives no attack (P-28)."""
    index, slot = context.catalogue_index, context.catalogue_index.pick_slots.get("melee")
    if index.kind != MODEL or slot is None or SHIELD not in context.places_by_code:
        return
    one_handed = [
        pick_index for pick_index, pick in enumerate(context.picks("melee")) if pick.code not in TWO_HANDED
    ]
    if len(one_handed) > 1:
        message = "A shield leaves one hand, so a second melee weapon gives no attack: remove one of them."
        yield make_finding(
            context, "warning", "P-28", slot.place(one_handed[1]), message, remedies=("remove",)
        )


def _check_useless_quick_strike(context: ProfileContext) -> Iterator[Finding]:
    """Find a Quick strike that is higher than a model of its quality can use (P-32)."""
    index, quality = context.catalogue_index, context.chosen_option("quality")
    if index.kind != MODEL or quality not in QUALITIES:
        return
    max_bonus = len(QUALITIES) - 1 - QUALITIES.index(quality)
    for where, pick in context.picks_of("specials", "quick-strike"):
        bonus = pick.parameters.get("bonus")
        if isinstance(bonus, int) and bonus > max_bonus:
            name = quality_name(index, quality)
            message = (
                f"Quick strike +{bonus}: {name}s already strike first with +{max_bonus}. "
                f"Lower it to {max_bonus}."
            )
            remedy = f"set {where}.bonus {max_bonus}"
            if not max_bonus:
                message, remedy = f"{name}s already strike first: remove Quick strike.", "remove"
            yield make_finding(context, "warning", "P-32", where, message, remedies=(remedy,))


PROFILE_CHECKS = (
    _check_numbers_of_a_model,
    _check_two_pistols,
    _check_two_handed_weapons,
    _check_own_weapon_with_a_shield,
    _check_melee_weapons_with_a_shield,
    _check_useless_quick_strike,
    _check_numbers_of_a_hull,
    _check_special_grenades,
    _check_locomotion,
    _check_crews_of_weapons,
)


# ------------------------------------------------------------------ sections


@dataclass(frozen=True, eq=False)
class _Section:
    """The models of a row that form a section, by profile.

    ``leaders`` are the personalities in the row. In a row of vehicles, ``models`` and ``leaders`` are the
    passengers, and ``carrier`` is the profile of the vehicles. In other rows, it is None.
    """

    models: tuple[tuple[ProfileContext, int], ...]
    leaders: tuple[tuple[ProfileContext, int], ...]
    carrier: ProfileContext | None
    carrier_count: int

    @cached_property
    def size(self) -> int:
        """The number of models without leaders."""
        return sum(count for _, count in self.models)

    @cached_property
    def qualities(self) -> Counter[str]:
        """The number of models of each quality, by the quality's code."""
        counts: Counter[str] = Counter()
        for context, count in self.models:
            if quality := context.chosen_option("quality"):
                counts[quality] += count
        return counts

    @cached_property
    def lowest_quality(self) -> str:
        """The code of the lowest quality of the models (C-03), or "" if no quality is known."""
        return min(self.qualities, key=QUALITIES.index, default="")

    @cached_property
    def most_common_quality(self) -> str:
        """The code of the most common quality (C-03), or "" if no quality is known.

        If two are as common, it is the lower one.
        """
        counts = self.qualities
        return max(counts, key=lambda quality: (counts[quality], -QUALITIES.index(quality)), default="")

    @cached_property
    def heavy_weapons(self) -> list[tuple[str, int, int]]:
        """Its heavy weapons (P-14): name, number of models that serve a weapon, and number of weapons."""
        return [
            (name, models, count)
            for context, count in (*self.models, *self.leaders)
            for name, models in _heavy_weapons(context)
        ]


def _heavy_weapons(context: ProfileContext) -> Iterator[tuple[str, int]]:
    """Yield the name of each heavy weapon of a profile, and the number of models that serve it."""
    entries = context.catalogue_index.entries["weapons"]
    for pick in context.picks("weapons"):
        weapon = WeaponNumbers.of_entry(entries[pick.code], pick)
        heavy = weapon.numbers.get("heavy", 0)
        if heavy > 0:
            yield weapon.name, max(1, serving_models(context, heavy))


def _section_of_row(context: RosterContext, entry: RosterEntry) -> _Section:
    """Return the section of a row. Sections are cached for all rosters of the list."""
    section: _Section | None = context.system_cache.get(entry)
    if section is None:
        section = context.system_cache[entry] = _make_section(context, entry)
    return section


def _make_section(context: RosterContext, entry: RosterEntry) -> _Section:
    models = [pair for pair in context.fielded_members(entry) if pair[0].catalogue_index.kind == MODEL]
    main = context.profile_contexts.get(entry.profile)
    is_carried = main is not None and main.catalogue_index.kind == VEHICLE
    return _Section(
        tuple(pair for pair in models if PERSONALITY not in pair[0].places_by_code),
        tuple(pair for pair in models if PERSONALITY in pair[0].places_by_code),
        main if is_carried else None,
        entry.count if is_carried else 0,
    )


def _min_models(context: RosterContext, section: _Section) -> int | None:
    """Return the minimum number of models for a section's lowest quality, or None if no quality is known."""
    if not section.lowest_quality:
        return None
    name = quality_name(context.catalogue_index, section.lowest_quality)
    return look_up(context.catalogue_index, "quality", name, "Minimum models")


# ------------------------------------------------------------------ rosters


def _check_min_models(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Find a section with fewer models than its lowest quality requires (R-01).

    The check of R-05 covers sections in vehicles.
    """
    section = _section_of_row(context, entry)
    min_models = _min_models(context, section)
    if section.carrier is None and min_models is not None and 0 < section.size < min_models:
        quality, more = (
            quality_name(context.catalogue_index, section.lowest_quality),
            min_models - section.size,
        )
        message = f"{_models_text(section.size)}: a section of {quality}s has {min_models} at least"
        are_monsters = all(MONSTER in profile.places_by_code for profile, _ in section.models)
        only_key = _only_profile_key(section) if are_monsters or entry.unit == PERSONALITY else ""
        if are_monsters:
            message += ", and a monster that acts alone is a Personality: add Personality."
            if section.size > 1:
                message += f" Or add {more} more monsters." if more > 1 else " Or add 1 more monster."
        elif section.size == 1:
            message += f"; add {more}, or add Personality to its profile. Otherwise it is confused."
        else:
            message += f"; add {more}, or it is confused."
        yield make_finding(
            context, "error", "R-01", "", message,
            fix=_fill_section_fix(context, entry, section, min_models),
            remedies=_MAKE_PERSONALITY if only_key else (),
            profile=only_key,
            amount=more,
        )  # fmt: skip


def _only_profile_key(section: _Section) -> str:
    """Return the key of the profile of all models, or "" if they have several profiles."""
    keys = {profile.key for profile, _ in section.models}
    return keys.pop() if len(keys) == 1 else ""


def _fill_section_fix(
    context: RosterContext, entry: RosterEntry, section: _Section, min_models: int
) -> Fix | None:
    """Return the fix that adds models to a section until it has ``min_models`` models.

    The models have its first profile without heavy weapons, if any. A row of personalities becomes a section.
    There is no fix for a single monster: it should be a personality.
    """
    models = [profile for profile, _ in section.models]
    troops = [profile for profile in models if MONSTER not in profile.places_by_code]
    if not troops and section.size == 1:
        return None
    plain = [profile for profile in troops if not any(_heavy_weapons(profile))]
    fix = row_count_fix(context, entry, min_models - section.size, (plain or troops or models)[0].key)
    if fix and entry.unit == PERSONALITY:
        return Fix(f"{fix.label} and make it a section", (*fix.patch, _MAKE_A_SECTION))
    return fix


def _models_text(number: int) -> str:
    return f"{number} model" if number == 1 else f"{number} models"


def _check_mixed_qualities(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Find several qualities in one section (R-02)."""
    index = context.catalogue_index
    section = _section_of_row(context, entry)
    if len(section.qualities) > 1:
        lowest, most_common = (
            quality_name(index, code) for code in (section.lowest_quality, section.most_common_quality)
        )
        message = (
            f"Several qualities: the lowest, {lowest}, sets the minimum number of models; the most common, "
            f"{most_common}, sets the spacing."
        )
        if lowest == most_common:
            message = (
                f"Several qualities: {lowest}, the lowest and the most common, sets the minimum number of "
                "models and the spacing."
            )
        yield make_finding(context, "warning", "R-02", "", message)


def _check_crew_sizes(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Find heavy weapons that need more models than the section has (R-03)."""
    section = _section_of_row(context, entry)
    heavy_weapons = section.heavy_weapons
    needed = sum(crew * count for _, crew, count in heavy_weapons)
    models = section.size + sum(count for _, count in section.leaders)
    if heavy_weapons and needed > models:
        short, are = needed - models, "is" if models == 1 else "are"
        others = "other" if short == 1 else "others"
        names = join_and(sorted({name for name, _, _ in heavy_weapons}))
        message = (
            f"{names}: {needed} models serve them, and there {are} {models}. Add {short} {others}, or "
            "each that is missing takes 1 off a RoF; a shot at RoF 1 or less takes 1 AP more."
        )
        fix = _add_crew_fix(context, entry, short)
        yield make_finding(context, "warning", "R-03", "", message, fix=fix, amount=short)


def _add_crew_fix(context: RosterContext, entry: RosterEntry, short: int) -> Fix | None:
    """Return the fix that adds models without heavy weapons to a row, or None.

    The models have a profile of the row, or else the only such profile of the list.
    """
    crew_keys = _crew_keys(context)
    present = [member.profile for member in (entry, *entry.others) if member.profile in crew_keys]
    if present:
        return row_count_fix(context, entry, short, present[0])
    if len(crew_keys) != 1:
        return None
    grown = replace(entry, others=(*entry.others, Member(profile=crew_keys[0], count=short)))
    return row_fix(f"Add {short} × {context.name_of(crew_keys[0])}", entry, [grown])


def _crew_keys(context: RosterContext) -> list[str]:
    """Return the keys of the profiles that can serve a heavy weapon and have none. They are cached."""
    keys: list[str] | None = context.system_cache.get("crew")
    if keys is None:
        keys = context.system_cache["crew"] = [
            key
            for key, profile in context.profile_contexts.items()
            if profile.catalogue_index.kind == MODEL
            and key not in context.illegal_keys
            and PERSONALITY not in profile.places_by_code
            and not any(_heavy_weapons(profile))
        ]
    return keys


def _check_personalities_in_sections(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Find a personality in a section (R-04)."""
    section = _section_of_row(context, entry)
    if section.leaders and section.models:
        names = join_and([leader.name for leader, _ in section.leaders])
        be, count = ("is", "doesn't count") if len(section.leaders) == 1 else ("are", "don't count")
        message = f"{names} {be} with the section, but {count} towards its minimum number of models."
        yield make_finding(context, "note", "R-04", "", message, page=_SECTION_PAGE)


def _check_rows_of_personalities(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Find models that are not personalities in a row of personalities (R-04)."""
    section = _section_of_row(context, entry)
    if entry.unit == PERSONALITY and section.size:
        names = join_and([profile.name for profile, _ in section.models])
        message = f"{names}: not a Personality. Make this row a section, or add that special rule."
        only_key = _only_profile_key(section)
        yield make_finding(
            context, "warning", "R-04", "", message,
            page=_SECTION_PAGE,
            fix=Fix("Make it a section", (_MAKE_A_SECTION,)),
            remedies=_MAKE_PERSONALITY if only_key else (),
            profile=only_key,
            amount=section.size,
        )  # fmt: skip


def _seat_passengers(section: _Section) -> tuple[int, int]:
    """Return how many passengers of a row of vehicles fit inside, and how many ride on top."""
    room = section.carrier.number_of("passengers") * section.carrier_count if section.carrier else 0
    riding = section.size + sum(count for _, count in section.leaders)
    return min(room, riding), max(0, riding - room)


def _check_passengers(context: RosterContext, entry: RosterEntry) -> Iterator[Finding]:
    """Find passengers who have no room inside, and passengers who are too few for a section (R-05)."""
    section = _section_of_row(context, entry)
    if section.carrier is None:
        return
    inside, on_top = _seat_passengers(section)
    if on_top:
        room = section.carrier.number_of("riders") * section.carrier_count
        ride = "1 rides" if on_top == 1 else f"{on_top} ride"
        message = (
            f"Room for {inside} inside: {ride} on top, so it moves no faster than the Ac/Dc, and each "
            "hit on it also hits one of them."
        )
        if room and on_top > room:
            message += f" The top has room for {room}."
        yield make_finding(
            context, "warning", "R-05", "", message, page=_RIDING_PAGE, amount=on_top, subject="top"
        )
    min_models = _min_models(context, section)
    if min_models is not None and 0 < section.size < min_models:
        message = (
            f"{_models_text(section.size)}: a section has {min_models} at least, and travels together if it "
            "can. Its vehicles stay within 5 units of each other, or it gets off confused."
        )
        amount = min_models - section.size
        yield make_finding(context, "warning", "R-05", "", message, page=_RIDING_PAGE, amount=amount)


def _fielded_profiles(context: RosterContext) -> list[ProfileContext]:
    """Return the profiles that the roster fields."""
    return [context.profile_contexts[key] for key, count in context.counts.items() if count]


def _check_communicators_without_partner(context: RosterContext) -> Iterator[Finding]:
    """Find communicators that only leaders have, or that only other models have (R-13)."""
    equipped = [
        profile
        for profile in _fielded_profiles(context)
        if "communicators" in profile.places_by_code and profile.catalogue_index.kind == MODEL
    ]
    leads = ["command-bonus" in profile.places_by_code for profile in equipped]
    if equipped and (all(leads) or not any(leads)):
        who = "no section has them" if all(leads) else "no leader with a command bonus has them"
        message = f"Communicators do nothing: {who}. Equip both ends, or remove them."
        control = f"profiles/{equipped[0].key}#equipment"
        yield make_finding(context, "warning", "R-13", "entries", message, control=control)


def _check_unpriced_profiles(context: RosterContext) -> Iterator[Finding]:
    """Find profiles without a cost, if other profiles have one or the roster has a limit (R-08)."""
    fielded = _fielded_profiles(context)
    unpriced = [profile for profile in fielded if profile.points is None]
    unpriced_names = [profile.name for profile in unpriced]
    if unpriced_names and (len(unpriced_names) < len(fielded) or context.roster.limit is not None):
        others = [f"{len(unpriced_names) - _MAX_NAMED} more"] if len(unpriced_names) > _MAX_NAMED else []
        message = (
            f"No cost yet: {join_and([*unpriced_names[:_MAX_NAMED], *others])}. Enter it to get a total."
        )
        control = f"profiles/{unpriced[0].key}#cost"
        yield make_finding(context, "note", "R-08", "entries", message, control=control)


ROW_CHECKS = (
    _check_min_models,
    _check_mixed_qualities,
    _check_crew_sizes,
    _check_personalities_in_sections,
    _check_rows_of_personalities,
    _check_passengers,
)

ROSTER_CHECKS = (_check_communicators_without_partner, _check_unpriced_profiles)


# ------------------------------------------------------------------ numbers of rows and of the force


def _quality_derivation(column: str, *, of_lowest: bool) -> UnitDerivation:
    """Return the derivation of a column's number for a section's lowest or most common quality (C-03)."""

    def derive(context: RosterContext, entry: RosterEntry, value: Value) -> Iterator[Line]:
        section, index = _section_of_row(context, entry), context.catalogue_index
        if code := section.lowest_quality if of_lowest else section.most_common_quality:
            quality = quality_name(index, code)
            yield value_line(value, quality, look_up(index, "quality", quality, column))

    return derive


def _pinning_shot_lines(context: RosterContext, entry: RosterEntry, value: Value) -> Iterator[Line]:
    """Yield the number of shots that pin a section, which is the number of its models (p.11)."""
    for profile, count in _section_of_row(context, entry).models:
        yield value_line(value, profile.name, count)


def _pinning_derivation(step: int) -> UnitDerivation:
    """Return the derivation of the models lost that make a pinning test ``step`` harder (p.11, C-10)."""

    def derive(context: RosterContext, entry: RosterEntry, value: Value) -> Iterator[Line]:
        size = _section_of_row(context, entry).size
        if size:
            percent = pinning_losses(context.catalogue_index)[step - 1]
            yield value_line(value, f"{percent} % of {size}", size, factor=Fraction(percent, 100))

    return derive


def _crews_line(context: RosterContext, entry: RosterEntry, value: Value) -> Iterator[Line]:
    """Yield the models that serve the heavy weapons of a section (P-14)."""
    for name, crew, count in _section_of_row(context, entry).heavy_weapons:
        yield value_line(value, name, crew, factor=Fraction(count))


def _passengers_derivation(place: int) -> UnitDerivation:
    """Return the derivation of a number of passengers: inside if ``place`` is 0, on top if it is 1."""

    def derive(context: RosterContext, entry: RosterEntry, value: Value) -> Iterator[Line]:
        section = _section_of_row(context, entry)
        number = _seat_passengers(section)[place]
        if section.carrier is not None and number:
            yield value_line(value, section.carrier.name, number)

    return derive


def _initiative_lines(context: RosterContext, value: Value) -> Iterator[Line]:
    """Yield the initiative of the best quality, and the best command bonus (R-07)."""
    index = context.catalogue_index
    fielded = _fielded_profiles(context)
    qualities = [code for profile in fielded if (code := profile.chosen_option("quality"))]
    bonuses = [
        (bonus, member.name)
        for member in fielded
        if member.catalogue_index.kind == MODEL  # a command bonus of a vehicle has no effect (P-29)
        for _, pick in member.picks_of("specials", "command-bonus")
        if isinstance(bonus := pick.parameters.get("bonus"), int)
    ]
    if qualities:
        quality = quality_name(index, max(qualities, key=QUALITIES.index))
        yield value_line(value, quality, look_up(index, "quality", quality, "Initiative"))
    if bonuses:
        bonus, name = max(bonuses)
        yield value_line(value, f"Command bonus of {name}", bonus)


SYSTEM = System(
    price=price,
    profile_checks=PROFILE_CHECKS,
    row_checks=ROW_CHECKS,
    roster_checks=ROSTER_CHECKS,
    derivations=DERIVATIONS,
    item_derivations=ITEM_DERIVATIONS,
    unit_derivations={
        "least": _quality_derivation("Minimum models", of_lowest=True),
        "coherency": _quality_derivation("Coherency", of_lowest=False),
        "skill": _quality_derivation("Skill test", of_lowest=False),
        "pinned_by": _pinning_shot_lines,
        **{f"pin_{step}": _pinning_derivation(step) for step in (1, 2, 3, 4)},
        "crews": _crews_line,
        "inside": _passengers_derivation(0),
        "on_top": _passengers_derivation(1),
    },
    roster_derivations={"initiative": _initiative_lines},
)
