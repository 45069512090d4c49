"""All pages of accounts use the site's style, aren't cached, and have no inline code."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver

from builder.models import User
from builder.urls import urlpatterns
from tests.support.accounts import PASSWORD, log_in, one_time_code, set_password, start_list
from tests.support.inline_code import INLINE

pytestmark = [pytest.mark.sampled(every=1), pytest.mark.usefixtures("cleared_rate_limits")]

NOBODY = ["login/", "signup/", "password/reset/", "password/reset/done/", "password/reset/key/done/"]
NOBODY += [
    "password/reset/key/1-x/",
    "confirm-email/",
    "confirm-email/x/",
    "inactive/",
    "login/?next=/lists/x/",
]
GUEST = ["", "delete/", "delete/sure/", "login/", "signup/"]
ACCOUNT = ["", "email/", "password/change/", "logout/", "sessions/", "second-factor/", "reauthenticate/"]
ACCOUNT += ["second-factor/webauthn/", "second-factor/webauthn/add/"]
ACCOUNT += ["second-factor/totp/activate/", "delete/", "delete/sure/", "tokens/", "tokens/revoke/"]
SECOND = ["second-factor/", "second-factor/totp/deactivate/", "second-factor/recovery-codes/"]
SECOND += ["second-factor/recovery-codes/generate/", "second-factor/reauthenticate/", "reauthenticate/", ""]
ELSEWHERE = {
    # They redirect: their form isn't needed, or its action is already done.
    "account_set_password", "account_confirm_login_code", "export_all", "mfa_download_recovery_codes",
    # These need a token: tests/web/people/test_tokens.py
    "revoke_token",
    # Pages during the log-in: tests/web/people/test_second_factor.py and test_account_guests.py
    "mfa_authenticate", "bring",
    # These need a passkey, or aren't pages: tests/web/people/test_passkeys.py
    "mfa_edit_webauthn", "mfa_remove_webauthn", "mfa_reauthenticate_webauthn", "mfa_login_webauthn",
    # tests/web/people/test_password_strength.py
    "password_strength",
}  # fmt: skip


def assert_in_site_layout(client: Client, path: str) -> None:
    answer = client.get(f"/account/{path}")
    assert answer.status_code == 200, answer.headers
    page = answer.content.decode()
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'self'" in policy
    assert [what for what, pattern in INLINE.items() if pattern.search(page)] == []
    assert "data:" not in page
    assert page.count("<h1") == 1
    assert '<header class="masthead">' in page
    assert "placeholder=" not in page
    assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))
    assert answer.headers["X-Robots-Tag"] == "noindex"
    labelled = set(re.findall(r'<label for="([^"]+)"', page))
    assert set(re.findall(r'<input type="(?:text|password|email)"[^>]*id="([^"]+)"', page)) <= labelled


def test_pages_for_anonymous_visitors(client: Client, db: None) -> None:
    for path in NOBODY:
        assert_in_site_layout(client, path)


def test_pages_for_a_guest(client: Client, db: None) -> None:
    start_list(client)
    for path in GUEST:
        assert_in_site_layout(client, path)


def test_pages_for_an_account(client: Client, alice: User) -> None:
    """Before and after the password is confirmed, and with a second factor."""
    set_password(alice)
    log_in(client)
    for path in ("reauthenticate/", ""):
        assert_in_site_layout(client, path)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    for path in ACCOUNT:
        assert_in_site_layout(client, path)
    page = client.get("/account/second-factor/totp/activate/").content.decode()
    match = re.search(r'<code class="key">(\w+)</code>', page)
    assert match
    client.post("/account/second-factor/totp/activate/", {"code": one_time_code(match[1])})
    for path in SECOND:
        assert_in_site_layout(client, path)
    client.post("/account/logout/")


def pages(patterns: list[URLPattern | URLResolver], at: str) -> Iterator[tuple[str, str]]:
    """Yield routes and names, including nested ones."""
    for pattern in patterns:
        route = at + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from pages(pattern.url_patterns, route)
        else:
            yield route, str(pattern.name)


def test_every_account_page_is_tested() -> None:
    """A new page must be added to the lists above."""
    known = {f"account/{path.partition('?')[0]}" for path in NOBODY + GUEST + ACCOUNT + SECOND}
    there = {route: name for route, name in pages(urlpatterns, "") if route.startswith("account/")}
    assert len(there) > 20
    left_out = {name for route, name in there.items() if route not in known}
    assert left_out == ELSEWHERE | {"account_confirm_email", "account_reset_password_from_key"}
