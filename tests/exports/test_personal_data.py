"""All stored data about a person is exported and deleted, or there is a reason why not.

A new table or column that refers to a person fails the first two tests until it has a line here.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from builder.documents import load_list
from builder.exports.archive import write_archive
from builder.models import (
    Club,
    CompanyList,
    Event,
    IdempotentResponse,
    JoinRequest,
    Membership,
    ModerationAction,
    ModerationEntry,
    Report,
    Scope,
    User,
)
from builder.services.clubs.invites import create_invite
from builder.services.number_reports import create_number_report
from builder.services.people.accounts import delete_person
from builder.services.people.tokens import create_token
from builder.services.print_setups import create_setup
from builder.services.tags import tag_lists
from tests.support.accounts import log_in, set_password
from tests.support.events import add_event, submit_roster


@dataclass(frozen=True, kw_only=True)
class World:
    """Alice with a list, a club and an event; bob with a list; a browser in which alice is logged in."""

    alice: User
    mine: CompanyList
    others: CompanyList
    club: Club
    event: Event
    browser: Client


@dataclass(frozen=True, kw_only=True)
class Treatment:
    """What happens to the rows of one relation to a person.

    ``key`` is their key in account.json, ``text`` what it contains about the row that ``make`` creates.
    Without a key, ``reason`` says why they aren't exported. ``stays`` says that the row is stored without the
    person.
    """

    make: Callable[[World], Model]
    key: str = ""
    text: str = ""
    reason: str = ""
    stays: bool = False


def _log_entry(world: World) -> Model:
    row: Model = LogEntry.objects.create(user=world.alice, action_flag=ADDITION, object_repr="x")
    return row


def _revision(world: World) -> Model:
    row: Model = world.others.revisions.latest("number")
    world.others.revisions.update(by=world.alice)
    return row


def _report(world: World) -> Model:
    now = timezone.now()
    return Report.objects.create(
        target="list:1", company_list=world.others, by=world.alice, reason="Rude words.", made=now
    )


def _number_report(world: World) -> Model:
    return create_number_report(load_list(world.others), "", "Mov costs 9.", world.alice)


def _report_about_alice(world: World) -> Model:
    return Report.objects.create(
        target="name:1", person=world.alice, reason="A rude name.", made=timezone.now()
    )


def _report_settled_by_alice(world: World) -> Model:
    now = timezone.now()
    return Report.objects.create(
        target="list:2", company_list=world.others, settled_by=world.alice, reason="x", made=now
    )


def _moderation_of_alice(world: World) -> Model:
    action = ModerationAction.SUSPEND
    return ModerationEntry.objects.create(person=world.alice, action=action, note="You sold dice here.")


def _moderation_by_alice(world: World) -> Model:
    return ModerationEntry.objects.create(target="list:3", action=ModerationAction.HIDE, by=world.alice)


def _email_address(world: World) -> Model:
    row: Model = EmailAddress.objects.create(user=world.alice, email="second@example.org")
    return row


def _passkey(world: World) -> Model:
    data = {"name": "Blue key", "credential": {"id": "secret-credential"}}
    kind = Authenticator.Type.WEBAUTHN
    row: Model = Authenticator.objects.create(user=world.alice, type=kind, data=data)
    return row


def _session(world: World) -> Model:
    world.browser.get("/account/")
    row: Model = UserSession.objects.get(user=world.alice)
    UserSession.objects.filter(pk=row.pk).update(user_agent="Firefox of alice")
    return row


def _join_request(world: World) -> Model:
    club = Club.objects.create(name="The Copper Table")
    return JoinRequest.objects.create(club=club, user=world.alice, words="Let me in.")


def _stored_answer(world: World) -> Model:
    return IdempotentResponse.objects.create(user=world.alice, key="x", request="0" * 64)


def _tag(world: World) -> Model:
    return tag_lists(world.alice, [world.mine], "Moon")


RELATIONS = {
    "account.EmailAddress.user": Treatment(make=_email_address, key="email", text="second@example.org"),
    "admin.LogEntry.user": Treatment(make=_log_entry, reason="What staff did in the administration."),
    "builder.CompanyList.owner": Treatment(make=lambda world: world.mine, key="lists", text="Drop Reavers"),
    "builder.HandIn.user": Treatment(
        make=lambda world: submit_roster(world.event, world.alice, world.mine, 1),
        key="hand_ins",
        text="Spring muster",
    ),
    "builder.IdempotentResponse.user": Treatment(
        make=_stored_answer, reason="Copies of answers to programs, for 24 hours."
    ),
    "builder.Invite.by": Treatment(
        make=lambda world: create_invite(world.club, world.alice, 7, 5),
        reason="An invite is the club's and stays valid.",
        stays=True,
    ),
    "builder.JoinRequest.user": Treatment(make=_join_request, key="requests_to_join", text="Let me in."),
    "builder.Membership.user": Treatment(
        make=lambda world: Membership.objects.get(club=world.club, user=world.alice),
        key="clubs",
        text="The Iron Table",
    ),
    "builder.ModerationEntry.by": Treatment(
        make=_moderation_by_alice, reason="What a moderator did is the site's.", stays=True
    ),
    "builder.ModerationEntry.person": Treatment(
        make=_moderation_of_alice, key="moderation", text="You sold dice here."
    ),
    "builder.OwnTag.owner": Treatment(make=_tag, key="tags", text="Moon"),
    "builder.PrintSetup.owner": Treatment(
        make=lambda world: create_setup(world.alice, "Cards", {"paper": "cards", "size": "a4"}),
        key="print_setups",
        text="Cards",
    ),
    "builder.Revision.by": Treatment(
        make=_revision,
        reason="The history of a list, which is deleted with it. A list of others keeps its history.",
        stays=True,
    ),
    "builder.NumberReport.by": Treatment(make=_number_report, key="number_reports", text="Mov costs 9."),
    "builder.Report.by": Treatment(make=_report, key="reports", text="Rude words."),
    "builder.Report.person": Treatment(
        make=_report_about_alice, reason="The words of others, who reported in confidence."
    ),
    "builder.Report.settled_by": Treatment(
        make=_report_settled_by_alice, reason="What a moderator did is the site's.", stays=True
    ),
    "builder.Token.user": Treatment(
        make=lambda world: create_token(world.alice, "Club script", Scope.READ, 7).row,
        key="tokens",
        text="Club script",
    ),
    "mfa.Authenticator.user": Treatment(make=_passkey, key="second_factors", text="Blue key"),
    "usersessions.UserSession.user": Treatment(make=_session, key="sessions", text="Firefox of alice"),
}

COLUMNS_EXPORTED = {
    "date_joined": "joined", "email": "email", "last_login": "last_login", "seen": "seen", "username": "name",
}  # fmt: skip
COLUMNS_LEFT_OUT = {
    "first_name": "The site never fills it.",
    "groups": "Rights of staff.",
    "id": "A number of the database.",
    "is_active": "Rights of staff; somebody who is suspended can't export.",
    "is_guest": "The name is null for a guest.",
    "is_staff": "Rights of staff.",
    "is_superuser": "Rights of staff.",
    "last_name": "The site never fills it.",
    "password": "Secret.",
    "suspended_at": "In the moderation key, with the note.",
    "suspended_note": "The same.",
    "user_permissions": "Rights of staff.",
}


def test_every_relation_to_a_person_has_a_treatment() -> None:
    """Relations of all installed applications, as "app.Model.field", with either a key or a reason."""
    relations = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.concrete and field.related_model is User
    }
    assert relations == set(RELATIONS)
    assert [label for label, row in RELATIONS.items() if bool(row.key) == bool(row.reason)] == []


def test_every_column_of_a_person_is_exported_or_omitted_for_a_reason() -> None:
    columns = {field.name for field in User._meta.get_fields() if field.concrete}
    assert columns == set(COLUMNS_EXPORTED) | set(COLUMNS_LEFT_OUT)


@pytest.fixture
def world(
    alice: User, alices_list: CompanyList, bobs_list: CompanyList, club: Club, cleared_rate_limits: None
) -> World:
    """Alice, logged in, with her list and club, and other people."""
    browser = Client()
    log_in(browser, set_password(alice).username)
    alice.refresh_from_db()
    return World(
        alice=alice, mine=alices_list, others=bobs_list, club=club, browser=browser,
        event=add_event(club, alice, name="Spring muster"),
    )  # fmt: skip


def exported_account(user: User) -> dict[str, Any]:
    """The content of account.json."""
    file = BytesIO()
    write_archive(file, user)
    account: dict[str, Any] = json.loads(ZipFile(file).read("account.json"))
    return account


def test_personal_data_is_exported_and_deleted(world: World) -> None:
    rows = {label: treatment.make(world) for label, treatment in RELATIONS.items()}
    account = exported_account(world.alice)
    for label, treatment in RELATIONS.items():
        if treatment.key:
            assert treatment.text in json.dumps(account[treatment.key]), label
    assert set(COLUMNS_EXPORTED.values()) <= set(account)
    assert account["name"] == "alice"

    pk, session_key = world.alice.pk, world.browser.session.session_key
    delete_person(world.alice)
    for label, row in rows.items():
        model, field = type(row), label.rpartition(".")[2]
        assert not model._default_manager.filter(**{field: pk}).exists(), label
        assert model._default_manager.filter(pk=row.pk).exists() is RELATIONS[label].stays, label
    assert not User.objects.filter(pk=pk).exists()
    assert not Session.objects.filter(session_key=session_key).exists()


def test_the_export_contains_no_secret(world: World) -> None:
    token = create_token(world.alice, "Club script", Scope.READ, 7)
    _passkey(world)
    world.alice.refresh_from_db()
    text = json.dumps(exported_account(world.alice))
    for secret in (
        token.secret, token.row.digest, world.alice.password, "secret-credential",
        str(world.browser.session.session_key),
    ):  # fmt: skip
        assert secret
        assert secret not in text


def test_an_email_address_set_on_the_command_line_is_exported(alice: User) -> None:
    assert [row["email"] for row in exported_account(alice)["email"]] == ["alice@example.org"]
