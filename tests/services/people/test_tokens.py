"""Tokens: who can have them, how many, for how long, what is stored, and how they end."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from builder.models import IdempotentResponse, Scope, Token, User
from builder.queries.people import active_token, active_tokens
from builder.services.errors import LimitReached, NotPossible
from builder.services.people.accounts import delete_person
from builder.services.people.tokens import (
    clear_tokens,
    create_token,
    create_token_once,
    digest_of,
    record_token_use,
)


def test_an_expired_token_is_not_accepted(alice: User) -> None:
    token = create_token(alice, "short", Scope.WRITE, 1)
    Token.objects.update(ends=timezone.now() + timedelta(minutes=1))
    assert active_token(digest_of(token.secret))
    Token.objects.update(ends=timezone.now())
    assert active_token(digest_of(token.secret)) is None
    assert not active_tokens(alice).exists()


@pytest.mark.parametrize("days", [0, -1, 367, 10**30])
def test_a_token_is_valid_for_a_day_to_a_year(alice: User, days: int) -> None:
    with pytest.raises(LimitReached, match="1 to 366 days"):
        create_token(alice, "long", Scope.READ, days)


def test_expired_tokens_do_not_count_towards_the_limit(alice: User, bob: User, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_TOKENS = 2
    for name in ("first", "second"):
        create_token(alice, name, Scope.READ, 1)
    with pytest.raises(LimitReached, match="You have 2 tokens"):
        create_token(alice, "third", Scope.READ, 1)
    create_token(bob, "his", Scope.READ, 1)
    Token.objects.filter(name="first").update(ends=timezone.now())
    create_token(alice, "third", Scope.READ, 1)
    assert [row.name for row in active_tokens(alice)] == ["third", "second"]


def test_a_form_sent_twice_creates_one_token(alice: User, bob: User) -> None:
    first = create_token_once(alice, "a-form", "bot", Scope.READ, 1)
    assert first is not None
    assert create_token_once(alice, "a-form", "bot", Scope.READ, 1) is None
    assert create_token_once(alice, "a-form", "another name", Scope.WRITE, 7) is None
    assert create_token_once(bob, "a-form", "his", Scope.READ, 1) is not None
    assert create_token_once(alice, "the-next", "bot", Scope.READ, 1) is not None
    assert active_tokens(alice).count() == 2
    stored = str(list(IdempotentResponse.objects.values()))
    assert first.secret not in stored


def test_a_rejected_form_can_be_sent_again(alice: User) -> None:
    with pytest.raises(NotPossible):
        create_token_once(alice, "a-form", " ", Scope.READ, 1)
    assert create_token_once(alice, "a-form", "bot", Scope.READ, 1) is not None


def test_the_day_of_the_last_use_is_stored(alice: User) -> None:
    row = create_token(alice, "bot", Scope.READ, 1).row
    record_token_use(row)
    row.refresh_from_db()
    assert row.used == timezone.localdate()
    Token.objects.update(used=timezone.localdate() - timedelta(days=1))
    row.refresh_from_db()
    record_token_use(row)
    row.refresh_from_db()
    assert row.used == timezone.localdate()


def test_expired_tokens_are_cleared(alice: User) -> None:
    now = timezone.now()
    for name in ("ended", "goes on"):
        create_token(alice, name, Scope.READ, 1)
    Token.objects.filter(name="ended").update(ends=now)
    assert clear_tokens(now) == 1
    assert [row.name for row in Token.objects.all()] == ["goes on"]


def test_tokens_are_deleted_with_their_owner(alice: User) -> None:
    create_token_once(alice, "a-form", "bot", Scope.READ, 1)
    delete_person(alice)
    assert not Token.objects.exists()
    assert not IdempotentResponse.objects.exists()
