"""Definitions of inputs.

The site's forms and the API create their fields from the same definitions. The definition of an input is in
the module of the service that stores the input.
"""

from dataclasses import dataclass

from builder.catalogue.limits import limits
from builder.services.errors import NotPossible
from builder.services.validation import check_length, check_line, check_text

MARKDOWN = "Markdown: blank lines separate paragraphs, *stars* emphasise, # starts a heading."


@dataclass(frozen=True, slots=True, kw_only=True)
class TextQuestion:
    """An input for a text.

    ``label`` is the input's name in error messages.
    ``lines`` is True if the text can have several lines, and False if it is a single line.
    ``help`` says what to write.
    ``needed`` is the error message for a blank text. If the text may be blank, it is an empty string.
    ``longest`` is the maximum length in characters. If it is 0, a maximum from the settings applies (see
    ``most``).
    """

    label: str
    lines: bool = False
    help: str = ""
    needed: str = ""
    longest: int = 0

    @property
    def most(self) -> int:
        """The maximum length of the text in characters.

        If ``longest`` is 0, this is the maximum from the settings for one line or for several lines.
        """
        return self.longest or (limits().text if self.lines else limits().name)

    def checked(self, value: str) -> str:
        """Return the text as it will be stored.

        Raises NotPossible if the text is blank and a text is needed. Raises LimitReached if the text is too
        long. Raises DocumentError if the text contains characters that can't be stored.
        """
        if self.needed and not value.strip():
            raise NotPossible(self.needed)
        check_length(self.label, value, self.most)
        return (check_text if self.lines else check_line)(self.label, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberQuestion:
    """An input for an integer from ``least`` to ``most``.

    ``usual`` is the value that a form's field shows at first. If it is None, the field is blank at first.
    ``label`` describes the number, in forms and in the API.
    """

    least: int
    most: int
    usual: int | None = None
    label: str = ""

    @property
    def bounds(self) -> dict[str, int]:
        """The bounds as keyword arguments for the fields of forms and serializers."""
        return {"min_value": self.least, "max_value": self.most}

    @property
    def range_text(self) -> str:
        """The bounds in words: "from 1 to 90"."""
        return f"from {self.least} to {self.most}"

    def __contains__(self, value: int) -> bool:
        """Return whether a number is within the bounds."""
        return self.least <= value <= self.most
