"""The modules of the games, and a registry of them.

A `System` has a game's own functions for prices, values and checks. In the modules of the games, a check
whose docstring begins with "Find" yields a finding for each thing that it finds.
"""

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
