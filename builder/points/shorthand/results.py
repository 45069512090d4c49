"""The result of reading a text: its profiles, the meanings of its pieces, unread parts, and questions."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, NamedTuple

from builder.points.document.design import usual_design
from builder.points.document.document import Profile, Roster
from builder.points.rules.catalogue import Catalogue
from builder.points.shorthand.tokens import COVER

LEAVE_AS_WRITTEN = "Keep it as written"


class ParsedPiece(NamedTuple):
    """A part of the text that was read, and its meaning.

    ``meaning`` is empty for mark-up and for words that only join others. ``line`` and ``text`` are only set
    in the final result (``ParsedText``).
    """

    start: int
    end: int
    meaning: str
    line: int = 0
    text: str = ""

    @property
    def role(self) -> str:
        """The role of the piece: "name", "title", "fact", or "mark" if it has no meaning."""
        return self.meaning if self.meaning in ("name", "title") else "fact" if self.meaning else "mark"


class MarkedPiece(NamedTuple):
    """A part of the text with its role: "name", "title", "fact", "mark", "total", "question" or "unread".

    ``note`` is the meaning of the piece, the question about it, or a suggestion for it.
    """

    start: int
    end: int
    role: str
    note: str


class StatedTotal(NamedTuple):
    """A total in the text, and the limit after it. ``calculated`` is None if a profile has no price."""

    start: int
    end: int
    stated: int
    limit: int | None
    calculated: int | None
    line: int
    text: str

    @property
    def is_right(self) -> bool:
        """Whether the total is right."""
        return self.stated == self.calculated


def _with_meaning(pieces: Iterable[ParsedPiece]) -> tuple[ParsedPiece, ...]:
    """Return the pieces with a meaning, without punctuation and joining words."""
    return tuple(piece for piece in pieces if piece.meaning)


class Choice(NamedTuple):
    """An answer to a question. To choose it, replace the text of the question and send all text again."""

    label: Annotated[str, "Answer, as on a button."]
    replacement: Annotated[str, "Text to write instead of the text of the question."]


class Question(NamedTuple):
    """A part of the text that may mean one of two things. Only the writer of the text knows which.

    Each answer replaces this part with a text that raises no question. ``is_read`` is true if the part
    already has a meaning, which the answer may change. ``line`` and ``text`` are only set in the final
    result.
    """

    start: int
    end: int
    prompt: str
    choices: tuple[Choice, Choice]
    is_read: bool = False
    line: int = 0
    text: str = ""

    def text_with_answer(self, text: str, choice: int) -> str:
        """Return the text with this part replaced by the answer with this index."""
        return text[: self.start] + self.choices[choice].replacement + text[self.end :]


class Unparsed(NamedTuple):
    """An unread part of the text. ``similar_words`` begin with the closest; ``hint`` says what to write."""

    line: int
    start: int
    end: int
    text: str
    similar_words: tuple[str, ...] = ()
    hint: str = ""
    has_question: bool = False

    @property
    def suggestion(self) -> str:
        """A question with the similar words, or the hint, which may be empty."""
        *others, last = self.similar_words or ("",)
        words = f"{', '.join(others)} or {last}" if others else last
        return f"did you mean {words}?" if words else self.hint


class ParsedProfile(NamedTuple):
    """One profile of the text. Its key is unique in the list and the text.

    ``claims`` are the points that the text states for the profile. ``models`` is the number of models. If
    several models were read as separate profiles, these profiles have the same pieces.
    """

    profile: Profile
    pieces: tuple[ParsedPiece, ...]
    unparsed: tuple[Unparsed, ...]
    claims: tuple[int, ...]
    line: int
    models: int = 1

    @property
    def pieces_with_meaning(self) -> tuple[ParsedPiece, ...]:
        """The pieces with a meaning."""
        return _with_meaning(self.pieces)


class ParsedText(NamedTuple):
    """The result of reading a text. ``text`` has line breaks of one kind, and all positions refer to it.

    ``pieces`` and ``unparsed`` are the pieces and unread parts outside of profiles, such as a title.

    ``roster`` contains each profile as often as the text says. It is None if the text has no roster or count.
    ``title`` is the name of the list in the text. It is "" if the text has no such name, or if the name is
    that of the ``roster``.
    """

    text: str
    profiles: tuple[ParsedProfile, ...]
    pieces: tuple[ParsedPiece, ...]
    unparsed: tuple[Unparsed, ...]
    questions: tuple[Question, ...] = ()
    totals: tuple[StatedTotal, ...] = ()
    roster: Roster | None = None
    title: str = ""

    @property
    def pieces_with_meaning(self) -> tuple[ParsedPiece, ...]:
        """The pieces outside of profiles that have a meaning."""
        return _with_meaning(self.pieces)

    @property
    def all_unparsed(self) -> tuple[Unparsed, ...]:
        """All unread parts in the order of the text."""
        unparsed = [*self.unparsed, *(piece for pasted in self.profiles for piece in pasted.unparsed)]
        return tuple(sorted(unparsed, key=lambda piece: piece.start))

    @property
    def marked_pieces(self) -> tuple[MarkedPiece, ...]:
        """The pieces of the text in their order, each with its role, without overlaps."""
        prompts = {question.start: question.prompt for question in self.questions if question.is_read}
        marked = set[MarkedPiece]()
        for piece in (*self.pieces, *(piece for profile in self.profiles for piece in profile.pieces)):
            prompt = prompts.get(piece.start)
            role, note = ("question", prompt) if prompt else (piece.role, piece.meaning)
            marked.add(MarkedPiece(piece.start, piece.end, role, note))
        for total in self.totals:
            note = f"says {total.stated}, but costs {total.calculated}"
            marked.add(MarkedPiece(total.start, total.end, "total", note))
        for unread in self.all_unparsed:
            role = "question" if unread.has_question else "unread"
            marked.add(MarkedPiece(unread.start, unread.end, role, unread.suggestion))
        separate: list[MarkedPiece] = []
        for part in sorted(marked, key=lambda part: (part.start, -part.end, part.role == "mark")):
            if separate and (part.start, part.end) == (separate[-1].start, separate[-1].end):
                note = ", ".join(filter(None, (separate[-1].note, part.note)))
                separate[-1] = separate[-1]._replace(note=note)
            elif part.start < part.end and (not separate or part.start >= separate[-1].end):
                separate.append(part)
        return tuple(separate)

    def profiles_to_save(self, catalogue: Catalogue) -> list[Profile]:
        """Return the profiles as the editor stores them, with unread text in their notes."""
        profiles, outside = [], self.unparsed
        for pasted in self.profiles:
            lines = [f"Not read: {' '.join(piece.text.split())}" for piece in (*outside, *pasted.unparsed)]
            notes = "\n\n".join(text for text in (pasted.profile.notes, *lines) if text)
            design = usual_design(pasted.profile.design, catalogue)
            profiles.append(replace(pasted.profile, design=design, notes=notes))
            outside = ()
        return profiles


def quote(name: str) -> str:
    """Return a name in quotes. A quote in the name is written twice."""
    return '"{}"'.format(name.replace('"', '""'))


def quoted(text: str) -> str:
    """Return a part of a covered text in quotes, so that it is read literally."""
    return quote(" ".join(text.replace(COVER, "").split()))
