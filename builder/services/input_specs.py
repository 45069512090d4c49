"""Specifications of inputs, from which the site's forms and the API create their fields.

The specification of an input is in the module of the service that stores the input.
"""

from dataclasses import dataclass

from builder.catalogue.limits import limits
from builder.services.errors import NotPossible
from builder.services.validation import check_length, check_line, check_text

MARKDOWN = "Markdown: blank lines separate paragraphs, *stars* emphasise, # starts a heading."


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSpec:
    """The specification of a text input.

    ``label`` is the name of the input in error messages. ``required_error`` is the message for a blank text,
    or an empty string if the text may be blank. If ``own_max_length`` is None, a maximum from the settings
    applies.
    """

    label: str
    is_multiline: bool = False
    help_text: str = ""
    required_error: str = ""
    own_max_length: int | None = None

    @property
    def max_length(self) -> int:
        """The maximum length in characters."""
        return self.own_max_length or (limits().text if self.is_multiline else limits().name)

    def clean(self, value: str) -> str:
        """Return the text as it will be stored.

        Raises NotPossible if the text is blank and must not be. Raises LimitReached if it is too long. Raises
        DocumentError if it contains characters that can't be stored.
        """
        if self.required_error and not value.strip():
            raise NotPossible(self.required_error)
        check_length(self.label, value, self.max_length)
        return (check_text if self.is_multiline else check_line)(self.label, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberSpec:
    """The specification of an input for an integer.

    ``initial`` is the value that the field of a form shows at first, or None if it is blank at first.
    """

    min_value: int
    max_value: int
    initial: int | None = None
    label: str = ""

    @property
    def bounds(self) -> dict[str, int]:
        """The bounds as keyword arguments for the fields of forms and serializers."""
        return {"min_value": self.min_value, "max_value": self.max_value}

    @property
    def range_text(self) -> str:
        """The bounds in words: "from 1 to 90"."""
        return f"from {self.min_value} to {self.max_value}"

    def __contains__(self, value: int) -> bool:
        """Return whether a number is within the bounds."""
        return self.min_value <= value <= self.max_value
