"""Rows of the book's tables, and the matching entries of the bundled catalogue.

The transcription was made independently of the catalogue. It has a row for each kind (Drifter d4, Drifter d6
…) where the catalogue has one entry with a parameter.
"""

from fractions import Fraction
from typing import Any

from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Constraint,
    Cost,
    CostTable,
    Parameter,
    Property,
    Spell,
)

Golden = dict[str, Any]

ATTRIBUTE_ROWS = {
    **{name.lower(): (name,) for name in ("Mov", "Fgt", "Shg", "Tds", "Cow", "SSv", "Arm")},
    "mgc-high": ("Mgc", "High"),
    "mgc-low": ("Mgc", "Low"),
}

# The transcription's rows for one kind of an entry: the entry's code, and the value of its choice.
CHOICE_ROWS = {
    "airborne": ("airborne", "fast"),
    "slow_airborne": ("airborne", "slow"),
    **{f"drifter_d{sides}": ("drifter", f"d{sides}") for sides in (4, 6, 8, 10, 12)},
    "invisible_permanent": ("invisible", "permanent"),
    "invisible_at_will": ("invisible", "at-will"),
    "invisible_unstable": ("invisible", "unstable"),
    "were_controlled": ("were-creature", "controlled"),
    "were_uncontrolled": ("were-creature", "uncontrolled"),
    "area_greater": ("area-of-effect", "greater"),
    "area_lesser": ("area-of-effect", "lesser"),
    "invisible_spell": ("invisible", ""),
}

# Entries without a fixed price: how the catalogue expresses the book's rule.
COMPUTED_COSTS = {
    "capacity": Cost(kind="product", parameters=("models", "size")),
    "flier": Cost(kind="table", table="mov", parameter="mov", factor=Fraction(2)),
    "were-creature": Cost(
        kind="profiles",
        parameter="forms",
        factor_by="kind",
        factors={"controlled": Fraction(90, 100), "uncontrolled": Fraction(70, 100)},
        without="command_die",
    ),
    "summon": Cost(kind="profiles", parameter="profile", factor=Fraction(1, 2)),
    "transmutation": Cost(kind="profiles", parameter="profile"),
}


def row_of(golden: Golden, table: str) -> Golden:
    row: Golden = golden["attributes"]
    for step in ATTRIBUTE_ROWS[table]:
        row = row[step]
    return row


def cost_table(fury: Catalogue, code: str) -> CostTable:
    return next(table for table in fury.cost_tables if table.code == code)


def attribute(fury: Catalogue, code: str) -> Attribute:
    return next(entry for entry in fury.attributes if entry.code == code)


def entry_of(fury: Catalogue, group: str, code: str) -> Property:
    return next(
        entry for entry in (*fury.properties, *fury.spells) if (entry.group, entry.code) == (group, code)
    )


def spell(fury: Catalogue, code: str) -> Spell:
    return next(entry for entry in fury.spells if entry.code == code)


def parameter(entry: Property, code: str) -> Parameter:
    return next(part for part in entry.parameters if part.code == code)


def constraints(entry: Property | Attribute, rule: str) -> list[Constraint]:
    return [constraint for constraint in entry.constraints if constraint.rule == rule]


def entry_and_choice(row: Golden) -> tuple[str, str]:
    """Return a row's entry in the catalogue: its code, and the value of its choice if it has one."""
    key: str = row["key"]
    return CHOICE_ROWS.get(key, (key.replace("_", "-"), ""))


def fixed_price(fury: Catalogue, entry: Property, kind: str) -> int:
    if entry.cost.kind == "fixed":
        return entry.cost.points
    return cost_table(fury, entry.cost.table).costs[kind]
