"""Names and texts use plain words: the glossary lists words to avoid, and words.toml their remaining uses.

The numbers in words.toml are exact, so that each removed use is recorded and can't come back.
"""

import ast
import re
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.project_files import ROOT, project_files

ALLOWED = tomllib.loads((ROOT / "tests/guards/words.toml").read_text(encoding="utf-8"))
GLOSSARY = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
AVOIDED = {
    word for row in re.findall(r"^\| ([a-z, ]+) \|", GLOSSARY.split("## Words to avoid")[1], re.MULTILINE)
    for word in row.split(", ")
} - {"not"}  # fmt: skip
VAGUE = {"found", "made", "most", "one"}
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SCRIPT_TEXT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""", re.DOTALL
)
_MARKUP = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<[^>]*>", re.DOTALL)


def _files(*endings: str) -> list[Path]:
    paths = [path for path in project_files() if path.suffix in endings]
    return [path for path in paths if "migrations" not in path.parts and path.name != "CHANGELOG.md"]


@cache
def _trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in _files(".py")}


def _names_of(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(asname=str(name)):
            yield name
        case (
            ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store())
        ):
            yield name
        case _:
            return


def _defined_names() -> Counter[str]:
    nodes = (node for tree in _trees().values() for node in ast.walk(tree))
    return Counter(name for node in nodes for name in _names_of(node))


@cache
def _scripts() -> list[str]:
    """Return the site's own JavaScript files."""
    return [path.read_text(encoding="utf-8") for path in _files(".js") if "vendor" not in path.parts]


def _script_names() -> Counter[str]:
    """Count the identifiers of scripts, outside of comments and strings."""
    code = " ".join(_SCRIPT_TEXT.sub(" ", script) for script in _scripts())
    return Counter(re.findall(r"[A-Za-z_$][\w$]*", code))


def _is_avoided(name: str) -> bool:
    return not AVOIDED.isdisjoint(part.lower() for part in _PART.findall(name))


def _prose() -> Iterator[str]:
    """Yield comments, docstrings, scripts' strings, and the texts of templates and docs without markup."""
    for path, tree in _trees().items():
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
        yield from (ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, documented))
        with path.open("rb") as file:
            yield from (
                token.string for token in tokenize.tokenize(file.readline) if token.type == tokenize.COMMENT
            )
    for script in _scripts():
        yield from _SCRIPT_TEXT.findall(script)
    for path in _files(".html", ".jinja", ".md"):
        text = path.read_text(encoding="utf-8").split("## Words to avoid")[0]
        yield text if path.suffix == ".md" else _MARKUP.sub(" ", text)


@cache
def _prose_counts() -> Counter[str]:
    words = (word for text in _prose() for word in re.findall(r"[a-z]+", text.lower()))
    return Counter(word for word in words if word in AVOIDED)


def test_the_glossary_has_words_to_avoid() -> None:
    """The other tests read the table: one that is not understood would let everything pass."""
    assert {"told", "whoever", "shelves", "suffer"} <= AVOIDED
    assert set(ALLOWED["texts"]) <= AVOIDED


def test_names_contain_no_words_to_avoid() -> None:
    """Names in Python and scripts, names of modules, templates and scripts, and CSS classes."""
    files = {path.stem for path in _files(".py", ".html", ".jinja", ".js")}
    styles = "\n".join(path.read_text(encoding="utf-8") for path in _files(".css"))
    names = {*_defined_names(), *_script_names(), *files, *re.findall(r"\.([a-z][\w-]+)", styles)}
    assert {name for name in names if _is_avoided(name)} == set(ALLOWED["names"])


@pytest.mark.parametrize("name", sorted(VAGUE))
def test_vague_names_are_recorded(name: str) -> None:
    """A variable says what it contains."""
    assert _defined_names()[name] == ALLOWED["vague"].get(name, 0)


def test_words_to_avoid_in_texts_are_recorded() -> None:
    """Comments, docstrings, pages, scripts and docs use the words to avoid only as often as recorded."""
    assert dict(_prose_counts()) == ALLOWED["texts"]
