"""The forms of accounts: allauth's, with our words and without placeholders, which vanish as one types."""

import re
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account import forms as account
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as second
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp
from django import forms
from django.conf import settings
from django.core.cache import cache
from django.core.validators import MaxLengthValidator, RegexValidator
from django.db import IntegrityError, transaction
from django.forms import Field
from django.http import HttpRequest, HttpResponse, QueryDict

from builder.catalogue.limits import limits
from builder.models import Scope, User
from builder.web.people.names import MAX_EMAIL_LENGTH, MAX_NAME_LENGTH
from builder.web.shared.errors import problem_response

_LENGTH_HINT = "At least eight characters, and none of those that everybody takes."
_AGAIN_LABEL = "The new password again"
_CODE_ATTRIBUTES = {"autocomplete": "one-time-code", "inputmode": "numeric", "autocapitalize": "off"}


class LabelledFormMixin:
    """A form whose fields have our labels and hints."""

    labels: ClassVar[Mapping[str, str]] = {}
    hints: ClassVar[Mapping[str, str]] = {}
    attributes: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    fields: dict[str, Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As allauth makes the form."""
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.update(self.attributes.get(name, {}))
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")


class LoginForm(LabelledFormMixin, account.LoginForm):
    """User name or e-mail, and the password."""

    labels: ClassVar = {"login": "User name or e-mail"}
    attributes: ClassVar = {
        "login": {"autocomplete": "username", "autocapitalize": "off", "spellcheck": "false"}
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """No name or address is longer, and SQLite compares no text of any length without regard to case."""
        super().__init__(*args, **kwargs)
        self.fields["login"].validators.append(MaxLengthValidator(MAX_EMAIL_LENGTH))

    def clean_login(self) -> str:
        """A name as attempts at it are counted.

        PostgreSQL finds it also by the long s and the i without a dot, which would be counted apart.
        """
        login: str = super().clean_login()
        return login if "@" in login else login.upper().lower()

    def user_credentials(self) -> dict[str, str]:
        """An address is tried as nothing else: as a name too, a known one would take longer to refuse."""
        found: dict[str, str] = super().user_credentials()
        if "email" in found:
            found.pop("username", None)
        return found


class SignupForm(LabelledFormMixin, account.SignupForm):
    """A user name, an e-mail if one likes, a password twice."""

    labels: ClassVar = {
        "username": "User name",
        "email": "E-mail (optional)",
        "password2": "The password again",
    }
    hints: ClassVar = {
        "username": "Shown to others beside what you share. Letters, digits, . _ -; "
        f"at most {MAX_NAME_LENGTH}.",
        "email": "For a forgotten password and for word of changes to your account. Never shown.",
        "password1": _LENGTH_HINT,
    }
    attributes: ClassVar = {
        "username": {"autocapitalize": "off", "spellcheck": "false", "maxlength": str(MAX_NAME_LENGTH)}
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """How long a name may be is said by what checks names, and once."""
        super().__init__(*args, **kwargs)
        field = self.fields["username"]
        field.validators = [check for check in field.validators if not isinstance(check, MaxLengthValidator)]

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new account, or why there is none: two may choose one name in the same moment."""
        try:
            with transaction.atomic():
                made: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return made
        except IntegrityError:
            words = "Somebody chose this user name a moment ago, so no account was made."
            return None, problem_response(
                request, 409, "Too late by a moment", words, "Go back and choose another."
            )


class AddEmailForm(LabelledFormMixin, account.AddEmailForm):
    """One address more."""

    labels: ClassVar = {"email": "E-mail"}


class ChangePasswordForm(LabelledFormMixin, account.ChangePasswordForm):
    """The old password, the new one twice."""

    labels: ClassVar = {
        "oldpassword": "The password now",
        "password1": "The new password",
        "password2": _AGAIN_LABEL,
    }
    hints: ClassVar = {"password1": _LENGTH_HINT}


class ResetPasswordForm(LabelledFormMixin, account.ResetPasswordForm):
    """The address of the account."""

    labels: ClassVar = {"email": "E-mail"}


class ResetPasswordKeyForm(LabelledFormMixin, account.ResetPasswordKeyForm):
    """The new password twice."""

    labels: ClassVar = {"password1": "The new password", "password2": _AGAIN_LABEL}
    hints: ClassVar = {"password1": _LENGTH_HINT}


class ReauthenticateForm(LabelledFormMixin, account.ReauthenticateForm):
    """The password once more."""


class SingleUseCodeMixin:
    """A form whose code of the app counts once for as long as it is one.

    What django-allauth notes is forgotten after one period, and a code is taken in those beside it too.
    """

    user: User
    authenticator: Authenticator

    def clean_code(self) -> str:
        """The code; of two who send the same at once the second is refused."""
        code: str = super().clean_code()  # type: ignore[misc]  # of the form that this is mixed into
        if self.authenticator.type != Authenticator.Type.TOTP:
            return code
        digits = "".join(letter for letter in code if letter.isdecimal())
        lasts = settings.MFA_TOTP_PERIOD * (1 + 2 * settings.MFA_TOTP_TOLERANCE)
        if not cache.add(f"code-used:{self.user.pk}:{digits}", value=True, timeout=lasts):
            raise get_adapter().validation_error("incorrect_code")
        return code


class AuthenticateForm(SingleUseCodeMixin, LabelledFormMixin, second.AuthenticateForm):
    """The code of the app, or a recovery code."""

    labels: ClassVar = {"code": "Code"}
    hints: ClassVar = {"code": "Six digits from the app, or one of your recovery codes."}
    attributes: ClassVar = {"code": _CODE_ATTRIBUTES}


class SecondReauthenticateForm(SingleUseCodeMixin, LabelledFormMixin, second.ReauthenticateForm):
    """The code once more."""

    labels = AuthenticateForm.labels
    hints = AuthenticateForm.hints
    attributes = AuthenticateForm.attributes


class ActivateTOTPForm(LabelledFormMixin, totp.ActivateTOTPForm):
    """The first code of the app."""

    labels: ClassVar = {"code": "The six digits that the app shows"}
    attributes: ClassVar = {"code": _CODE_ATTRIBUTES}


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
