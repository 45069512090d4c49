"""Form fields for the inputs that ``builder.services.input_specs`` describes, and forms with versions."""

from typing import Any, Self

from django import forms

from builder.points.document.json_reader import MAX_NUMBER
from builder.services.input_specs import NumberSpec, TextSpec


class TextSpecField(forms.CharField):
    """A text field. If the text can have several lines, it is a box with ``rows`` lines."""

    def __init__(self, spec: TextSpec, *, rows: int = 6, **options: Any) -> None:
        self.spec = spec
        widget: forms.Widget = (
            forms.Textarea(attrs={"rows": rows})
            if spec.is_multiline
            else forms.TextInput(attrs={"autocomplete": "off"})
        )
        messages = {"required": spec.required_error} if spec.required_error else None
        settings: dict[str, Any] = {"required": bool(spec.required_error), "help_text": spec.help_text}
        super().__init__(**{"widget": widget, "error_messages": messages, **settings, **options})

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the copy of the field for one form. Its maximum length comes from the current settings."""
        field: Self = super().__deepcopy__(memo)
        field.widget.attrs["maxlength"] = self.spec.max_length
        return field

    def to_python(self, value: Any) -> str:  # noqa: ANN401 - whatever was sent
        """Return the text with Unix line ends, which stored texts have."""
        text = super().to_python(value) or ""
        return text.replace("\r\n", "\n")


class NumberSpecField(forms.IntegerField):
    """A field for an integer."""

    def __init__(self, spec: NumberSpec, **options: Any) -> None:
        settings: dict[str, Any] = {"label": spec.label or None, "initial": spec.initial}
        super().__init__(**{**spec.bounds, **settings, **options})


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
