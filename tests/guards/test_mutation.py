"""The mutants of scripts/mutate.py: what is changed and what never is, and the sample that is recorded."""

import ast
import importlib
from collections import Counter
from pathlib import Path

import pytest

from scripts.mutation import recorded
from scripts.mutation.live_code import MARKS, LiveCode, mark_function
from scripts.mutation.operators import functions_of, mutated, sites
from scripts.mutation.recorded import (
    Mutant,
    draw_sample,
    locate,
    module_files,
    read_record,
    share_out,
    write_record,
)
from scripts.mutation.report import score, table
from scripts.mutation.runner import TrialResult, id_prefix_of_tests


def mutated_lines(body: str) -> list[str]:
    """What the operators make of the line of a function: the line anew, or what was done to it."""
    return [site.show() for site in sites(f"def f(a, b):\n    {body}\n")]


@pytest.mark.parametrize(
    ("body", "mutants"),
    [
        ("a = b < 0", ["a = b <= 0", "a = b < 1", "a = b < -1"]),
        ("a = b is None", ["a = b is not None"]),
        ("a = b not in a", ["a = b in a"]),
        ("a = 0 < a == b", ["a = 0 <= a == b", "a = 0 < a != b", "a = 1 < a == b", "a = -1 < a == b"]),
        ("a = a and not b", ["a = a or not b", "a = a and b"]),
        ("a = a or b", ["a = a and b"]),
        ("a = a | b", ["a = a & b"]),
        ("a = -b // a", ["a = -b * a", "a = b // a"]),
        ("a += b", ["(+ → -)", "(dropped)"]),
        ("a = True", ["a = False"]),
        ("a = b(None)", ["a = b(0)"]),
        ("a = 'error', 'r-1'", ["a = 'warning', 'r-1'", "a = 'error', 'r-1_'"]),
        ("return b", ["return None"]),
        ("return None", ["return 0"]),
        ("raise b", ["(dropped)"]),
        ("b()", ["(dropped)"]),
        ("a.b = b", ["(dropped)"]),
        ("a[b] = b", ["(dropped)"]),
        ("a.b, a.c = b", ["(dropped)"]),
        ("yield b", ["(dropped)"]),
        ("yield from b", ["(dropped)"]),
        ("if a: pass", ["if True: pass", "if False: pass"]),
        ("a = a if b else b", ["a = a if True else b", "a = a if False else b"]),
        ("a = [b for b in a if b]", ["a = [b for b in a if True]", "a = [b for b in a if False]"]),
        ("a = b.filter(a, x=b)", ["a = b.filter(a)", "a = b.filter(x=b)"]),
        ("a = Q(x=None)", ["a = Q()"]),
        ("def g():\n        return b", ["return None"]),
    ],
)
def test_what_is_changed(body: str, mutants: list[str]) -> None:
    """One fault each."""
    assert mutated_lines(body) == mutants


@pytest.mark.parametrize(
    "body",
    [
        "'''A docstring.'''",
        "a: 'Kind' = b",
        "a = 'This is wording.'",
        "a = f'{b}.where{b:>10}'",
        "a = b",
        "a, b = b",
        "a = lambda b=1: b",
        "a = b.values_list('name')",
        "a = b.c(d=None)",
        "return",
        "return ()",
    ],
)
def test_what_is_never_changed(body: str) -> None:
    """No mutant would be a fault in what the program does."""
    assert mutated_lines(body) == []


def test_numbers_and_conditions_within_wording_are_changed() -> None:
    """What a message counts is no wording."""
    assert mutated_lines("""a = f'{len(b) - 1} {"s" if b else "x"}'""") == [
        "(- → +)",
        "(1 → 2)",
        "(1 → 0)",
        "(→ True)",
        "(→ False)",
    ]


def test_only_what_functions_do_is_changed() -> None:
    """Neither constants of a module or a class, nor decorators, nor defaults."""
    source = "A = 1\n@g(1)\ndef f(a=1): pass\nclass C:\n    A = 1\n    def f(self): return 2 + self\n"
    assert {site.key.function for site in sites(source)} == {"C.f"}


SOURCE = "def f(a):\n    if a == 1:\n        return 1\n    if a == 1:\n        return 2\n"


def test_a_mutant_is_made_where_its_key_says() -> None:
    """Of two that read the same, the second."""
    second = [site.key for site in sites(SOURCE) if site.key.change == "== → !="][1]
    tree = mutated(SOURCE, second)
    assert tree is not None
    assert ast.unparse(tree) == ast.unparse(
        ast.parse(SOURCE.replace("== 1:\n        return 2", "!= 1: return 2"))
    )


def test_a_mutant_is_found_where_its_code_has_moved() -> None:
    """Other code around it changes nothing; with its line it is gone."""
    key = next(site.key for site in sites(SOURCE) if site.key.change == "== → !=")
    moved = "import re\n\n" + SOURCE.replace("(a):", "(a):\n    a += 1")
    assert mutated(moved, key) is not None
    assert mutated(moved.replace("a == 1", "a == 3"), key) is None


def test_every_mutant_can_be_compiled() -> None:
    """And every line that it must pass is the line of a statement of its function."""
    source = (recorded.ROOT / "builder/queries/access.py").read_text(encoding="utf-8")
    spots = {
        n.lineno for _, f in functions_of(ast.parse(source)) for n in ast.walk(f) if isinstance(n, ast.stmt)
    }
    for site in sites(source):
        tree = mutated(source, site.key)
        assert tree is not None, site.key
        compile(tree, "mutant", "exec")
        assert site.statement in spots


# ------------------------------------------------------------------ living code


def test_every_function_that_is_mutated_is_reached_while_it_lives() -> None:
    """Through whatever wraps it; otherwise its mutants would never run, and all survive."""
    for file in module_files():
        importlib.import_module(file.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
    living = {(file, name) for file, name, _ in LiveCode(module_files()).functions}
    missing = [
        (file, name)
        for file in module_files()
        for name, _ in functions_of(ast.parse((recorded.ROOT / file).read_text(encoding="utf-8")))
        if (file, name) not in living
    ]
    assert missing == []


def test_marks_tell_which_statements_ran() -> None:
    """The two that ran of four; the lines are those of the statements."""
    tree = ast.parse("def f(a):\n    if a:\n        return 1\n    else:\n        a = 2\n    return a\n")
    ((_, function),) = functions_of(tree)
    assert mark_function(function, 0) == [2, 3, 5, 6]
    names: dict[str, object] = {MARKS: (marks := bytearray(4))}
    exec(compile(ast.fix_missing_locations(tree), "marked", "exec"), names)  # noqa: S102 - the two lines above
    call = names["f"]
    assert callable(call)
    assert (call(True), list(marks)) == (1, [1, 1, 0, 0])


def test_the_tests_of_a_module_have_its_name() -> None:
    """Of those there are, none is missed for a letter."""
    assert id_prefix_of_tests("builder/queries/access.py") == "tests/queries/test_access.py::"
    assert id_prefix_of_tests("builder/services/rosters.py") == "tests/services/rosters/test_rosters.py::"


# ------------------------------------------------------------------ the sample


def test_a_sample_is_shared_out_in_proportion() -> None:
    """The largest remainders are rounded up; an empty module has no share."""
    assert share_out({"a": 50, "b": 30, "c": 20, "d": 0}, 11) == {"a": 6, "b": 3, "c": 2}
    assert share_out({"a": 2, "b": 1}, 10) == {"a": 2, "b": 1}


def test_a_sample_is_the_same_again_and_keeps_what_was_told_of_it() -> None:
    """Those always tried come on top; an argument stays with its mutant, and what is gone goes."""
    drawn = draw_sample(40, 7, [])
    assert len(drawn) == 40
    assert drawn == draw_sample(40, 7, []) != draw_sample(40, 8, [])
    other = next(entry for entry in draw_sample(60, 8, []) if entry not in drawn)
    gone = drawn[0]._replace(file="builder/points/no.py", always=True)
    listed = [drawn[1]._replace(argued="It does the same."), other._replace(always=True), gone]
    again = draw_sample(40, 7, listed)
    assert set(listed[:2]) <= set(again)
    assert gone not in again
    assert len(again) == 41


def test_a_sample_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    """Quotes and signs included."""
    entries = [entry._replace(always=True, argued='It says "the same".') for entry in draw_sample(30, 2, [])]
    write_record(entries, tmp_path / "sample.toml")
    assert read_record(tmp_path / "sample.toml") == entries


def test_the_score_counts_what_is_argued_apart() -> None:
    """And what is gone not at all."""
    (one, *_), _ = locate(draw_sample(1, 1, []))
    plain, argued = (Mutant(one.entry._replace(argued=why), one.site) for why in ("", "It does the same."))
    trials = [
        *[TrialResult(plain, "killed", "a test", 1, 0.0)] * 8,
        TrialResult(plain, "timed out", "a test", 1, 0.0),
        TrialResult(plain, "survived", "", 1, 0.0),
        TrialResult(argued, "not tried", "", 0, 0.0),
    ]
    counted = score(trials, [one.entry])
    assert (counted.killed, counted.survived, counted.argued, counted.gone) == (9, 1, 1, 1)
    assert (counted.percent, round(counted.plain, 1)) == (90.0, 81.8)
    *_, last = table(trials, [])
    assert last.split() == [
        "all",
        *["10", "9", "1", "90.0", "%", "1", "0"],
    ]


SEEN_SURVIVING = [
    ("builder/points/systems/unbridled_fury.py", "_foot_profile", "yield", '"P-63"'),
    ("builder/points/legality/constraints.py", "error_quotas", "compare", 'level == "error"'),
    ("builder/services/rosters.py", "save_roster", "drop", "require_version"),
    ("builder/queries/access.py", "roster_for_reader", "argument", "removed_at=None"),
]


@pytest.mark.parametrize(("file", "function", "operator", "line"), SEEN_SURVIVING)
def test_what_was_seen_surviving_is_always_tried(file: str, function: str, operator: str, line: str) -> None:
    """Whatever sample is drawn."""
    of_function = [
        e for e in read_record() if (e.file, e.key.function, e.key.operator) == (file, function, operator)
    ]
    assert [entry for entry in of_function if entry.always and line in entry.name] != []


def test_the_recorded_sample_is_large_and_of_every_module() -> None:
    """Of those whose places are still there, two hundred; a module has its share."""
    mutants, _ = locate(read_record())
    by_file = Counter(mutant.entry.file for mutant in mutants)
    assert by_file.total() >= 200
    assert set(by_file) == {file for file, of_file in recorded.all_sites().items() if of_file}
