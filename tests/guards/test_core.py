"""Guards over the points core: it imports only the standard library and itself."""

import ast
import sys
from pathlib import Path

from tests.support.project_files import ROOT


def imported(path: Path) -> set[str]:
    """Return the full names of the modules that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return names


def foreign_imports(path: Path) -> list[str]:
    """Return the third-party packages and the other packages of the project that a module imports."""
    return sorted(
        name
        for name in imported(path)
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not f"{name}.".startswith("builder.points.")
    )


def test_core_modules_import_the_standard_library_and_the_core() -> None:
    """Including imports in functions and in the package around the core, so that it works without Django."""
    modules = [ROOT / "builder" / "__init__.py", *sorted((ROOT / "builder" / "points").rglob("*.py"))]
    assert len(modules) > 1
    result = {path.relative_to(ROOT).as_posix(): foreign_imports(path) for path in modules}
    assert {name: names for name, names in result.items() if names} == {}
