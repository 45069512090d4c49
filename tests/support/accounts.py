"""Browsers and accounts: logging in, signing up, guests with lists, one-time codes, the text of a page."""

import base64
import hashlib
import hmac
import html
import re
import struct
import time

from django.test import Client

from builder.models import CompanyList, User
from tests.support.api_client import Answer

PASSWORD = "shelf-of-odd-miniatures"  # noqa: S105 - only for tests
EDITION = "unbridled-fury/0.9.0"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def browser(user: User | None) -> Client:
    """Return a browser in which a user is logged in, or nobody if ``user`` is None."""
    client = Client()
    if user is not None:
        client.force_login(user, backend=BACKEND)
    return client


def set_password(user: User) -> User:
    """Give a user the password ``PASSWORD``, so that they can log in."""
    user.set_password(PASSWORD)
    user.save()
    return user


def start_list(client: Client, name: str = "") -> CompanyList:
    """Start a list in a browser. If nobody is logged in, this creates a guest."""
    assert client.post("/lists/start/", {"edition": EDITION}).status_code == 302
    row = CompanyList.objects.latest("pk")
    CompanyList.objects.filter(pk=row.pk).update(name=name)
    row.refresh_from_db()
    return row


def log_in(client: Client, name: str = "alice", password: str = PASSWORD, **more: str) -> Answer:
    """Log in, and return the response."""
    return client.post("/account/login/", {"login": name, "password": password, **more})


def log_in_reauthenticated(client: Client, user: User) -> Client:
    """Log a user in and confirm the password, as sensitive changes require."""
    set_password(user)
    log_in(client, user.username)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    return client


def sign_up(client: Client, name: str = "erin", email: str = "", **more: str) -> Answer:
    """Sign up, and return the response."""
    sent = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD, **more}
    return client.post("/account/signup/", sent)


def logged_in_user(client: Client) -> User | None:
    """Return the user who is logged in in a browser, or None."""
    pk = client.session.get("_auth_user_id")
    return User.objects.filter(pk=pk).first() if pk else None


def visible_text(answer: Answer) -> str:
    """Return the text of a page without its markup, on one line."""
    text = answer.content.decode()
    main = re.search(r"<main.*</main>", text, re.S)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main[0] if main else text)).split())


def one_time_code(secret: str, step: int = 0) -> str:
    """Return the one-time code (RFC 6238) that an app shows at a time, ``step`` half minutes from now."""
    key = base64.b32decode(secret)
    counter = struct.pack(">Q", int(time.time()) // 30 + step)
    digest = hmac.new(key, counter, hashlib.sha1).digest()  # apps support no other hash
    at = digest[-1] & 15
    return f"{(int.from_bytes(digest[at : at + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"
