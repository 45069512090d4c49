"""allauth's forms for passkeys, with our labels. Malformed data makes a form invalid."""

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
_MAX_CREDENTIAL_LENGTH = 20_000  # in characters; a key with a chain of certificates has about 6,000

# fido2 raises these for malformed data.
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


def _refuse_number(_text: str) -> NoReturn:
    raise ValueError("A credential contains no fractions.")


@contextmanager
def passkey_errors() -> Iterator[None]:
    """Turn the errors of allauth and fido2 into a ValidationError for a refused passkey."""
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
        super().__init__(parse_float=_refuse_number, parse_constant=_refuse_number)


class CredentialField(forms.JSONField):
    """A field for the passkey's response: JSON of limited length, without escapes.

    Browsers send Base64 and a few words, which need no escapes. An escape could hide a character that the
    database refuses.
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
    """A form with a passkey's response, after the browser has created or used the passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Replace allauth's field for the credential."""
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
    """Add a passkey to the account."""

    labels: ClassVar = {**_NAME_LABELS, "passwordless": "Log in with this passkey instead of the password"}
    hints: ClassVar = _NAME_HINTS
    attributes: ClassVar = {"name": {"maxlength": str(MAX_PASSKEY_NAME_LENGTH), "autocomplete": "off"}}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Tick the checkbox for logging in by default, and limit the length of the name."""
        kwargs["initial"] = {"passwordless": True, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.fields["name"] = _name_field(self.fields["name"], required=False)

    def _checked_credential(self) -> Authenticator | dict[str, Any]:
        """Return the unchecked credential, because allauth checks new passkeys in ``clean``."""
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
    """Return only the parts of a checked credential that are used later."""
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
    """Rename a passkey."""

    labels: ClassVar = _NAME_LABELS
    hints: ClassVar = _NAME_HINTS
    attributes = AddPasskeyForm.attributes

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Limit the length of the name."""
        super().__init__(*args, **kwargs)
        self.fields["name"] = _name_field(self.fields["name"], required=True)

    def save(self) -> Authenticator:
        """Store the name."""
        row = super().save()
        record_event(SecurityEvent.PASSKEY_RENAMED, by=row.user, passkey=row.pk)
        return row


class UsedPasskeyMixin(CredentialFormMixin):
    """A form that checks a passkey of an account. A refused passkey is recorded in the security log."""

    failure: ClassVar[SecurityEvent]
    user: User | None
    has_error: Callable[..., bool]

    def clean(self) -> dict[str, Any] | None:
        """Check the passkey. If it is refused, record this in the security log."""
        cleaned: dict[str, Any] | None = super().clean()  # type: ignore[misc]  # super() is allauth's form
        if self.has_error("credential", "too_many_login_attempts"):
            record_event(SecurityEvent.LOGIN_LOCKED, person=self.user)
        elif self.has_error("credential"):
            record_event(self.failure, person=self.user, method="webauthn")
        return cleaned


class LoginPasskeyForm(UsedPasskeyMixin, webauthn.LoginWebAuthnForm):
    """Log in with only a passkey. The account of a refused passkey isn't known."""

    failure = SecurityEvent.LOGIN_FAILED


class AuthenticatePasskeyForm(UsedPasskeyMixin, webauthn.AuthenticateWebAuthnForm):
    """Use a passkey as the second factor."""

    failure = SecurityEvent.SECOND_FACTOR_FAILED


class ReauthenticatePasskeyForm(UsedPasskeyMixin, webauthn.ReauthenticateWebAuthnForm):
    """Use a passkey again before a sensitive change."""

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
