"""In the administration only superusers change rights, accounts and what protects accounts."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from builder.models import User
from tests.support.accounts import PASSWORD, browser, set_password

RIGHTS = {
    "username": "mallory",
    "email": "mallory@example.org",
    "is_active": "on",
    "is_staff": "on",
    "is_superuser": "on",
    "date_joined_0": "2026-01-01",
    "date_joined_1": "12:00:00",
}


@pytest.fixture
def root(db: None) -> User:
    """A superuser with a password, an address and a second factor."""
    root = User.objects.create(username="root", email="root@example.org", is_staff=True, is_superuser=True)
    EmailAddress.objects.create(user=root, email=root.email, verified=True, primary=True)
    Authenticator.objects.create(user=root, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return set_password(root)


@pytest.fixture
def mallory(root: User) -> User:
    """A member of staff with all permissions, but no superuser."""
    mallory = User.objects.create(username="mallory", is_staff=True)
    mallory.user_permissions.set(Permission.objects.all())
    return set_password(mallory)


def state() -> list[object]:
    """Return all rows of the database that decide about permissions."""
    people = User.objects.order_by("pk").values(
        "username", "email", "password", "is_active", "is_staff", "is_superuser", "user_permissions", "groups"
    )
    return [
        sorted(map(repr, people)),
        sorted(map(repr, EmailAddress.objects.values())),
        sorted(map(repr, Authenticator.objects.values("pk", "user"))),
        sorted(map(repr, Group.objects.values("name", "permissions"))),
    ]


def post(client: Client, page: str, *args: int, **data: object) -> int:
    """Return the status of a POST to a page of the administration."""
    return client.post(reverse(f"admin:{page}", args=args), {"post": "yes", **data}).status_code


def test_staff_with_all_permissions_cannot_become_superusers(mallory: User) -> None:
    every = list(Permission.objects.values_list("pk", flat=True))
    form = {**RIGHTS, "user_permissions": every}
    assert post(browser(mallory), "builder_user_change", mallory.pk, **form) == 403
    mallory.refresh_from_db()
    assert not mallory.is_superuser


def test_staff_with_all_permissions_cannot_change_accounts(mallory: User, root: User, alice: User) -> None:
    """Neither permissions, nor names and addresses, nor passwords, including their own."""
    before, client = state(), browser(mallory)
    password = {"password1": "a-new-long-one-7", "password2": "a-new-long-one-7", "usable_password": "true"}
    for person in (mallory, root, alice):
        assert post(client, "builder_user_change", person.pk, **{**RIGHTS, "username": "taken"}) == 403
        assert post(client, "auth_user_password_change", person.pk, **password) == 403
        assert post(client, "builder_user_delete", person.pk) == 403
    assert post(client, "builder_user_add", **RIGHTS, **password) == 403
    post(client, "builder_user_changelist", action="delete_selected", _selected_action=[root.pk])
    assert state() == before


def test_staff_with_all_permissions_cannot_take_over_accounts(mallory: User, root: User) -> None:
    before, client = state(), browser(mallory)
    address, factor = EmailAddress.objects.get(), Authenticator.objects.get()
    new = {"user": root.pk, "email": "mallory@example.org", "verified": "on", "primary": "on"}
    assert post(client, "account_emailaddress_add", **new) == 403
    assert post(client, "account_emailaddress_change", address.pk, **new) == 403
    assert post(client, "account_emailaddress_delete", address.pk) == 403
    for action in ("make_verified", "delete_selected"):
        status = post(client, "account_emailaddress_changelist", action=action, _selected_action=[address.pk])
        assert status == 403
    assert post(client, "mfa_authenticator_delete", factor.pk) == 403
    post(client, "mfa_authenticator_changelist", action="delete_selected", _selected_action=[factor.pk])
    assert state() == before


def test_staff_with_all_permissions_cannot_change_groups(mallory: User) -> None:
    group = Group.objects.create(name="Helpers")
    mallory.groups.add(group)
    before, client = state(), browser(mallory)
    every = list(Permission.objects.values_list("pk", flat=True))
    assert post(client, "auth_group_change", group.pk, name="Helpers", permissions=every) == 403
    assert post(client, "auth_group_add", name="More") == 403
    assert post(client, "auth_group_delete", group.pk) == 403
    assert state() == before


def test_the_admin_shows_no_secrets_and_changes_none(mallory: User, root: User) -> None:
    """Not even to a superuser: no session key, no secret, and no password hash."""
    session = UserSession.objects.create(user=root, ip="192.0.2.1", user_agent="x", session_key="k" * 32)
    factor = Authenticator.objects.get()
    client = browser(root)
    for name, pk, secret in (
        ("usersessions_usersession", session.pk, session.session_key),
        ("mfa_authenticator", factor.pk, "secret"),
        ("builder_user", root.pk, root.password),
    ):
        for address in (reverse(f"admin:{name}_changelist"), reverse(f"admin:{name}_change", args=[pk])):
            page = client.get(address)
            assert page.status_code == 200
            assert secret not in page.content.decode()
    for name, pk in (("usersessions_usersession", session.pk), ("mfa_authenticator", factor.pk)):
        assert client.post(reverse(f"admin:{name}_change", args=[pk]), {"user": root.pk}).status_code == 403


def test_superusers_can_change_rights_and_passwords(root: User, alice: User) -> None:
    client = browser(root)
    assert post(client, "builder_user_change", alice.pk, **{**RIGHTS, "username": "alice"}) == 302
    alice.refresh_from_db()
    assert alice.is_superuser
    words = {"password1": "a-new-long-one-7", "password2": "a-new-long-one-7", "usable_password": "true"}
    assert post(client, "auth_user_password_change", alice.pk, **words) == 302
    alice.refresh_from_db()
    assert alice.check_password("a-new-long-one-7")
    assert not alice.check_password(PASSWORD)


def test_staff_change_their_password_on_the_site(mallory: User) -> None:
    assert browser(mallory).get(reverse("admin:password_change"))["Location"] == "/account/password/change/"
