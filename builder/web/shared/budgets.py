"""The costs of pages, and who pays for them (docs/limits.md).

Each request for a page has a cost in units. A user, a browser or an IP address pays it from a budget.
"""

from collections.abc import Mapping

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from builder.points.rules.wording import pluralize
from builder.services.budgets import (
    BYTES_WAIT_SECONDS,
    COSTS,
    Spender,
    address_spender,
    browser_spender,
    person_spender,
    request_body_cost,
)
from builder.web.shared.errors import problem_response

PERSON_COOKIE = f"{settings.COOKIE_PREFIX}person"
"""The name of the signed cookie with the ids of the users who logged in on this browser, the last user first.

The cookie says whose budget pays for a page. To read the user from the session instead, public pages would
need two queries.

The cookie also contains a hash of the session's key. If a request comes without that session, a budget of the
browser pays instead of the user's budget.

Failed log-ins are counted for each account and IP address. A browser whose cookie contains the account's user
has a count of its own. So other people's failed log-ins don't lock the user out of this browser.
"""

_COST_KINDS: Mapping[str, str] = {
    "account_login": "login",
    "account_signup": "login",
    "account_reset_password": "login",
    "export_all": "archive",
    "gallery": "search",
    "import": "import",
    "mfa_login_webauthn": "change",  # it stores a challenge in the session
    "password_strength": "password_strength",
    "readyz": "change",
    "systems": "search",
}
"""The kinds of cost of the pages that don't cost the usual amount, by URL name."""

_PAPER_URL_NAME_ENDINGS = ("paper", "paper_preview", "print_file", "hand_in_paper", "event_rosters")
_FORM_COST_KINDS = ("login", "import")  # sending the form has this cost; viewing its page costs "read"

_MAX_COOKIE_PEOPLE = 5
"""The maximum number of users in the cookie."""

_signer = TimestampSigner(salt="musterbook.person")


def page_cost(request: HttpRequest) -> int:
    """Return the cost of a page in units.

    It is 0 if the page is free, or if other code counts its cost, as for the API.
    """
    match = request.resolver_match
    if match is None or request.path.startswith("/api/"):
        return 0
    if match.url_name == "healthz":  # monitoring must not be refused
        return 0
    is_safe = request.method in ("GET", "HEAD", "OPTIONS")
    usual = paper_kind(request) if is_paper(request) else "read" if is_safe else "change"
    kind = _COST_KINDS.get(match.url_name or "", usual)
    if kind in _FORM_COST_KINDS and is_safe:
        kind = "read"
    return COSTS[kind] + request_body_cost(request.META.get("CONTENT_LENGTH"))


def paper_kind(request: HttpRequest) -> str:
    """Return the kind of cost of a paper: "card" for the picture of a single card, else "paper".

    A card costs less, because the editor requests its picture after each change.
    """
    match = request.resolver_match
    return "card" if match and match.kwargs.get("file", "").startswith("card-") else "paper"


def is_paper(request: HttpRequest) -> bool:
    """Return whether a request is for a paper or for its picture. A paper is a printable document."""
    match = request.resolver_match
    return (
        match is not None
        and not request.path.startswith("/api/")
        and str(match.url_name).endswith(_PAPER_URL_NAME_ENDINGS)
    )


def page_spender(request: HttpRequest) -> Spender:
    """Return who pays for a page.

    - With the cookie ``PERSON_COOKIE`` and its session: the user who logged in last on this browser.
    - With the cookie but without its session: this browser, as a browser of that user.
    - Without the cookie: the IP address.
    """
    people, session = _read_cookie(request)
    if not people:
        return address_spender(request.META)
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    has_same_session = bool(key) and constant_time_compare(session, _hash_session_key(key))
    return person_spender(people[0]) if has_same_session else browser_spender(people[0])


def people_of_browser(request: HttpRequest) -> list[int]:
    """Return the ids of the users who logged in on this browser, the last user first."""
    return _read_cookie(request)[0]


def _read_cookie(request: HttpRequest) -> tuple[list[int], str]:
    """Return the ids of the users and the hash of the session's key in the cookie, or empty values."""
    try:
        text = _signer.unsign(request.COOKIES.get(PERSON_COOKIE, ""), max_age=settings.SESSION_COOKIE_AGE)
        people, _, session = text.partition("~")
        return [int(pk) for pk in people.split(".")], session
    except (BadSignature, ValueError):
        return [], ""


def _hash_session_key(session_key: str) -> str:
    return salted_hmac("musterbook.person.session", session_key).hexdigest()[:20]


def remember_person(request: HttpRequest, response: HttpResponseBase) -> None:
    """Put the current user first in the cookie ``PERSON_COOKIE``.

    Guests aren't added, and logging out doesn't change the cookie. This function never queries the database:
    if the request didn't load its user, the cookie isn't changed.
    """
    is_loaded = hasattr(request, "_cached_user")  # Django sets it when it loads the user
    if not is_loaded or request.path.startswith(("/embed/", "/oembed")):  # other sites embed these pages
        return
    user = request.user
    if not user.is_authenticated or user.is_guest:
        return
    known, session = _read_cookie(request)
    current_hash = _hash_session_key(request.session.session_key or "")
    if known[:1] == [user.pk] and session == current_hash:
        return
    people = [user.pk, *(pk for pk in known if pk != user.pk)][:_MAX_COOKIE_PEOPLE]
    response.set_cookie(
        PERSON_COOKIE,
        _signer.sign(f"{'.'.join(map(str, people))}~{current_hash}"),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def too_much_response(request: HttpRequest, seconds: int) -> HttpResponse:
    """Show the page for too many requests in a minute: 429. ``seconds`` says how long to wait."""
    response = problem_response(
        request,
        429,
        "Too many requests",
        f"Wait {pluralize(seconds, 'second')}, then reload the page.",
        "Nothing was changed.",
    )
    response["Retry-After"] = str(seconds)
    return response


def bytes_spent_response(request: HttpRequest) -> HttpResponse:
    """Show the page for too many stored bytes in an hour: 429."""
    response = problem_response(
        request,
        429,
        "Too much saved at once",
        "You've reached the limit of what you can save in an hour.",
        "Nothing was changed. Wait a few minutes, then try again.",
    )
    response["Retry-After"] = str(BYTES_WAIT_SECONDS)
    return response
