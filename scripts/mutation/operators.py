"""What a mutant is, and the closed list of operators that make them from the text of a module.

Only what functions do is mutated: no docstring, annotation, default, decorator or constant of a module, and
no wording. A text with a space in it is wording, and so is all text within an f-string.
"""

import ast
import copy
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

PutNode = Callable[[ast.AST], None]
Change = tuple[str, str, ast.AST]
"""The operator's name, what it changes, and the node that takes the place of the one it was shown."""


class Key(NamedTuple):
    """Which mutant of a module, in words that hold while the code moves."""

    function: str
    operator: str
    change: str
    line: str
    nth: int


class MutationSite(NamedTuple):
    """A mutant in its place: ``statement`` is the line of the statement that must run for it to matter.

    ``put`` puts it into the tree, ``show`` gives the line with the mutant in it.
    """

    key: Key
    number: int
    statement: int
    put: Callable[[], None]
    show: Callable[[], str]


class SearchPosition(NamedTuple):
    """Where the search has come to; ``wording`` is the f-string around it."""

    function: str
    statement: int
    wording: ast.JoinedStr | None = None


def sites(source: str) -> Iterator[MutationSite]:
    """Every mutant of a module, in the order of its text."""
    return _Search(source).run(ast.parse(source))


def mutated(source: str, key: Key) -> ast.Module | None:
    """The tree of a module with one mutant in it; None when the place of it is gone."""
    tree = ast.parse(source)
    for site in _Search(source).run(tree):
        if site.key == key:
            site.put()
            return ast.fix_missing_locations(tree)
    return None


def functions_of(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, by their qualified names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions_of(node, f"{prefix}{node.name}.")


class _Search:
    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()
        self.seen: Counter[Key] = Counter()

    def run(self, tree: ast.AST) -> Iterator[MutationSite]:
        for name, function in functions_of(tree):
            for node, put in _statement_slots(function.body):
                yield from self._visit(node, put, SearchPosition(name, function.lineno))

    def _visit(self, node: ast.AST, put: PutNode, place: SearchPosition) -> Iterator[MutationSite]:
        if isinstance(node, ast.arguments) or _is_docstring(node):
            return
        if isinstance(node, ast.stmt):
            place = place._replace(statement=node.lineno)
        if isinstance(node, ast.JoinedStr):
            place = place._replace(wording=place.wording or node)
        for change in changes(node, wording=place.wording is not None):
            yield self._site(node, put, place, change)
        for child, put_child, field in _children(node):
            if field in _CONDITIONS:
                for value in _CONDITIONS[field] if isinstance(node, _CONDITIONAL) else ():
                    new = ast.copy_location(ast.Constant(value), child)
                    yield self._site(child, put_child, place, ("condition", f"→ {value}", new))
            yield from self._visit(child, put_child, place)

    def _site(self, node: ast.AST, put: PutNode, place: SearchPosition, change: Change) -> MutationSite:
        operator, what, new = change
        at = place.wording or node
        number = getattr(at, "lineno", place.statement)
        line = self.lines[number - 1].strip()
        unnumbered = Key(place.function, operator, what, line, 0)
        key = unnumbered._replace(nth=self.seen[unnumbered])
        self.seen[unnumbered] += 1
        whole = place.wording is not None or (isinstance(node, ast.stmt) and operator != "return")
        show = f"({what})".strip if whole else partial(self._shown, node, new, what)
        return MutationSite(key, number, place.statement, partial(put, new), show)

    def _shown(self, node: ast.AST, new: ast.AST, what: str) -> str:
        """The line with the mutant in it, where it fits on the line."""
        if not isinstance(node, (ast.expr, ast.stmt)) or node.lineno != node.end_lineno:
            return f"({what})"
        line = self.lines[node.lineno - 1].encode()
        text = ast.unparse(ast.fix_missing_locations(copy.deepcopy(new)))
        return (line[: node.col_offset] + text.encode() + line[node.end_col_offset :]).decode().strip()


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


_CONDITIONS = {"test": (True, False), "ifs": (True, False)}
_CONDITIONAL = (ast.If, ast.IfExp, ast.comprehension)
_UNTOUCHED = {"annotation", "returns", "decorator_list", "ctx", "target", "targets", "op", "ops"}


def _statement_slots(nodes: list[ast.stmt]) -> Iterator[tuple[ast.AST, PutNode]]:
    for index, node in enumerate(nodes):
        yield node, partial(nodes.__setitem__, index)


def _children(node: ast.AST) -> Iterator[tuple[ast.AST, PutNode, str]]:
    """The nodes below one that may be mutated, how to put others in their place, and their fields."""
    for field, value in ast.iter_fields(node):
        if field in _UNTOUCHED:
            continue
        if isinstance(value, ast.AST) and not _is_fixed(node, value):
            yield value, partial(setattr, node, field), field
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, ast.AST) and not _is_fixed(node, item):
                    yield item, partial(value.__setitem__, index), field


def _is_fixed(parent: ast.AST, node: ast.AST) -> bool:
    """Whether any other value would be an error at once: a column's name, or the None of ``is None``."""
    if not isinstance(node, ast.Constant):
        return False
    if isinstance(parent, ast.Call):
        return isinstance(node.value, str) and name_of(parent) in _TAKES_COLUMNS
    return node.value is None and isinstance(parent, (ast.Compare, ast.keyword))


def name_of(call: ast.Call) -> str:
    """The name of the function or method that is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


# ------------------------------------------------------------------ the operators


_COMPARED: dict[type[ast.cmpop], tuple[str, str, type[ast.cmpop]]] = {
    ast.Eq: ("==", "!=", ast.NotEq),
    ast.NotEq: ("!=", "==", ast.Eq),
    ast.Lt: ("<", "<=", ast.LtE),
    ast.LtE: ("<=", "<", ast.Lt),
    ast.Gt: (">", ">=", ast.GtE),
    ast.GtE: (">=", ">", ast.Gt),
    ast.In: ("in", "not in", ast.NotIn),
    ast.NotIn: ("not in", "in", ast.In),
    ast.Is: ("is", "is not", ast.IsNot),
    ast.IsNot: ("is not", "is", ast.Is),
}

_REPLACED: dict[type[ast.operator], tuple[str, str, type[ast.operator]]] = {
    ast.Add: ("+", "-", ast.Sub),
    ast.Sub: ("-", "+", ast.Add),
    ast.Mult: ("*", "+", ast.Add),
    ast.FloorDiv: ("//", "*", ast.Mult),
    ast.Mod: ("%", "*", ast.Mult),
    ast.BitOr: ("|", "&", ast.BitAnd),
    ast.BitAnd: ("&", "|", ast.BitOr),
}

_LEVELS = {"error": "warning", "warning": "note", "note": "error"}
_FILTERS = {"filter", "exclude", "get", "Q"}
_TAKES_COLUMNS = {"select_related", "defer", "values_list", "order_by", "F", "Max"}


def changes(node: ast.AST, *, wording: bool) -> Iterator[Change]:
    """What each operator makes of a node; of text within an f-string nothing is made."""
    match node:
        case ast.Compare():
            yield from _compare(node)
        case ast.BoolOp():
            yield _boolean(node)
        case ast.UnaryOp(op=ast.Not()):
            yield "boolean", "not dropped", node.operand
        case ast.UnaryOp(op=ast.USub()):
            yield "arithmetic", "- dropped", node.operand
        case ast.BinOp() | ast.AugAssign():
            yield from _arithmetic(node)
        case ast.Constant():
            yield from _constant(node, wording=wording)
        case ast.Call():
            yield from _arguments(node)
        case ast.Return(value=ast.expr() as value) if not _is_nothing(value):
            yield "return", "→ None", _copy_with(node, value=ast.copy_location(ast.Constant(None), value))
    if isinstance(node, ast.stmt):
        yield from _statement(node)


def _copy_with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _is_nothing(value: ast.expr) -> bool:
    """Whether a value is as false as None is."""
    if isinstance(value, ast.Constant):
        return not value.value
    return isinstance(value, (ast.Tuple, ast.List)) and not value.elts


def _compare(node: ast.Compare) -> Iterator[Change]:
    for index, op in enumerate(node.ops):
        if type(op) in _COMPARED:
            old, new, kind = _COMPARED[type(op)]
            ops = [*node.ops[:index], kind(), *node.ops[index + 1 :]]
            yield "compare", f"{old} → {new}", _copy_with(node, ops=ops)


def _boolean(node: ast.BoolOp) -> Change:
    if isinstance(node.op, ast.And):
        return "boolean", "and → or", _copy_with(node, op=ast.Or())
    return "boolean", "or → and", _copy_with(node, op=ast.And())


def _arithmetic(node: ast.BinOp | ast.AugAssign) -> Iterator[Change]:
    if type(node.op) in _REPLACED:
        old, new, kind = _REPLACED[type(node.op)]
        yield "arithmetic", f"{old} → {new}", _copy_with(node, op=kind())


def _constant(node: ast.Constant, *, wording: bool) -> Iterator[Change]:
    old = node.value
    values: list[object] = []
    kind = "constant"
    if isinstance(old, bool):
        values = [not old]
    elif old is None:
        values = [0]
    elif isinstance(old, int):
        kind, values = "number", [old + 1, old - 1]
    elif isinstance(old, str) and not wording and not re.search(r"\s", old):
        kind, values = "string", [_LEVELS.get(old, f"{old}_")]
    for value in values:
        yield kind, f"{old!r} → {value!r}", _copy_with(node, value=value)


def _arguments(node: ast.Call) -> Iterator[Change]:
    """Each condition taken out of a filter."""
    if name_of(node) not in _FILTERS:
        return
    for index, keyword in enumerate(node.keywords):
        rest = [*node.keywords[:index], *node.keywords[index + 1 :]]
        yield "argument", f"without {ast.unparse(keyword)}", _copy_with(node, keywords=rest)
    for index, argument in enumerate(node.args if name_of(node) != "get" else ()):
        left = [*node.args[:index], *node.args[index + 1 :]]
        yield "argument", f"without {ast.unparse(argument)}", _copy_with(node, args=left)


def _is_name(target: ast.expr) -> bool:
    """Whether an assignment binds names alone, without which what follows could not run."""
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return all(isinstance(part, ast.Name) for part in parts)


def _statement(node: ast.stmt) -> Iterator[Change]:
    """Statements taken out; a generator stays one."""
    nothing = ast.copy_location(ast.Pass(), node)
    match node:
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield "drop", "dropped", nothing
        case ast.AugAssign():
            yield "drop", "dropped", nothing
        case ast.Assign(targets=[target]) if not _is_name(target):
            yield "drop", "dropped", nothing
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            empty = ast.YieldFrom(ast.Tuple([], ast.Load()))
            yield "yield", "dropped", ast.copy_location(ast.Expr(empty), node)
