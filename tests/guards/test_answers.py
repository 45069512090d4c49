"""Responses come from serializers: no function lists the fields of a serializer a second time."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def fields_of_serializers(trees: list[ast.Module]) -> dict[str, frozenset[str]]:
    """Return the names of each serializer's fields, if there are more than two."""
    result = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name.endswith("Serializer"):
                targets = [line.targets[0] for line in node.body if isinstance(line, ast.Assign)]
                names = frozenset(target.id for target in targets if isinstance(target, ast.Name))
                if len(names) > 2:
                    result[node.name] = names
    return result


def keys_of_dicts(tree: ast.Module) -> Iterator[frozenset[str]]:
    """Return the keys of each dict display of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            yield frozenset(str(key.value) for key in node.keys if isinstance(key, ast.Constant))


def test_no_function_lists_the_fields_of_a_serializer_again() -> None:
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "api").rglob("*.py"))}
    fields = fields_of_serializers(list(trees.values()))
    assert len(fields) > 50  # the search works
    twice = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, tree in trees.items()
        for keys in keys_of_dicts(tree)
        for name, names in fields.items()
        if keys == names
    }
    assert not twice
