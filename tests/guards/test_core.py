"""Guards over the points core: the standard library and itself, nothing else."""

import ast
import sys
from pathlib import Path

import pytest

from tests.guards.project import ROOT, run_python

MODULES = sorted((ROOT / "builder" / "points").rglob("*.py"))

BLOCKED = """
import importlib, pkgutil, sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"django", "environ", "csp"}:
            raise ImportError(f"the core imported {name}")

sys.meta_path.insert(0, Blocker())
import builder.points
for module in pkgutil.walk_packages(builder.points.__path__, "builder.points."):
    importlib.import_module(module.name)
print(len([name for name in sys.modules if name.startswith("builder.points")]))
"""


def imported(path: Path) -> set[str]:
    """The full names of the modules that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return names


def test_the_core_imports_without_django() -> None:
    """Every module of it, in a process where Django cannot be found."""
    done = run_python("-c", BLOCKED)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_core_module_imports_the_standard_library_and_the_core(path: Path) -> None:
    """No third-party package, and no other room of ours."""
    strangers = {
        name
        for name in imported(path)
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not f"{name}.".startswith("builder.points.")
    }
    assert strangers == set()
