"""The form of a new token."""

import re
import secrets

from django import forms
from django.core.validators import RegexValidator
from django.http import QueryDict

from builder.catalogue.limits import limits
from builder.models import Scope

DAYS = (7, 30, 90, 366)
DEFAULT_DAYS = 30
_FORM_ID = re.compile(r"\A[\w-]{1,40}\Z", re.ASCII)


class TokenForm(forms.Form):
    """Name, scope, days. ``form`` tells this form from any other: sent twice it makes one token."""

    form = forms.CharField(widget=forms.HiddenInput, validators=[RegexValidator(_FORM_ID)])
    name = forms.CharField(
        strip=False,
        help_text="For you, so that you know later what it is for.",
        error_messages={"required": "Give it a name, so that you know later what it is for."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label="What it may do",
        choices=Scope.choices,
        help_text="Read: nothing can be changed by it. Read and write: all that you can do, "
        "but for what is asked on these pages of your account.",
    )
    days = forms.TypedChoiceField(
        label="Good for", coerce=int, choices=[(days, f"{days} days") for days in DAYS]
    )

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, object] | None = None) -> None:
        """The longest name is the setting's in force now."""
        super().__init__(data, initial=initial, label_suffix="")
        self.fields["name"].widget.attrs["maxlength"] = limits().name


def new_token_form() -> TokenForm:
    """A form that was not sent yet: to read, for a month."""
    initial = {"form": secrets.token_urlsafe(16), "scope": Scope.READ, "days": DEFAULT_DAYS}
    return TokenForm(initial=initial)
