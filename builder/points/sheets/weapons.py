"""A profile's weapons with the numbers that players need in play: range bands, armour reductions and uses."""

from collections.abc import Mapping
from dataclasses import dataclass

from builder.points.document.design import Weapon
from builder.points.document.play import PlaySheet
from builder.points.pricing.texts import NONE, weapon_text
from builder.points.rules.catalogue import Catalogue, WeaponSlot
from builder.points.rules.numbers import MINUS, signed_text
from builder.points.rules.results import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetWeapon:
    """A weapon in a slot. An empty slot for one weapon has a default weapon without numbers and properties.

    ``lines`` are all lines of the profile's receipt; the places of the weapon's begin with ``place_prefix``.
    """

    catalogue: Catalogue
    play_sheet: PlaySheet
    slot: WeaponSlot
    weapon: Weapon
    place_prefix: str
    lines: tuple[Line, ...]

    @property
    def _prices(self) -> list[int | None]:
        return [line.points for line in self.lines if line.where.startswith(self.place_prefix)]

    @property
    def points(self) -> int | None:
        """The weapon's points, or None if a part of it has no price."""
        prices = self._prices
        return None if None in prices else sum(points for points in prices if points is not None)

    @property
    def is_priced(self) -> bool:
        """Whether the weapon has lines in the receipt."""
        return bool(self._prices)

    @property
    def name(self) -> str:
        """The weapon's name, or the noun of its slot if the weapon has no name."""
        return self.weapon.name or self.slot.noun.capitalize()

    @property
    def text(self) -> str:
        """The weapon's numbers and properties in the rulebook's short forms: "R4 FF8 AP8"."""
        return weapon_text(self.catalogue, self.slot, self.weapon)

    @property
    def is_default(self) -> bool:
        """Whether the weapon has no name, no numbers, and only default properties."""
        weapon = self.weapon
        return not weapon.name and not weapon.fields and set(weapon.properties) <= set(self.slot.default)

    @property
    def band_limits(self) -> list[str]:
        """The maximum distance of each range band as text; a dash for a band that the weapon doesn't have.

        If the weapon has no range, all texts are empty. In a game without range bands, the list is empty.
        """
        bands = self.play_sheet.bands
        if bands is None:
            return []
        width = self.weapon.fields.get(bands.width)
        if width is None:
            return [""] * bands.shown
        limits = (n for code, n in bands.at_most.items() if code in self.weapon.properties)
        limit = min(limits, default=bands.shown)
        return [f"{width * n}{bands.unit}" if n <= limit else NONE for n in range(1, bands.shown + 1)]

    @property
    def armour_reductions(self) -> list[str]:
        """How much the weapon reduces each kind of armour, in the order of `armour_names`.

        A dash is the reduction of a weapon without special properties.
        """
        if self.play_sheet.piercing is None:
            return []
        _, rows = _table(self.catalogue, self.play_sheet.piercing.table)
        usual = next(iter(rows.values()))
        own = next((rows[code] for code in self.weapon.properties if code in rows), usual)
        pairs = zip(own, usual, strict=True)
        return [NONE if cell == same else cell.replace("-", MINUS) for cell, same in pairs]

    @property
    def uses(self) -> list[int]:
        """The maximum numbers of uses, one for each property of the weapon that limits its uses."""
        return [
            self.play_sheet.uses[code]
            for code in dict.fromkeys(self.weapon.properties)
            if code in self.play_sheet.uses
        ]


def band_names(play: PlaySheet) -> list[str]:
    """Return the heading of each range band: the modifier of the shooting roll at this distance."""
    if play.bands is None:
        return []
    return [signed_text(play.bands.step * n) for n in range(play.bands.shown)]


def armour_names(catalogue: Catalogue, play: PlaySheet) -> list[str]:
    """Return the names of the kinds of armour that weapons can reduce."""
    return [] if play.piercing is None else list(_table(catalogue, play.piercing.table)[0][1:])


def _table(catalogue: Catalogue, code: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    table = next(table for table in catalogue.tables if table.code == code)
    return table.columns, {row[0]: row[1:] for row in table.rows}
