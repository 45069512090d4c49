"""Other code in functions that are alive: mutants are put in, and marks that tell what a test reaches.

Other modules hold on to the functions of a module, so a new module would reach nobody. Each living function
gets the new code instead, whoever holds it and whatever it is wrapped in.
"""

import ast
import functools
import gc
import sys
import warnings
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from builder.points.rules.catalogue_index import CatalogueIndex, index_of
from scripts.mutation.operators import functions_of
from scripts.mutation.recorded import ROOT

MARKS = "__marks__"
PACKAGES = ("builder", "api")


class Statement(NamedTuple):
    """A statement of a mutated module, by its line and the function around it."""

    file: str
    function: str
    number: int


class LiveCode:
    """The functions of the mutated modules, and whatever keeps results that could hide a mutant."""

    def __init__(self, files: Collection[str]) -> None:
        self.functions: defaultdict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
        self.catalogue_indexes: list[CatalogueIndex] = []
        self.caches: list[Any] = []
        paths = {str(ROOT / file): file for file in files}
        depending = dependents(files)
        for thing in gc.get_objects():
            kind = type(thing)
            if kind is FunctionType and thing.__code__.co_filename in paths:
                code = thing.__code__
                file = paths[code.co_filename]
                self.functions[file, code.co_qualname, code.co_firstlineno].append(thing)
            elif kind is CatalogueIndex:
                self.catalogue_indexes.append(thing)
            elif kind is functools._lru_cache_wrapper and thing.__module__ in depending:
                self.caches.append(thing)

    def clear_caches(self) -> None:
        """Empty every cache that may hold what a mutated function gave back."""
        index_of.cache_clear()
        for cache in self.caches:
            cache.cache_clear()
        for book in self.catalogue_indexes:
            book.line_cache.clear()

    def replace_module(self, file: str, tree: ast.Module) -> None:
        """Give each function of a module the code that it has in this tree."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            whole = compile(tree, str(ROOT / file), "exec", dont_inherit=True)
        for code in _codes(whole):
            for function in self.functions.get((file, code.co_qualname, code.co_firstlineno), ()):
                function.__code__ = code

    def add_marks(self, files: Collection[str]) -> tuple[bytearray, list[Statement]]:
        """Put marks into all statements: the byte at a statement's place becomes 1 when it runs."""
        spots: list[Statement] = []
        marks = bytearray()
        for file in files:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            for name, function in functions_of(tree):
                spots += [Statement(file, name, number) for number in mark_function(function, len(spots))]
            self.replace_module(file, ast.fix_missing_locations(tree))
        marks.extend(bytes(len(spots)))
        for living in self.functions.values():
            for one in living:
                one.__globals__[MARKS] = marks
        return marks, spots


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def mark_function(function: ast.FunctionDef, first: int) -> list[int]:
    """Put a mark before each statement of a function; the lines of the statements."""
    numbers: list[int] = []

    def marked(statements: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in statements:
            text = f"{MARKS}[{first + len(numbers)}] = 1"
            result += [ast.copy_location(node, statement) for node in ast.parse(text).body]
            result.append(statement)
            numbers.append(statement.lineno)
            below(statement)
        return result

    def below(node: ast.AST) -> None:
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, marked(value))
            elif name in ("handlers", "cases"):
                for part in value:
                    below(part)

    below(function)
    return numbers


def dependents(files: Collection[str]) -> set[str]:
    """The names of the project's loaded modules that import these, or import what imports them."""
    names = {
        Path(file).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__") for file in files
    }
    loaded = {
        name: module
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] in PACKAGES and getattr(module, "__file__", None)
    }
    imports = {name: _imports(module) for name, module in loaded.items()}
    found: set[str] = set()
    new = names
    while new:
        found |= new
        new = {name for name, imported in imports.items() if imported & new} - found
    return found


def _imports(module: ModuleType) -> set[str]:
    """The names that a module imports, in full, with the packages around them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names | {name.rpartition(".")[0] for name in names}
