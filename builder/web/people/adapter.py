"""Adapters that change how django-allauth creates users, logs them in and out, and sends mails."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from io import BytesIO
from smtplib import SMTPException
from typing import Any, ClassVar
from urllib.parse import urlsplit

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, login
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from builder.models import User
from builder.queries.people import find_account, match_person
from builder.security_log import SecurityEvent, record_event
from builder.services.budgets import address_spender
from builder.services.errors import Refused
from builder.services.people.accounts import convert_guest, has_lists, move_guest_lists
from builder.services.people.secrets import decrypt_secret, encrypt_secret
from builder.services.space import has_free_space
from builder.web.people.forms import MAX_EMAIL_LENGTH
from builder.web.people.guests import forget_waiting_guest, guest_of, remember_waiting_guest, waiting_guest
from builder.web.shared.addresses import is_same_site_url
from builder.web.shared.budgets import people_of_browser
from builder.web.shared.errors import no_room_response
from builder.web.shared.users import GUEST_BACKEND, has_account

logger = logging.getLogger(__name__)

_KNOWN_BROWSER_RATES = {"login_failed": "5/300s/key"}

_WRONG_CREDENTIALS = "The user name or password is wrong. Check capital letters in the password."


class AccountAdapter(DefaultAccountAdapter):
    """An adapter that supports guests, limits log-in attempts, and records events in the security log.

    When a guest signs up, the guest becomes an account with the same lists. When a guest logs in to an
    account, the site asks what to do with the guest's lists.
    """

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _WRONG_CREDENTIALS,
        "email_password_mismatch": _WRONG_CREDENTIALS,
        "incorrect_password": "The password is wrong.",
        "enter_current_password": "The password is wrong.",
        "too_many_login_attempts": "Too many failed attempts. Wait five minutes and try again.",
        "username_blacklisted": "This name is reserved. Choose another.",
        "username_taken": "This name is taken. Choose another; capital letters make no difference.",
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt to log in. Raise ValidationError after too many failed attempts for this account.

        Attempts are counted for each pair of an account and an IP address. A browser that was logged in to
        the account before has a count of its own, so other people's attempts don't lock out the owner. The
        attempts of each IP address for all accounts are also limited.
        """
        is_known_browser = _known_account_id(request, credentials) is not None
        self._login_failed_rl_usage = ratelimit.consume(
            request,
            app="allauth.account",
            action="login_failed",
            config=_KNOWN_BROWSER_RATES if is_known_browser else None,
            key=self._get_login_attempts_cache_key(request, **credentials),
        )
        if not self._login_failed_rl_usage:
            request.too_many_attempts = True  # type: ignore[attr-defined] # the middleware answers 429
            record_event(SecurityEvent.LOGIN_LOCKED, person=find_account(_entered_login(credentials)))
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Record a wrong password.

        The name that was entered isn't recorded, because some users enter their password as the name.
        """
        event = (
            SecurityEvent.REAUTHENTICATION_FAILED if has_account(request.user) else SecurityEvent.LOGIN_FAILED
        )
        record_event(event, person=find_account(_entered_login(credentials)), method="password")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        account = _known_account_id(request, credentials)
        source = address_spender(request.META).key if account is None else f"browser of {account}"
        return f"{_entered_login(credentials)} {source}"

    def new_user(self, request: HttpRequest) -> User:
        """Return the user who signs up: the guest of this browser, with the guest's lists, or a new user.

        The caller must have begun a transaction. Raise ImmediateHttpResponse if the site is almost full and
        there is no guest.
        """
        guest = guest_of(request)
        account = convert_guest(guest) if guest else None
        if account is None and not has_free_space():
            raise ImmediateHttpResponse(no_room_response(request))
        return account or User()

    def clean_email(self, email: str) -> str:
        MaxLengthValidator(MAX_EMAIL_LENGTH)(email)
        return email

    def login(self, request: HttpRequest, user: User) -> None:
        """Log in. If this browser has a guest, store the guest's id in the session."""
        if request.session.get(SESSION_KEY) not in (None, str(user.pk)):
            guest = guest_of(request)
            if guest:
                remember_waiting_guest(request, guest)
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: User, **hooks: Any) -> HttpResponse:
        """Return the response after logging in: the next page, or a question about the lists of a guest."""
        response: HttpResponse = super().post_login(request, user, **hooks)
        guest = waiting_guest(request)
        if guest is None:
            return response
        if not has_lists(guest):
            # This moves tags and print setups, and deletes the guest.
            with suppress(Refused):  # another tab of this browser may have moved them
                move_guest_lists(guest, user)
            if waiting_guest(request) is None:
                forget_waiting_guest(request)
                return response
        next_url = response.url if isinstance(response, HttpResponseRedirect) else reverse("lists")
        return redirect(f"{reverse('bring')}?{urlencode({'next': next_url})}")

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Show why the account is suspended. Only the owner sees it, because the password was right."""
        record_event(SecurityEvent.LOGIN_REFUSED, person=user)
        context = {"note": user.suspended_note, "nav": "account"}
        return render(request, "account/account_inactive.html", context, status=HTTPStatus.FORBIDDEN)

    def logout(self, request: HttpRequest) -> None:
        """Log out. If the lists of this browser's guest still wait for an account, log in the guest again."""
        guest = waiting_guest(request)
        super().logout(request)
        if guest:
            login(request, guest, backend=GUEST_BACKEND)

    def get_password_change_redirect_url(self, _request: HttpRequest) -> str:
        return reverse("account")

    def is_safe_url(self, url: str) -> bool:
        """Return whether a redirect may lead to an address. It must be a valid address of this site."""
        return is_same_site_url(self.request, url)

    def is_ajax(self, request: HttpRequest) -> bool:
        """Return whether the response must be JSON. Only the script of the passkey button requests JSON."""
        match = request.resolver_match
        return match is not None and match.url_name == "mfa_login_webauthn"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail. If sending fails, log the error and show a message."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            logger.exception("E-mail not sent")
            messages.error(self.request, "We couldn't send the e-mail. Try again later.")


def _entered_login(credentials: Mapping[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "").lower()


def _known_account_id(request: HttpRequest, credentials: Mapping[str, Any]) -> int | None:
    """Return the id of the account with the entered name if this browser was logged in to it, else None."""
    return match_person(people_of_browser(request), _entered_login(credentials))


class SessionsAdapter(DefaultUserSessionsAdapter):
    """An adapter that records ended sessions in the security log."""

    def end_sessions(self, sessions: Sequence[UserSession]) -> None:
        """End sessions of one user, and record this."""
        super().end_sessions(sessions)
        if sessions:
            record_event(SecurityEvent.SESSIONS_ENDED, person=sessions[0].user, count=len(sessions))


class SecondFactorAdapter(DefaultMFAAdapter):
    """An adapter for second factors that encrypts secrets and draws QR codes."""

    error_messages: ClassVar = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": "The code is wrong or has expired. Enter the code that the app shows now.",
        "incorrect_passkey": "This passkey wasn't accepted. Try again, or use another way.",
        "too_many_passkeys": "You have 20 passkeys, which is the limit. Remove one first.",
    }

    def encrypt(self, text: str) -> str:
        return encrypt_secret(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret of a stored text. Old secrets were stored without encryption."""
        return decrypt_secret(encrypted_text)

    def get_totp_label(self, user: User) -> str:
        return user.username

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002 - allauth's
        """Return the default name of a new passkey."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return f"Passkey {count + 1}"

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the id and the name of this site for passkeys.

        The id is a host name. A passkey works on this host and its subdomains. So it is the host of SITE_URL
        if the request's host is this host or one of its subdomains, and otherwise the request's host.
        """
        host = urlsplit(f"//{context.request.get_host()}").hostname or ""
        site = urlsplit(settings.SITE_URL).hostname
        is_on_site = site is not None and (host == site or host.endswith(f".{site}"))
        return {"id": site if site and is_on_site else host, "name": "Musterbook"}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        """Return the data of an account that the browser shows for a passkey.

        The name is the user name, never the e-mail address.
        """
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return {**entity, "name": user.username, "display_name": user.username}

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code as inline SVG. It is dark on light even in dark mode."""
        svg = BytesIO()
        segno.make_qr(url, error="m").save(
            svg, kind="svg", scale=4, border=4, dark="#000", light="#fff",
            xmldecl=False, svgclass="qr", lineclass=None, omitsize=False, nl=False,
        )  # fmt: skip
        return svg.getvalue().decode()
