"""What comes of reading a text: its profiles, what was read as what, what was not read, and what is asked.

What stands in quotes is taken as it stands, so that a name in quotes is never asked about.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from builder.points.document.document import Profile
from builder.points.shorthand.tokens import MASK

LEAVE = "Leave it as it is written"


class ParsedPiece(NamedTuple):
    """Signs that were read: where they stand in the text, and as what; the result adds line and text.

    ``meaning`` is empty for mark-up and for words that only join others.
    """

    start: int
    end: int
    meaning: str
    line: int = 0
    text: str = ""


def _with_meaning(pieces: Iterable[ParsedPiece]) -> tuple[ParsedPiece, ...]:
    """Those with a meaning; punctuation and joining words have none."""
    return tuple(piece for piece in pieces if piece.meaning)


class Choice(NamedTuple):
    """An answer: what its button says, and what the text says in the place of the question's."""

    label: str
    replacement: str


class Question(NamedTuple):
    """Signs of the text that may mean one of two things, nobody but its writer knows which.

    Each answer is an edit of the text: read again, it asks no more. ``is_name`` says that the signs hold the
    name of the profile; the result adds line and text.
    """

    start: int
    end: int
    prompt: str
    choices: tuple[Choice, Choice]
    is_name: bool = False
    line: int = 0
    text: str = ""

    def answered(self, text: str, choice: int) -> str:
        """The text with the answer of this number, from 0, in the place of the question."""
        return text[: self.start] + self.choices[choice].replacement + text[self.end :]


class Unparsed(NamedTuple):
    """Signs that were not read, and what may have been meant, the closest first; ``asked``: a question is."""

    line: int
    start: int
    end: int
    text: str
    near: tuple[str, ...] = ()
    hint: str = ""
    asked: bool = False

    @property
    def suggestion(self) -> str:
        """What may have been meant; "" where nothing is near."""
        near = " or ".join(part for part in (", ".join(self.near[:-1]), *self.near[-1:]) if part)
        return f"did you mean {near}?" if near else self.hint


class ParsedProfile(NamedTuple):
    """One profile of the text. Its key is like no other's in the list or the text.

    ``claims`` are the points that the text says it comes to.
    """

    profile: Profile
    pieces: tuple[ParsedPiece, ...]
    unparsed: tuple[Unparsed, ...]
    claims: tuple[int, ...]
    line: int

    @property
    def pieces_with_meaning(self) -> tuple[ParsedPiece, ...]:
        """Those that were read as something."""
        return _with_meaning(self.pieces)


class ParsedText(NamedTuple):
    """All of a text. ``text`` has one kind of line end, and the places are those in it.

    ``pieces`` and ``unparsed`` are what belongs to no profile, such as a title. What ``questions`` ask about
    is not read until they are answered.
    """

    text: str
    profiles: tuple[ParsedProfile, ...]
    pieces: tuple[ParsedPiece, ...]
    unparsed: tuple[Unparsed, ...]
    questions: tuple[Question, ...] = ()

    @property
    def pieces_with_meaning(self) -> tuple[ParsedPiece, ...]:
        """Those of its pieces that were read as something."""
        return _with_meaning(self.pieces)

    @property
    def all_unparsed(self) -> tuple[Unparsed, ...]:
        """Everything that was not read, in the order of the text."""
        unparsed = [*self.unparsed, *(piece for pasted in self.profiles for piece in pasted.unparsed)]
        return tuple(sorted(unparsed, key=lambda piece: piece.start))

    def profiles_to_save(self) -> list[Profile]:
        """The profiles as they are saved: what was not read stands in their notes, so that it is not lost."""
        profiles, outside = [], self.unparsed
        for pasted in self.profiles:
            lines = [f"Not read: {' '.join(piece.text.split())}" for piece in (*outside, *pasted.unparsed)]
            notes = "\n\n".join(text for text in (pasted.profile.notes, *lines) if text)
            profiles.append(replace(pasted.profile, notes=notes))
            outside = ()
        return profiles


def quoted(text: str) -> str:
    """A text in quotes, as which it is taken as it stands."""
    plain = " ".join(text.replace(MASK, "").split())
    if '"' not in plain:
        return f'"{plain}"'
    return f"“{plain.replace('“', '').replace('”', '')}”"
