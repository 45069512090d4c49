"""Form fields for the questions of ``builder.services.questions``, and forms of rows with versions."""

from typing import Any, Self

from django import forms

from builder.points.document.json_reader import MAX_NUMBER
from builder.services.questions import NumberQuestion, TextQuestion


class TextQuestionField(forms.CharField):
    """The field of a text question: a line, or for several lines a box of ``rows`` lines."""

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
        """Return the field for one form, with the maximum length from the current settings."""
        field: Self = super().__deepcopy__(memo)
        field.widget.attrs["maxlength"] = self.question.most
        return field

    def to_python(self, value: Any) -> str:  # noqa: ANN401 - whatever was sent
        """Return the text with Unix line ends, as lists store them."""
        text = super().to_python(value) or ""
        return text.replace("\r\n", "\n")


class NumberQuestionField(forms.IntegerField):
    """The field of a number question."""

    def __init__(self, question: NumberQuestion, **options: Any) -> None:
        settings: dict[str, Any] = {"label": question.label or None, "initial": question.usual}
        super().__init__(**{**question.bounds, **settings, **options})


class VersionedForm(forms.Form):
    """The form of a row with a version; a new row has none.

    ``version`` is the row's version when the form was made. ``keep`` is the version of somebody else's change
    that the user has seen and overwrites.
    """

    version = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    keep = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)

    def seen_version(self) -> int:
        """Return the version that the form was filled in for; 0 if it has none."""
        version: int = self.cleaned_data["keep"] or self.cleaned_data["version"] or 0
        return version
