"""Form fields for the questions of ``builder.services.questions``, and forms of objects with versions.

A question describes something that a user can enter, with its limits. Pages and the API share it.
"""

from typing import Any, Self

from django import forms

from builder.points.document.json_reader import MAX_NUMBER
from builder.services.questions import NumberQuestion, TextQuestion


class TextQuestionField(forms.CharField):
    """The field of a text question: a box with ``rows`` lines if the question allows several lines."""

    def __init__(self, question: TextQuestion, *, rows: int = 6, **options: Any) -> None:
        self.question = question
        widget: forms.Widget = (
            forms.Textarea(attrs={"rows": rows})
            if question.lines
            else forms.TextInput(attrs={"autocomplete": "off"})
        )
        messages = {"required": question.needed} if question.needed else None
        settings: dict[str, Any] = {"required": bool(question.needed), "help_text": question.help}
        super().__init__(**{"widget": widget, "error_messages": messages, **settings, **options})

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the copy of the field for one form. Its maximum length comes from the current settings."""
        field: Self = super().__deepcopy__(memo)
        field.widget.attrs["maxlength"] = self.question.most
        return field

    def to_python(self, value: Any) -> str:  # noqa: ANN401 - whatever was sent
        """Return the text with Unix line ends, which stored texts have."""
        text = super().to_python(value) or ""
        return text.replace("\r\n", "\n")


class NumberQuestionField(forms.IntegerField):
    """The field of a number question."""

    def __init__(self, question: NumberQuestion, **options: Any) -> None:
        settings: dict[str, Any] = {"label": question.label or None, "initial": question.usual}
        super().__init__(**{**question.bounds, **settings, **options})


class VersionedForm(forms.Form):
    """The form of an object with a version.

    ``version`` is the version that the form shows. New objects have none. ``keep`` is a later version, with a
    change by somebody else that the user chose to overwrite.
    """

    version = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    keep = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)

    def seen_version(self) -> int:
        """Return the latest version that the user has seen, or 0 for a new object."""
        version: int = self.cleaned_data["keep"] or self.cleaned_data["version"] or 0
        return version
