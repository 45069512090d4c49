"""Each comment that silences the linter or the type checker names a rule and a reason."""

import io
import re
import tokenize

import pytest

from tests.support.project_files import text_files

# Joined here, so that no line of this file silences anything.
NOQA, IGNORE, ENTIRE_FILE = "no" + "qa", "type: " + "ignore", "ru" + "ff:"
SILENCES = re.compile(rf"#\s*(?:(?:{ENTIRE_FILE}|flake8:)\s*)?(?:{NOQA}|type:\s*ignore)\b", re.IGNORECASE)
CODES = r"[A-Z]+\d+(?:, ?[A-Z]+\d+)*"
REASONED = re.compile(rf"# (?:(?:{ENTIRE_FILE} )?{NOQA}: {CODES} - |{IGNORE}\[[a-z\d, -]+\]  ?# )\w.{{3,}}")


def comments(text: str) -> list[tuple[int, str]]:
    """Return the silencing comments of a Python file, with their line numbers."""
    if not SILENCES.search(text):  # parsing the other files too would take long
        return []
    return [
        (token.start[0], token.string)
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and SILENCES.search(token.string)
    ]


def without_reason(text: str) -> list[int]:
    """Return the lines that silence something without a code or a reason."""
    result = []
    for line, comment in comments(text):
        starts = [match.start() for match in SILENCES.finditer(comment)]
        if not all(REASONED.match(comment, start) for start in starts):
            result.append(line)
    return result


def test_suppressed_warnings_name_rule_and_reason() -> None:
    texts = [(path, text) for path, text in text_files() if path.endswith((".py", ".pyi"))]
    assert sum(len(comments(text)) for _, text in texts) > 1  # a test that reads none would prove nothing
    assert [f"{path}:{line}" for path, text in texts for line in without_reason(text)] == []


@pytest.mark.parametrize(
    "comment",
    [
        f"# {NOQA}",
        f"# {NOQA} - as above",
        f"# {NOQA}: S308",
        f"# {NOQA}: S308 -",
        f"# {NOQA}:S308",
        f"# {NOQA.upper()}: S308",
        f"# {IGNORE}",
        f"# {IGNORE} # as above",
        f"# {IGNORE}[misc]",
        f"# {IGNORE}[misc] #",
        f"# {IGNORE}[misc] # {NOQA}: S308",
        f"# {IGNORE}[misc] # no types # {NOQA}: S308",
        f"# {ENTIRE_FILE} {NOQA}",
        f"# {ENTIRE_FILE} {NOQA}: S308",
    ],
)
def test_suppressions_without_rule_or_reason_are_found(comment: str) -> None:
    assert without_reason(f"a = 1\nb = 2  {comment}\n") == [2]
