"""What pages cost, and whose budget they are spent of (docs/limits.md)."""

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
    cost_of_bytes,
    person_spender,
)
from builder.web.shared.errors import problem_response

PERSON_COOKIE = f"{settings.COOKIE_PREFIX}person"
"""Says, signed, who was logged in on this browser, the last one first.

Whose budget a page spends of is read from it, for reading the session would cost public pages two queries.
It names the session by a hash: without that the browser spends of a budget of its own, not of the person's.
And whoever guesses passwords elsewhere locks no such browser out.
"""

_COST_OF_PAGE: Mapping[str, str] = {
    "account_login": "door",
    "account_signup": "door",
    "account_reset_password": "door",
    "export_all": "archive",
    "gallery": "search",
    "import": "import",
    "mfa_login_webauthn": "change",  # it stores a challenge in the session
    "password_strength": "strength",
    "readyz": "change",
    "systems": "search",
}
"""The pages that cost something else than their method says, by the names of their addresses."""

_PAPERS = ("paper", "paper_preview", "print_file", "hand_in_paper", "event_rosters")
_DOORS = ("door", "import")  # only what is sent to them is work

_MAX_PEOPLE = 5

_signer = TimestampSigner(salt="musterbook.person")


def page_cost(request: HttpRequest) -> int:
    """What a page costs, in units; nothing where something else counts it, or nobody needs to."""
    match = request.resolver_match
    if match is None or request.path.startswith("/api/"):
        return 0
    safe = request.method in ("GET", "HEAD", "OPTIONS")
    usual = paper_kind(request) if is_paper(request) else "read" if safe else "change"
    kind = _COST_OF_PAGE.get(match.url_name or "", usual)
    if kind in _DOORS and safe:
        kind = "read"
    if match.url_name == "healthz":  # whoever watches the site is behind any address
        return 0
    return COSTS[kind] + cost_of_bytes(request.META.get("CONTENT_LENGTH"))


def paper_kind(request: HttpRequest) -> str:
    """Whether a whole paper is asked for or one card, which the editor shows anew after each change."""
    match = request.resolver_match
    return "card" if match and match.kwargs.get("file", "").startswith("card-") else "paper"


def is_paper(request: HttpRequest) -> bool:
    """Whether a paper is asked for, or the picture of one."""
    match = request.resolver_match
    return (
        match is not None and not request.path.startswith("/api/") and str(match.url_name).endswith(_PAPERS)
    )


def page_spender(request: HttpRequest) -> Spender:
    """Somebody with an account, by the cookie that says so; the address of everybody else."""
    people, session = _read_cookie(request)
    if not people:
        return address_spender(request.META)
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    is_theirs = bool(key) and constant_time_compare(session, _hash_of(key))
    return person_spender(people[0]) if is_theirs else browser_spender(people[0])


def people_of_browser(request: HttpRequest) -> list[int]:
    """The keys of those who were logged in on this browser, the last one first."""
    return _read_cookie(request)[0]


def _read_cookie(request: HttpRequest) -> tuple[list[int], str]:
    """The people of the cookie, and the hash of the session that was theirs."""
    try:
        text = _signer.unsign(request.COOKIES.get(PERSON_COOKIE, ""), max_age=settings.SESSION_COOKIE_AGE)
        people, _, session = text.partition("~")
        return [int(pk) for pk in people.split(".")], session
    except (BadSignature, ValueError):
        return [], ""


def _hash_of(session_key: str) -> str:
    return salted_hmac("musterbook.person.session", session_key).hexdigest()[:20]


def remember_person(request: HttpRequest, response: HttpResponseBase) -> None:
    """Note in a cookie who is logged in, where this request has asked for it. Log-out leaves it there."""
    looked = hasattr(request, "_cached_user")  # Django's
    if not looked or request.path.startswith(("/embed/", "/oembed")):  # pages of other sites
        return
    user = request.user
    if not user.is_authenticated or user.is_guest:
        return
    known, session = _read_cookie(request)
    now = _hash_of(request.session.session_key or "")
    if known[:1] == [user.pk] and session == now:
        return
    people = [user.pk, *(pk for pk in known if pk != user.pk)][:_MAX_PEOPLE]
    response.set_cookie(
        PERSON_COOKIE,
        _signer.sign(f"{'.'.join(map(str, people))}~{now}"),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def too_much_response(request: HttpRequest, seconds: int) -> HttpResponse:
    """The page for whoever asks for more than is let through in a minute: 429."""
    response = problem_response(
        request,
        429,
        "Too much at once",
        f"Too many requests came from here within a minute. Wait {pluralize(seconds, 'second')}.",
        "Then load the page again. Nothing was changed.",
    )
    response["Retry-After"] = str(seconds)
    return response


def bytes_spent_response(request: HttpRequest) -> HttpResponse:
    """The page for whoever has stored more in an hour than there is for one: 429."""
    response = problem_response(
        request,
        429,
        "Too much stored at once",
        "More was stored from here within an hour than there is room for.",
        "Wait a few minutes, then send it again. Nothing was changed.",
    )
    response["Retry-After"] = str(BYTES_WAIT_SECONDS)
    return response
