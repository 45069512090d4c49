"""Definitions of inputs, from which forms and the API make their fields.

Each input is defined in the module of the service that stores it.
"""

from dataclasses import dataclass

from builder.catalogue.limits import limits
from builder.services.errors import NotPossible
from builder.services.validation import check_length, check_line, check_text

MARKDOWN = "Markdown: blank lines separate paragraphs, *stars* emphasise, # starts a heading."


@dataclass(frozen=True, slots=True, kw_only=True)
class TextQuestion:
    """A text input of one line, or of several lines if ``lines`` is True.

    ``label`` is the name in error messages, ``help`` says what to write. ``needed`` is the error for a blank
    text; "" allows a blank text. ``longest`` is the maximum length in characters; 0 means the general maximum
    for one line or several lines.
    """

    label: str
    lines: bool = False
    help: str = ""
    needed: str = ""
    longest: int = 0

    @property
    def most(self) -> int:
        """The maximum length of the text in characters, by the current settings."""
        return self.longest or (limits().text if self.lines else limits().name)

    def checked(self, value: str) -> str:
        """Return the text in its stored form.

        Raises NotPossible, LimitReached or DocumentError if it can't be stored.
        """
        if self.needed and not value.strip():
            raise NotPossible(self.needed)
        check_length(self.label, value, self.most)
        return (check_text if self.lines else check_line)(self.label, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberQuestion:
    """An integer from ``least`` to ``most``; ``usual`` is the initial value."""

    least: int
    most: int
    usual: int | None = None
    label: str = ""

    @property
    def bounds(self) -> dict[str, int]:
        """The bounds, with the names of arguments of form and serializer fields."""
        return {"min_value": self.least, "max_value": self.most}

    @property
    def range_text(self) -> str:
        """The bounds in words: "from 1 to 90"."""
        return f"from {self.least} to {self.most}"

    def __contains__(self, value: int) -> bool:
        """Return whether a number is within the bounds."""
        return self.least <= value <= self.most
