"""The forms of accounts, and the form for API tokens.

The forms of accounts are forms of allauth with other labels and hints.
"""

import re
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account import forms as account
from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp
from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.db import IntegrityError, transaction
from django.forms import Field
from django.http import HttpRequest, HttpResponse

from builder.models import Scope, User
from builder.points.rules.wording import pluralize
from builder.queries.people import active_tokens
from builder.security_log import SecurityEvent, record_event
from builder.services.people.accounts import end_sessions
from builder.services.people.tokens import TOKEN_DAYS, TOKEN_NAME, revoke_tokens
from builder.web.shared.errors import problem_response
from builder.web.shared.spec_fields import TextSpecField

MAX_NAME_LENGTH = 30
MAX_EMAIL_LENGTH = 254  # the length of the database column for e-mail addresses
_GUEST_PREFIX = "guest"


def validate_not_guest(name: str) -> None:
    """Raise ValidationError for a name that looks like the internal name of a guest."""
    if name.casefold().startswith(_GUEST_PREFIX):
        raise ValidationError(f"A user name can't begin with “{_GUEST_PREFIX}”. Choose another.")


USERNAME_VALIDATORS = [  # other people see user names, so no name may look like the name of another user
    # Other alphabets have similar letters. With them, a player could imitate another player.
    RegexValidator(
        r"\A[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z",
        "Use letters A to Z, digits, and . _ - between them. Spaces aren't allowed.",
    ),
    MaxLengthValidator(MAX_NAME_LENGTH, f"The name can have at most {MAX_NAME_LENGTH} characters."),
    validate_not_guest,
]

_PASSWORD_HINT = "At least 8 characters. Four random words make a good password."  # noqa: S105 - a hint
_AGAIN_LABEL = "New password again"
_CODE_ATTRIBUTES = {"autocomplete": "one-time-code", "inputmode": "numeric", "autocapitalize": "off"}


class LabelledFormMixin:
    """A form of allauth with other labels, hints and HTML attributes, each by the name of the field."""

    labels: ClassVar[Mapping[str, str]] = {}
    hints: ClassVar[Mapping[str, str]] = {}
    attributes: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    fields: dict[str, Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.update(self.attributes.get(name, {}))
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")


class LoginForm(LabelledFormMixin, account.LoginForm):
    """The form to log in with a user name or e-mail, and the password."""

    labels: ClassVar = {"login": "User name or e-mail"}
    attributes: ClassVar = {
        "login": {"autocomplete": "username", "autocapitalize": "off", "spellcheck": "false"}
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # SQLite rejects a LIKE with a very long text.
        self.fields["login"].validators.append(MaxLengthValidator(MAX_EMAIL_LENGTH))

    def clean_login(self) -> str:
        """Return the e-mail address, or the user name in lower case, by which failed attempts are counted."""
        login: str = super().clean_login()
        return login if "@" in login else login.upper().lower()

    def user_credentials(self) -> dict[str, str]:
        """Return the credentials. If the user entered an e-mail address, they contain no user name.

        With both, a failed log-in would take longer if there is an account with the address. The time would
        reveal that the account exists.
        """
        credentials: dict[str, str] = super().user_credentials()
        if "email" in credentials:
            credentials.pop("username", None)
        return credentials


class SignupForm(LabelledFormMixin, account.SignupForm):
    """The form to sign up with a user name, a password and, optionally, an e-mail address."""

    labels: ClassVar = {
        "username": "User name",
        "email": "E-mail (optional)",
        "password2": "Password again",
    }
    hints: ClassVar = {
        "username": f"Other people see it. Up to {MAX_NAME_LENGTH} characters: letters, digits, . _ and -.",
        "email": "To reset your password. Other people don't see it.",
        "password1": _PASSWORD_HINT,
    }
    attributes: ClassVar = {
        "username": {"autocapitalize": "off", "spellcheck": "false", "maxlength": str(MAX_NAME_LENGTH)}
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["username"]
        # Our check of the name's length has a better message than allauth's.
        field.validators = [check for check in field.validators if not isinstance(check, MaxLengthValidator)]

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Return the new account, or an error page if somebody took the same name at the same moment."""
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            words = "Somebody just took this user name, so we haven't made an account."
            return None, problem_response(
                request, 409, "User name taken", words, "Go back and choose another."
            )


class AddEmailForm(LabelledFormMixin, account.AddEmailForm):
    """The form to add an e-mail address to the account."""

    labels: ClassVar = {"email": "E-mail"}


class NewPasswordMixin(LabelledFormMixin):
    """A form that sets a password, ends all sessions, and has a checkbox that revokes the API tokens.

    After a reset the checkbox is ticked, because somebody else may have used the account. After a change it
    isn't ticked, so that the user's programs still work.
    """

    revokes_tokens: ClassVar[bool] = False
    user: User | None
    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tokens = list(active_tokens(self.user)) if self.user else []
        if self.tokens:
            hint = "Programs that you still use will need new tokens."
            if self.revokes_tokens:
                hint = f"Untick this if you're sure that nobody else used your account. {hint}"
            self.fields["revoke_tokens"] = forms.BooleanField(
                required=False,
                initial=self.revokes_tokens,
                label=f"Revoke {pluralize(len(self.tokens), 'token')}",
                help_text=hint,
            )

    def save(self) -> None:
        """Store the password, end the sessions, and revoke the tokens if the checkbox is ticked."""
        assert self.user is not None  # noqa: S101 - allauth only shows the form for a user
        with transaction.atomic():
            super().save()  # type: ignore[misc]  # super() is allauth's form
            end_sessions(self.user)
            count = revoke_tokens(self.user) if self.cleaned_data.get("revoke_tokens") else 0
        if count:
            messages.success(context.request, f"{pluralize(count, 'token')} revoked.")


class ChangePasswordForm(NewPasswordMixin, account.ChangePasswordForm):
    """The form to change the password with the current password."""

    labels: ClassVar = {
        "oldpassword": "Current password",
        "password1": "New password",
        "password2": _AGAIN_LABEL,
    }
    hints: ClassVar = {"password1": _PASSWORD_HINT}

    def clean_oldpassword(self) -> str:
        """Return the current password. If it is wrong, record this in the security log."""
        try:
            password: str = super().clean_oldpassword()
        except ValidationError:
            record_event(SecurityEvent.REAUTHENTICATION_FAILED, person=self.user, method="password")
            raise
        return password


class SetPasswordForm(NewPasswordMixin, account.SetPasswordForm):
    """The form to set the first password of an account that has none."""

    labels: ClassVar = {"password1": "New password", "password2": _AGAIN_LABEL}
    hints: ClassVar = {"password1": _PASSWORD_HINT}


class ResetPasswordForm(LabelledFormMixin, account.ResetPasswordForm):
    """The form to request a mail that resets a forgotten password."""

    labels: ClassVar = {"email": "E-mail"}

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Send an e-mail to each account with the address.

        The security log records the accounts, but not the address.
        """
        for user in self.users or (None,):
            record_event(SecurityEvent.PASSWORD_RESET_REQUESTED, person=user)
        email: str = super().save(request, **kwargs)
        return email


class ResetPasswordKeyForm(NewPasswordMixin, account.ResetPasswordKeyForm):
    """The form that the link in the reset e-mail leads to."""

    revokes_tokens = True

    labels: ClassVar = {"password1": "New password", "password2": _AGAIN_LABEL}
    hints: ClassVar = {"password1": _PASSWORD_HINT}


class ReauthenticateForm(LabelledFormMixin, account.ReauthenticateForm):
    """The form to enter the password again before a sensitive change."""


class SingleUseCodeMixin:
    """A form that accepts each code of the authenticator app only once.

    A code belongs to a period of some seconds. django-allauth also accepts the codes of neighbouring periods,
    but remembers a used code for only one period.
    """

    user: User
    authenticator: Authenticator

    def clean_code(self) -> str:
        """Return the code. Raise ValidationError if another request has already used it."""
        try:
            code: str = super().clean_code()  # type: ignore[misc]  # super() is allauth's form
        except ValidationError as error:
            if error.code == "too_many_login_attempts":
                record_event(SecurityEvent.LOGIN_LOCKED, person=self.user)
            raise
        if self.authenticator.type != Authenticator.Type.TOTP:
            return code
        digits = "".join(letter for letter in code if letter.isdecimal())
        valid_seconds = settings.MFA_TOTP_PERIOD * (1 + 2 * settings.MFA_TOTP_TOLERANCE)
        if not cache.add(f"code-used:{self.user.pk}:{digits}", value=True, timeout=valid_seconds):
            record_event(SecurityEvent.SECOND_FACTOR_FAILED, person=self.user, method="totp")
            raise get_adapter().validation_error("incorrect_code")
        return code


class AuthenticateForm(SingleUseCodeMixin, LabelledFormMixin, mfa.AuthenticateForm):
    """The form to log in with a code of the authenticator app, or with a recovery code."""

    labels: ClassVar = {"code": "Code"}
    hints: ClassVar = {"code": "Six digits from the app, or one of your recovery codes."}
    attributes: ClassVar = {"code": _CODE_ATTRIBUTES}


class SecondReauthenticateForm(SingleUseCodeMixin, LabelledFormMixin, mfa.ReauthenticateForm):
    """The form to enter such a code again before a sensitive change."""

    labels = AuthenticateForm.labels
    hints = AuthenticateForm.hints
    attributes = AuthenticateForm.attributes


class ActivateTOTPForm(LabelledFormMixin, totp.ActivateTOTPForm):
    """The form to turn on the second factor with the first code of the authenticator app."""

    labels: ClassVar = {"code": "Six-digit code from the app"}
    attributes: ClassVar = {"code": _CODE_ATTRIBUTES}


_DAYS_OFFERED = (7, 30, 90, TOKEN_DAYS.max_value)
_FORM_ID = re.compile(r"\A[\w-]{1,40}\Z", re.ASCII)


class TokenForm(forms.Form):
    """The form for a new API token.

    ``form`` is a random id of the form. If the form is sent twice, only one token is created.
    """

    form = forms.CharField(widget=forms.HiddenInput, validators=[RegexValidator(_FORM_ID)])
    name = TextSpecField(TOKEN_NAME, strip=False)
    scope = forms.ChoiceField(
        label="Access",
        choices=Scope.choices,
        help_text="A token that only reads can't change anything. A token that writes can do "
        "everything that you can, except change your account.",
    )
    days = forms.TypedChoiceField(
        label="Expires in", coerce=int, choices=[(days, f"{days} days") for days in _DAYS_OFFERED]
    )


def new_token_form() -> TokenForm:
    """Return an empty form. By default, the token can only read."""
    initial: dict[str, object] = {
        "form": secrets.token_urlsafe(16),
        "scope": Scope.READ,
        "days": TOKEN_DAYS.initial,
    }
    return TokenForm(initial=initial)
