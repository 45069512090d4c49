"""Input definitions shared by forms and the API; each is next to its service.

The field of a form and the field of a serializer are made from it; the service holds what comes against it.
"""

from dataclasses import dataclass

from builder.catalogue.limits import limits
from builder.services.errors import NotPossible
from builder.services.validation import check_length, check_line, check_text

MARKDOWN = "Markdown: blank lines separate paragraphs, *stars* emphasise, # starts a heading."


@dataclass(frozen=True, slots=True, kw_only=True)
class TextQuestion:
    """A text: a line, or ``lines``. ``label`` is what refusals call it, ``help`` says what to write.

    ``needed`` is the refusal of a blank one, "" where it may be blank. ``longest`` is its own bound in
    characters; without one it is that of all such texts.
    """

    label: str
    lines: bool = False
    help: str = ""
    needed: str = ""
    longest: int = 0

    @property
    def most(self) -> int:
        """The most characters that the text can have, by the current settings."""
        return self.longest or (limits().text if self.lines else limits().name)

    def checked(self, value: str) -> str:
        """Return the text as it is stored.

        NotPossible, LimitReached or DocumentError if it can't be stored.
        """
        if self.needed and not value.strip():
            raise NotPossible(self.needed)
        check_length(self.label, value, self.most)
        return (check_text if self.lines else check_line)(self.label, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberQuestion:
    """A whole number from ``least`` to ``most``; ``usual`` is offered first."""

    least: int
    most: int
    usual: int | None = None
    label: str = ""

    @property
    def bounds(self) -> dict[str, int]:
        """The bounds as the fields of forms and of serializers call them."""
        return {"min_value": self.least, "max_value": self.most}

    @property
    def range_text(self) -> str:
        """The bounds in words: "from 1 to 90"."""
        return f"from {self.least} to {self.most}"

    def __contains__(self, value: int) -> bool:
        """Return whether a number is within the bounds."""
        return self.least <= value <= self.most
