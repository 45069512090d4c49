"""The form for a list's name, setting and background."""

from django import forms
from django.http import QueryDict

from builder.catalogue.limits import limits
from builder.models import CompanyList
from builder.points.json_reader import MAX_NUMBER


class DetailsForm(forms.Form):
    """Name, setting and background; ``version`` is the list's when the form was made.

    ``keep`` is the version of the other change that the player has seen and overrules.
    """

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    keep = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=MAX_NUMBER)
    name = forms.CharField(required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    setting = forms.CharField(
        required=False,
        help_text="World and age in one line.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    background = forms.CharField(
        required=False,
        help_text="Markdown: a blank line begins a paragraph, *stars* emphasise, # begins a heading.",
        widget=forms.Textarea(attrs={"rows": 10}),
    )

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, object] | None = None) -> None:
        """Lengths come from the settings in force now."""
        super().__init__(data, initial=initial, label_suffix="")
        most = {"name": limits().name, "setting": limits().name, "background": limits().text}
        for name, length in most.items():
            field = self.fields[name]
            field.widget.attrs["maxlength"] = length

    def clean_background(self) -> str:
        """Line ends as the document writes them."""
        text: str = self.cleaned_data["background"]
        return text.replace("\r\n", "\n")

    def seen_version(self) -> int:
        """The version that the player knows of."""
        version: int = self.cleaned_data["keep"] or self.cleaned_data["version"]
        return version

    def details(self) -> dict[str, str]:
        """What is to be saved."""
        return {name: self.cleaned_data[name] for name in ("name", "setting", "background")}


def details_form(row: CompanyList) -> DetailsForm:
    """The form with what is stored."""
    return DetailsForm(
        initial={
            "version": row.version,
            "name": row.name,
            "setting": row.setting,
            "background": row.background,
        }
    )
