"""The registry: one line a system."""

from builder.points.systems import unbridled_fury
from builder.points.systems.system import System

SYSTEMS: dict[str, System] = {
    "unbridled-fury": unbridled_fury.SYSTEM,
}
