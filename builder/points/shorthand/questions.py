"""Questions about a text: where it may mean one of two things, nobody but its writer knows which.

Each has two answers, and each answer is an edit of the text: read again, it asks no more. What stands in
quotes is taken as it stands, so that a name in quotes is never asked about.
"""

from typing import NamedTuple

from builder.points.shorthand.tokens import MASK

LEAVE = "Leave it as it is written"


class Choice(NamedTuple):
    """An answer: what its button says, and what the text says in the place of the question's."""

    label: str
    replacement: str


class Doubt(NamedTuple):
    """A question while a line is read: the signs that an answer replaces, what is asked, and the answers.

    ``is_name`` says that they hold the name of the profile.
    """

    start: int
    end: int
    prompt: str
    choices: tuple[Choice, Choice]
    is_name: bool = False


class Question(NamedTuple):
    """Signs of the text that may mean one of two things (line from 1, places in the text)."""

    line: int
    start: int
    end: int
    text: str
    prompt: str
    choices: tuple[Choice, Choice]


def quoted(text: str) -> str:
    """A text in quotes, as which it is taken as it stands."""
    plain = " ".join(text.replace(MASK, "").split())
    if '"' not in plain:
        return f'"{plain}"'
    return f"“{plain.replace('“', '').replace('”', '')}”"


def answered(text: str, question: Question, choice: int) -> str:
    """The text with the answer of this number, from 0, in the place of the question."""
    return text[: question.start] + question.choices[choice].replacement + text[question.end :]
