"""A small catalogue of a made-up game, as a file and parsed."""

from builder.catalogue.parsing import parse_catalogue
from builder.points.rules.catalogue import Catalogue

FILE_NAME = "skirmish/1.toml"
SMALL_TOML = """
system = "skirmish"
system_name = "Skirmish"
edition = "1"
author = "Nobody"
credit = "By nobody"
notice = "Made up"
points_unit = "points"

[[cost_tables]]
code = "pace"
name = "Pace"
page = 3
costs = { 1 = 2, 2 = 5 }

[[cost_tables]]
code = "kit"
name = "Kit"
page = 4
costs = { light = 1, heavy = 3 }

[[multipliers]]
code = "bulk"
name = "Bulk"
by = "pace"
page = 3
factors = { 1 = "1/2", 2 = "3/2" }

[[attributes]]
code = "pace"
label = "P"
name = "Pace"
at = "pace"
kind = "number"
page = 2
summary = "Speed."
high = 2
table = "pace"
rule = "Q-1"
multiplier = "bulk"
group = "costs"

[[attributes]]
code = "kit"
label = "K"
name = "Kit"
at = "kit"
kind = "choice"
page = 2
summary = "Gear."
options = [{ code = "light", name = "Light" }, { code = "heavy", name = "Heavy" }]
table = "kit"
group = "costs"

[[groups]]
code = "skill"
name = "Skills"
page = 5
receipt = "costs"

[[properties]]
code = "brave"
name = "Brave"
group = "skill"
cost = { kind = "fixed", points = 4 }
page = 5
summary = "Steady."

[[properties]]
code = "winged"
name = "Winged"
group = "skill"
cost = { kind = "table", table = "pace", parameter = "pace", factor = "2" }
page = 5
summary = "Flies."
text = "Winged {pace}"
rulings = ["Q-1"]

[[properties.parameters]]
code = "pace"
name = "Pace"
kind = "number"
low = 1
rule = "Q-1"

[[properties.constraints]]
rule = "Q-1"
level = "warning"
kind = "excludes"
page = 5
any = ["brave"]
message = "{name} against {other}."

[[pick_slots]]
code = "skills"
label = "Skills"
name = "Skills"
at = "skills"
group = "skill"
page = 5
summary = "What it can do."
many = true

[[sections]]
code = "all"
name = "All"
fields = ["pace", "kit", "skills"]

[[receipt]]
code = "costs"
name = "Costs"

[[sheet]]
label = "P"
of = ["pace"]

[[rules]]
code = "Q-1"
part = "Skills"
title = "Winged and brave"
text = "Not both."
verdict = "warning"
"""


def small_catalogue() -> Catalogue:
    """Return the parsed catalogue."""
    return parse_catalogue(SMALL_TOML, FILE_NAME)
