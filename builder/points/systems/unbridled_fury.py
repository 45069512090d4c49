"""Unbridled Fury: the legality rules that no table says. Prices follow the tables alone (page 53).

Each function is one rule and carries its id; pages are the book's.
"""

from collections.abc import Callable, Iterator

from builder.points.catalogue import Level
from builder.points.design import Pick
from builder.points.facts import Facts
from builder.points.pricing import keys_of, total
from builder.points.results import Finding
from builder.points.systems.system import System
from builder.points.systems.unbridled_fury_quotas import most_models, quotas
from builder.points.systems.unbridled_fury_rosters import check_roster

Check = Callable[[Facts], Iterator[Finding]]


def _found(facts: Facts, level: Level, rule: str, where: str, message: str) -> Finding:
    """A finding of this module; its page is the rule's."""
    return Finding(level, rule, where, message, facts.book.page_of(rule))


_AMMO = ("LA1", "LA2", "LA3", "LA4", "SR", "U")
_EMPTY_ALONE = {"area-of-effect", "duration"}


def _unbased(facts: Facts) -> Iterator[Finding]:
    """P-12: only a vehicle of the largest Size may go without a base."""
    if facts.number("size") == facts.book.numbers["unbased_size"] and "base_mm" not in facts.values:
        vehicle = (
            "This vehicle may go unbased." if "vehicle" in facts.taken else "Only a vehicle may go unbased."
        )
        yield _found(facts, "note", "P-12", "base_mm", f"No base is recorded. {vehicle}")


def _magic_kind(facts: Facts) -> Iterator[Finding]:
    """P-10: a magic user is of High or of Low magic."""
    if facts.number("mgc") != 0 and "magic" not in facts.values:
        yield _found(
            facts, "error", "P-10", "magic", "Mgc without a kind has no price: choose High or Low magic."
        )


def _spells(facts: Facts) -> Iterator[Finding]:
    """P-90, P-91, P-94: spells need talent; talent without spells only counters; some do nothing alone."""
    spells = [pick.code for pick in facts.picks("spells")]
    if spells and facts.number("mgc") < 1:
        yield _found(
            facts, "error", "P-90", "spells", "Spells need Mgc of 1 or more: raise Mgc, or remove the spells."
        )
    if not spells and facts.number("mgc") > 0:
        yield _found(facts, "note", "P-91", "spells", "No spells: this model can only countercast.")
    if spells and set(spells) <= _EMPTY_ALONE:
        message = "Area of Effect and Duration only shape other spells: add one for them to work on."
        yield _found(facts, "warning", "P-94", "spells", message)


def _one_shot(facts: Facts) -> Iterator[Finding]:
    """P-31: a drawback that only bites after the first attack, on a model that makes just one."""
    slot = "shooting_weapons" if facts.filled("shooting_weapons") else "combat_weapon"
    weapons = facts.weapons(slot)
    if len(weapons) != 1 or (slot == "shooting_weapons" and facts.filled("combat_weapon")):
        return
    if found := [code for code in weapons[0].properties if code in _AMMO]:
        where = facts.weapon_place(facts.book.weapon_slots[slot], 0)
        message = f"{' and '.join(found)} can never bite: a One Shot Wonder attacks only once."
        yield _found(facts, "warning", "P-31", where, message)


def _negative_weapon(facts: Facts) -> Iterator[Finding]:
    """P-32: a weapon that gives points back."""
    if not any(line.points and line.points < 0 for line in facts.lines):
        return
    for slot in facts.book.catalogue.weapon_slots:
        for index, weapon in enumerate(facts.weapons(slot.code)):
            where = facts.weapon_place(slot, index)
            points = total(line for line in facts.lines if line.where.startswith(f"{where}."))
            if points is not None and points < 0:
                name = weapon.name or "This weapon"
                message = (
                    f"{name} comes to {points} points: a weapon that gives points back will be questioned."
                )
                yield _found(facts, "warning", "P-32", where, message)


def _amorphous_speed(facts: Facts) -> Iterator[Finding]:
    """P-56: an amorphous model that flies or drifts faster than it may creep."""
    most = facts.book.numbers["amorphous_speed"]
    for code, parameter in (("flier", "mov"), ("drifter", "die")):
        for where, pick in facts.picked("properties", code):
            speed = int(str(pick.parameters.get(parameter, 0)).lstrip("d") or 0)
            if speed > most:
                message = f"Amorphous models never move faster than {most}: lower it, or agree on it first."
                yield _found(facts, "warning", "P-56", f"{where}.{parameter}", message)


def _team_size(facts: Facts) -> Iterator[Finding]:
    """P-75: the models of a Team are smaller than the Size of its base."""
    for where, pick in facts.picked("properties", "team"):
        size, whole = pick.parameters.get("size"), facts.number("size")
        if isinstance(size, int) and size >= max(whole, 1):
            mend = f"take {whole - 1} or less" if whole > 1 else "raise the Size, or remove Team"
            yield _found(
                facts,
                "error",
                "P-75",
                f"{where}.size",
                f"Team {size} must be smaller than Size {whole}: {mend}.",
            )


def _companions(facts: Facts) -> Iterator[Finding]:
    """P-60: a companion is bonded to another model."""
    for where, pick in facts.picked("properties", "companion"):
        if keys_of(pick.parameters.get("profile")) == (facts.key,):
            message = "A companion is bonded to another model, not to itself: name that one."
            yield _found(facts, "warning", "P-60", f"{where}.profile", message)


def _familiars(facts: Facts) -> Iterator[Finding]:
    """P-68, C-44: a familiar that names its master names another model, one that casts."""
    for where, pick in facts.picked("properties", "familiar"):
        for master in keys_of(pick.parameters.get("profile")):
            yield from _master(facts, f"{where}.profile", master)


def _master(facts: Facts, where: str, master: str) -> Iterator[Finding]:
    if master == facts.key:
        yield _found(facts, "error", "P-68", where, "A familiar cannot be its own master: name the sorcerer.")
    elif master not in facts.context.names:
        message = f"The master {master} is not in this company list: name another, or none."
        yield _found(facts, "warning", "P-68", where, message)
    elif not facts.context.designs[master].picks.get("spells"):
        message = "The master has no spells, so there is little for a familiar to help with."
        yield _found(facts, "warning", "C-44", where, message)


def _foot_profiles(facts: Facts) -> Iterator[Finding]:
    """P-63, C-26: the foot profile is another one; it comes free, so it should not outdo the mounted one."""
    for where, pick in facts.picked("properties", "dismount"):
        for key in keys_of(pick.parameters.get("profile")):
            if key in facts.context.designs:
                yield from _foot_profile(facts, f"{where}.profile", key)


def _foot_profile(facts: Facts, where: str, key: str) -> Iterator[Finding]:
    if key == facts.key:
        message = "This profile cannot be its own foot profile: name the one on foot."
        yield _found(facts, "error", "P-63", where, message)
        return
    foot = facts.context.designs[key]
    own = facts.context.points(facts.key, "command_die")
    other = facts.context.points(key, "command_die")
    if own is not None and other is not None and other > own:
        message = f"The foot profile comes to {other} points, more than this one's {own}."
        yield _found(facts, "warning", "C-26", where, message)
    if any(pick.code == "mounted" for pick in foot.picks.get("properties", ())):
        yield _found(facts, "warning", "C-26", where, "The foot profile is Mounted itself.")
    die = foot.values.get("command_die")
    if die is not None and die != facts.values.get("command_die"):
        yield _found(
            facts, "warning", "C-26", where, "The foot profile has a Command Die that this one does not."
        )


def _forms_twice(facts: Facts) -> Iterator[Finding]:
    """C-08: another form is counted once, however often it is named."""
    for where, pick in facts.picked("properties", "were-creature"):
        keys = keys_of(pick.parameters.get("forms"))
        if twice := [facts.context.names.get(key, key) for key in dict.fromkeys(keys) if keys.count(key) > 1]:
            message = f"{', '.join(twice)} is named more than once and counted once: name each form once."
            yield _found(facts, "warning", "C-08", f"{where}.forms", message)


def _borrowed_die(facts: Facts) -> Iterator[Finding]:
    """C-27: a summoned or transmuted form that brings a Command Die."""
    for index, pick in enumerate(facts.picks("spells")):
        if pick.code in ("summon", "transmutation"):
            yield from _die_of(facts, f"spells[{index}].profile", pick)


def _die_of(facts: Facts, where: str, pick: Pick) -> Iterator[Finding]:
    for key in keys_of(pick.parameters.get("profile")):
        design = facts.context.designs.get(key)
        if design and design.values.get("command_die"):
            message = (
                "The profile named here has a Command Die: its price counts, but a company has one leader."
            )
            yield _found(facts, "warning", "C-27", where, message)


def _negative_total(facts: Facts) -> Iterator[Finding]:
    """C-10: a total below nothing counts as 0 in rosters and references."""
    if facts.points is not None and facts.points < 0:
        message = f"This profile comes to {facts.points} points; rosters and other profiles count it as 0."
        yield _found(facts, "warning", "C-10", "", message)


ALWAYS: tuple[Check, ...] = (_unbased, _magic_kind, _spells, _negative_weapon, _borrowed_die, _negative_total)

WHEN_TAKEN: tuple[tuple[str, Check], ...] = (
    ("one-shot-wonder", _one_shot),
    ("amorphous", _amorphous_speed),
    ("team", _team_size),
    ("companion", _companions),
    ("familiar", _familiars),
    ("dismount", _foot_profiles),
    ("were-creature", _forms_twice),
)


def check_profile(facts: Facts) -> Iterator[Finding]:
    """Every finding on one profile that the catalogue's data does not make."""
    for check in ALWAYS:
        yield from check(facts)
    for code, check in WHEN_TAKEN:
        if code in facts.taken:
            yield from check(facts)


SYSTEM = System(
    check_profile=check_profile,
    check_roster=check_roster,
    quotas=quotas,
    most_models=most_models,
    ring_rule="P-97",
)
