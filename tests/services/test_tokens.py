"""Tokens: whoever may have one, how many, for how long; what is kept of them; and that they end."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from builder.models import KeptAnswer, Scope, Token, User
from builder.points.reading import DocumentError
from builder.queries.tokens import open_token, tokens_of
from builder.services.errors import LimitReached, NotFound, NotPossible
from builder.services.guests import start_guest
from builder.services.people import delete_person
from builder.services.tokens import (
    clear_tokens,
    digest_of,
    make_token,
    make_token_once,
    note_use,
    revoke_token,
    revoke_tokens,
)


def test_what_opens_is_told_once_and_not_kept(alice: User) -> None:
    made = make_token(alice, "Roster bot", Scope.READ, 30)
    assert made.secret.startswith("muster_")
    assert len(made.secret) >= 50
    row = Token.objects.values().get()
    assert made.secret not in str(row)
    assert made.secret.removeprefix("muster_") not in str(row)
    found = open_token(digest_of(made.secret))
    assert found == made.row
    assert found.user == alice
    assert (row["name"], row["scope"], row["used"]) == ("Roster bot", "read", None)
    assert row["ends"] - row["made"] == timedelta(days=30)


def test_no_two_are_alike(alice: User) -> None:
    secrets = {make_token(alice, "one of many", Scope.READ, 1).secret for _ in range(20)}
    assert len(secrets) == 20


def test_it_ends_at_its_end(alice: User) -> None:
    made = make_token(alice, "short", Scope.WRITE, 1)
    Token.objects.update(ends=timezone.now() + timedelta(minutes=1))
    assert open_token(digest_of(made.secret))
    Token.objects.update(ends=timezone.now())
    assert open_token(digest_of(made.secret)) is None
    assert not tokens_of(alice).exists()


def test_whoever_may_not_log_in_has_none_that_opens(alice: User) -> None:
    made = make_token(alice, "bot", Scope.READ, 1)
    User.objects.update(is_active=False)
    assert open_token(digest_of(made.secret)) is None


@pytest.mark.parametrize("days", [0, -1, 367, 10**30])
def test_it_is_good_for_a_day_to_a_year(alice: User, days: int) -> None:
    with pytest.raises(LimitReached, match="1 to 366 days"):
        make_token(alice, "long", Scope.READ, days)


@pytest.mark.parametrize(
    ("name", "error"),
    [("", NotPossible), (" \t", NotPossible), ("x" * 201, LimitReached), ("a\0b", DocumentError),
     ("a\nb", DocumentError), ("\ud800", DocumentError)],
)  # fmt: skip
def test_a_name_is_a_line_that_can_be_stored(alice: User, name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        make_token(alice, name, Scope.READ, 1)
    assert not Token.objects.exists()


def test_guests_have_none(db: None) -> None:
    with pytest.raises(NotPossible, match="people with an account"):
        make_token(start_guest(), "bot", Scope.READ, 1)


def test_so_many_are_kept_and_those_that_ended_make_room(alice: User, bob: User, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_TOKENS = 2
    for name in ("first", "second"):
        make_token(alice, name, Scope.READ, 1)
    with pytest.raises(LimitReached, match="You have 2 tokens"):
        make_token(alice, "third", Scope.READ, 1)
    make_token(bob, "his", Scope.READ, 1)
    Token.objects.filter(name="first").update(ends=timezone.now())
    make_token(alice, "third", Scope.READ, 1)
    assert [row.name for row in tokens_of(alice)] == ["third", "second"]


def test_a_form_that_is_sent_twice_makes_one(alice: User, bob: User) -> None:
    first = make_token_once(alice, "a-form", "bot", Scope.READ, 1)
    assert first is not None
    assert make_token_once(alice, "a-form", "bot", Scope.READ, 1) is None
    assert make_token_once(alice, "a-form", "another name", Scope.WRITE, 7) is None
    assert make_token_once(bob, "a-form", "his", Scope.READ, 1) is not None
    assert make_token_once(alice, "the-next", "bot", Scope.READ, 1) is not None
    assert tokens_of(alice).count() == 2
    kept = str(list(KeptAnswer.objects.values()))
    assert first.secret not in kept


def test_a_form_that_was_refused_can_be_sent_again(alice: User) -> None:
    with pytest.raises(NotPossible):
        make_token_once(alice, "a-form", " ", Scope.READ, 1)
    assert make_token_once(alice, "a-form", "bot", Scope.READ, 1) is not None


def test_one_is_revoked_by_whose_it_is(alice: User, bob: User) -> None:
    made = make_token(alice, "bot", Scope.READ, 1)
    with pytest.raises(NotFound):
        revoke_token(bob, made.row.pk)
    assert open_token(digest_of(made.secret))
    revoke_token(alice, made.row.pk)
    assert open_token(digest_of(made.secret)) is None
    for pk in (made.row.pk, 10**30, 0, -1):
        with pytest.raises(NotFound):
            revoke_token(alice, pk)


def test_all_are_revoked_and_those_of_others_stay(alice: User, bob: User) -> None:
    for user in (alice, alice, bob):
        make_token(user, "bot", Scope.READ, 1)
    assert revoke_tokens(alice) == 2
    assert revoke_tokens(alice) == 0
    assert tokens_of(bob).count() == 1


def test_the_day_of_the_last_use_is_noted(alice: User) -> None:
    row = make_token(alice, "bot", Scope.READ, 1).row
    note_use(row)
    row.refresh_from_db()
    assert row.used == timezone.localdate()
    Token.objects.update(used=timezone.localdate() - timedelta(days=1))
    row.refresh_from_db()
    note_use(row)
    row.refresh_from_db()
    assert row.used == timezone.localdate()


def test_what_has_ended_is_cleared(alice: User) -> None:
    now = timezone.now()
    for name in ("ended", "goes on"):
        make_token(alice, name, Scope.READ, 1)
    Token.objects.filter(name="ended").update(ends=now)
    assert clear_tokens(now) == 1
    assert [row.name for row in Token.objects.all()] == ["goes on"]


def test_they_go_with_whose_they_are(alice: User) -> None:
    make_token_once(alice, "a-form", "bot", Scope.READ, 1)
    delete_person(alice)
    assert not Token.objects.exists()
    assert not KeptAnswer.objects.exists()
