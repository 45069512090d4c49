"""The registry of systems. A system has the functions for a game's prices, values and checks."""

from importlib import import_module

from builder.points.pricing.system import System

_CODES = (
    "unbridled-fury",
    "dark-fantasy-fubar",
    "zapp",
    "stargrave",
    "crimson-dusk",
)


def import_system(code: str) -> System:
    """Return the system with this code. Its module has underscores where the code has hyphens."""
    system: System = import_module(f"{__name__}.{code.replace('-', '_')}").SYSTEM
    return system


SYSTEMS: dict[str, System] = {code: import_system(code) for code in _CODES}
