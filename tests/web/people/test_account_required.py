"""A page that needs an account redirects other visitors to the sign-up, which leads back."""

import pytest
from django.test import Client

from tests.support.accounts import logged_in_user, sign_up, start_list

AT = "/account/bring/"  # one of these pages


@pytest.fixture(params=["nobody", "guest"])
def visitor(request: pytest.FixtureRequest, client: Client, db: None) -> Client:
    """The browser of a visitor without an account."""
    if request.param == "guest":
        start_list(client)
    return client


def test_a_login_returns_to_the_requested_page(visitor: Client) -> None:
    answer = visitor.get(f"{AT}?next=/systems/")
    assert answer["Location"] == "/account/signup/?next=/account/bring/%3Fnext%3D/systems/"
    assert sign_up(visitor, next=f"{AT}?next=/systems/")["Location"] == f"{AT}?next=/systems/"
    user = logged_in_user(visitor)
    assert user is not None
    assert not user.is_guest


def test_a_login_after_a_form_returns_to_its_page(visitor: Client) -> None:
    for page, back in (
        ("http://testserver/gallery/?q=x", "/gallery/%3Fq%3Dx"),
        ("http://testserver/lists/", "/lists/"),
        ("https://elsewhere.example/lists/", "/lists/"),
        ("http://testserver.elsewhere.example/x", "/lists/"),
        ("http://[", "/lists/"),
        ("", "/lists/"),
    ):
        answer = visitor.post(AT, {"bring": "1"}, headers={"Referer": page})
        assert answer["Location"] == f"/account/signup/?next={back}"


def test_htmx_gets_a_notice(visitor: Client) -> None:
    answer = visitor.post(AT, headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert answer["HX-Retarget"] == "#notices"
