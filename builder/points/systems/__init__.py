"""The registry: one line a system."""

from builder.points.pricing.system import System
from builder.points.systems import crimson_dusk, dark_fantasy_fubar, stargrave, unbridled_fury, zapp

SYSTEMS: dict[str, System] = {
    "unbridled-fury": unbridled_fury.SYSTEM,
    "dark-fantasy-fubar": dark_fantasy_fubar.SYSTEM,
    "zapp": zapp.SYSTEM,
    "stargrave": stargrave.SYSTEM,
    "crimson-dusk": crimson_dusk.SYSTEM,
}
