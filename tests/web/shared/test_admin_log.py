"""The security log contains every change of an account and its rights in the administration."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from builder.models import Scope, User
from builder.services.people.tokens import create_token
from tests.support.accounts import browser
from tests.support.log_lines import Events, LogLines, Recorder

PASSWORD = "a-new-long-one-7"  # noqa: S105 - of a test
ACCOUNT = {
    "username": "alice",
    "email": "alice@example.org",
    "date_joined_0": "2026-01-01",
    "date_joined_1": "12:00:00",
}


@pytest.fixture
def root(db: None) -> Client:
    """The browser of a superuser."""
    return browser(User.objects.create(username="root", is_staff=True, is_superuser=True))


def post(client: Client, page: str, *args: int, **data: object) -> None:
    """Send a form of the administration, which is accepted."""
    answer = client.post(reverse(f"admin:{page}", args=args), {"post": "yes", **data})
    assert answer.status_code == 302, answer.context["errors"]


def delete_selected(client: Client, page: str, *pks: int) -> None:
    """Delete rows by the action of a list of rows."""
    post(client, f"{page}_changelist", action="delete_selected", _selected_action=pks)


def without_actor(events: Events) -> Events:
    """Return the events without their actor, who is the superuser."""
    assert {event["by"] for event in events} == {"root"}
    return [{name: value for name, value in event.items() if name not in ("by", "by_id")} for event in events]


@pytest.fixture
def of_alice(alice: User) -> dict[str, object]:
    """Return the fields that name alice."""
    return {"person": "alice", "person_id": alice.pk}


def test_rights_of_a_person(
    root: Client, alice: User, of_alice: dict[str, object], recorded_events: Recorder
) -> None:
    group = Group.objects.create(name="Helpers")
    permission = Permission.objects.get(codename="delete_token")
    rights = {"is_staff": "on", "groups": [group.pk], "user_permissions": [permission.pk]}
    with recorded_events() as events:
        post(root, "builder_user_change", alice.pk, **ACCOUNT, **rights)
        post(root, "builder_user_change", alice.pk, **ACCOUNT, **rights)
        post(root, "builder_user_change", alice.pk, **ACCOUNT, is_superuser="on", is_staff="on")
    assert without_actor(events) == [
        {
            "event": "rights_changed",
            "granted": "builder.delete_token, group Helpers, is_staff",
            **of_alice,
        },
        {
            "event": "rights_changed",
            "granted": "is_superuser",
            "revoked": "builder.delete_token, group Helpers",
            **of_alice,
        },
    ]


def test_permissions_of_groups(root: Client, recorded_events: Recorder) -> None:
    view, delete = (
        Permission.objects.get(codename=codename).pk for codename in ("view_token", "delete_token")
    )
    with recorded_events() as events:
        post(root, "auth_group_add", name="Helpers", permissions=[view])
        group = Group.objects.get(name="Helpers").pk
        post(root, "auth_group_change", group, name="Helpers", permissions=[delete])
        post(root, "auth_group_change", group, name="Helpers", permissions=[delete])
        delete_selected(root, "auth_group", group)
    of_group = {"event": "rights_changed", "group": "Helpers"}
    assert without_actor(events) == [
        {**of_group, "granted": "builder.view_token"},
        {**of_group, "granted": "builder.delete_token", "revoked": "builder.view_token"},
        {**of_group, "revoked": "builder.delete_token"},
    ]


def test_accounts_and_passwords(
    root: Client,
    alice: User,
    of_alice: dict[str, object],
    recorded_events: Recorder,
    log_lines: LogLines,
) -> None:
    words = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    with recorded_events() as events:
        post(root, "builder_user_add", username="erin", **words)
        post(root, "auth_user_password_change", alice.pk, **words)
        post(root, "builder_user_change", alice.pk, **ACCOUNT | {"email": "alice.two@example.org"})
        erin = User.objects.get(username="erin").pk
        delete_selected(root, "builder_user", alice.pk)
    assert without_actor(events) == [
        {"event": "account_created", "person": "erin", "person_id": erin},
        {"event": "password_changed", **of_alice},
        {"event": "email_primary_changed", **of_alice},
        {"event": "account_deleted", **of_alice},
    ]
    assert PASSWORD not in log_lines.text
    assert "alice.two" not in log_lines.text


def test_email_addresses(
    root: Client, alice: User, bob: User, of_alice: dict[str, object], recorded_events: Recorder
) -> None:
    form = {"user": alice.pk, "email": "alice.two@example.org"}
    with recorded_events() as events:
        post(root, "account_emailaddress_add", **form)
        address = EmailAddress.objects.get().pk
        post(root, "account_emailaddress_changelist", action="make_verified", _selected_action=[address])
        post(root, "account_emailaddress_change", address, **form, verified="on", primary="on")
        post(root, "account_emailaddress_change", address, **form, primary="on")
        post(root, "account_emailaddress_change", address, **form | {"user": bob.pk}, primary="on")
        post(root, "account_emailaddress_delete", address)
    of_bob = {"person": "bob", "person_id": bob.pk}
    assert without_actor(events) == [
        {"event": "email_added", **of_alice},
        {"event": "email_confirmed", **of_alice},
        {"event": "email_primary_changed", **of_alice},
        {"event": "email_unconfirmed", **of_alice},
        {"event": "email_removed", **of_alice},
        {"event": "email_added", **of_bob},
        {"event": "email_removed", **of_bob},
    ]


def test_second_factors_and_tokens(
    root: Client, alice: User, of_alice: dict[str, object], recorded_events: Recorder
) -> None:
    factors = [
        Authenticator.objects.create(user=alice, type=kind, data={"secret": "x", "seed": "x"}).pk
        for kind in (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)
    ]
    tokens = [create_token(alice, "Bot", Scope.READ, 7).row for _ in range(2)]
    with recorded_events() as events:
        post(root, "mfa_authenticator_delete", factors[0])
        delete_selected(root, "mfa_authenticator", factors[1])
        post(root, "builder_token_delete", tokens[0].pk)
        delete_selected(root, "builder_token", tokens[1].pk)
    assert without_actor(events) == [
        {"event": "second_factor_removed", "method": "totp", **of_alice},
        {"event": "second_factor_removed", "method": "recovery_codes", **of_alice},
        {"event": "token_revoked", "token": tokens[0].public_id, **of_alice},
        {"event": "token_revoked", "token": tokens[1].public_id, **of_alice},
    ]
    assert not Authenticator.objects.exists()
