"""Parsing a catalogue: what is rejected, with which message."""

from pathlib import Path

import pytest

from builder.catalogue.parsing import CatalogueError, parse_catalogue, read_catalogue, structure, to_plain
from builder.points.rules.catalogue import Catalogue, Property
from tests.catalogue.small_catalogue import FILE_NAME, SMALL_TOML, small_catalogue

WRONG_SHAPE = {
    "key misspelt": (
        'at = "kit"',
        'at = "kit"\nbeter = "higher"',
        'attributes[1] "kit": beter is not a known key: did you mean better?',
    ),
    "key unheard of": (
        'by = "pace"',
        'by = "pace"\nx = 1',
        'multipliers[0] "bulk": x is not a known key: the keys here are code, name, by, page, factors, rules',
    ),
    "key of the whole": ("edition", "zzz", "zzz is not a known key: "),
    "key left out": (
        'kind = "number"\npage',
        "page",
        'attributes[0] "pace": kind is missing: add it (What the value is: a whole number, the code of an ',
    ),
    "top key left out": ('edition = "1"\n', "", "edition is missing: add it"),
    "quoted number": (
        "points = 4",
        'points = "4"',
        'properties[0] "brave": cost.points is text: write a whole number without quotes, like 6',
    ),
    "truth for a number": (
        "points = 4",
        "points = true",
        'properties[0] "brave": cost.points is true or false: write a whole number without quotes, like 6',
    ),
    "decimal for a number": (
        "light = 1",
        "light = 1.0",
        'cost_tables[1] "kit": costs.light is a decimal: write a whole number without quotes, like 6',
    ),
    "number for a truth": (
        "many = true",
        "many = 1",
        'pick_slots[0] "skills": many is a number: write true or false',
    ),
    "number for text": (
        'edition = "1"',
        "edition = 1",
        'edition is a number: write text in quotes, like "flier"',
    ),
    "decimal for a fraction": (
        'factor = "2"',
        "factor = 2.0",
        'properties[1] "winged": cost.factor is not a fraction: write it as text, like "3/2", not as 2.0',
    ),
    "whole number for a fraction": (
        'factor = "2"',
        "factor = 2",
        'properties[1] "winged": cost.factor is not a fraction: write it as text, like "3/2", not as 2',
    ),
    "decimal in quotes for a fraction": (
        '"1/2"',
        '"0.5"',
        'multipliers[0] "bulk": factors.1 is not a fraction: write it as text, like "3/2", not as \'0.5\'',
    ),
    "fraction of nothing": ('"1/2"', '"1/0"', 'multipliers[0] "bulk": factors.1 is not a fraction: '),
    "text for a list": (
        'any = ["brave"]',
        'any = "brave"',
        'properties[1] "winged": constraints[0].any is text: write a list in [ ]',
    ),
    "list for a table": (
        "costs = { light = 1, heavy = 3 }",
        "costs = [1, 3]",
        'cost_tables[1] "kit": costs is a list: write a table, like { key = "value" }',
    ),
    "text for a record": (
        'cost = { kind = "fixed", points = 4 }',
        'cost = "4"',
        'properties[0] "brave": cost is text: write a table, like { key = value }; the keys here are kind, ',
    ),
    "word that is none of the words": (
        'level = "warning"',
        'level = "fatal"',
        'properties[1] "winged": constraints[0].level is \'fatal\': write one of "error", "warning", "note"',
    ),
}

WRONG_NAME = {
    "slot of a choice among what is picked": (
        'table = "kit"',
        'table = "kit"\namong = "x"',
        'attributes[1] "kit": among names pick slot "x"',
    ),
    "kind of a reference": (
        "[[properties.parameters]]",
        '[[properties.parameters]]\nkinds = ["x"]',
        'kinds names kind "x"',
    ),
    "table": (
        'table = "kit"',
        'table = "kid"',
        'attributes[1] "kit": table names cost table "kid", which is not defined',
    ),
    "multiplier": (
        'multiplier = "bulk"',
        'multiplier = "b"',
        'attributes[0] "pace": multiplier names multiplier "b"',
    ),
    "chooser of factors": (
        'by = "pace"',
        'by = "girth"',
        'multipliers[0] "bulk": by names attribute "girth"',
    ),
    "group": (
        'group = "skill"\ncost',
        'group = "art"\ncost',
        'properties[0] "brave": group names group "art"',
    ),
    "receipt": (
        'receipt = "costs"',
        'receipt = "sums"',
        'groups[0] "skill": receipt names receipt section "sums"',
    ),
    "receipt of an attribute": (
        'table = "kit"\ngroup = "costs"',
        'table = "kit"\ngroup = "sums"',
        'attributes[1] "kit": group names receipt section "sums"',
    ),
    "remedy": (
        'any = ["brave"]',
        'any = ["brave"]\nremedies = ["remove other", "mend"]',
        'constraints[0].remedies: "mend" is no remedy',
    ),
    "code of a remedy": (
        'any = ["brave"]',
        'any = ["brave"]\nremedies = ["swap bold"]',
        'constraints[0].remedies names property "bold"',
    ),
    "part of a remedy": (
        'any = ["brave"]',
        'any = ["brave"]\nremedies = ["remove + clear hands"]',
        'constraints[0].remedies names attribute or slot "hands"',
    ),
    "property": ('any = ["brave"]', 'any = ["bold"]', 'constraints[0].any names property "bold"'),
    "attribute": (
        'any = ["brave"]',
        'any = ["brave"]\nattribute = "girth"',
        'properties[1] "winged": constraints[0].attribute names attribute "girth"',
    ),
    "slot": (
        'kind = "excludes"',
        'kind = "needs_slot"\nslot = "hands"',
        'properties[1] "winged": constraints[0].slot names slot "hands"',
    ),
    "rule": (
        'rule = "Q-1"\nlevel',
        'rule = "Q-9"\nlevel',
        'properties[1] "winged": constraints[0].rule names rule "Q-9"',
    ),
    "ruling": ('rulings = ["Q-1"]', 'rulings = ["Q-9"]', 'properties[1] "winged": rulings names rule "Q-9"'),
    "parameter": (
        'parameter = "pace"',
        'parameter = "die"',
        'properties[1] "winged": cost.parameter names parameter "die"',
    ),
    "field of the form": (
        '"kit", "skills"]',
        '"kit", "skills", "hat"]',
        'sections[0] "all": fields names attribute or slot "hat"',
    ),
    "column": (
        'of = ["pace"]',
        'of = ["pacing"]',
        'sheet[0] "P": of names attribute, slot or value "pacing"',
    ),
}

WRONG_SENSE = {
    "code twice": (
        'code = "winged"',
        'code = "brave"',
        'of group "skill": code has "brave" 2 times: keep one or rename',
    ),
    "table code twice": (
        'code = "kit"\nname = "Kit"\npage = 4',
        'code = "pace"\nname = "Kit"\npage = 4',
        'code has "pace" 2 times',
    ),
    "place twice": (
        'at = "kit"',
        'at = "pace"',
        'attributes and slots: at has "pace" 2 times: keep one or rename the others',
    ),
    "option without a price": (
        "heavy = 3",
        "hefty = 3",
        'attributes[1] "kit": options: "heavy" has no price in "kit": add one or write offered = false',
    ),
    "number with a word for a key": ("{ 1 = 2, 2 = 5 }", "{ 1 = 2, two = 5 }", 'has the key "two"'),
    "nothing to exclude": (
        'any = ["brave"]\n',
        "",
        'constraints[0].any is missing: a constraint of kind "excludes" needs it',
    ),
    "no bound": (
        'kind = "excludes"',
        'kind = "value"\nattribute = "pace"',
        'constraints[0].low and high are missing: a constraint of kind "value" needs one of them',
    ),
    "word that is never filled in": (
        "{name} against {other}.",
        "{name} against {whom}.",
        "constraints[0].message has {whom}: it may use {name}, {label}, {other}",
    ),
    "word that this kind leaves empty": (
        "{name} against {other}.",
        "{name} at {value}.",
        "constraints[0].message has {value}: it may use {name}, {label}, {other}",
    ),
    "open brace": ("{name} against {other}.", "{name against", "constraints[0].message cannot be filled in"),
    "text of another parameter": (
        "Winged {pace}",
        "Winged {speed}",
        'properties[1] "winged": text has {speed}: it may use {pace}',
    ),
    "cost without its table": (
        'table = "pace", parameter',
        "parameter",
        'properties[1] "winged": cost.table is missing: a cost of kind "table" needs it',
    ),
    "place missing from the form": (
        '"kit", "skills"]',
        '"skills"]',
        'sections: "kit" is in no section: add it to the fields of a section',
    ),
    "dice that are none": (
        'summary = "Speed."',
        'summary = "Speed."\ndice = "two"',
        "attributes[0] \"pace\": dice: 'two' is not a dice roll: write it as 2D6 or 1D6+4",
    ),
    "dice beyond what is offered": (
        'summary = "Speed."',
        'summary = "Speed."\ndice = "1D6+4"',
        'attributes[0] "pace": dice give 5 to 10: write a number with this low and high',
    ),
    "number that may have no price": (
        'rule = "Q-1"\nmultiplier',
        "multiplier",
        'attributes[0] "pace": rule is missing: name the rule that a number without a price breaks',
    ),
    "parameter that may have no price": (
        'low = 1\nrule = "Q-1"',
        "low = 1",
        'cost.parameter "pace" has no rule: name the rule that a value without a price breaks',
    ),
    "choice of nothing": (
        'options = [{ code = "light", name = "Light" }, { code = "heavy", name = "Heavy" }]\n',
        "",
        'attributes[1] "kit": options is empty: a choice needs at least one',
    ),
}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [*WRONG_SHAPE.values(), *WRONG_NAME.values(), *WRONG_SENSE.values()],
    ids=[*WRONG_SHAPE, *(f"unknown {key}" for key in WRONG_NAME), *WRONG_SENSE],
)
def test_an_error_names_the_file_the_key_and_the_fix(old: str, new: str, expected: str) -> None:
    assert old in SMALL_TOML
    text = SMALL_TOML.replace(old, new, 1)

    with pytest.raises(CatalogueError) as refused:
        parse_catalogue(text, FILE_NAME)

    hits = [line for line in refused.value.problems if expected in line]
    assert hits, str(refused.value)
    assert hits[0].startswith("skirmish/1.toml: ")
    assert ": " in hits[0].removeprefix("skirmish/1.toml: "), "a fault ends with its fix"


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        ('table = "kit"', 'table = "kid"', 'did you mean "kit"?'),
        ('table = "kit"', 'table = "x"', "define it or write one of kit, pace"),
        ('multiplier = "bulk"', 'multiplier = "x"', "define it or write one of bulk"),
        ("many = true", 'many = true\nmost_by = "strength"', "define it or write one of kit, pace"),
        ("[[properties.parameters]]", '[[properties.parameters]]\nkinds = ["x"]', "define it"),
    ],
)
def test_errors_of_unknown_names_have_a_fix(old: str, new: str, fix: str) -> None:
    with pytest.raises(CatalogueError) as refused:
        parse_catalogue(SMALL_TOML.replace(old, new), FILE_NAME)
    assert f"which is not defined: {fix}" in str(refused.value)


def test_all_errors_are_reported_together() -> None:
    text = SMALL_TOML.replace("points = 4", 'points = "4"').replace("many = true", "many = 1")

    with pytest.raises(CatalogueError) as refused:
        parse_catalogue(text, FILE_NAME)

    assert len(refused.value.problems) == 2
    assert str(refused.value).count("\n") == 1


def test_broken_toml_names_the_file_and_the_line() -> None:
    with pytest.raises(
        CatalogueError, match=r"^skirmish/1\.toml: not TOML: .*line 2\b.*: fix the text there$"
    ):
        parse_catalogue('system = "skirmish"\nedition = \n', FILE_NAME)


def test_a_file_in_another_encoding_is_rejected_by_name(tmp_path: Path) -> None:
    path = tmp_path / "skirmish" / "1.toml"
    path.parent.mkdir()
    path.write_bytes(SMALL_TOML.replace("Nobody", "Zoë").encode("latin-1"))

    with pytest.raises(
        CatalogueError, match=r"^skirmish/1\.toml: byte \d+ is not UTF-8: save the file as UTF-8$"
    ):
        read_catalogue(path)


def test_data_that_is_no_table_is_rejected() -> None:
    with pytest.raises(CatalogueError, match="the whole is a list"):
        structure([], Catalogue, FILE_NAME)


def test_rules_are_checked_only_if_the_file_has_rules() -> None:
    without = SMALL_TOML.partition("[[rules]]")[0].replace('rule = "Q-1"', 'rule = "Q-9"')

    assert parse_catalogue(without, FILE_NAME).properties[1].constraints[0].rule == "Q-9"


def test_single_entries_are_parsed_equally_strictly() -> None:
    plain = {**to_plain(small_catalogue().properties[0]), "page": "5"}

    with pytest.raises(
        CatalogueError, match=r"^brave: page is text: write a whole number without quotes, like 6$"
    ):
        structure(plain, Property, "brave")
