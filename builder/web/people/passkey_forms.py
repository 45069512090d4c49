"""The forms for passkeys. They are forms of allauth with other labels, and they reject malformed data.

A passkey is a key in a device with which a user logs in. A credential is the data that the browser sends
after it created or used a passkey.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from struct import error as StructError  # noqa: N812 - an exception class with a lower-case name
from typing import Any, ClassVar, NoReturn

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.exceptions import ValidationError

from builder.models import User
from builder.security_log import SecurityEvent, record_event
from builder.web.people.forms import LabelledFormMixin

MAX_PASSKEY_NAME_LENGTH = 60
MAX_PASSKEYS = 20
_MAX_CREDENTIAL_LENGTH = 20_000  # in characters; with a chain of certificates it has about 6,000

# The package fido2 raises these errors for malformed data.
_MALFORMED = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    StructError,
    TypeError,
    ValueError,
)

_NAME_LABELS = {"name": "Name"}
_NAME_HINTS = {"name": "Helps you recognise the device or security key later."}


def _raise_for_number(_text: str) -> NoReturn:
    raise ValueError("A credential contains no fractions.")


@contextmanager
def passkey_errors() -> Iterator[None]:
    """Return a context manager that turns errors of allauth and fido2 into ValidationError."""
    try:
        yield
    except ValidationError as error:
        if getattr(error, "code", None) != "incorrect_code":
            raise
        raise get_adapter().validation_error("incorrect_passkey") from error
    except _MALFORMED as error:
        raise get_adapter().validation_error("incorrect_passkey") from error


class _CredentialDecoder(json.JSONDecoder):
    """A JSON decoder that rejects fractions, NaN and infinity, which PostgreSQL doesn't store."""

    def __init__(self) -> None:
        super().__init__(parse_float=_raise_for_number, parse_constant=_raise_for_number)


class CredentialField(forms.JSONField):
    """A field for a credential: JSON of limited length, without escapes.

    Credentials consist of Base64 and a few words, which need no escapes. An escape could encode a character
    that the database rejects.
    """

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(decoder=_CredentialDecoder)

    def to_python(self, value: object) -> dict[str, Any]:  # type: ignore[override] # JSON is no text
        """Return the parsed object. Raise ValidationError for other values."""
        parsed = None
        if isinstance(value, str) and len(value) <= _MAX_CREDENTIAL_LENGTH and "\\" not in value:
            with suppress(RecursionError, ValueError, ValidationError):
                parsed = super().to_python(value)
        if not isinstance(parsed, dict) or not parsed:  # allauth doesn't check empty values such as 0
            raise get_adapter().validation_error("incorrect_passkey")
        return parsed


class CredentialFormMixin(LabelledFormMixin):
    """A form with the credential that the browser sends after it created or used a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = CredentialField()

    def clean_credential(self) -> Authenticator | dict[str, Any]:
        """Return the credential that allauth has checked. Raise ValidationError if it is malformed."""
        with passkey_errors():
            return self._checked_credential()

    def _checked_credential(self) -> Authenticator | dict[str, Any]:
        row: Authenticator = super().clean_credential()  # type: ignore[misc]  # super() is allauth's form
        return row


class AddPasskeyForm(CredentialFormMixin, webauthn.AddWebAuthnForm):
    """The form to add a passkey to the account."""

    labels: ClassVar = {**_NAME_LABELS, "passwordless": "Log in with this passkey instead of the password"}
    hints: ClassVar = _NAME_HINTS
    attributes: ClassVar = {"name": {"maxlength": str(MAX_PASSKEY_NAME_LENGTH), "autocomplete": "off"}}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"passwordless": True, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.fields["name"] = _name_field(self.fields["name"], required=False)

    def _checked_credential(self) -> Authenticator | dict[str, Any]:
        """Return the credential unchecked. allauth checks new passkeys in ``clean``."""
        credential: dict[str, Any] = self.cleaned_data["credential"]
        return credential

    def clean(self) -> dict[str, Any]:
        """Check the passkey that the browser created."""
        rows = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        if rows.count() >= MAX_PASSKEYS:
            raise get_adapter().validation_error("too_many_passkeys")
        with passkey_errors():
            cleaned: dict[str, Any] = super().clean()
            if "credential" in cleaned:
                cleaned["credential"] = _needed_parts(cleaned["credential"])
        return cleaned


def _needed_parts(credential: dict[str, Any]) -> dict[str, Any]:
    """Return a checked credential with only the parts that are used later."""
    response = credential["response"]
    results = credential.get("clientExtensionResults")
    properties = results.get("credProps") if isinstance(results, dict) else None
    logs_in = isinstance(properties, dict) and properties.get("rk") is True
    return {
        **{name: credential[name] for name in ("type", "id", "rawId")},
        "response": {name: response[name] for name in ("clientDataJSON", "attestationObject")},
        "clientExtensionResults": {"credProps": {"rk": logs_in}},
    }


class RenamePasskeyForm(LabelledFormMixin, webauthn.EditWebAuthnForm):
    """The form to rename a passkey."""

    labels: ClassVar = _NAME_LABELS
    hints: ClassVar = _NAME_HINTS
    attributes = AddPasskeyForm.attributes

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = _name_field(self.fields["name"], required=True)

    def save(self) -> Authenticator:
        """Store the name, and record the change in the security log."""
        row = super().save()
        record_event(SecurityEvent.PASSKEY_RENAMED, by=row.user, passkey=row.pk)
        return row


class UsedPasskeyMixin(CredentialFormMixin):
    """A form that checks a passkey that the user has used. A passkey that isn't accepted is recorded."""

    failure: ClassVar[SecurityEvent]
    user: User | None
    has_error: Callable[..., bool]

    def clean(self) -> dict[str, Any] | None:
        """Check the passkey. If it isn't accepted, record this in the security log."""
        cleaned: dict[str, Any] | None = super().clean()  # type: ignore[misc]  # super() is allauth's form
        if self.has_error("credential", "too_many_login_attempts"):
            record_event(SecurityEvent.LOGIN_LOCKED, person=self.user)
        elif self.has_error("credential"):
            record_event(self.failure, person=self.user, method="webauthn")
        return cleaned


class LoginPasskeyForm(UsedPasskeyMixin, webauthn.LoginWebAuthnForm):
    """The form to log in with only a passkey. If it isn't accepted, its account isn't known."""

    failure = SecurityEvent.LOGIN_FAILED


class AuthenticatePasskeyForm(UsedPasskeyMixin, webauthn.AuthenticateWebAuthnForm):
    """The form to use a passkey as the second factor."""

    failure = SecurityEvent.SECOND_FACTOR_FAILED


class ReauthenticatePasskeyForm(UsedPasskeyMixin, webauthn.ReauthenticateWebAuthnForm):
    """The form to use a passkey again before a sensitive change."""

    failure = SecurityEvent.REAUTHENTICATION_FAILED


def _name_field(field: forms.Field, *, required: bool) -> forms.CharField:
    """Return a field for a passkey's name with the label, hint and attributes of ``field``."""
    too_long = f"The name can have at most {MAX_PASSKEY_NAME_LENGTH} characters."
    return forms.CharField(
        required=required,
        max_length=MAX_PASSKEY_NAME_LENGTH,
        label=field.label,
        help_text=field.help_text,
        widget=field.widget,
        error_messages={"max_length": too_long, "required": "Enter a name."},
    )
