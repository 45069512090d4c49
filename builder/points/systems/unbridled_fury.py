"""Unbridled Fury: the legality rules that no table says. Prices follow the tables alone (page 53).

Each function is one rule and carries its id; pages are the book's.
"""

from collections.abc import Callable, Iterator

from builder.points.document.design import Pick, profile_keys
from builder.points.pricing.pricing import total_points
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import System
from builder.points.rules.catalogue import Level
from builder.points.rules.remedies import Remedies
from builder.points.rules.results import Finding
from builder.points.rules.wording import join_and, price
from builder.points.systems.unbridled_fury_quotas import own_quotas
from builder.points.systems.unbridled_fury_rosters import check_roster

ProfileCheck = Callable[[ProfileContext], Iterator[Finding]]


def _finding(
    context: ProfileContext,
    level: Level,
    rule: str,
    where: str,
    message: str,
    *remedies: str,
    page: int = 0,
) -> Finding:
    """Return a finding of this module, at the page of the case, or at its rule's first page."""
    page = context.catalogue_index.page_of(rule, page)
    return Finding(level, rule, where, message, page, None, Remedies(remedies))


_AFTER_THE_FIRST = ("LA1", "LA2", "LA3", "LA4", "PM", "SR", "U")  # drawbacks that bite after the first attack
_MOVED = ("flier", "drifter", "teleporter", "airborne")  # they move a model whose Mov is 0
_EMPTY_ALONE = {"area-of-effect", "duration"}
_WITHOUT_TARGET = {*_EMPTY_ALONE, "change-weather", "illuminate", "summon"}  # an area adds no model to these


def _unbased(context: ProfileContext) -> Iterator[Finding]:
    """P-12: only a vehicle of the largest Size may go without a base."""
    if (
        context.number_of("size") == context.catalogue_index.numbers["unbased_size"]
        and "base_mm" not in context.values
    ):
        vehicle = (
            "This vehicle may go unbased." if "vehicle" in context.taken else "Only a vehicle may go unbased."
        )
        yield _finding(context, "note", "P-12", "base_mm", f"No base is recorded. {vehicle}")


def _magic_kind(context: ProfileContext) -> Iterator[Finding]:
    """P-10: a magic user is of High or of Low magic, and nobody else is."""
    if context.number_of("mgc") != 0 and "magic" not in context.values:
        yield _finding(
            context, "error", "P-10", "magic", "Mgc without a kind has no price: choose High or Low magic."
        )
    if context.number_of("mgc") == 0 and "magic" in context.values and not context.picks("spells"):
        kind = context.catalogue_index.attributes["magic"].option_name(context.chosen("magic"))
        message = (
            f"{kind} Magic is chosen, but without Mgc it does nothing: set Mgc to 1 or more, or choose none."
        )
        yield _finding(context, "warning", "P-10", "magic", message, "clear")


def _spells(context: ProfileContext) -> Iterator[Finding]:
    """P-90, P-91, P-94: spells need talent; talent without spells only counters; some do nothing alone."""
    spells = {pick.code for pick in context.picks("spells")}
    if spells and context.number_of("mgc") < 1:
        yield _finding(
            context,
            "error",
            "P-90",
            "spells",
            "Spells need Mgc of 1 or more: raise Mgc, or remove the spells.",
            "set mgc 1",
        )
    if not spells and context.number_of("mgc") > 0:
        yield _finding(context, "note", "P-91", "spells", "No spells: this model can only countercast.")
    if spells and spells <= _EMPTY_ALONE:
        points = _points_at(context, *(f"spells[{index}]" for index in range(len(context.picks("spells")))))
        message = (
            f"Area of Effect and Duration only shape other spells ({points}): add one for them to work on."
        )
        yield _finding(context, "warning", "P-94", "spells", message)
    elif spells <= _WITHOUT_TARGET:
        for where, _ in _spells_of(context, "area-of-effect"):
            points = _points_at(context, where)
            message = (
                f"The other spells have no target, so Area of Effect ({points}) does nothing: take it off."
            )
            yield _finding(context, "warning", "P-94", where, message, "remove")


def _forms_again(context: ProfileContext) -> Iterator[Finding]:
    """P-92: a second Transmutation into the same profile; one can be cast again and again."""
    seen: set[tuple[str, ...]] = set()
    for where, pick in _spells_of(context, "transmutation"):
        keys = profile_keys(pick.parameters.get("profile"))
        if keys in seen:
            name, points = context.priced_list.name_of(keys[0]), _points_at(context, where)
            twice = f"Transmutation into {name} is taken more than once"
            message = f"{twice}: this one does nothing ({points}); remove it."
            yield _finding(context, "warning", "P-92", where, message, "remove")
        elif keys and keys[0] in context.priced_list.names:
            seen.add(keys)


def _spells_of(context: ProfileContext, code: str) -> Iterator[tuple[str, Pick]]:
    """Yield each taking of a spell, with its place."""
    for index, pick in enumerate(context.picks("spells")):
        if pick.code == code:
            yield f"spells[{index}]", pick


def _points_at(context: ProfileContext, *places: str) -> str:
    """Return the points of what is at these places, without a sign: "40 points"."""
    points = total_points([line for line in context.lines if line.where in places])
    return price(None if points is None else abs(points), context.catalogue_index.catalogue)


def _forms_out_of_reach(context: ProfileContext) -> Iterator[Finding]:
    """P-14: a controlled Were-Creature passes a Tds check to change."""
    if context.values.get("tds") != 0 or "undead" in context.taken:
        return
    for where, pick in context.picks_of("properties", "were-creature"):
        if pick.parameters.get("kind") == "controlled":
            points = _points_at(context, where)
            message = f"Tds 0 fails every check, so this model never changes ({points}): raise Tds."
            page = context.catalogue_index.entries["model"]["were-creature"].page
            yield _finding(context, "warning", "P-14", where, message, "set tds 11", page=page)


def _one_shot(context: ProfileContext) -> Iterator[Finding]:
    """P-31: a drawback that only bites after the first attack, on a model that makes just one."""
    slot = "shooting_weapons" if context.is_filled("shooting_weapons") else "combat_weapon"
    weapons = context.weapons(slot)
    if len(weapons) != 1 or (slot == "shooting_weapons" and context.is_filled("combat_weapon")):
        return
    if late := [code for code in weapons[0].properties if code in _AFTER_THE_FIRST]:
        where = context.catalogue_index.weapon_slots[slot].place()
        places = [
            f"{where}.properties[{index}]" for index, code in enumerate(weapons[0].properties) if code in late
        ]
        taken_off, verb = _points_at(context, *places), "take" if len(late) > 1 else "takes"
        message = (
            f"A One Shot Wonder attacks only once, so {join_and(late)} {verb} {taken_off} off for nothing."
        )
        page = context.catalogue_index.entries["model"]["one-shot-wonder"].page
        remedy = " + ".join(f"remove {code}" for code in dict.fromkeys(late))
        yield _finding(context, "warning", "P-31", where, message, remedy, page=page)


def _reloads_in_peace(context: ProfileContext) -> Iterator[Finding]:
    """P-31: a slow weapon of a model that never moves, and so always has the time."""
    if context.values.get("mov") != 0 or context.holds_any(_MOVED):
        return
    for slot in context.catalogue_index.catalogue.weapon_slots:
        for index, weapon in enumerate(context.weapons(slot.code)):
            where = slot.place(index)
            if "SR" in weapon.properties:
                points = _points_at(context, f"{where}.properties[{weapon.properties.index('SR')}]")
                message = (
                    f"A model that cannot move loses nothing by Slow Reload ({points} off): take it off."
                )
                yield _finding(context, "warning", "P-31", where, message, "remove SR")


def _negative_weapon(context: ProfileContext) -> Iterator[Finding]:
    """P-32: a weapon that gives points back."""
    if not any(line.points and line.points < 0 for line in context.lines):
        return
    for slot in context.catalogue_index.catalogue.weapon_slots:
        for index, weapon in enumerate(context.weapons(slot.code)):
            where = slot.place(index)
            lines = [line for line in context.lines if line.where.startswith(f"{where}.")]
            points = total_points(lines)
            if points is not None and points < 0:
                name = weapon.name or "This weapon"
                message = (
                    f"{name} comes to {points} points: a weapon that gives points back will be questioned."
                )
                page = next(line.page for line in lines if line.points and line.points < 0)
                yield _finding(context, "warning", "P-32", where, message, page=page)


def _amorphous_speed(context: ProfileContext) -> Iterator[Finding]:
    """P-56: an amorphous model that flies or drifts faster than it may creep."""
    most = context.catalogue_index.numbers["amorphous_speed"]
    for code, parameter in (("flier", "mov"), ("drifter", "die")):
        for where, pick in context.picks_of("properties", code):
            speed = int(str(pick.parameters.get(parameter, 0)).lstrip("d") or 0)
            if speed > most:
                message = f"Amorphous models never move faster than {most}: lower it, or agree on it first."
                slower = f"set {most}" if code == "flier" else f"set d{most}"
                yield _finding(context, "warning", "P-56", f"{where}.{parameter}", message, slower)


def _team_size(context: ProfileContext) -> Iterator[Finding]:
    """P-75: the models of a Team are smaller than the Size of its base."""
    for where, pick in context.picks_of("properties", "team"):
        size, base_size = pick.parameters.get("size"), context.number_of("size")
        if isinstance(size, int) and size >= max(base_size, 1):
            fix = f"take {base_size - 1} or less" if base_size > 1 else "raise the Size, or remove Team"
            remedy = f"set {base_size - 1}" if base_size > 1 else "remove team"
            yield _finding(
                context,
                "error",
                "P-75",
                f"{where}.size",
                f"Team {size} must be smaller than Size {base_size}: {fix}.",
                remedy,
            )


def _familiars(context: ProfileContext) -> Iterator[Finding]:
    """P-68, C-44: a familiar that names its master names another model, a sorcerer."""
    for where, pick in context.picks_of("properties", "familiar"):
        for master in profile_keys(pick.parameters.get("profile")):
            yield from _master(context, f"{where}.profile", master)


def _master(context: ProfileContext, where: str, master: str) -> Iterator[Finding]:
    if master == context.key:
        yield _finding(
            context, "error", "P-68", where, "A familiar cannot be its own master: name the sorcerer."
        )
    elif master not in context.priced_list.names:
        message = f"The master {master} is not in this company list: name another, or none."
        yield _finding(context, "warning", "P-68", where, message)
    elif not context.priced_list.designs[master].values.get("mgc"):
        points = _points_at(context, where.removesuffix(".profile"))
        message = f"The master has no Mgc, so this familiar ({points}) helps nobody: name a sorcerer."
        yield _finding(context, "warning", "P-68", where, message)
    elif not context.priced_list.designs[master].picks.get("spells"):
        message = "The master has no spells: this familiar lends it its sight, but only for countercasting."
        yield _finding(context, "note", "C-44", where, message)


def _foot_profiles(context: ProfileContext) -> Iterator[Finding]:
    """P-63, C-26: the foot profile is another one; it comes free, so it should not outdo the mounted one."""
    for where, pick in context.picks_of("properties", "dismount"):
        for key in profile_keys(pick.parameters.get("profile")):
            if key in context.priced_list.designs:
                yield from _foot_profile(context, f"{where}.profile", key)


def _foot_profile(context: ProfileContext, where: str, key: str) -> Iterator[Finding]:
    if key == context.key:
        message = "This profile cannot be its own foot profile: name the one on foot."
        yield _finding(context, "error", "P-63", where, message)
        return
    foot = context.priced_list.designs[key]
    own = context.priced_list.points(context.key, "command_die")
    other = context.priced_list.points(key, "command_die")
    if own is not None and other is not None and other > own:
        message = f"The foot profile comes to {other} points, more than this one's {own}."
        yield _finding(context, "warning", "C-26", where, message)
    if any(pick.code == "mounted" for pick in foot.picks.get("properties", ())):
        yield _finding(context, "warning", "C-26", where, "The foot profile is Mounted itself.")
    die = foot.values.get("command_die")
    if die is not None and die != context.values.get("command_die"):
        yield _finding(
            context, "warning", "C-26", where, "The foot profile has a Command Die that this one does not."
        )


def _forms_twice(context: ProfileContext) -> Iterator[Finding]:
    """C-08: another form is counted once, however often it is named."""
    for where, pick in context.picks_of("properties", "were-creature"):
        keys = profile_keys(pick.parameters.get("forms"))
        if twice := [
            context.priced_list.names.get(key, key) for key in dict.fromkeys(keys) if keys.count(key) > 1
        ]:
            message = f"{', '.join(twice)} is named more than once and counted once: name each form once."
            yield _finding(context, "warning", "C-08", f"{where}.forms", message)


def _borrowed_die(context: ProfileContext) -> Iterator[Finding]:
    """C-27: a summoned or transmuted form that brings a Command Die."""
    for index, pick in enumerate(context.picks("spells")):
        if pick.code in ("summon", "transmutation"):
            yield from _die_of(context, f"spells[{index}].profile", pick)


def _die_of(context: ProfileContext, where: str, pick: Pick) -> Iterator[Finding]:
    for key in profile_keys(pick.parameters.get("profile")):
        design = context.priced_list.designs.get(key)
        if design and design.values.get("command_die"):
            message = (
                "The profile named here has a Command Die: its price counts, but a company has one leader."
            )
            page = context.catalogue_index.entries["spell"][pick.code].page
            yield _finding(context, "warning", "C-27", where, message, page=page)


def _negative_total(context: ProfileContext) -> Iterator[Finding]:
    """C-10: a total below nothing counts as 0 in rosters and references."""
    if context.points is not None and context.points < 0:
        message = f"This profile comes to {context.points} points; rosters and other profiles count it as 0."
        yield _finding(context, "warning", "C-10", "", message)


ALWAYS: tuple[ProfileCheck, ...] = (
    _unbased,
    _magic_kind,
    _spells,
    _forms_again,
    _reloads_in_peace,
    _negative_weapon,
    _borrowed_die,
    _negative_total,
)

WHEN_TAKEN: tuple[tuple[str, ProfileCheck], ...] = (
    ("one-shot-wonder", _one_shot),
    ("amorphous", _amorphous_speed),
    ("team", _team_size),
    ("familiar", _familiars),
    ("dismount", _foot_profiles),
    ("were-creature", _forms_twice),
    ("were-creature", _forms_out_of_reach),
)


def check_profile(context: ProfileContext) -> Iterator[Finding]:
    """Every finding on one profile that the catalogue's data does not make."""
    for check in ALWAYS:
        yield from check(context)
    for code, check in WHEN_TAKEN:
        if code in context.taken:
            yield from check(context)


SYSTEM = System(
    check_profile=check_profile,
    check_roster=check_roster,
    quotas=own_quotas,
    ring_rule="P-97",
)
