"""The form for a list's name, setting and background."""

from django import forms

from builder.points.document.json_reader import MAX_NUMBER
from builder.services.lists import LIST_BACKGROUND, LIST_NAME, LIST_SETTING
from builder.web.shared.spec_fields import TextSpecField, VersionedForm


class DetailsForm(VersionedForm):
    """The form for the name, setting and background of a list."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    name = TextSpecField(LIST_NAME)
    setting = TextSpecField(LIST_SETTING)
    background = TextSpecField(LIST_BACKGROUND, rows=10)

    def details(self) -> dict[str, str]:
        """Return the values to save."""
        return {name: self.cleaned_data[name] for name in ("name", "setting", "background")}
