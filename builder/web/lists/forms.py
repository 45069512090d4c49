"""The form for a list's name, setting and background."""

from django import forms
from django.http import QueryDict

from builder.models import CompanyList
from builder.points.document.json_reader import MAX_NUMBER
from builder.services.lists import LIST_BACKGROUND, LIST_NAME, LIST_SETTING
from builder.web.shared.question_fields import TextQuestionField


class DetailsForm(forms.Form):
    """Name, setting and background; ``version`` is the list's version when the form was loaded.

    ``keep`` is the later version that the player saw in a conflict and chose to overwrite.
    """

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    keep = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    name = TextQuestionField(LIST_NAME)
    setting = TextQuestionField(LIST_SETTING)
    background = TextQuestionField(LIST_BACKGROUND, rows=10)

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, object] | None = None) -> None:
        """Remove the colon that Django adds to labels."""
        super().__init__(data, initial=initial, label_suffix="")

    def seen_version(self) -> int:
        """Return the latest version that the player has seen."""
        version: int = self.cleaned_data["keep"] or self.cleaned_data["version"]
        return version

    def details(self) -> dict[str, str]:
        """Return the values to save."""
        return {name: self.cleaned_data[name] for name in ("name", "setting", "background")}


def details_form(row: CompanyList) -> DetailsForm:
    """Return the form with the saved values."""
    return DetailsForm(
        initial={
            "version": row.version,
            "name": row.name,
            "setting": row.setting,
            "background": row.background,
        }
    )
